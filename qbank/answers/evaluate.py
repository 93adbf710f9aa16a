"""From the tree of an expression to its exact value, within a budget of steps."""

import operator
from collections.abc import Callable

from flint import fmpq

from qbank import exact, limits
from qbank.answers.moderation import cost, require_moderate, require_short, terms, unfolding, weight
from qbank.answers.tree import Call, Constant, Literal, Name, Negative, Node, Operation
from qbank.answers.unreadable import Unreadable
from qbank.exact import Value

_CONSTANTS = {"e": exact.e, "pi": exact.pi, "inf": exact.inf}


class Evaluation:
    """Computes trees within one budget.

    What multiplying takes is told by `cost`. Roots, logarithms and the comparison ask for balls, which can take
    thousands of bits where forms are not settled; they are paid by `weight`.
    """

    def __init__(self, steps: int = limits.STEPS) -> None:
        self.steps = steps

    def value(self, tree: Node) -> Value:
        """The exact value.

        Raises Unreadable where there is none (1/0) or the bounds are passed, exact.Undecided as it is.
        """
        try:
            value = self._value(tree)
            self._weigh(value)
            return value
        except ZeroDivisionError:
            raise Unreadable("value", "a division by zero has no value") from None
        except exact.DomainError as fault:
            raise Unreadable("value", str(fault)) from None
        except exact.TooLarge as fault:
            raise Unreadable("bound", str(fault), "write the result") from None

    def _value(self, tree: Node) -> Value:
        match tree:
            case Literal(value, _):
                return value
            case Name(name):
                return exact.symbol(name)
            case Constant(name):
                return _CONSTANTS[name]
            case Negative(operand):
                return -self._value(operand)
            case Operation():
                return self._chain(tree)
            case Call(function, argument):
                value = self._value(argument)
                require_short(value)
                self._weigh(value)
                return require_moderate(_FUNCTIONS[function](value))

    def _finite(self, tree: Node) -> Value:
        value = self._value(tree)
        if isinstance(value, exact.Infinite):
            raise Unreadable("value", "a calculation with ∞", "write what comes out")
        return value

    def _chain(self, tree: Operation) -> Value:
        """a + b - c … from the left; long chains lean to the left, and are walked without recursion."""
        operations: list[Operation] = []
        node: Node = tree
        while isinstance(node, Operation):
            operations.append(node)
            node = node.left
        value = self._finite(node)
        for operation in reversed(operations):
            value = self._operation(operation.sign, value, self._finite(operation.right))
        return value

    def _operation(self, sign: str, left: Value, right: Value) -> Value:
        if sign == "^":
            return self._power(left, right)
        self._spend(cost(left, right))
        return require_moderate(_OPERATIONS[sign](left, right))

    def _power(self, base: Value, exponent: Value) -> Value:
        """A power; one of a sum is multiplied out here, so that its steps are counted."""
        whole = isinstance(exponent, fmpq) and exponent.q == 1
        if _is_zero(base) and isinstance(exponent, fmpq) and exponent < 0:
            raise ZeroDivisionError
        if terms(base) == 1 or not whole or not 1 <= abs(exponent) <= limits.EXPANDED_POWER:
            if not whole:
                require_short(base)
            self._weigh(base)
            self._spend(unfolding(base, exponent))
            return require_moderate(exact.power(base, exponent))
        result = base
        for bit in f"{abs(int(exponent.p)):b}"[1:]:
            result = self._operation("*", result, result)
            result = self._operation("*", result, base) if bit == "1" else result
        return result if exponent > 0 else self._operation("/", fmpq(1), result)

    def _weigh(self, value: Value) -> None:
        if isinstance(value, exact.Number):
            self._spend(weight(value) * (1 if value.settled else limits.STEPS_A_WEIGHT))

    def _spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise Unreadable("bound", "this takes too many steps to compute", "write the result")


def _quotient(left: Value, right: Value) -> Value:
    """left / right. flint compiles a line of code to tell where it met a zero, so that none may reach it."""
    if _is_zero(right):
        raise ZeroDivisionError
    return left / right


def _is_zero(value: Value) -> bool:
    return isinstance(value, (int, fmpq)) and value == 0


_OPERATIONS: dict[str, Callable[[Value, Value], Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
}
_FUNCTIONS: dict[str, Callable[[Value], Value]] = {
    "sqrt": exact.sqrt,
    "exp": exact.exp,
    "log": exact.log,
    "log2": lambda x: exact.log(x) / exact.log(fmpq(2)),
    "log10": lambda x: exact.log(x) / exact.log(fmpq(10)),
    "sin": exact.sin,
    "cos": exact.cos,
}
