"""The fair interval, held against arithmetic that knows nothing of qbank: fractions, decimals, mpmath."""

import decimal
from fractions import Fraction

import mpmath
from hypothesis import assume, given
from hypothesis import strategies as st

from qbank.answers import Word, grade

from . import arithmetic
from .budget import proven
from .keys import any_number, pens

RATIONALS = st.builds(Fraction, st.integers(-(10**9), 10**9), st.integers(1, 10**5))
PLACES = st.integers(0, 9)
EXACTLY = decimal.Context(prec=2_000, Emax=10**6, Emin=-(10**6))
ROUNDINGS = (
    decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_HALF_EVEN,
)  # fmt: skip


def judged(key, typed, **asked):
    """The verdict on a number typed for a key; both are Fractions or texts."""
    return grade({"kind": "decimal", **asked}, str(key), typed if isinstance(typed, str) else str(typed))


def is_right(key, typed, **asked):
    return judged(key, typed, **asked).verdict is Word.RIGHT


def written_out(number, places):
    """A Fraction as a decimal with all its places."""
    whole = str(abs(int(number * 10**places))).rjust(places + 1, "0")
    behind = f".{whole[-places:]}" if places else ""
    return f"{'-' if number < 0 else ''}{whole[: len(whole) - places]}{behind}"


@proven
@given(RATIONALS, PLACES, st.integers(-16, 16), st.sampled_from((1, 10, 10**3, 10**20)))
def test_right_is_what_lies_within_half_a_unit(key, places, eighths, fine):
    """Straddling both ends by a hair, or lying on them: the answer is typed as a fraction."""
    unit = arithmetic.unit(places)
    for hair in (0, unit / fine / 8, -unit / fine / 8):
        typed = key + unit * eighths / 8 + hair
        assert is_right(key, typed, places=places) == (abs(typed - key) <= unit / 2), (key, typed, places)


@proven
@given(RATIONALS, PLACES, st.integers(0, 8), st.integers(-30, 30))
def test_right_is_what_lies_within_half_a_unit_of_decimals_too(key, places, more, steps):
    """Every decimal near the key, with as many places as asked, fewer or more."""
    typed = places - 4 + more
    unit = arithmetic.unit(typed)
    number = round(key / unit) * unit + steps * unit
    right = abs(number - key) <= arithmetic.unit(places) / 2
    text = written_out(number, max(typed, 0))
    assert is_right(key, text, places=places) == right, (key, text, places)


@proven
@given(
    RATIONALS
    | st.builds(lambda n, places: Fraction(2 * n + 1, 2 * 10**places), st.integers(-(10**6), 10**6), PLACES),
    PLACES,
    st.sampled_from(ROUNDINGS),
)
def test_every_correct_rounding_is_right(key, places, rounding):
    number = EXACTLY.divide(decimal.Decimal(key.numerator), decimal.Decimal(key.denominator))
    shown = number.quantize(decimal.Decimal(1).scaleb(-places), rounding, EXACTLY)
    assert is_right(key, f"{shown:f}", places=places), (key, shown)


@proven
@given(RATIONALS, PLACES, st.integers(-100, 100) | st.just(50), st.integers(0, 60), st.booleans())
def test_what_is_closer_than_a_right_answer_is_right_on_either_side(
    key, places, hundredths, sixtieths, other
):
    off = arithmetic.unit(places) * hundredths / 100
    if is_right(key, key + off, places=places):
        nearer = off * sixtieths / 60 * (-1 if other else 1)
        assert is_right(key, key + nearer, places=places), (key, off, nearer)
    assert is_right(key, key + off, places=places) == is_right(key, key - off, places=places)
    assert is_right(-key, -key - off, places=places) == is_right(key, key + off, places=places)


@proven
@given(RATIONALS.filter(bool), st.integers(1, 8), st.integers(-15, 15), st.integers(-150, 150))
def test_no_floor_hides_anywhere(key, figures, quarters, power):
    """Whether an answer is right never depends on how large the numbers are, only on their figures."""
    places = arithmetic.places_of({"figures": figures}, key)
    typed = key + arithmetic.unit(places) * quarters / 4
    right = abs(typed - key) <= arithmetic.unit(places) / 2
    scaled = f"({{}})*10^({power})".format
    assert is_right(key, typed, figures=figures) == right, (key, typed, figures)
    assert is_right(scaled(key), scaled(typed), figures=figures) == right, (key, typed, figures, power)


def test_a_tenth_of_a_tiny_key_is_wrong():
    assert not is_right("1/10^9", "1e-10", places=10)
    assert not is_right("1/10^9", "0", places=9)
    assert is_right("1/10^9", "1e-9", places=9)
    assert not is_right("1/10^9", "1e-10", figures=1)
    assert not is_right("1/10^40", "0", places=40)


@proven
@given(pens, PLACES, st.integers(-12, 12), st.integers(1, 25))
def test_an_irrational_key_agrees_with_sixty_digits(pen, places, eighths, digits):
    """A decimal near the key, many of them a hair on this or that side of an end."""
    while isinstance(arithmetic.value(arithmetic.tree(text := any_number(pen))), Fraction):
        pass
    key = arithmetic.real(arithmetic.value(arithmetic.tree(text)))
    end = key + arithmetic.real(arithmetic.unit(places)) * eighths / 8
    for number in (mpmath.floor(end * 10 ** (places + digits)), mpmath.ceil(end * 10 ** (places + digits))):
        typed = Fraction(int(number), 10 ** (places + digits))
        gap = arithmetic.distance(key, typed) - arithmetic.real(arithmetic.unit(places)) / 2
        assume(abs(gap) > arithmetic.HAIR)
        assert is_right(text, written_out(typed, places + digits), places=places) == (gap < 0), (
            text,
            typed,
            places,
        )


def word(key, typed, places, asked):
    """The verdict by CHECKER's own words, for a rational key and a decimal of so many places."""
    unit, finest = arithmetic.unit(asked), typed
    gap = abs(typed - key)
    if gap <= unit / 2:
        return "right"
    whole_units = (typed / unit).denominator == 1
    cut = typed and whole_units and typed * key > 0 and 0 <= abs(key) - abs(typed) < unit
    fewer_written = max(places, 0) < asked
    while places <= 0 and typed and (finest / arithmetic.unit(places - 1)).denominator == 1:
        places -= 1
    coarse = arithmetic.unit(places)
    short = places < asked and typed and abs(key) >= coarse and gap <= coarse / 2
    if cut and not (short and fewer_written):
        return "truncated"
    if short:
        return "few_digits"
    return "last_digit" if gap <= unit * 3 / 2 else None


@proven
@given(RATIONALS, st.integers(0, 6), st.integers(-3, 8), st.integers(-3, 3))
def test_what_is_nearly_right_is_what_the_rule_says(key, asked, places, steps):
    unit = arithmetic.unit(places)
    typed = round(key / unit) * unit + steps * unit
    verdict = judged(key, written_out(typed, max(places, 0)), places=asked)
    expected = word(key, typed, places, asked)
    assert (verdict.code or str(verdict.verdict)) == (expected or verdict.code or "wrong"), (
        key,
        typed,
        asked,
        verdict,
    )
    words = {"right": Word.RIGHT, "truncated": Word.PARTLY, "few_digits": Word.PARTLY}
    assert verdict.verdict is words.get(expected, Word.WRONG), (key, typed, asked, verdict)
