"""A report for a terminal: answers, students, the class, questions."""

from collections.abc import Iterator

from qbank.check.faces.grid import grid
from qbank.check.faces.rows import NAMES, PEOPLE, answers, questions, students
from qbank.check.faces.summary import sentence, summary
from qbank.check.layout import wrap
from qbank.check.report import Report


def as_table(report: Report, width: int | None, *, explain: bool = False) -> Iterator[str]:
    """Aligned columns in lines of at most `width` (None: any); nothing where nothing is graded."""
    if not report.answers:
        return
    yield from grid(answers(report, explain), width, NAMES, PEOPLE)
    yield "\n"
    yield from grid(students(report), width, NAMES, PEOPLE)
    yield "\n"
    said = sentence(summary(report))
    yield from (f"{line}\n" for line in ([said] if width is None else wrap(said, width)))
    yield "\n"
    yield from grid(questions(report), width, NAMES, PEOPLE)
