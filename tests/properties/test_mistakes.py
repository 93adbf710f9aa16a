"""Every known mistake typed back is wrong, earns nothing, and is named, whatever it shares with the key."""

import ast

from flint import fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from qbank.answers import Diagnosis, Word, grade, kind

from . import arithmetic
from .budget import proven
from .keys import KINDS, LISTS, MADE_UP, as_lines, key_text, made, mistake, part_of, parts, pens, shown
from .pen import Pen

WITH_MISTAKES = parts(mistakes=1)
D4 = {"kind": "decimal", "places": 4}
FACES = st.sampled_from(("unicode", "latex"))


def diagnosis_of(mistake):
    """What is to be said about it."""
    axes = tuple(mistake.convention.items()) if mistake.convention else None
    return Diagnosis(mistake.names, axes, mistake.feedback)


def is_wrong_and_named(part, mistake, text, locale=None):
    """What is made up here may be shown as the key is, which a template's proof refuses; such mistakes are left out."""
    beside = {"unit": part.unit, "options": part.options, "locale": locale}
    if part.name == MADE_UP:
        assume(grade(part.answer, part.key, text, **beside).verdict is not Word.RIGHT)
    known = as_lines(part)
    verdict = grade(part.answer, part.key, text, known=known, **beside)
    assert (verdict.verdict, verdict.score, verdict.code) == (Word.WRONG, 0, "known"), (part, text, verdict)
    assert diagnosis_of(mistake) in verdict.diagnosis, (part, text, verdict)
    assert verdict.why


@proven
@given(WITH_MISTAKES, st.integers(0, 20), FACES)
def test_every_known_mistake_is_wrong_and_named(part, at, face):
    found = part.mistakes[at % len(part.mistakes)]
    is_wrong_and_named(part, found, kind(part.answer).display(kind(part.answer).read_key(found.key), face))


@proven
@given(WITH_MISTAKES, st.integers(0, 20), st.sampled_from(("de", "fr", "en", "es")))
def test_also_in_a_locale(part, at, locale):
    found, judged = part.mistakes[at % len(part.mistakes)], kind(part.answer)
    is_wrong_and_named(part, found, judged.display(judged.read_key(found.key), locale=locale), locale)


@proven
@given(pens, st.integers(0, 40))
def test_also_where_it_shares_all_entries_but_one_with_the_key(pen, at):
    part = made(pen, LISTS, mistakes=1)
    nearly = with_one_of(arithmetic.tree(part.key), arithmetic.tree(part.mistakes[0].key), at)
    near = key_text(part.answer, ast.unparse(nearly).replace(" ", "").replace("**", "^"))
    assume(near is not None and near != part.key)
    found = mistake(part.answer, near, "shares_entries")
    is_wrong_and_named(replaced(part, found), found, found.display)


def with_one_of(key, other, at):
    """The key's tree with one entry of another's."""
    rows, others = rows_of(key), rows_of(other)
    row = rows[at % len(rows)].elts
    row[at % len(row)] = others[0].elts[0]
    return key


def rows_of(tree):
    return tree.elts if isinstance(tree.elts[0], ast.List) else [tree]


@proven
@given(st.integers(1, 10**5), st.integers(10**4, 10**5 - 1), st.integers(1, 4), st.booleans())
def test_also_where_it_looks_like_the_key_cut_off_or_rounded_badly(above, below, places, cut):
    part = part_of(Pen(), D4, [f"{above}/{below}"])
    value = fmpq(above, below) * 10**places
    near = f"{(value if cut else value + fmpq(1, 2)).floor()}/{10**places}"
    found = mistake(D4, near, "looks_like_it")
    is_wrong_and_named(replaced(part, found), found, shown({"kind": "decimal", "places": places}, near))


def replaced(part, mistake):
    """The part with that one mistake."""
    return part._replace(mistakes=(mistake,))


@proven
@given(pens, st.integers(0, 1), st.floats(0, 1))
def test_only_another_convention_may_earn_something(pen, at, credit):
    part = made(pen, KINDS, mistakes=2)
    typed = part.mistakes[at].display
    convention = as_lines(part)[at] | {"names": (), "convention": {"bias": False}}
    beside = {"unit": part.unit, "options": part.options, "convention": credit}
    assume(grade(part.answer, part.key, typed, **beside).verdict is not Word.RIGHT)
    alone = grade(part.answer, part.key, typed, known=[convention], **beside)
    assert (alone.verdict, alone.score) == (Word.WRONG, credit)
    assert alone.diagnosis[0].convention == (("bias", False),)
    both = grade(part.answer, part.key, typed, known=[convention, *as_lines(part)], **beside)
    assert (both.verdict, both.score) == (Word.WRONG, 0)
