"""Grades as files for spreadsheets: CSV with the totals, a workbook with every answer beside them."""

import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from qbank import limits
from qbank.check.faces.csv import harmless
from qbank.check.faces.csv import line as csv_line
from qbank.check.faces.words import exact
from qbank.check.faces.xlsx import CHARACTERS, CREATED
from qbank.check.layout import visible
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import answers, asked, attempts, marks, people
from qbank.web.course.quizzes import Quiz
from qbank.web.outcome import sittings
from qbank.web.outcome.grades import Grade
from qbank.web.sitting import rulings
from qbank.web.sitting.kept import COUNTS

if TYPE_CHECKING:
    from xlsxwriter import Workbook

Cell = str | float | None

ANSWERS = (
    "label", "name", "attempt", "question no.", "question", "part", "as typed", "read as", "verdict", "points",
    "out of", "why", "decided by", "reason",
)  # fmt: skip
RULINGS = ("when (UTC)", "question", "part", "action", "value", "reason", "who", "taken back")
_TEXT = {
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
    "in_memory": True,
}


def header(quiz: Quiz) -> list[str]:
    """The columns of the totals."""
    places = [f"place {place}" for place in range(1, len(quiz.slots) + 1)]
    return [
        "label",
        "name",
        "attempt",
        "attempts",
        "submitted (UTC)",
        *places,
        "points",
        "out of",
        "per cent",
        "notes",
    ]


def cells(grade: Grade) -> list[Cell]:
    """A student's row, under `header`. Nobody's zero stands for somebody who was absent."""
    attempt, share = grade.attempt, grade.share
    sat: list[Cell] = [attempt and attempt.number, grade.attempts, attempt and _when(attempt.submitted)]
    per_cent = None if share is None else round(100 * share, 2)
    notes = "; ".join(grade.flags)
    return [
        grade.student.label, grade.student.name, *sat, *grade.slots, grade.points, grade.worth, per_cent, notes
    ]  # fmt: skip


def as_csv(quiz: Quiz, rows: Iterable[Grade]) -> bytes:
    """RFC 4180 in UTF-8. It opens with a byte order mark, without which Excel takes UTF-8 for something else.

    Every text is in quotes, and one that a spreadsheet would compute stands behind a '.
    """
    lines: list[Sequence[Cell]] = [header(quiz), *map(cells, rows)]
    return "".join(map(_line, lines)).encode("utf-8-sig")


def _line(row: Sequence[Cell]) -> str:
    texts = [isinstance(cell, str) for cell in row]
    return csv_line(list(map(_written, row)), texts=texts).replace("\n", "\r\n")


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    return harmless(visible(cell)) if isinstance(cell, str) else exact(cell)


def as_xlsx(connection: Connection, quiz: Quiz, rows: Sequence[Grade]) -> bytes:
    """A workbook: totals, answers of all submitted attempts, rulings. What was typed is text, never a formula."""
    try:
        import xlsxwriter
    except ImportError as error:
        raise Refusal(
            503, "The server lacks XlsxWriter, so there is no workbook. Take the CSV file."
        ) from error
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, _TEXT)
    book.set_properties({"created": CREATED})
    _sheet(book, "Totals", header(quiz), map(cells, rows))
    _sheet(book, "Answers", ANSWERS, _answers(connection, quiz))
    _sheet(book, "Rulings", RULINGS, _rulings(connection, quiz))
    book.close()
    return file.getvalue()


def _sheet(book: "Workbook", name: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    sheet, bold = book.add_worksheet(name), book.add_format({"bold": True})
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, len(columns) - 1, 14)
    sheet.write_row(0, 0, columns, bold)
    last = 0
    for last, row in enumerate(rows, 1):
        if last > limits.SPREADSHEET_ROWS:
            raise Refusal(422, "There are more answers than a spreadsheet has rows. Take the CSV file.")
        for at, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(last, at, visible(cell)[:CHARACTERS])
            elif cell is not None:
                sheet.write_number(last, at, float(f"{cell:.15g}"))
    sheet.autofilter(0, 0, last, len(columns) - 1)


def _answers(connection: Connection, quiz: Quiz) -> Iterable[Sequence[Cell]]:
    """A row for each part of each submitted attempt, by student."""
    newest, typed = sittings.latest_of(quiz.id), _typed(connection, quiz)
    students = {student.id: student for student in sittings.students(connection, quiz)}
    rows = connection.execute(
        select(
            marks, attempts.c.person_id, attempts.c.number, asked.c.question_id, people.c.name.label("who")
        )
        .join(newest, newest.c.id == marks.c.id)
        .join(attempts, attempts.c.id == marks.c.attempt_id)
        .join(asked, (asked.c.attempt_id == marks.c.attempt_id) & (asked.c.position == marks.c.position))
        .join(people, people.c.id == marks.c.who_id, isouter=True)
        .where(attempts.c.submitted.is_not(None))
        .order_by(attempts.c.person_id, attempts.c.number, marks.c.position, marks.c.part)
    ).all()
    by_person: dict[int, list[Any]] = {}
    for row in rows:
        by_person.setdefault(row.person_id, []).append(row)
    for name, student in students.items():
        for row in by_person.get(name, ()):
            yield (
                student.label, student.name, row.number, row.position, row.question_id, row.part,
                typed.get((row.attempt_id, row.position, row.part), ""), row.read_as, row.verdict, row.points,
                row.worth, row.why, row.who, row.reason,
            )  # fmt: skip


def _typed(connection: Connection, quiz: Quiz) -> dict[tuple[int, int, str], str]:
    """What counts of what was typed, by attempt, position and part."""
    rows = connection.execute(
        select(answers.c.attempt_id, answers.c.position, answers.c.part, answers.c.typed)
        .join(attempts, attempts.c.id == answers.c.attempt_id)
        .where(attempts.c.quiz_id == quiz.id, answers.c.standing == COUNTS)
        .order_by(answers.c.revision)
    )
    return {(row.attempt_id, row.position, row.part): row.typed for row in rows}


def _rulings(connection: Connection, quiz: Quiz) -> Iterable[Sequence[Cell]]:
    made = rulings.made_in(connection, quiz.id)
    gone = {line.value: line for line in made if line.action == rulings.UNDO}
    for line in made:
        if line.action != rulings.UNDO:
            undo = gone.get(line.public)
            back = undo and f"{_when(undo.made)} by {undo.who}: {undo.reason}"
            yield (
                _when(line.made), line.question_id, line.part, line.action, line.value, line.reason, line.who, back
            )  # fmt: skip


def _when(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
