"""Every key typed back is right, in each way in which it can be shown or printed."""

import ast

from hypothesis import assume, given
from hypothesis import strategies as st

from qbank.answers import Word, grade, kind

from . import arithmetic
from .budget import proven
from .keys import LISTS, LOCALES, NUMBERS, as_lines, parts
from .spelling import is_short

FLOATS = 10**6  # above it a float has too few digits behind the point


def entry(part):
    """The kind of one entry."""
    return part.answer.get("of", part.answer)


def is_right(part, text, locale=None):
    verdict = grade(part.answer, part.key, text, unit=part.unit, options=part.options, locale=locale)
    assert verdict.verdict is Word.RIGHT, (part.answer, part.key, text, locale, verdict)
    assert verdict.score == 1


def is_right_where_short(part, text):
    """The text of a key may be longer than an answer; no display is."""
    assume(is_short(text))
    is_right(part, text)


@proven
@given(parts())
def test_as_displayed(part):
    is_right(part, part.display)
    if part.unit:
        is_right(part, f"{part.display} {part.unit}")


@proven
@given(parts(), st.sampled_from(("{}", "${}$", r"\({}\)", "$${}$$")))
def test_in_latex(part, fence):
    shown = kind(part.answer).display(kind(part.answer).read_key(part.key), "latex")
    is_right(
        part, fence.format(shown) if part.answer["kind"] not in ("tokens", "choice", "choices") else shown
    )


@proven
@given(parts())
def test_as_the_bank_writes_it(part):
    is_right_where_short(part, part.key if isinstance(part.key, str) else ", ".join(part.key))


@proven
@given(parts(*NUMBERS, *LISTS))
def test_as_python_writes_its_formula(part):
    key = part.key if isinstance(part.key, str) else ", ".join(part.key)
    is_right_where_short(
        part, key.replace("^", "**").replace("sqrt(", "math.sqrt(").replace("log(", "math.log(")
    )


@proven
@given(parts("integer", "decimal", *LISTS).filter(lambda part: entry(part)["kind"] in ("integer", "decimal")))
def test_as_python_and_pytorch_print_its_numbers(part):
    numbers = printed(arithmetic.tree(part.key), whole="integer" in str(part.answer))
    assume(numbers is not None)
    is_right(part, str(numbers))
    if isinstance(numbers, list):
        is_right(part, f"tensor({numbers})")
        is_right(part, f"array({numbers})".replace("], ", "],\n       "))
        is_right(part, str(numbers).replace(",", "").replace("] [", "]\n ["))


def printed(node, whole):
    """What a program would print: whole numbers or floats, in lists; None for what a float is too short for."""
    if isinstance(node, ast.List):
        entries = [printed(entry, whole) for entry in node.elts]
        return None if None in entries else entries
    number = arithmetic.value(node)
    if whole and not arithmetic.is_infinite(number):
        return int(number)
    number = float(arithmetic.real(number))
    return number if abs(number) < FLOATS or arithmetic.is_infinite(number) else None


@proven
@given(parts(), st.sampled_from(LOCALES))
def test_as_its_own_locale_displays_it(part, locale):
    value = kind(part.answer).read_key(part.key)
    is_right(part, kind(part.answer).display(value, locale=locale), locale)
    is_right(part, kind(part.answer).display(value, "latex", locale), locale)


@proven
@given(parts())
def test_the_key_is_never_a_known_mistake(part):
    verdict = grade(
        part.answer, part.key, part.display, unit=part.unit, options=part.options, known=as_lines(part)
    )
    assert (verdict.verdict, verdict.diagnosis) == (Word.RIGHT, ())
