"""Outlines: texts that differ in their numbers only are laid out alike.

To find out what stands where (brackets, signs, separators) is most of the work of reading a list. It hangs on the
outline of a text, which is what the text is but for its numbers, and outlines recur where answers do not. So one that
recurs is laid out with probes for numbers, small and large, whole and not, of either sign, and remembered; a text then
only has its own numbers put in their places. An outline that is laid out otherwise with other probes, or in which a
probe does not come back unchanged (1,234), is of no use, and its texts are laid out one by one.
"""

import re
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from qbank import limits
from qbank.answers.tree import Literal, Negative, Node, Operation, decimal
from qbank.answers.unreadable import Unreadable

_TEXT = r"[-+*/\d.,;&×x∞inf\s()\[\]⟦⟧]*\d[-+*/\d.,;&×x∞inf\s()\[\]⟦⟧]*"  # what may have an outline
_PLACE = "\ue000"  # no answer holds it once its characters are read
_BEFORE = r"(?:^|(?<=[\[({⟦,;& ]))"  # where a sign belongs to one entry,
_BEHIND = rf"(?=\s*(?:[,;&\])}}⟧]|$)| +[-+]?[\d.{_PLACE}])"  # which ends there
_UNSIGNED = {".": r"(?:\d+\.?\d*|\.\d+)", ",": r"(?:\d+(?:,\d+)?)"}
_NUMBER = {sign: f"({_BEFORE}-{number}{_BEHIND}|{number})" for sign, number in _UNSIGNED.items()}


class Probes(NamedTuple):
    """Numbers to try: the first one, the step from each to the next, what stands behind the point, and the sign."""

    first: int
    step: int
    decimals: str
    sign: str


_PROBES = (
    Probes(1_000_003, 1, "5", ""),
    Probes(999, -1, "", ""),
    Probes(998, -1, "125", "-"),
    Probes(12, 1, "", "-"),
)


class Laid(NamedTuple):
    """One way to lay out a text: its expressions, and the shape in which they stand."""

    nodes: tuple[Node, ...]
    shape: tuple[int, ...] = ()


General: TypeAlias = Callable[..., tuple[Laid, ...]]
Filler: TypeAlias = Callable[[Sequence[Node]], Node]


class Form(NamedTuple):
    """One way to lay out an outline: its expressions as functions of the numbers."""

    nodes: tuple[Filler, ...]
    shape: tuple[int, ...]

    def filled(self, numbers: Sequence[Node]) -> Laid:
        """With these numbers."""
        return Laid(tuple([node(numbers) for node in self.nodes]), self.shape)


def laid_out(general: General, text: str, *setting: Hashable) -> tuple[Laid, ...]:
    """What `general(text, *setting)` gives, by way of the outline where that is of use. Raises as `general` does."""
    if len(text) <= limits.OUTLINE_CHARACTERS and re.fullmatch(_TEXT, text):
        for sign in ".," if "," in text else ".":
            pieces = re.split(_NUMBER[sign], text)
            forms = remembered(general, _PLACE.join(pieces[::2]), sign, *setting).forms()
            if forms and max(map(len, pieces[1::2])) <= limits.NUMBER_DIGITS:
                known = {written: _number(written) for written in set(pieces[1::2])}
                numbers = [known[written] for written in pieces[1::2]]
                return tuple([form.filled(numbers) for form in forms])
    return general(text, *setting)


class Outline:
    """An outline in which `sign` is the decimal sign, and how it is laid out."""

    def __init__(self, general: General, text: str, sign: str, setting: tuple[Hashable, ...]) -> None:
        self._general, self._text, self._sign, self._setting = general, text, sign, setting
        self._sightings, self._forms = 0, tuple[Form, ...]()

    def forms(self) -> tuple[Form, ...]:
        """The ways to lay it out; none at first sight, nor where these hang on the numbers."""
        self._sightings += 1
        if self._sightings == 2:
            self._forms = self._laid_out_alike()
        return self._forms

    def _laid_out_alike(self) -> tuple[Form, ...]:
        sets = [self._numbers(probes) for probes in _PROBES]
        try:
            first, *others = (self._general(self._with(numbers), *self._setting) for numbers in sets)
        except (Unreadable, ArithmeticError):
            return ()
        forms = [_form(laid, sets[0]) for laid in first]
        usable = tuple(form for form in forms if form)
        for numbers, found in zip(sets[1:], others, strict=True):
            if tuple([form.filled(list(map(_probe, numbers))) for form in usable]) != found:
                return ()
        return usable if len(usable) == len(forms) else ()

    def _numbers(self, probes: Probes) -> list[str]:
        """A probe for each place, with a sign where that belongs to the number."""
        signed = re.split(f"({_BEFORE}{_PLACE}{_BEHIND})|{_PLACE}", self._text)[1::2]
        ending = f"{self._sign}{probes.decimals}" if probes.decimals else ""
        return [
            f"{probes.sign if sign else ''}{probes.first + at * probes.step}{ending}"
            for at, sign in enumerate(signed)
        ]

    def _with(self, numbers: Sequence[str]) -> str:
        left = iter(numbers)
        return re.sub(_PLACE, lambda place: next(left), self._text)


@lru_cache(maxsize=limits.OUTLINES)
def remembered(general: General, text: str, sign: str, *setting: Hashable) -> Outline:
    return Outline(general, text, sign, setting)


def _form(laid: Laid, numbers: Sequence[str]) -> Form | None:
    """Where the numbers have come to stand; None unless each has come back once."""
    places, used = {_probe(number): at for at, number in enumerate(numbers)}, list[int]()
    form = Form(tuple([_filler(node, places, used) for node in laid.nodes]), laid.shape)
    return form if sorted(used) == list(range(len(numbers))) else None


def _filler(node: Node, places: dict[Node, int], used: list[int]) -> Filler:
    """The node as a function of the numbers in it; `used` collects which these are."""
    if node in places:
        used.append(places[node])
        return itemgetter(places[node])
    match node:
        case Negative(operand):
            inner = _filler(operand, places, used)
            return lambda numbers: Negative(inner(numbers))
        case Operation(sign, left, right):
            before, behind = _filler(left, places, used), _filler(right, places, used)
            return lambda numbers: Operation(sign, before(numbers), behind(numbers))
    return lambda numbers: node


def _number(written: str) -> Node:
    return Negative(_literal(written[1:])) if written[0] == "-" else _literal(written)


def _probe(written: str) -> Node:
    """The number as any reading gives it, which does not know units."""
    literal = _literal(written.removeprefix("-"))._replace(units=None)
    return Negative(literal) if written[0] == "-" else literal


def _literal(written: str) -> Literal:
    whole, _, fraction = written.replace(",", ".").partition(".")
    return decimal(whole, fraction)
