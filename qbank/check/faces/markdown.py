"""A report as Markdown: pipe tables under headings. What was typed is shown, and means nothing."""

import re
from collections.abc import Iterator

from qbank.check.faces.rows import Rows, answers, questions, students
from qbank.check.faces.summary import sentence, summary
from qbank.check.layout import visible
from qbank.check.report import Report

_SIGNS = r"([\\`*_\[\]<>&|~$])"


def as_markdown(report: Report, *, explain: bool = False) -> Iterator[str]:
    """Three tables, and a sentence about the class."""
    yield "## Answers\n\n"
    yield from _pipes(answers(report, explain))
    yield "\n## Students\n\n"
    yield from _pipes(students(report))
    yield f"\n{sentence(summary(report))}\n\n## Questions\n\n"
    yield from _pipes(questions(report))


def _pipes(rows: Rows) -> Iterator[str]:
    turn = iter(rows)
    header = next(turn)
    yield f"| {' | '.join(header)} |\n{'|---' * len(header)}|\n"
    for row in turn:
        yield f"| {' | '.join(map(_escaped, row))} |\n"


def _escaped(cell: str) -> str:
    return re.sub(_SIGNS, r"\\\1", visible(cell))
