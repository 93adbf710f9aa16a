"""The report as a workbook, read back."""

import io
import sys

import openpyxl
import pytest

from qbank import limits
from qbank.check.faces.xlsx import write_xlsx
from qbank.check.grading import Rules
from qbank.check.report import report
from qbank.errors import QbankError
from tests.check.faces.report import ANSWERS, CELLS, REPORT
from tests.check.listed import Listed


def written(given=REPORT, **options):
    file = io.BytesIO()
    write_xlsx(given, file, **options)
    return file.getvalue()


def book(data):
    return openpyxl.load_workbook(io.BytesIO(data))


def values(sheet):
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def test_three_sheets():
    answers, students, questions = book(written())
    assert [sheet.title for sheet in (answers, students, questions)] == ["Answers", "Students", "Questions"]
    assert values(answers)[2] == [
        3, "ben", f"{CELLS.id}.blocked", "45", "45", "wrong", 0, "It is open.",
        "blocks the diagonal: a token sees i ≤ j.", "known", 0, 1, None,
    ]  # fmt: skip
    assert values(students)[3] == ["=ben()", None, 1, 0, 0, 0, 0, 1, 0, 1, "provisional"]
    assert values(questions)[1] == [f"{CELLS.id}.blocked", 2, 0.5, 0.5, 0, "1 × blocks the diagonal"]


@pytest.mark.parametrize(
    "typed",
    ["=1+1", "-1", "00123", "{=SUM(A1)}", "http://a.example/", "mailto:a", "1e5", "true", "@a", "x\x0by"],
)
def test_what_was_typed_is_text(typed):
    given = report(Listed([ANSWERS[0]._replace(student=typed, answer=typed)]), Rules())
    for sheet, column in (("Answers", 4), ("Answers", 2), ("Students", 1)):
        cell = book(written(given))[sheet].cell(2, column)
        assert (cell.data_type, cell.hyperlink) == ("s", None)
        assert cell.value == typed.replace("\x0b", " ")


def test_scores_are_numbers_and_shares_percentages():
    answers, _, questions = book(written())
    assert answers.cell(2, 7).data_type == "n"
    assert questions.cell(2, 4).number_format == "0%"


def test_headers_stay_in_sight_and_filter():
    for sheet, area in zip(book(written()), ("A1:M5", "A1:K5", "A1:F3"), strict=True):
        assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", area)
        assert sheet.cell(1, 1).font.bold


def test_explained():
    rules = [row[13] for row in values(book(written(explain=True))["Answers"])]
    assert rules[:2] == ["rule", "Right is exactly 36, however that number is spelled."]


class Full(io.BytesIO):
    """A file on a disk with so many bytes left."""

    def __init__(self, room):
        super().__init__()
        self.room = room

    def write(self, data):
        if self.tell() + len(data) > self.room:
            raise OSError(28, "No space left on device")
        return super().write(data)


def test_a_full_disk_is_told_once():
    """What cannot be written is an error, and no second one when the zip file is thrown away."""
    size = len(written())
    for room in (*range(0, size, 97), size - 1):
        with pytest.raises(OSError, match="No space left"):
            write_xlsx(REPORT, Full(room))
    file = Full(size)
    write_xlsx(REPORT, file)
    assert file.getvalue() == written()


def test_the_same_report_gives_the_same_bytes():
    assert written() == written()
    assert book(written()).properties.created.year == 2000


def test_a_sheet_has_so_many_rows(monkeypatch):
    monkeypatch.setattr(limits, "SPREADSHEET_ROWS", 4)
    assert written()
    monkeypatch.setattr(limits, "SPREADSHEET_ROWS", 3)
    with pytest.raises(QbankError, match="4 answers are more than the 3 rows"):
        written()


def test_without_its_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(QbankError) as caught:
        written()
    assert caught.value.hint == 'pip install "qbank[sheets]"'
