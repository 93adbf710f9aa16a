"""Random exact values beside what mpmath makes of the same expression, for property tests."""

import mpmath
from flint import fmpq
from hypothesis import settings
from hypothesis import strategies as st

from qbank import exact

DIGITS = 60
quick = settings(max_examples=40, deadline=None)  # many properties, each on some values

CONTEXT = mpmath.MPContext()
CONTEXT.dps = DIGITS + 40
CLOSE = CONTEXT.mpf(10) ** -DIGITS


def to_mpmath(x):
    """An fmpq as a number of mpmath's."""
    return CONTEXT.mpf(int(x.p)) / int(x.q)


def from_ball(x, bits=400):
    """An exact value's midpoint as a number of mpmath's."""
    mantissa, exponent = exact.ball(x, bits).mid().man_exp()
    return CONTEXT.ldexp(CONTEXT.mpf(int(mantissa)), int(exponent))


def _pair(x):
    return fmpq(x.numerator, x.denominator), CONTEXT.mpf(x.numerator) / x.denominator


rationals = st.fractions(-20, 20, max_denominator=12).map(lambda x: _pair(x)[0])
_rational_pairs = st.fractions(-20, 20, max_denominator=12).map(_pair)
_surds = st.integers(2, 60).map(lambda n: (exact.sqrt(n), CONTEXT.sqrt(n)))
_powers_of_e = st.fractions(-3, 3, max_denominator=3).map(
    lambda q: (exact.exp(_pair(q)[0]), CONTEXT.exp(_pair(q)[1]))
)
_cube_roots = st.integers(2, 30).map(lambda n: (exact.power(n, fmpq(1, 3)), CONTEXT.cbrt(n)))
_transcendental = st.sampled_from(
    [
        (exact.pi, +CONTEXT.pi),
        (exact.sin(1), CONTEXT.sin(1)),
        (exact.cos(fmpq(1, 2)), CONTEXT.cos(CONTEXT.mpf("0.5"))),
        (exact.log(6), CONTEXT.log(6)),
        (exact.exp(exact.pi), CONTEXT.exp(CONTEXT.pi)),
    ]
)


def _combined(pairs):
    def combine(parts):
        (a, x), (b, y), operation = parts
        if operation == "/":
            return (a / b, x / y) if abs(y) > CLOSE else (a, x)
        return {"+": (a + b, x + y), "-": (a - b, x - y), "*": (a * b, x * y)}[operation]

    return st.tuples(pairs, pairs, st.sampled_from("+-*/")).map(combine)


settled_pairs = st.recursive(_rational_pairs | _surds | _powers_of_e | _cube_roots, _combined, max_leaves=6)
"""Values without opaque functions, whose equality is always decided, beside mpmath's."""

pairs = st.recursive(
    _rational_pairs | _surds | _powers_of_e | _cube_roots | _transcendental, _combined, max_leaves=6
)
"""Any real values, beside mpmath's."""

settled = settled_pairs.map(lambda pair: pair[0])
