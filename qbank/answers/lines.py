"""Lines, tabs and bullets, as spreadsheets and lists bring them along, in the signs that a list is written with.

A tab parts two cells and a line end two rows. Where a spreadsheet writes `;` between the cells of each line, it says
what a tab says.
"""

import re

from qbank import limits
from qbank.answers.characters import prose, require_short

_TAB = r"(?<=[^\s,;&(\[{<|:=\\])[ ]*\t[ \t]*(?=[^\s,;&)\]}>|])"  # not where another sign parts already
_RULE = r"(?m)^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*(?:\||$))+[ \t]*\n?"  # below the head of a Markdown table
_BULLETS = r"(?:[ \t]*[•‣▪*·][ \t]+\S[^\n]*(?:\n|\Z))+"
_BULLET = r"(?m)^[ \t]*[•‣▪*·][ \t]+"
_DASHES = r"(?:[ ]*-[ ]+\S[^\n;]*(?:[\n;]|\Z)){2,}"
_DASH = r"(?:(?<=[\n;])|\A)[ ]*-[ ]+"
_TRANSPOSED = r"(?<=[\])}⟧>])\s*(?:\^\s*[({]?\s*T\s*[)}]?|\.T)\Z"
_WRAPPED = r"\[[-+.\deinf ]*(?:\n [-+.\deinf ]*)+\]"
_TWICE = r"\(\s*[(\[]"
_DRAWN = r"(?s)\\begin\b|[Mm]atrix\s*\(|[⎡⎢⎣⎛⎜⎝]|\A\s*\[[^\[\]]*\](?:[ ]*\n\s*\[[^\[\]]*\])+\s*\Z"


def in_cells(text: str) -> str:
    """A typed text with `&` for the tabs between cells, and without bullets, or the rule in a Markdown table."""
    require_short(text)
    text = re.sub(_RULE, "", text).strip() if "|" in text and "--" in text else text.strip()
    if "\n" in text and re.fullmatch(_BULLETS, text):
        text = re.sub(_BULLET, "", text)
    return re.sub(_TAB, " & ", text) if "\t" in text and "\\" not in text else text


def in_rows(text: str, sides: int) -> str:
    """A prepared text with its line ends as those of rows where `sides` are two, else without those of wrapping."""
    if "\n" in text:
        text = rows_of_cells(text) if sides == 2 else without_wrapping(text)
    return in_one_bracket(text if sides == 2 else without_transposition(text))


def rows_of_cells(text: str) -> str:
    """`0,50;0,25` over `0,75;1,00` with `&` between the cells, since the line ends part the rows."""
    rows = [line.strip().removesuffix(";").split(";") for line in text.split("\n")]
    if (
        len(rows) < 2
        or re.search(r",\s", text)
        or not all(len(row) > 1 and all(map(str.strip, row)) for row in rows)
    ):
        return text
    return "\n".join(map("&".join, rows))


def in_one_bracket(text: str) -> str:
    """`([1, 2])` as `[1, 2]`: round brackets around a list in brackets are none of the list."""
    for _ in range(limits.ANSWER_DEPTH):
        inner = text[1:-1].strip()
        if text[-1:] != ")" or not re.match(_TWICE, text) or not _closes_last(inner):
            break
        text = inner
    return text


def _closes_last(text: str) -> bool:
    """Does the bracket that opens first close last?"""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth:
            return at == len(text) - 1
    return False


def without_dashes(text: str) -> str:
    """`- 1` over `- 2` as the list of positive numbers that it may be."""
    return re.sub(_DASH, "", text) if "- " in text and re.fullmatch(_DASHES, text) else text


def without_wrapping(text: str) -> str:
    """A long vector on one line, which NumPy prints on several."""
    return text.replace("\n", " ") if re.fullmatch(_WRAPPED, text) else text


def without_transposition(text: str) -> str:
    """A vector without the T that stands it upright."""
    return re.sub(_TRANSPOSED, "", text) if "T" in text[-4:] else text


def is_drawn(text: str) -> bool:
    """Is a matrix typed in which vectors can only be rows or columns: LaTeX's, SymPy's, or one that is drawn?"""
    return re.search(_DRAWN, prose(text)) is not None
