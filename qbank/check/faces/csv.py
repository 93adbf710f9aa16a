"""The answers of a report as CSV for spreadsheets, one a row. It opens without a formula being computed."""

import re
from collections.abc import Iterator, Sequence

from qbank.check.faces.words import exact, plain
from qbank.check.report import Report
from qbank.check.ruling import Ruling
from qbank.check.sentences import diagnosed

COLUMNS = (
    *("line", "student", "question", "answer", "read_as", "verdict", "score", "why", "diagnosis"),
    *("code", "points", "out_of", "number"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of one

_NUMBER = re.compile(r"(?ia)[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?")
_BREAKING = re.compile(r'["\r\n]')
_QUOTED = re.compile(r'[,"\r\n]')


def as_csv(report: Report, *, explain: bool = False) -> Iterator[str]:
    """The header and a line an answer, `points` being its score in those of the part.

    With `explain` the rule is one column more.
    """
    ruling = Ruling(report.rules) if explain else None
    yield line([*COLUMNS, *(["rule"] if ruling else [])])
    for answer in report.answers:
        verdict = answer.verdict
        typed = (answer.student, answer.asked.name, answer.answer, verdict.read_as or "")
        said = verdict.why, diagnosed(verdict.diagnosis, plain)
        rule = [harmless(ruling.of(answer.asked))] if ruling else []
        judged = verdict.verdict.value, exact(verdict.score)
        worth = exact(verdict.score * answer.asked.points), exact(answer.asked.points)
        facts = verdict.code or "", *worth, answer.asked.number
        yield line([str(answer.line), *map(harmless, typed), *judged, *map(harmless, said), *facts, *rule])


def harmless(cell: str) -> str:
    """The cell, behind a ' where a spreadsheet would compute it; plain numbers stay numbers."""
    return "'" + cell if cell.startswith(FORMULA) and not _NUMBER.fullmatch(cell) else cell


def line(cells: Sequence[str]) -> str:
    """One line of CSV, quotes where they are needed."""
    plainly = ",".join(cells)
    if plainly.count(",") == len(cells) - 1 and not _BREAKING.search(plainly):
        return plainly + "\n"
    return ",".join(map(_quoted, cells)) + "\n"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _QUOTED.search(cell) else cell
