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
FORMULA = tuple("=+-@＝＋－＠\t\r")  # what a spreadsheet takes for the beginning of one

_NUMBER = re.compile(r"(?ia)[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?")
_HIDDEN = re.compile(r"(?<=[;\t\r\n])(?='*[=+\-@＝＋－＠])")
_GUARDED = re.compile(r"(?<=[;\t\r\n])'(?='*[=+\-@＝＋－＠])")
_UP_TO = re.compile(r"[^;\t\r\n]*")
_BREAKING = re.compile(r'[;"\t\r\n]')
_QUOTED = re.compile(r'[,;"\t\r\n]')


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
    """The cell with a ' wherever a spreadsheet would compute it; plain numbers stay numbers."""
    if cell.startswith(FORMULA) and not _NUMBER.fullmatch(cell):
        return "'" + guarded(cell)
    return guarded(cell)


def guarded(cell: str) -> str:
    """The cell with a ' before every formula inside of it, which only some spreadsheets see.

    They take for the end of a cell, quotes or not, a tab, a line end, or a semicolon where commas are decimal signs.
    """
    if not _HIDDEN.search(cell):
        return cell
    return _HIDDEN.sub(lambda at: "" if _is_number(cell, at.start()) else "'", cell)


def unguarded(cell: str) -> str:
    """What `guarded` has made the cell of; a cell that it has not made stays."""
    found = _GUARDED.sub("", cell)
    return found if guarded(found) == cell else cell


def _is_number(cell: str, start: int) -> bool:
    piece = _UP_TO.match(cell, start)
    return piece is not None and _NUMBER.fullmatch(piece.group()) is not None


def line(cells: Sequence[str], *, texts: Sequence[bool] = ()) -> str:
    """One line of CSV, quotes where they are needed, and round those that are `texts`."""
    if any(texts):
        return (
            ",".join(_in_quotes(c) if text else _quoted(c) for c, text in zip(cells, texts, strict=True))
            + "\n"
        )
    plainly = ",".join(cells)
    if plainly.count(",") == len(cells) - 1 and not _BREAKING.search(plainly):
        return plainly + "\n"
    return ",".join(map(_quoted, cells)) + "\n"


def _quoted(cell: str) -> str:
    return _in_quotes(cell) if _QUOTED.search(cell) else cell


def _in_quotes(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
