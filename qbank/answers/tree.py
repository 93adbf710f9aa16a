"""The tree of an expression, and what it tells about how a number was typed."""

from typing import NamedTuple, TypeAlias

from flint import fmpq

from qbank import limits


class Literal(NamedTuple):
    """A number as typed, with its decimal places: 0.730 has three, 1.8e7 has -6.

    `units` of the last place, where it is known how many these are: 0.730 is 730.
    """

    value: fmpq
    places: int
    units: int | None = None


def decimal(whole: str, fraction: str) -> Literal:
    """The number with these digits before and behind the point."""
    units, places = int(whole + fraction), len(fraction)
    return Literal(fmpq(units, 10**places) if places else fmpq(units), places, units)


class Name(NamedTuple):
    """A declared name."""

    name: str


class Constant(NamedTuple):
    """`e`, `pi` or `inf`."""

    name: str


class Negative(NamedTuple):
    """Minus something."""

    operand: "Node"


class Operation(NamedTuple):
    """`sign` is one of + - * / ^."""

    sign: str
    left: "Node"
    right: "Node"


class Call(NamedTuple):
    """`function` is one of sqrt exp log log2 log10 sin cos."""

    function: str
    argument: "Node"


Node: TypeAlias = Literal | Name | Constant | Negative | Operation | Call


def written_out(tree: Node) -> bool:
    """Is it a bare number, with or without a sign?"""
    return isinstance(tree, Literal) or (isinstance(tree, Negative) and written_out(tree.operand))


def typed_places(tree: Node) -> int | None:
    """Decimal places of a number written out: 0.730 → 3, -1.8·10^7 → -6, 73.1 % → 3; None for anything else."""
    match tree:
        case Literal(_, places):
            return places
        case Negative(operand):
            return typed_places(operand)
        case Operation("*", number, Operation("^", Literal(base, _), power)) if base == 10:
            mantissa, exponent = typed_places(number), _whole(power)
            return None if mantissa is None or exponent is None else mantissa - exponent
    return None


def _whole(tree: Node) -> int | None:
    match tree:
        case Literal(value, _) if value.q == 1 and abs(value) <= limits.DECIMAL_EXPONENT:
            return int(value.p)
        case Negative(operand):
            inner = _whole(operand)
            return None if inner is None else -inner
    return None
