"""Exact numbers: what solvers compute with, what keys are written by, what answers are compared in.

A value is an int (or `Whole`), a bare python-flint `fmpq`, a `Number`, or `inf` / `-inf`. All is exact, and
all is bounded but `**` of a bare fmpq, which is flint's own: where a person chose the exponent write
`power(a, b)`.
"""

from qbank.exact.balls import ball, sign
from qbank.exact.decide import as_rational, equal
from qbank.exact.decimals import decimal, figures
from qbank.exact.errors import DomainError, InexactError, TooLarge, Undecided
from qbank.exact.functions import cos, e, exp, log, max, min, pi, power, sin, sqrt, symbol
from qbank.exact.infinite import Infinite, inf
from qbank.exact.number import Number, Value
from qbank.exact.rebuild import names, substitute
from qbank.exact.rounding import rounded, rounded_figures
from qbank.exact.show import latex, text, unicode
from qbank.exact.whole import Whole

__all__ = [
    "DomainError",
    "InexactError",
    "Infinite",
    "Number",
    "TooLarge",
    "Undecided",
    "Value",
    "Whole",
    "as_rational",
    "ball",
    "cos",
    "decimal",
    "e",
    "equal",
    "exp",
    "figures",
    "inf",
    "latex",
    "log",
    "max",
    "min",
    "names",
    "pi",
    "power",
    "rounded",
    "rounded_figures",
    "sign",
    "sin",
    "sqrt",
    "substitute",
    "symbol",
    "text",
    "unicode",
]
