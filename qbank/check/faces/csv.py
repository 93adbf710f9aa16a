"""The answers of a report as CSV for spreadsheets, one a row. It opens without a formula being computed."""

import re
from collections.abc import Iterable, Iterator

from qbank.check.faces.words import amount, plain
from qbank.check.report import Report
from qbank.check.ruling import Ruling
from qbank.check.sentences import diagnosed

COLUMNS = ("line", "student", "question", "answer", "read_as", "verdict", "score", "why", "diagnosis")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of one

_NUMBER = re.compile(r"(?ia)[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?")
_QUOTED = re.compile(r'[,"\r\n]')


def as_csv(report: Report, *, explain: bool = False) -> Iterator[str]:
    """The header and a line an answer; with `explain` the rule as one column more."""
    ruling = Ruling(report.rules) if explain else None
    yield line([*COLUMNS, *(["rule"] if ruling else [])])
    for answer in report.answers:
        verdict = answer.verdict
        typed = (answer.student, answer.asked.name, answer.answer, verdict.read_as or "")
        said = plain(verdict.why), diagnosed(verdict.diagnosis, plain)
        rule = [ruling.of(answer.asked)] if ruling else []
        judged = verdict.verdict.value, amount(verdict.score)
        yield line([str(answer.line), *map(harmless, typed), *judged, *map(harmless, (*said, *rule))])


def harmless(cell: str) -> str:
    """The cell, behind a ' where a spreadsheet would compute it; plain numbers stay numbers."""
    return "'" + cell if cell.startswith(FORMULA) and not _NUMBER.fullmatch(cell) else cell


def line(cells: Iterable[str]) -> str:
    """One line of CSV, quotes where they are needed."""
    return ",".join(map(_quoted, cells)) + "\n"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _QUOTED.search(cell) else cell
