"""One value everywhere never scores, whatever the value: credit for a list begins above guessing."""

import ast

from hypothesis import assume, given
from hypothesis import strategies as st

from qbank.answers import grade

from . import arithmetic
from .budget import proven
from .keys import LISTS, part_of, parts
from .pen import Pen

NEAR = {"kind": "vector", "of": {"kind": "decimal", "places": 4}}
NEIGHBOURS = st.lists(st.builds("{}/100000".format, st.integers(-30, 30)), min_size=2, max_size=8)


def scores_nothing(part, entry, shape):
    """Is a list of that shape with one entry everywhere worth nothing? A key that is one value is one number."""
    assume(not arithmetic.is_one_value(part.answer["of"], entries_of(arithmetic.tree(part.key))))
    row = f"[{', '.join([entry] * shape[-1])}]"
    text = f"[{', '.join([row] * shape[0])}]" if len(shape) == 2 else row
    verdict = grade(part.answer, part.key, text, unit=part.unit)
    assert verdict.score == 0, (part.answer, part.key, text, verdict)


def shape_of(tree):
    return (
        (len(tree.elts), len(tree.elts[0].elts)) if isinstance(tree.elts[0], ast.List) else (len(tree.elts),)
    )


def entries_of(tree):
    return [entry for row in tree.elts for entry in row.elts] if len(shape_of(tree)) == 2 else tree.elts


@proven
@given(parts(*LISTS), st.integers(0, 40))
def test_an_entry_of_the_key_everywhere(part, at):
    tree = arithmetic.tree(part.key)
    entries = entries_of(tree)
    entry = ast.unparse(entries[at % len(entries)]).replace("**", "^")
    scores_nothing(part, entry, shape_of(tree))


@proven
@given(parts(*LISTS), st.decimals(-3, 3, places=4) | st.decimals(-3, 3, places=1) | st.integers(-9, 9))
def test_any_value_everywhere(part, guess):
    scores_nothing(part, str(guess), shape_of(arithmetic.tree(part.key)))


@proven
@given(NEIGHBOURS, st.integers(-30, 30), st.integers(3, 5), st.integers(-1, 2))
def test_a_value_between_neighbours(entries, guess, places, longer):
    """Entries so near to one another that one value is a rounding of several."""
    part = part_of(Pen(), NEAR, [f"[{','.join(entries)}]"])
    scores_nothing(part, f"{guess / 10**places:.{places}f}", (len(entries) + longer,))


@proven
@given(parts("vector"), st.integers(0, 40), st.integers(0, 3))
def test_a_list_of_another_length(part, at, longer):
    tree = arithmetic.tree(part.key)
    entry = ast.unparse(tree.elts[at % len(tree.elts)]).replace("**", "^")
    scores_nothing(part, entry, (max(1, len(tree.elts) + longer - 1),))
