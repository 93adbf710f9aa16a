"""One solver, two arithmetics: what runs on exact values gives the same on SymPy's."""

import subprocess
import sys

import pytest
import sympy
from flint import fmpq

from qbank.exact import Whole, cos, e, exp, inf, log, max, min, pi, power, sin, sqrt, symbol
from qbank.exact.witness import sympy_for, to_sympy

from .values import CLOSE, CONTEXT, from_ball


def layer_norm(x):
    mean = sum(x) / len(x)
    variance = sum((a - mean) ** 2 for a in x) / len(x)
    return [(a - mean) / sqrt(variance) for a in x]


def rms_norm(x):
    return [a / sqrt(sum(b * b for b in x) / len(x) + Whole(1) / 100_000) for a in x]


def softmax(x):
    powers = [exp(a - max(x)) for a in x]
    return [p / sum(powers) for p in powers]


def masked_softmax(x):
    return softmax([*x, x[0] - inf])[:-1]


def scaled_scores(x):
    return softmax([a / sqrt(len(x)) for a in x])


def cross_entropy(x):
    return [log(sum(map(exp, x))) - x[0]]


def sinusoids(x):
    return [wave(a * power(10_000, -Whole(2 * i) / 6)) for i, a in enumerate(x) for wave in (sin, cos)]


def warm_up(x):
    step, width = abs(x[0]) + 1, abs(x[1]) + 2
    return [power(width, -Whole(1) / 2) * min(power(step, -Whole(1) / 2), step * power(4000, -Whole(3) / 2))]


def perplexity(x):
    return [power(2, sum(x) / len(x)), exp(sum(x) / len(x))]


def circle(x):
    return [pi * a**2 / 4 - a // 3 + a % 5 for a in x]


def smoothed(x):
    epsilon = Whole(1) / 10
    return [1 - epsilon + epsilon / len(x), epsilon / len(x), x[0] / 4]


SOLVERS = [
    layer_norm,
    rms_norm,
    softmax,
    masked_softmax,
    scaled_scores,
    cross_entropy,
    sinusoids,
    warm_up,
    perplexity,
    circle,
    smoothed,
]
INPUTS = [(1, 4, -2, 7), (0, 1, 2), (5, 3), (-1, 0, 0, 1), (10, 2, 6, 4, 8)]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("numbers", INPUTS)
def test_the_same_solver_gives_the_same_values(solver, numbers):
    ours = solver([Whole(a) for a in numbers])
    theirs = solver([sympy.Integer(a) for a in numbers])
    for value, witness in zip(ours, theirs, strict=True):
        digits = CONTEXT.mpf(str(sympy.N(witness, 75)))
        assert abs(from_ball(value) - digits) <= CLOSE * (1 + abs(digits))


def test_the_same_solver_gives_a_formula_on_names_and_on_symbols():
    def cells(T):
        return T * (T - 1) / 2

    assert sympy.expand(cells(sympy.Symbol("T")) - to_sympy(cells(symbol("T")), sympy)) == 0


x = sympy.Symbol("x", positive=True)


@pytest.mark.parametrize(
    ("mixed", "expected"),
    [
        (Whole(3) * x, 3 * x),
        (Whole(1) / x, 1 / x),
        (Whole(1) / 2 * x, x / 2),
        (x / Whole(2), x / 2),
        (x ** Whole(2), x**2),
        (Whole(2) ** x, 2**x),
        (sqrt(2) * x, sympy.sqrt(2) * x),
        (x - sqrt(2), x - sympy.sqrt(2)),
        (sqrt(2) / x, sympy.sqrt(2) / x),
        (sqrt(2) ** x, sympy.sqrt(2) ** x),
        (pi * x, sympy.pi * x),
        (x + pi, x + sympy.pi),
        (power(x, -Whole(1) / 2), x ** sympy.Rational(-1, 2)),
        (power(x, fmpq(3, 2)), x ** sympy.Rational(3, 2)),
        (power(fmpq(1, 2), x), sympy.Rational(1, 2) ** x),
        (sqrt(x), sympy.sqrt(x)),
        (exp(x), sympy.exp(x)),
        (log(x), sympy.log(x)),
        (sin(x), sympy.sin(x)),
        (cos(x), sympy.cos(x)),
        (max(x, fmpq(1, 2)), sympy.Max(x, sympy.Rational(1, 2))),
        (min([x, sqrt(2)]), sympy.Min(x, sympy.sqrt(2))),
        (sympy.Integer(1) + inf, sympy.oo),
        (-inf + sympy.Integer(1), -sympy.oo),
        (max(sympy.Integer(1), -inf), 1),
    ],
)
def test_exact_values_beside_symbols(mixed, expected):
    assert mixed == expected
    assert isinstance(mixed, sympy.Basic)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Whole(3), sympy.Integer(3)),
        (fmpq(-1, 2), sympy.Rational(-1, 2)),
        (inf, sympy.oo),
        (-inf, -sympy.oo),
        (e / (e + sqrt(2)), sympy.E / (sympy.E + sympy.sqrt(2))),
        (power(2, fmpq(1, 3)), sympy.cbrt(2)),
        (sin(sqrt(1 + pi)), sympy.sin(sympy.sqrt(1 + sympy.pi))),
        (symbol("d") ** 2, sympy.Symbol("d") ** 2),
        (x, x),
    ],
)
def test_conversion(value, expected):
    assert to_sympy(value, sympy) == expected


def test_sympy_is_seen_only_where_its_objects_are():
    assert sympy_for(1, x) is sympy
    assert sympy_for(1, fmpq(1, 2)) is None


def test_sympy_is_never_imported():
    code = "import sys, qbank.exact as x; x.sqrt(2) + x.max(1, x.pi); print('sympy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
