"""The shared table of cases, judged by both: what each contradicts, and every disagreement as Markdown."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from benchmarks import rival
from qbank.answers import grade

TABLE = Path(__file__).parent.parent / "tests" / "answers" / "cases.yaml"
SHOWN = 80  # characters of a text


class Row(NamedTuple):
    """One case: `ours` is qbank's verdict, `theirs` whether math-verify accepts."""

    kind: str
    key: str
    typed: str
    wanted: tuple[str, ...]
    ours: str
    theirs: bool

    def contradicts(self, side: str) -> bool:
        """Does `ours` or `theirs` contradict the table? Where right is one of several, nothing does."""
        if "right" in self.wanted and len(self.wanted) > 1:
            return False
        return self.accepts(side) != (self.wanted == ("right",))

    def accepts(self, side: str) -> bool:
        """Is the answer right to `ours` or `theirs`?"""
        return self.theirs if side == "theirs" else self.ours == "right"


def judged(python: str) -> list[Row]:
    """Every case, put to math-verify in all the ways that it may match."""
    groups: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    parts = [_part(group) for group in groups]
    put = [(part, case) for part, group in zip(parts, groups, strict=True) for case in group["cases"]]
    text = rival.request([(part, case["text"]) for part, case in put], (), None)
    accepted = rival.asked(python, text).accepted
    return [_row(part, case, theirs) for (part, case), theirs in zip(put, accepted, strict=True)]


def refused(rows: Iterable[Row], side: str) -> int:
    """How many of the contradictions are right answers that were not accepted."""
    return sum(row.contradicts(side) and not row.accepts(side) for row in rows)


def markdown(rows: Sequence[Row]) -> str:
    """A table of the cases on which the two disagree, or qbank and the wanted verdict."""
    lines = ["| kind | key | typed | wanted | qbank | math-verify |", "|---|---|---|---|---|---|"]
    for row in rows:
        if row.accepts("ours") != row.theirs or row.ours not in row.wanted:
            theirs = "accepted" if row.theirs else "not accepted"
            cells = (row.kind, _code(row.key), _code(row.typed), " or ".join(row.wanted), row.ours, theirs)
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _part(group: dict[str, Any]) -> dict[str, Any]:
    named = {name: group.get(name) for name in ("answer", "key", "unit", "options")}
    answer = named["answer"]
    return named | {"answer": {"kind": answer} if isinstance(answer, str) else answer, "mistakes": []}


def _row(part: dict[str, Any], case: dict[str, Any], theirs: bool) -> Row:
    wanted = case["verdict"] if isinstance(case["verdict"], list) else [case["verdict"]]
    ours = grade(part["answer"], part["key"], case["text"], unit=part["unit"], options=part["options"])
    key = part["key"] if isinstance(part["key"], str) else ", ".join(part["key"])
    return Row(part["answer"]["kind"], key, case["text"], tuple(wanted), str(ours.verdict), theirs)


def _code(text: str) -> str:
    """Text in a cell of a table, where bars and line ends mean something."""
    shown = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    visible = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in shown)
    return f"`` {visible.replace('|', chr(92) + '|')} ``" if visible else "(nothing)"
