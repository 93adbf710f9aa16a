"""The shape of a tensor: whole numbers and declared names, in order, all or nothing."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from flint import fmpq

from qbank import exact, limits
from qbank.answers import slips
from qbank.answers.arrays import bracketed
from qbank.answers.doubts import arrangements
from qbank.answers.evaluate import Evaluation
from qbank.answers.kinds import ALONE, Face, Key, Kind, Setting
from qbank.answers.layout import Commas, Layout, list_tokens, unwrapped
from qbank.answers.meant import other_sizes
from qbank.answers.misfits import unexpected
from qbank.answers.numbers import is_exact, shown
from qbank.answers.outline import Laid, laid_out
from qbank.answers.readings import prepared
from qbank.answers.tree import Node
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Diagnosis, Outcome
from qbank.answers.vocabulary import Token, vocabulary
from qbank.errors import QbankError

_SPACE = (
    r"(?:[\w.]+\s*∈\s*)?R\s*\^\s*(?:[({](.*)[)}]|(\w+))"  # ℝ^{2×4}, the space whose elements have this shape
)
_CALCULATIONS = {"*": "a product", "/": "a fraction", "-": "a difference", "+": "a sum"}
_BY = r"(?<=[\w\s])by(?=[\s\d])"


class Sizes(NamedTuple):
    """A shape that was read; sizes are exact values, names as symbols."""

    value: tuple[Any, ...]


class Shape(Kind):
    """`[2,4,3,5]`; with `names` also `[T2,T1]`."""

    name = "shape"

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.names = names

    def spec(self) -> dict[str, Any]:
        return {"kind": "shape", "names": list(self.names)} if self.names else {"kind": "shape"}

    def write(self, value: Any) -> str:
        return bracketed(tuple(self._size(size) for size in _sequence(value)))

    def read_key(self, text: Any) -> tuple[int | str, ...]:
        sizes = self._sizes(str(text).strip(), lenient=False)
        return tuple(_plain(size) for size in sizes)

    def display(self, value: Any, face: Face = "unicode", locale: str | None = None) -> str:
        return bracketed(tuple(shown(size, face, group=False) for size in self.target(value)), ", ")

    def target(self, value: Any) -> tuple[Any, ...]:
        return tuple(
            exact.symbol(size) if isinstance(size, str) else fmpq(int(size)) for size in _sequence(value)
        )

    def readings(self, text: str, setting: Setting = ALONE) -> tuple[Sizes, ...]:
        text = unwrapped(prepared(text, self.names).replace("\n", " "))  # no line of a shape is a row
        if "R" not in self.names and (space := re.fullmatch(_SPACE, text)):
            text = space[1] or space[2]
        return (Sizes(self._sizes(re.sub(_BY, "×", text), lenient=True)),)

    def spares(self, text: str, setting: Setting, code: str | None) -> tuple[Sizes, ...]:
        return tuple(reading for meant in other_sizes(text) for reading in self.readings(meant, setting))

    def agrees(self, target: tuple[Any, ...], reading: Sizes) -> bool:
        sizes = reading.value
        return len(sizes) == len(target) and all(map(exact.equal, sizes, target))

    def slips(self, key: Key, reading: Sizes, outcome: Outcome) -> Iterable[Diagnosis]:
        return slips.of_sequence(key.target, reading.value)

    def echo(self, reading: Sizes) -> str:
        return bracketed(tuple(shown(size, "unicode", group=False) for size in reading.value), ", ")

    def exactly(self, value: Any) -> Sizes:
        return Sizes(self.target(value))

    def _size(self, size: Any) -> str:
        if is_exact(size) and exact.names(size):  # a name as it was read
            size = _plain(size)
        if isinstance(size, str) and size in self.names:
            return size
        rational = exact.as_rational(size) if is_exact(size) else None
        if rational is None or rational.q != 1 or rational < 0:
            raise QbankError(f"{size!r} is no size", hint="write whole numbers and declared names")
        return str(rational.p)

    def _sizes(self, text: str, lenient: bool) -> tuple[Any, ...]:
        [laid], evaluation = laid_out(_laid_out, text, self.names, lenient), Evaluation()
        return tuple(_size_of(node, evaluation) for node in laid.nodes)


def _laid_out(text: str, names: tuple[str, ...], lenient: bool) -> tuple[Laid]:
    words = vocabulary(names, lenient, "*")
    found = list_tokens(text, words, Commas(""), bound=None if lenient else limits.KEY_TOKENS)
    for laid in arrangements(Layout(lenient=lenient).whole(_separated(found))):
        if len(laid.shape) == 1:
            return (laid,)
    raise Unreadable("form", "a list inside of a list", "write one size after the other")


def _size_of(node: Node, evaluation: Evaluation) -> Any:
    size = evaluation.value(node)
    if isinstance(size, exact.Infinite):
        raise Unreadable("infinite", "an infinite size")
    rational = exact.as_rational(size)
    if rational is not None and rational.q != 1:
        raise Unreadable("form", f"{exact.text(size)} is no size", "write whole numbers")
    return size


def _separated(found: list[Token]) -> list[Token]:
    """In 2 × 4 × 3 × 5 the sign separates, unless commas do; 2*4*3*5 and 2-4-3-5 may be calculations."""
    if any(token.kind == "separator" for token in found):
        if any(token.text == "×" for token in found):
            raise Unreadable("form", "both × and commas between the sizes", "write one of the two")
        return found
    for token in found[1:]:
        if token.text in _CALCULATIONS:
            what = _CALCULATIONS[token.text]
            raise Unreadable("form", f"{what} where a shape is asked", "write commas between the sizes")
    if len(found) > 1 and found[-2].text == "×":
        raise unexpected(found[-1])
    return [Token("separator", ",") if token.text == "×" else token for token in found]


def _sequence(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, (tuple, list)):
        raise QbankError(f"{value!r} is no shape", hint="a shape is a tuple of sizes")
    return tuple(value)


def _plain(size: Any) -> int | str:
    rational = exact.as_rational(size)
    if rational is not None and rational.q == 1:
        return int(rational.p)
    names = sorted(exact.names(size))
    if len(names) != 1 or not exact.equal(size, exact.symbol(names[0])):
        raise QbankError(f"{exact.text(size)} is no size of a shape")
    return names[0]
