"""Results on stdout or into a file, as a whole or piece by piece."""

import pytest

from qbank.cli import say
from qbank.cli.say import CHUNK, deliver, stream

PIECES = ["one\n", "", "zwei – drei\n", "x" * CHUNK, "\n", "last"]


def test_pieces_on_stdout(capsys):
    stream(iter(PIECES), None)
    stream(iter(PIECES), "-")
    assert capsys.readouterr().out == 2 * "".join(PIECES)


def test_pieces_into_a_file(tmp_path, capsys):
    stream(iter(PIECES), str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_bytes() == "".join(PIECES).encode()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("pieces", [[], [""]])
def test_nothing_is_an_empty_file_and_no_line(tmp_path, capsys, pieces):
    stream(iter(pieces), str(tmp_path / "out.txt"))
    stream(iter(pieces), None)
    assert (tmp_path / "out.txt").read_bytes() == b""
    assert capsys.readouterr().out == ""


def test_half_a_character_is_written_as_its_code(tmp_path):
    stream(["a\ud800b"], str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_bytes() == b"a\\ud800b"


def test_pieces_that_fail_leave_the_old_file(tmp_path):
    (tmp_path / "out.txt").write_text("old", encoding="utf-8")

    def pieces():
        yield "x" * CHUNK
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        stream(pieces(), str(tmp_path / "out.txt"))
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    ("size", "chunks"), [(3, ["abc", "def", "gh"]), (4, ["abcd", "efgh"]), (100, ["abcdefgh"])]
)
def test_pieces_are_joined_up_to_a_chunk(monkeypatch, size, chunks):
    monkeypatch.setattr(say, "CHUNK", size)
    assert list(say._chunks("abcdefgh")) == chunks


def test_a_whole_result_ends_its_line(capsys, tmp_path):
    deliver("one", None)
    deliver("two\n", "-")
    deliver("three", str(tmp_path / "out.txt"))
    assert capsys.readouterr().out == "one\ntwo\n"
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "three"
