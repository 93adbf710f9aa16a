"""A report as an XLSX workbook: answers, students, questions. What was typed is text there, and never a formula."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from qbank import limits
from qbank.check.faces.rows import slip_named
from qbank.check.faces.words import plain
from qbank.check.layout import visible
from qbank.check.report import Item, Report, Student
from qbank.check.ruling import Ruling
from qbank.check.sentences import diagnosed
from qbank.errors import QbankError

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

CREATED = datetime(2000, 1, 1, tzinfo=UTC)
"""The day on which every workbook was made, so that the same answers give the same bytes."""

MISTAKES_LISTED = 20  # a question
CHARACTERS = 32_767  # a cell

_SETTINGS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
    "remove_timezone": True,
}

Cell = str | int | float | None


class Column(NamedTuple):
    """Its name, its width in characters, and whether it holds shares of one, shown as percentages."""

    name: str
    width: int
    share: bool = False


ANSWERS = (
    Column("line", 7), Column("student", 22), Column("question", 22), Column("answer", 30), Column("read as", 30),
    Column("verdict", 12), Column("score", 8), Column("why", 60), Column("diagnosis", 60),
    Column("code", 12), Column("points", 8), Column("out of", 8), Column("no.", 8),
)  # fmt: skip
RULE = Column("rule", 80)
STUDENTS = (
    Column("student", 22), Column("name", 26), Column("answered", 10), Column("right", 8), Column("partly", 8),
    Column("wrong", 8), Column("blank", 8), Column("open", 8), Column("score", 8), Column("out of", 8),
    Column("sum is", 12),
)  # fmt: skip
QUESTIONS = (
    Column("question", 22), Column("answers", 10), Column("mean score", 12, share=True),
    Column("not right", 10, share=True), Column("open", 8), Column("mistakes", 100),
)  # fmt: skip


def write_xlsx(report: Report, file: BinaryIO, *, explain: bool = False) -> None:
    """Write the workbook, a row at a time. With `explain` a column more has the rule of each answer.

    Raises QbankError where XlsxWriter is not installed, or the answers are more than a sheet has rows.
    """
    if len(report.answers) > limits.SPREADSHEET_ROWS:
        message = f"{len(report.answers):,} answers are more than the {limits.SPREADSHEET_ROWS:,} rows of a spreadsheet"
        raise QbankError(message, hint="write csv")
    try:
        import xlsxwriter
        import xlsxwriter.exceptions
    except ImportError as error:
        hint = 'pip install "qbank[sheets]"'
        raise QbankError("XLSX needs XlsxWriter, which is not installed", hint=hint) from error
    held = _Held(file)
    book = xlsxwriter.Workbook(held, _SETTINGS)
    book.set_properties({"created": CREATED})
    try:
        _sheet(book, "Answers", (*ANSWERS, RULE) if explain else ANSWERS, _answers(report, explain))
        _sheet(book, "Students", STUDENTS, map(_student, report.students))
        _sheet(book, "Questions", QUESTIONS, map(_question, report.questions))
        book.close()
    except xlsxwriter.exceptions.FileCreateError as error:  # of a temporary file
        raise OSError(*error.args[0].args) from error
    finally:
        held.over = True
    if held.refused is not None:
        raise held.refused


class _Held:
    """Passes on what is written until the system refuses, or all is `over`, and takes the rest for nothing.

    A zip file that cannot be written would complain once more on stderr when it is thrown away.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._at = file, 0
        self.refused: OSError | None = None
        self.over = False

    def write(self, data: bytes) -> int:
        """Write it at the place that is next."""
        self._tried(lambda: self._file.write(data))
        self._at += len(data)
        return len(data)

    def seek(self, place: int) -> int:
        """Go to another place."""
        self._tried(lambda: self._file.seek(place))
        self._at = place
        return place

    def tell(self) -> int:
        """The place that is next."""
        return self._at

    def flush(self) -> None:
        """Hand on what waits."""
        self._tried(self._file.flush)

    def _tried(self, step: Callable[[], object]) -> None:
        if self.refused is None and not self.over:
            try:
                step()
            except OSError as error:
                self.refused = error


def _sheet(book: "Workbook", name: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> None:
    """A sheet whose header stays in sight and filters its rows."""
    sheet = book.add_worksheet(name)
    bold, top = book.add_format({"bold": True}), {"valign": "top", "text_wrap": True}
    wrapped, percent = book.add_format(top), book.add_format({**top, "num_format": "0%"})
    faces = [percent if column.share else wrapped for column in columns]
    for at, column in enumerate(columns):
        sheet.set_column(at, at, column.width)
        sheet.write_string(0, at, column.name, bold)
    sheet.freeze_panes(1, 0)
    last = 0
    for last, row in enumerate(rows, 1):
        for at, (cell, face) in enumerate(zip(row, faces, strict=True)):
            _write(sheet, last, at, cell, face)
    sheet.autofilter(0, 0, last, len(columns) - 1)


def _write(sheet: "Worksheet", row: int, column: int, cell: Cell, face: "Format") -> None:
    if isinstance(cell, str):
        if cell:
            sheet.write_string(row, column, visible(cell)[:CHARACTERS], face)
    elif cell is not None:
        sheet.write_number(row, column, cell, face)


def _answers(report: Report, explain: bool) -> Iterable[Sequence[Cell]]:
    ruling = Ruling(report.rules) if explain else None
    for answer in report.answers:
        verdict = answer.verdict
        typed = answer.line, answer.student, answer.asked.name, answer.answer, verdict.read_as
        said = verdict.why, diagnosed(verdict.diagnosis, plain)
        worth = round(verdict.score * answer.asked.points, 9), round(answer.asked.points, 9)
        rule = (ruling.of(answer.asked),) if ruling else ()
        facts = verdict.code, *worth, answer.asked.number, *rule
        yield *typed, verdict.verdict.value, round(verdict.score, 9), *said, *facts


def _student(student: Student) -> Sequence[Cell]:
    counts = student.answered, student.right, student.partly, student.wrong, student.blank, student.open
    state = "provisional" if student.provisional else None
    return student.student, student.name, *counts, student.score, student.out_of, state


def _question(item: Item) -> Sequence[Cell]:
    made = "; ".join(f"{slip.times} × {slip_named(slip)}" for slip in item.mistakes[:MISTAKES_LISTED])
    return item.question, item.n, item.mean, item.difficulty, item.open, made
