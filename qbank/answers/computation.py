"""Quick computation of what people mostly type: rationals, and quotients of polynomials in e and declared names.

All else, and all that is large, is left to `Evaluation`, whose bounds are far above those here. What is computed here
has the value that it has there, in the same form.
"""

import operator
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flint import fmpq

from qbank import limits
from qbank.answers.tree import Constant, Literal, Name, Negative, Node, Operation

if TYPE_CHECKING:
    from qbank.exact.polynomials import Ring


class Beyond(Exception):
    """This is something else, or large."""


def computed(tree: Node, names: tuple[str, ...] = ()) -> Any:
    """A rational as fmpq; else a polynomial or `Quotient` in the ring of e and these names.

    None where the tree is beyond quick computing or has no value.
    """
    try:
        return _Computation(names).value(tree)
    except Beyond:
        return None


class _Computation:
    def __init__(self, names: tuple[str, ...]) -> None:
        self._names, self._products = names, 0

    def value(self, tree: Node) -> Any:
        if isinstance(tree, Literal):
            return _small(tree.value)
        if isinstance(tree, Operation):
            return self._chain(tree)
        if isinstance(tree, Name):
            return self._ring.names[tree.name]
        if isinstance(tree, Negative):
            return -self.value(tree.operand)
        if isinstance(tree, Constant) and tree.name == "e":
            return self._ring.e
        raise Beyond

    @cached_property
    def _ring(self) -> "Ring":
        from qbank.exact.polynomials import ring  # which rationals need not

        return ring(self._names)

    def _chain(self, tree: Operation) -> Any:
        """a + b - c … from the left; long chains lean to the left, and are walked without recursion."""
        operations: list[Operation] = []
        node: Node = tree
        while isinstance(node, Operation):
            operations.append(node)
            node = node.left
        value = self.value(node)
        for operation in reversed(operations):
            right = self.value(operation.right)
            if operation.sign == "^":
                value = self._power(value, right)
            elif isinstance(value, fmpq) and isinstance(right, fmpq):
                value = _small(_OPERATIONS[operation.sign](value, right))
            else:
                self._spend(_terms(value) * _terms(right))
                value = _OPERATIONS[operation.sign](value, right)
        return value

    def _power(self, base: Any, exponent: Any) -> Any:
        count = int(exponent.p) if isinstance(exponent, fmpq) and exponent.q == 1 else 0
        if not 1 <= abs(count) <= limits.QUICK_POWER:
            raise Beyond
        if isinstance(base, fmpq):
            if base.height_bits() * abs(count) > limits.QUICK_BITS or not base:
                raise Beyond
            return base**count
        self._spend(_terms(base) ** abs(count))
        power = base ** abs(count)
        if power.total_degree() > limits.QUICK_POWER:
            raise Beyond
        for coefficient in power.coeffs():
            _small(coefficient)
        return power if count > 0 else _quotient(fmpq(1), power)

    def _spend(self, products: int) -> None:
        self._products += products
        if self._products > limits.QUICK_PRODUCTS:
            raise Beyond


def _small(value: Any) -> Any:
    if value.height_bits() > limits.QUICK_BITS:
        raise Beyond
    return value


def _terms(value: Any) -> int:
    return 1 if isinstance(value, fmpq) else len(value)


def _quotient(left: Any, right: Any) -> Any:
    if not right:
        raise Beyond  # flint's own error compiles a line of code
    if isinstance(right, fmpq):
        return left * (1 / right)
    from qbank.exact.polynomials import divided  # which rationals need not

    return divided(left, right)


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
}
