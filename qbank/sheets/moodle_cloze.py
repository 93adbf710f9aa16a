"""Moodle's Cloze: gaps written into the question's text as `{weight:SORT:=right~%50%half#feedback~wrong}`.

Moodle looks for `{number:SORT:` anywhere in the HTML, ends an answer at `~`, `#` or `}`, decodes entities once and
then drops the backslash of `\\}` and `\\#`. So every sign that means something goes in as a numeric entity, whose `&#`
Moodle does not take for the start of feedback, and what HTML escapes is escaped twice.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from qbank.errors import QbankError
from qbank.sheets.lms_gap import Gap, Rule
from qbank.sheets.lms_text import line

_SIGNS = re.compile(r"[&<>\"'{}~#%=\\/:*]")
_OPENING = re.compile(r"\{(?=#|[0-9]*:)")
_SORTS = {"number": "NUMERICAL", "one": "MULTICHOICE_V", "several": "MULTIRESPONSE"}


def written(gap: Gap, weight: int) -> str:
    """The gap as it stands in the text."""
    if gap.sort == "any":
        return f"{{{weight}:SHORTANSWER:=*}}"
    sort = _SORTS.get(gap.sort) or ("SHORTANSWER_C" if gap.cased else "SHORTANSWER")
    return f"{{{weight}:{sort}:{'~'.join(_rule(gap, rule) for rule in gap.rules)}}}"


def beside(html: str) -> str:
    """HTML that stands beside gaps and holds none, whatever it looks like."""
    return _OPENING.sub("&#123;", html)


def weights(shares: Sequence[Fraction], gaps: Sequence[int]) -> list[int]:
    """The smallest whole weight of each part's gaps, so that the parts stand to each other as their points do."""
    each = [share / count for share, count in zip(shares, gaps, strict=True)]
    least = lcm(*(weight.denominator for weight in each))
    return [int(weight * least) for weight in each]


def table(rows: Iterable[Iterable[str]]) -> str:
    """Gaps in rows and columns."""
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table><tbody>{''.join(f'<tr>{cells}</tr>' for cells in lines)}</tbody></table>"


def _rule(gap: Gap, rule: Rule) -> str:
    feedback = f"#{_coded(line(rule.feedback))}" if rule.feedback else ""
    if gap.sort == "number":
        return f"{_share(rule)}{rule.text}:{rule.margin}{feedback}"
    if gap.sort == "text":
        return f"{_share(rule)}{_coded(wildcards_escaped(rule.text))}{feedback}"
    right = "=" if rule.share > 0 else ""
    return f"{right}{_coded(line(rule.text))}{feedback}"


def _share(rule: Rule) -> str:
    """`=` for right, nothing for wrong, and what lies between in percent.

    Not for options: of several ones Moodle shares out the marks itself, a wrong tick taking back a right one, as long
    as no percentage is given.
    """
    if rule.share == 1:
        return "="
    return f"%{fraction(rule.share)}%" if rule.share > 0 else ""


FRACTIONS = (
    "100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30", "25", "20", "16.66667",
    "14.28571", "12.5", "11.11111", "10", "5", "0",
)  # fmt: skip
"""Parts of the marks that Moodle knows, in percent, with either sign."""


def fraction(share: float) -> str:
    """A share in percent as that list has it: `100`, `33.33333`, `-50`. Raises QbankError beside the list."""
    percent = f"{share * 100:.5f}".rstrip("0").rstrip(".")
    if percent.removeprefix("-") not in FRACTIONS:
        raise QbankError(f"Moodle has no {percent} % of the marks")
    return percent


def wildcards_escaped(text: str) -> str:
    r"""A text to be compared as it is: Moodle takes a bare `*` for any text."""
    return text.replace("*", r"\*")


def _coded(text: str) -> str:
    kept = text.replace("}", r"\}").replace("#", r"\#")
    return _SIGNS.sub(lambda sign: f"&#{ord(sign[0])};", kept)
