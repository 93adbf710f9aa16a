from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given

from qbank.exact import (
    InexactError,
    TooLarge,
    Undecided,
    ball,
    cos,
    e,
    exp,
    inf,
    log,
    pi,
    power,
    sign,
    sin,
    sqrt,
    symbol,
)
from qbank.exact.balls import TINY, balls, ends, separated_sign, sign_at
from qbank.limits import BALL_BITS, ROUNDED_BITS

from .values import CLOSE, CONTEXT, from_ball, pairs, quick, to_mpmath


def test_a_ball_at_a_point():
    x, y = symbol("x"), symbol("y")
    at = {"x": fmpq(1, 3), "y": fmpq(3)}
    assert ball(x * y + sqrt(4 * x * y), 64, at).contains(3)
    assert ball(log(3 * x) + exp(x * y), 64, at).overlaps(ball(e, 64))
    with pytest.raises(TypeError, match="y is a name"):
        ball(x + y, 64, {"x": fmpq(1)})


@pytest.mark.parametrize(
    ("at", "direction"), [(fmpq(1, 2), -1), (fmpq(3, 4), -1), (fmpq(1), None), (fmpq(2), None), (fmpq(-3), 1)]
)
def test_the_sign_at_a_point(at, direction):
    x = symbol("x")
    assert sign_at(log(1 - x), {"x": at}) == direction
    assert sign_at(log(1 - x) + sqrt(-x), {"x": at}) == (1 if at < 0 else None)


def test_no_sign_is_seen_where_a_value_is_0():
    x = symbol("x")
    assert sign_at(sin(x) ** 2 + cos(x) ** 2 - 1, {"x": fmpq(1, 3)}) == 0


@quick
@given(pairs)
def test_the_value_lies_within(pair):
    value, expected = pair
    low, high = ends(ball(value, 64))
    assert to_mpmath(low) - CLOSE <= expected <= to_mpmath(high) + CLOSE


@pytest.mark.parametrize(
    ("value", "near"),
    [
        (3, "3"),
        (fmpq(1, 4), "0.25"),
        (sqrt(1 + sqrt(2)), "1.5537739740300373"),
        (power(2, fmpq(1, 3)), "1.2599210498948732"),
        (exp(sqrt(2)), "4.1132503787829276"),
        (sin(pi / 7) ** 3, "0.0816808262927"),
        (1 / sin(1), "1.1883951057781212"),
        (log(pi * sin(pi) + 1) + 1, "1"),
    ],
)
def test_values(value, near):
    assert abs(from_ball(value) - CONTEXT.mpf(near)) < 1e-12


def test_the_precision_is_as_asked_and_left_as_it_was():
    before = ctx.prec
    assert ball(pi, 1000).rel_accuracy_bits() > 950
    assert ctx.prec == before


def test_threads_do_not_disturb_each_other():
    with ThreadPoolExecutor(4) as pool:
        widths = list(pool.map(lambda bits: ball(pi + e, bits).rel_accuracy_bits(), [64, 2000] * 50))
    assert min(widths[1::2]) > 1900


@pytest.mark.parametrize("value", [symbol("d"), inf, "1"])
def test_what_has_no_ball(value):
    with pytest.raises(TypeError):
        ball(value, 64)


def test_balls_narrow_down_to_the_bound():
    radii = [enclosure.rad() for enclosure in balls(pi)]
    assert len(radii) == 7
    assert all(wider > narrower for wider, narrower in pairwise(radii))
    assert arb(radii[-1]).fmpq() < fmpq(1, 2) ** (BALL_BITS - 10)


@pytest.mark.parametrize(
    ("value", "direction"),
    [(0, 0), (-3, -1), (fmpq(1, 2), 1), (inf, 1), (-inf, -1), (1 - sqrt(2), -1), (exp(-(10**6)), 1)],
)
def test_sign(value, direction):
    assert sign(value) == direction


def test_a_zero_that_logarithms_hide_is_found():
    assert sign(log(6) - log(2) - log(3)) == 0


@pytest.mark.parametrize("value", [sin(pi), sin(1) ** 2 + cos(1) ** 2 - 1])
def test_an_undecided_sign(value):
    assert separated_sign(value) == 0
    with pytest.raises(Undecided):
        sign(value)


def test_signs_of_floats_and_names():
    with pytest.raises(InexactError):
        sign(0.5)
    with pytest.raises(TypeError, match="d, f can be any number"):
        sign(symbol("d") - symbol("f"))
    assert separated_sign(fmpq(-1, 2)) == -1


def test_ends_are_exact():
    low, high = ends(ball(fmpq(1, 3), 64))
    assert low < fmpq(1, 3) < high
    assert high - low < fmpq(1, 2) ** 60


def test_ends_of_what_is_not_finite():
    assert ends(arb("inf")) is None
    assert ends(arb("nan")) is None


def test_ends_near_zero_are_moved_outwards():
    low, high = ends(ball(exp(-(10**9)), 64))
    assert -TINY <= low <= 0 <= high <= 2 * TINY


def test_the_bound_on_ends():
    low, high = ends(arb(2) ** (ROUNDED_BITS - 1))
    assert low == high == fmpq(2) ** (ROUNDED_BITS - 1)
    with pytest.raises(TooLarge):
        ends(arb(2) ** ROUNDED_BITS)
