"""SymPy as a witness: the same number in any form is the same, another is not."""

import pytest
import sympy
from flint import fmpq

from qbank.author.solver import Solver
from qbank.author.witness import same, symbolic
from qbank.exact import Whole, cos, exp, inf, log, pi, power, sin, sqrt


@pytest.mark.parametrize(
    ("key", "value", "agrees"),
    [
        (Whole(2), sympy.Integer(2), True),
        (Whole(2), 2, True),
        (Whole(2), sympy.Integer(3), False),
        (fmpq(1, 3), sympy.Rational(1, 3), True),
        (fmpq(1, 3), sympy.Rational(33333, 100000), False),
        (sqrt(Whole(6)) / 2, sympy.sqrt(sympy.Rational(3, 2)), True),
        (sqrt(Whole(6)) / 2, -sympy.sqrt(sympy.Rational(3, 2)), False),
        (exp(Whole(1)) / (exp(Whole(1)) + 1), 1 / (1 + sympy.exp(-1)), True),
        (sqrt(Whole(2)), sympy.sqrt(2) + sympy.Rational(1, 10**60), True),
        (sqrt(Whole(2)), sympy.sqrt(2) + sympy.Rational(1, 10**45), False),
        (sin(fmpq(1, 100)), sympy.sin(sympy.Rational(1, 100)), True),
        (cos(pi / 5), sympy.cos(sympy.pi / 5), True),
        (inf, sympy.oo, True),
        (-inf, sympy.oo, False),
        (-inf, -sympy.oo, True),
        (Whole(1), sympy.oo, False),
        ((Whole(1), Whole(2)), (sympy.Integer(1), sympy.Integer(2)), True),
        ((Whole(1), Whole(2)), (sympy.Integer(1),), False),
        (("A", "B"), ("A", "B"), True),
        ("true", "false", False),
    ],
)
def test_comparison(key, value, agrees):
    assert same(key, value) is agrees


@pytest.mark.parametrize(
    "function",
    [
        lambda x, e: sum(x) / len(x),
        lambda x, e: [(v - 1) / sqrt(v + e) for v in x],
        lambda x, e: [exp(v) / sum(exp(w) for w in x) for v in x],
        lambda x, e: [log(v) * e + sin(v) * cos(e) for v in x],
        lambda x, e: power(x[0], -e) + power(10_000, 2 * x[1] / 8),
        lambda x, e: pi * x[0] / 2 + x[1] ** 3 % 5 - x[2] // 2,
        lambda x, e: (len(x), x[0] ** -2, max(x), min(x[0], x[1])),
    ],
)
def test_the_same_function_runs_on_both(function):
    variant = {"x": (Whole(2), Whole(5), Whole(3)), "e": fmpq(3, 10)}
    solver = Solver(function)
    assert same(solver.solve(variant)[""], symbolic(solver, variant)[""])
