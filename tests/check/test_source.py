"""Files by what is in them: their first bytes, their size, and what cannot be opened."""

import io
import sys
from types import SimpleNamespace

import pytest

from qbank import limits
from qbank.check.source import grids
from qbank.errors import QbankError
from tests.check.books import workbook

NAMES = frozenset({"student"})


def read(path):
    with grids(path, NAMES) as tables:
        return [(table.name, table.separator, [list(row.cells) for row in table.rows]) for table in tables]


def test_a_text_and_a_workbook_whatever_their_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.xlsx").write_bytes(b"student;a,b\nana;1\n")
    assert read("a.xlsx") == [("a.xlsx", ";", [["student", "a,b"], ["ana", "1"]])]
    (tmp_path / "a.csv").write_bytes(workbook(One=[["student"], ["ana"]], Two=[["x"]]))
    assert read("a.csv") == [("a.csv:One", "", [["student"], ["ana"]]), ("a.csv:Two", "", [["x"]])]


@pytest.mark.parametrize("content", [b"student\nana\n", workbook(One=[["student"], ["ana"]])])
def test_stdin(monkeypatch, content):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    ((name, _, rows),) = read("-")
    assert (name.partition(":")[0], rows) == ("stdin", [["student"], ["ana"]])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest",
            "a.csv: an old Excel file (.xls), or one with a password; save it as",
        ),
        (b"PK\x03\x04rest", "a.csv: this spreadsheet is damaged: File is not a zip file; open it"),
        (b"\x89PNG\r\n", "a.csv:1: byte 0x89 is not UTF-8"),
    ],
)
def test_other_files_are_one_line(tmp_path, monkeypatch, content, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(QbankError) as refused:
        read("a.csv")
    assert str(refused.value).startswith(says)


def test_what_cannot_be_opened(tmp_path):
    with pytest.raises(QbankError, match="no file is named"):
        read("")
    with pytest.raises(QbankError, match="cannot be read: no such file or directory"):
        read(str(tmp_path / "nowhere.csv"))
    with pytest.raises(QbankError, match="cannot be read: is a directory"):
        read(str(tmp_path))


def test_a_file_that_fails_halfway():
    class Failing(io.BytesIO):
        def read(self, size=-1):
            raise OSError(5, "Input/output error")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", SimpleNamespace(buffer=Failing()))
        with pytest.raises(QbankError, match="stdin: cannot be read: input/output error"):
            read("-")


@pytest.mark.parametrize("content", [b"student\n" + b"ana\n" * 9_000, workbook(One=[["student"]] * 30)])
def test_the_bound_on_bytes(tmp_path, monkeypatch, content):
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    monkeypatch.setattr(limits, "TABLE_BYTES", len(content))
    assert read(str(path))
    monkeypatch.setattr(limits, "TABLE_BYTES", len(content) - 1)
    with pytest.raises(QbankError, match=f"more than {len(content) - 1:,} bytes; split the table"):
        read(str(path))
