"""Another spelling of a right answer is right, and one changed number makes it wrong."""

import ast
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from qbank.answers import Word, grade, kind

from . import arithmetic
from .budget import proven
from .keys import LISTS, NUMBERS, parts, pens
from .spelling import arranged, dressed, is_short, quoted, shaped, spelled, ticked


def respelled(part, pen):
    """The key in another spelling."""
    name = part.answer["kind"]
    if name == "choice":
        return ticked(part.key, pen)
    if name == "choices":
        return ticked(kind(part.answer).read_key(part.key), pen)
    if name == "tokens":
        return quoted(kind(part.answer).read_key(part.key), pen)
    if name == "shape":
        return dressed(shaped(part.key.strip("[]").split(","), pen, part.answer.get("names", ())), pen)
    return dressed(text_of(arithmetic.tree(part.key), pen), pen)


def text_of(tree, pen):
    """The text of a number, a formula, a vector or a matrix."""
    return arranged(texts_of(tree, pen), pen) if isinstance(tree, ast.List) else spelled(tree, pen)


def texts_of(tree, pen):
    if isinstance(tree, ast.List):
        return [texts_of(entry, pen) for entry in tree.elts]
    return spelled(tree, pen)


@proven
@given(parts(), pens)
def test_another_spelling_of_a_right_answer_is_right(part, pen):
    text = respelled(part, pen)
    assume(is_short(text))
    verdict = grade(part.answer, part.key, text, unit=part.unit, options=part.options)
    assert verdict.verdict is Word.RIGHT, (part.answer, part.key, text, verdict)


def changed(tree, at, by):
    """The tree with its number `at`, counted from the front, larger by `by`; None where it has not so many."""
    numbers = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    if not numbers:
        return None
    number = numbers[at % len(numbers)]
    number.value += by
    return tree if number.value >= 0 else None


def all_agree(answer, key, typed, names):
    """Is every entry of `typed` right, in a key of the same shape?"""
    if isinstance(key, ast.List):
        return all(
            all_agree(answer.get("of", answer), one, other, names)
            for one, other in zip(key.elts, typed.elts, strict=True)
        )
    return arithmetic.agrees(answer, arithmetic.value(key, names), arithmetic.value(typed, names))


NOWHERE = (ArithmeticError, TypeError, ValueError)  # a division by zero, a root or logarithm below 0


@proven
@given(
    parts(*NUMBERS, *LISTS),
    pens,
    st.integers(0, 60),
    st.sampled_from((1, -1, 2, 10)),
)
def test_one_changed_number_makes_it_wrong(part, pen, at, by):
    other = changed(arithmetic.tree(part.key), at, by)
    assume(other is not None)
    points = [{name: Fraction(pen.below(90) + 7, 11) for name in named(part.answer)} for _ in range(3)]
    try:
        right = all(all_agree(part.answer, arithmetic.tree(part.key), other, names) for names in points)
    except NOWHERE:
        assume(False)
    text = text_of(other, pen)
    assume(is_short(text))
    verdict = grade(part.answer, part.key, text, unit=part.unit)
    words = (Word.RIGHT,) if right else (Word.WRONG, Word.PARTLY)
    assert verdict.verdict in words, (part, text, verdict)


def named(answer):
    """The declared names of a question."""
    return answer.get("of", answer).get("names", ())


@proven
@given(
    parts("integer", "decimal"),
    st.integers(0, 60),
    st.integers(1, 9),
)
def test_one_changed_digit_makes_it_wrong(part, at, by):
    places = [at for at, char in enumerate(part.display) if char.isascii() and char.isdigit()]
    at = places[at % len(places)]
    text = part.display[:at] + str((int(part.display[at]) + by) % 10) + part.display[at + 1 :]
    assume("× 00" not in text)  # 0 to the power −6 has no value
    verdict = grade(part.answer, part.key, text, unit=part.unit)
    right = arithmetic.agrees(
        part.answer, arithmetic.value(arithmetic.tree(part.key)), arithmetic.shown(text)
    )
    assert (verdict.verdict is Word.RIGHT) == right, (part, text, verdict)


@proven
@given(
    parts("shape", "tokens", "choice", "choices"),
    st.integers(0, 9),
    st.integers(0, 3),
)
def test_one_changed_item_makes_it_wrong(part, at, way):
    judged = kind(part.answer)
    value = judged.read_key(part.key)
    other = altered(part, value, at, way)
    assume(plainly(other) != plainly(value))
    verdict = grade(part.answer, part.key, judged.display(other), options=part.options)
    assert verdict.verdict is not Word.RIGHT, (part, other, verdict)


def plainly(value):
    """The items without the < > that may be left out."""
    return [str(item).strip("<>") for item in value] if isinstance(value, tuple) else value


def altered(part, value, at, way):
    """A choice with another letter; a sequence with one item left out, doubled, exchanged or in another place."""
    name = part.answer["kind"]
    if name == "choice":
        return "ABCDE"[at % 5]
    if name == "choices":
        return value ^ {"ABCDE"[at % 5]}
    at %= len(value)
    before, item, behind = value[:at], value[at], value[at + 1 :]
    middle = ((), (item, item), ("7x" if name == "tokens" else 7919,), (*behind[:1], item))[way]
    return (*before, *middle, *(behind[1:] if way == 3 else behind))
