"""A report as a table for people, as JSON, as CSV for spreadsheets, and as Markdown."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from qbank.check.grading import Graded
from qbank.check.layout import columns, remarked, visible
from qbank.check.report import Item, Report, Slip, Student
from qbank.check.sentences import diagnosed, named, remark
from qbank.question import Json

if TYPE_CHECKING:
    from qbank.answers import Diagnosis, Verdict

MISTAKES_SHOWN = 3  # a question, in the tables for people

_NUMBER = r"(?ia)[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?"
_MARKUP = frozenset("$*_`\\[&")
_MARKDOWN = r"([\\`*_\[\]<>&|~$])"


def as_table(report: Report, width: int | None) -> str:
    """Three tables of aligned columns in lines of at most `width` (None: any); nothing where nothing is graded."""
    if not report.answers:
        return ""
    tables = [
        remarked(_answers(report), width),
        columns(_students(report), width),
        remarked(_questions(report), width),
    ]
    return "\n".join(tables)


def as_markdown(report: Report) -> str:
    """Three pipe tables under headings. What was typed is shown, and means nothing in Markdown."""
    tables = {"Answers": _answers(report), "Students": _students(report), "Questions": _questions(report)}
    return "\n".join(f"## {title}\n\n{''.join(_pipes(rows))}" for title, rows in tables.items())


def as_csv(report: Report) -> str:
    """The answers, one a row. A cell that a spreadsheet would take for a formula is written as text."""
    import csv
    import io

    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        ["line", "student", "question", "answer", "read_as", "verdict", "score", "why", "diagnosis"]
    )
    for answer in report.answers:
        verdict = answer.verdict
        typed = map(harmless, (answer.student, answer.asked.name, answer.answer, verdict.read_as or ""))
        said = map(harmless, (verdict.why, diagnosed(verdict.diagnosis, plain)))
        writer.writerow([answer.line, *typed, verdict.verdict.value, amount(verdict.score), *said])
    return file.getvalue()


def harmless(cell: str) -> str:
    """The cell, behind a ' where a spreadsheet would compute it; plain numbers stay numbers."""
    return (
        "'" + cell
        if cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not re.fullmatch(_NUMBER, cell)
        else cell
    )


def as_json(report: Report) -> str:
    """`{answers, students, questions}`; feedback is Markdown here, as the bank has it."""
    content = {
        "answers": [_answer(answer) for answer in report.answers],
        "students": [_student(student) for student in report.students],
        "questions": [_item(item) for item in report.questions],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def verdict_json(verdict: "Verdict") -> dict[str, Json]:
    """What is said about one answer."""
    return {
        "verdict": verdict.verdict.value,
        "score": verdict.score,
        "read_as": verdict.read_as,
        "why": verdict.why,
        "diagnosis": _diagnosis(verdict.diagnosis),
    }


def plain(text: str) -> str:
    """Markup as it is shown in a terminal."""
    if _MARKUP.isdisjoint(text):
        return text
    from qbank import markup

    return markup.plain(text)


def amount(score: float | None) -> str:
    """A score to two decimals at most; empty for none."""
    return "" if score is None else f"{score:.2f}".rstrip("0").rstrip(".")


def _answer(answer: Graded) -> dict[str, Json]:
    place = {
        "line": answer.line,
        "student": answer.student,
        "question": answer.asked.name,
        "answer": answer.answer,
    }
    return place | verdict_json(answer.verdict)


def _student(student: Student) -> dict[str, Json]:
    return student._asdict()


def _item(item: Item) -> dict[str, Json]:
    mistakes = [
        {"diagnosis": _diagnosis(slip.diagnosis), "answer": slip.answer, "count": slip.times}
        for slip in item.mistakes
    ]
    return item._asdict() | {"mistakes": mistakes}


def _diagnosis(diagnosis: "Sequence[Diagnosis]") -> list[Json]:
    return [
        {
            "names": list(item.names),
            "convention": None if item.convention is None else dict(item.convention),
            "feedback": item.feedback,
        }
        for item in diagnosis
    ]


def _answers(report: Report) -> list[list[str]]:
    """The header and a row an answer, a remark at its end."""
    return [["student", "question", "answer", "read as", "verdict", "score", ""], *map(_row, report.answers)]


def _students(report: Report) -> list[list[str]]:
    header = ["student", "answered", "right", "partly", "wrong", "open", "score", "out of"]
    return [header, *map(_totals, report.students)]


def _questions(report: Report) -> list[list[str]]:
    header = ["question", "answers", "mean score", "not right", "open", "most frequent mistakes"]
    return [header, *map(_counts, report.questions)]


def _row(answer: Graded) -> list[str]:
    verdict = answer.verdict
    said = remark(verdict, plain)
    word, score = verdict.verdict.value, amount(verdict.score)
    return [answer.student, answer.asked.name, answer.answer, verdict.read_as or "", word, score, said]


def _totals(student: Student) -> list[str]:
    words = [student.answered, student.right, student.partly, student.wrong]
    points = [amount(student.score), amount(student.out_of)]
    return [student.student, *map(str, words), str(student.open or ""), *points]


def _counts(item: Item) -> list[str]:
    missed = "" if item.difficulty is None else f"{item.difficulty:.0%}"
    mistakes = "; ".join(_slip(slip) for slip in item.mistakes[:MISTAKES_SHOWN])
    return [item.question, str(item.n), amount(item.mean), missed, str(item.open or ""), mistakes]


def _slip(slip: Slip) -> str:
    return f"{slip.times} × {' or '.join(named(item, plain) for item in slip.diagnosis) or slip.answer}"


def _pipes(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for index, row in enumerate(rows):
        yield f"| {' | '.join(map(_escaped, row))} |\n"
        if index == 0:
            yield "|---" * len(row) + "|\n"


def _escaped(cell: str) -> str:
    return re.sub(_MARKDOWN, r"\\\1", visible(cell))
