"""The ways to lay out a typed list: which is likeliest, and which others may have been meant.

The kind settles first: of `2 √3; 4 √5` a vector is 2√3 and 4√5, a matrix has four entries. Else blanks separate.
"""

import re

from qbank.answers.doubts import arrangements
from qbank.answers.layout import Commas, Layout, list_tokens
from qbank.answers.outline import Laid
from qbank.answers.readings import Manner, other_ways

_DOUBTFUL = r"[\w.)\]}%½-⅞] +[^\s\d.,;&*/^×%+)\]}⟧-]"  # where a blank may separate or multiply


def laid_likeliest(
    text: str, manner: Manner, unit: str | None, commas: Commas, sides: int
) -> tuple[Laid, ...]:
    """The likeliest way, in each of the readings that one must not choose between."""
    return tuple([ways[0] for ways in _arranged(text, manner, unit, commas, sides)])


def laid_otherwise(
    text: str, manner: Manner, unit: str | None, commas: Commas, sides: int
) -> tuple[Laid, ...]:
    """What blanks may have meant after all."""
    return tuple([way for ways in _arranged(text, manner, unit, commas, sides) for way in ways[1:]])


def can_be_otherwise(text: str) -> bool:
    """Does a blank stand where it may separate or multiply? Told quickly; some that cannot are among these."""
    return re.search(_DOUBTFUL, text) is not None


def is_line(shape: tuple[int, ...]) -> bool:
    """Is it one row or one column?"""
    return len(shape) == 2 and 1 in shape


def _arranged(text: str, manner: Manner, unit: str | None, commas: Commas, sides: int) -> list[list[Laid]]:
    """All ways to lay out a text; those that have the sides asked come first."""
    words, layout = manner.words(unit), Layout(lenient=True)
    trees = [layout.whole(list_tokens(text, words, commas))]
    for ways in other_ways(layout.choices):
        found = list_tokens(text, words, commas, "euler" in ways)
        trees.append(Layout(lenient=True, ways=ways).whole(found))
    return [sorted(arrangements(tree), key=lambda way: not _fits(way.shape, sides)) for tree in trees]


def _fits(shape: tuple[int, ...], sides: int) -> bool:
    return len(shape) == sides or (sides == 1 and is_line(shape))
