"""What a key is worth, computed without qbank: Python's own parser, fractions, and mpmath to 80 digits."""

import ast
import re
from fractions import Fraction

import mpmath

mpmath.mp.dps = 80
INFINITE = {"inf": mpmath.inf}
CONSTANTS = {"e": mpmath.e, "pi": mpmath.pi, **INFINITE}
FUNCTIONS = {"sqrt": mpmath.sqrt, "exp": mpmath.exp, "log": mpmath.log, "sin": mpmath.sin, "cos": mpmath.cos}
HAIR = mpmath.mpf(10) ** -50


def tree(key):
    """Key text as Python reads it: the grammar of keys is Python's, but for the sign of powers."""
    return ast.parse(key.replace("^", "**"), mode="eval").body


def value(node, names=None):
    """A Fraction wherever the value is plainly rational, else a number of mpmath; lists of these for lists."""
    match node:
        case ast.List(entries):
            return [value(entry, names) for entry in entries]
        case ast.Constant(number):
            return Fraction(number)
        case ast.Name(name):
            return (names or {}).get(name) or CONSTANTS[name]
        case ast.UnaryOp(ast.USub(), operand):
            return -value(operand, names)
        case ast.Call(ast.Name(function), [argument]):
            return FUNCTIONS[function](real(value(argument, names)))
        case ast.BinOp(left, sign, right):
            return combined(sign, value(left, names), value(right, names))
    raise ValueError(ast.dump(node))


def combined(sign, left, right):
    """left + right and its kin."""
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = real(left), real(right)
    match sign:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
    if isinstance(left, Fraction) and right.denominator != 1:
        return mpmath.power(real(left), real(right))
    return left**right if isinstance(left, Fraction) else mpmath.power(left, right)


def real(number):
    """A number of mpmath."""
    return mpmath.mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number


def is_infinite(number):
    """Is it ∞ or −∞?"""
    return not isinstance(number, Fraction) and mpmath.isinf(number)


def same(one, other):
    """Are both equal, as far as 50 digits tell?"""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one == other
    one, other = real(one), real(other)
    return one == other or abs(one - other) <= HAIR * max(abs(one), abs(other), 1)


def unit(places):
    """One unit of the last place."""
    return Fraction(10) ** -places


def places_of(answer, number):
    """The decimal places that a decimal question asks of a key: given, or counted from the first figure."""
    if "places" in answer:
        return answer["places"]
    magnitude, first = abs(number), 0
    while magnitude >= 10:
        magnitude, first = magnitude / 10, first - 1
    while magnitude < 1:
        magnitude, first = magnitude * 10, first + 1
    return first + answer["figures"] - 1


def distance(one, other):
    """|one - other|, exact where both are rational."""
    rational = isinstance(one, Fraction) and isinstance(other, Fraction)
    return abs(one - other) if rational else abs(real(one) - real(other))


def agrees(answer, key, typed):
    """Would a teacher with a long calculator accept the number `typed` for the number `key`?"""
    if answer["kind"] != "decimal" or is_infinite(key) or is_infinite(typed):
        return same(key, typed)
    half = unit(places_of(answer, key)) / 2
    gap = distance(key, typed)
    return gap <= half if isinstance(gap, Fraction) else gap <= real(half) + HAIR


def is_one_value(answer, entries):
    """Is there one value that is right for all entries of a list?"""
    numbers = [
        value(entry, {name: Fraction(7919, 11) for name in answer.get("names", ())}) for entry in entries
    ]
    if answer["kind"] != "decimal" or any(map(is_infinite, numbers)):
        return all(same(number, numbers[0]) for number in numbers)
    halves = [unit(places_of(answer, number)) / 2 for number in numbers]
    lowest = min(real(number) + real(half) for number, half in zip(numbers, halves, strict=True))
    return all(
        real(number) - real(half) <= lowest + HAIR for number, half in zip(numbers, halves, strict=True)
    )


def shown(display):
    """A displayed number as a Fraction: 18,944,000 or −0.75 or 2.762 × 10⁻⁵."""
    found = re.fullmatch(
        r"(-?[\d.]+)(?: × (\d+)([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", display.replace("−", "-").replace(",", "")
    )
    power = int((found[3] or "0").translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")))
    return Fraction(found[1]) * Fraction(int(found[2] or 1)) ** power
