"""Credit for lists and for ticks, recomputed from the rule's own words."""

import json
from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from qbank.answers import Word, grade

from .budget import proven

ENTRIES = st.lists(st.integers(-4, 4) | st.integers(-(10**6), 10**6), min_size=1, max_size=12)
LETTERS = st.sets(st.sampled_from("ABCDEFGH"))


def earned(key, typed):
    """max(0, m − g) / (n − g), and all or nothing where the key is one value."""
    matches = sum(one == other for one, other in zip(key, typed, strict=False))
    longer, guess = max(len(key), len(typed)), max(Counter(key).values())
    if matches == longer:
        return 1
    return 0 if guess == len(key) else Fraction(max(0, matches - guess), longer - guess)


def agrees(verdict, score):
    """Is this the score, and the word that belongs to it?"""
    assert abs(verdict.score - score) < 1e-12
    assert verdict.verdict is (Word.RIGHT if score == 1 else Word.PARTLY if score else Word.WRONG)


@st.composite
def answers(draw, key):
    """The key with some entries changed, and a few more or fewer of them."""
    typed = [draw(st.sampled_from(key)) if draw(st.integers(0, 2)) == 0 else entry for entry in key]
    typed = typed[: draw(st.integers(1, len(typed)))] if draw(st.integers(0, 3)) == 0 else typed
    return typed + (draw(st.lists(st.sampled_from(key), max_size=3)) if draw(st.integers(0, 3)) == 0 else [])


@proven
@given(ENTRIES.flatmap(lambda key: st.tuples(st.just(key), answers(key))))
def test_a_vector_earns_what_stands_above_guessing(both):
    key, typed = both
    verdict = grade({"kind": "vector", "of": "integer"}, json.dumps(key), json.dumps(typed))
    agrees(verdict, earned(key, typed))
    pairs = zip(key, typed, strict=False)
    right = [Word.RIGHT if one == other else Word.WRONG for one, other in pairs]
    assert list(verdict.entries) == right + [Word.WRONG] * abs(len(key) - len(typed))


@proven
@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(-2, 2), min_size=width, max_size=width), min_size=1, max_size=4
        )
    ),
    st.data(),
)
def test_a_matrix_earns_it_too_and_nothing_in_another_shape(key, data):
    flat = [entry for row in key for entry in row]
    typed = [data.draw(st.sampled_from(flat)) if data.draw(st.booleans()) else entry for entry in flat]
    rows = [typed[at : at + len(key[0])] for at in range(0, len(typed), len(key[0]))]
    answer = {"kind": "matrix", "of": "integer"}
    agrees(grade(answer, json.dumps(key), json.dumps(rows)), earned(flat, typed))
    if len(key) != len(key[0]):
        turned = [list(column) for column in zip(*key, strict=True)]
        assert grade(answer, json.dumps(key), json.dumps(turned)).score == 0


TYPED = {"right": lambda n: f"0.{n + 1:03}", "cut": lambda n: f"0.{n:03}", "wrong": lambda n: f"-{n}/7"}
MARKED = st.tuples(st.integers(1, 400).map(lambda half: 2 * half), st.sampled_from(tuple(TYPED)))


@proven
@given(st.lists(MARKED, min_size=2, max_size=8, unique_by=lambda entry: entry[0]), st.integers(0, 4))
def test_entries_that_are_cut_off_earn_what_the_check_gives(entries, quarters):
    """Keys such as 0.0247, of which three places are asked: 0.025 is right, 0.024 cut off; no two are alike."""
    key = ",".join(f"{10 * n + 7}/10000" for n, _ in entries)
    typed = ", ".join(TYPED[word](n) for n, word in entries)
    answer = {"kind": "vector", "of": {"kind": "decimal", "places": 3}}
    verdict = grade(answer, f"[{key}]", f"[{typed}]", truncated=quarters / 4)
    marks = sum({"right": Fraction(1), "cut": Fraction(quarters, 4), "wrong": 0}[word] for _, word in entries)
    assert abs(verdict.score - max(0, marks - 1) / (len(entries) - 1)) < 1e-12


@proven
@given(LETTERS.filter(bool), LETTERS)
def test_ticks_earn_right_less_wrong(key, ticked):
    text = ", ".join(sorted(ticked)) or "none"
    verdict = grade({"kind": "choices"}, sorted(key), text, options=dict.fromkeys("ABCDEFGH", ""))
    agrees(verdict, Fraction(max(0, len(ticked & key) - len(ticked - key)), len(key)) if ticked != key else 1)
