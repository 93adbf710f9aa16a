"""Files are there as a whole or not at all, and complaints name them."""

import os

import pytest

from qbank.bank import Bank
from qbank.check.source import grids
from qbank.corrections import file_of, read_corrections
from qbank.errors import QbankError
from qbank.files import append_line, read_bytes, read_text, replacing, write_atomic
from qbank.limits import BANK_BYTES, FILE_BYTES


def test_folders_are_made_and_bytes_kept(tmp_path):
    path = tmp_path / "new" / "folder" / "out.txt"
    write_atomic(path, "ε\r\n–\n")
    assert path.read_bytes() == "ε\r\n–\n".encode()


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "out.txt"
    write_atomic(path, "old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(QbankError, match="no space left"):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_an_interruption_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "out.txt"
    write_atomic(path, "old")

    def interrupted(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_a_folder_in_the_way_is_one_clear_line(tmp_path):
    (tmp_path / "out.txt").mkdir()
    with pytest.raises(QbankError, match=r"out\.txt: this is no plain file"):
        write_atomic(tmp_path / "out.txt", "new")


def test_a_link_is_followed_and_stays(tmp_path):
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    write_atomic(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


def test_a_pipe_is_left_as_it_is(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(QbankError, match="this is no plain file"):
        write_atomic(tmp_path / "pipe", "new")
    assert (tmp_path / "pipe").is_fifo()


def test_a_file_in_place_of_a_folder_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(QbankError, match="cannot be read or written"):
        write_atomic(tmp_path / "file" / "out.txt", "new")


def test_what_is_written_piece_by_piece_is_there_at_the_end_and_not_before(tmp_path):
    path = tmp_path / "new" / "out.txt"
    with replacing(path) as file:
        file.write(b"one ")
        file.flush()
        assert not path.exists()
        file.write(b"two")
    assert path.read_bytes() == b"one two"
    assert [p.name for p in path.parent.iterdir()] == ["out.txt"]


@pytest.mark.parametrize(
    "fault", [ValueError("x"), KeyboardInterrupt(), QbankError("x"), OSError(28, "full")]
)
def test_what_fails_piece_by_piece_leaves_the_old_file_and_no_other(tmp_path, fault):
    path = tmp_path / "out.txt"
    write_atomic(path, "old")

    def interrupted():
        with replacing(path) as file:
            file.write(b"new")
            raise fault

    with pytest.raises(QbankError if isinstance(fault, OSError) else type(fault)):
        interrupted()
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_appending_closes_a_line_that_was_cut_short(tmp_path):
    path = tmp_path / "runs.jsonl"
    path.write_text('{"a":1}\n{"b"')
    append_line(path, '{"c":3}')
    assert path.read_text().splitlines() == ['{"a":1}', '{"b"', '{"c":3}']


@pytest.mark.parametrize(
    ("data", "text"),
    [(b"\xef\xbb\xbfa\n", "a\n"), ("ε".encode(), "ε"), (b"", "")],
)
def test_reading(tmp_path, data, text):
    (tmp_path / "in.txt").write_bytes(data)
    assert read_text(tmp_path / "in.txt") == text


def test_what_is_not_utf8_is_named_with_its_line(tmp_path):
    (tmp_path / "in.txt").write_bytes(b"a\nb\xe4c\n")
    with pytest.raises(QbankError, match=r"in\.txt:2: byte 0xe4 is not UTF-8"):
        read_text(tmp_path / "in.txt")


def test_what_need_not_last_is_replaced_as_a_whole_and_not_synchronised(tmp_path, monkeypatch):
    def never(descriptor):
        raise AssertionError(descriptor)

    monkeypatch.setattr("os.fsync", never)
    write_atomic(tmp_path / "a" / "page.html", "one", lasting=False)
    write_atomic(tmp_path / "a" / "page.html", "two", lasting=False)
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["page.html"]
    assert (tmp_path / "a" / "page.html").read_text(encoding="utf-8") == "two"


def table(path):
    with grids(str(path), frozenset()) as found:
        return list(found)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("read", [read_text, read_bytes, table])
def test_a_pipe_or_a_device_is_not_waited_for(tmp_path, read):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path.joinpath("/dev/zero")):
        with pytest.raises(QbankError, match="this is no plain file"):
            read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_nor_in_a_bank_or_its_corrections(tmp_path):
    os.mkfifo(tmp_path / "mask.jsonl")
    with pytest.raises(QbankError, match=r"mask\.jsonl: this is no plain file"):
        Bank(tmp_path).by_id()
    file_of(tmp_path).parent.mkdir()
    os.mkfifo(file_of(tmp_path))
    with pytest.raises(QbankError, match="this is no plain file"):
        read_corrections(tmp_path)


@pytest.mark.parametrize("most", [FILE_BYTES, BANK_BYTES])
def test_what_is_too_long_is_not_read(tmp_path, most):
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(most + 1)  # of which no byte is written
    with pytest.raises(QbankError, match="more than"):
        read_text(path, most)


def test_a_file_at_the_bound_is_read(tmp_path):
    (tmp_path / "in.txt").write_text("12345", encoding="utf-8")
    assert read_text(tmp_path / "in.txt", 5) == "12345"
    with pytest.raises(QbankError, match="more than 4 bytes"):
        read_text(tmp_path / "in.txt", 4)
