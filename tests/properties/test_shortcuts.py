"""What is remembered or computed in a quick way leads to the verdict to which the long way leads."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank import limits
from qbank.answers import grade

from .budget import proven
from .fuzz import QUESTIONS
from .keys import pens
from .texts import Writer

FORMULAS = [
    part for part in QUESTIONS if part.answer["kind"] in ("integer", "decimal", "exact", "expression")
]
LISTS = [part for part in QUESTIONS if part.answer["kind"] in ("vector", "matrix", "shape")]
DIGITS = ("0", "1", "5", "00", "07", "12", "100", "250", "999", "1000", "5000", "0731", "123456", "1" * 58)
NUMBERS = (
    *DIGITS,
    "0.5",
    ".5",
    "5.",
    "0.250",
    "1.000",
    "12.5",
    "0,5",
    "1,000",
    "0,250",
    "12,34",
    "1,234,567",
)
BETWEEN = (
    ", ",
    ",",
    "; ",
    ";",
    " ",
    "  ",
    "\n",
    "],[",
    "], [",
    "];[",
    "] [",
    "×",
    "x",
    " x ",
    "/",
    "-",
    " -",
    "+",
    "*",
)
FENCES = (
    "{}",
    "[{}]",
    "[[{}]]",
    "({})",
    "[{}",
    "{},",
    "[-{}]",
    "[inf, {}]",
    "[{}, -inf]",
    r"\begin{{matrix}}{}\end{{matrix}}",
)


def forget():
    """Empty all that qbank remembers between answers."""
    for name in [name for name in sys.modules if name.startswith("qbank.answers")]:
        for value in list(vars(sys.modules[name]).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def alike(pen, count):
    """Texts that differ in their numbers only."""
    between = [pen.one(BETWEEN) for _ in range(pen.below(5))]
    fence, pool = pen.one(FENCES), NUMBERS if pen.chance(2) else DIGITS
    for _ in range(count):
        text = pen.one(pool)
        for sign in between:
            text += sign + pen.one(pool)
        yield fence.format(text)


@proven
@given(st.sampled_from(LISTS), pens, st.sampled_from((None, None, "de", "en")))
def test_lists_that_were_read_before_change_nothing(part, pen, locale):
    def judged(text):
        return grade(part.answer, part.key, text, unit=part.unit, locale=locale)

    forget()
    *before, text = alike(pen, 4)
    alone = judged(text)
    forget()
    for other in before:
        judged(other)
    assert judged(text) == alone == judged(text), (part.answer, before, text)


@proven
@given(st.sampled_from(FORMULAS), pens)
def test_what_is_computed_quickly_is_what_is_computed(part, pen):
    writer = Writer(pen, part.answer["kind"], part.answer.get("names", ()), part.display)
    text = writer.sentence() if pen.below(3) else writer.heavy()
    quickly = grade(part.answer, part.key, text, unit=part.unit)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("QUICK_PRODUCTS", "QUICK_BITS", "QUICK_POWER"):
            patch.setattr(limits, name, 0)
        assert grade(part.answer, part.key, text, unit=part.unit) == quickly, (part.answer, text)
