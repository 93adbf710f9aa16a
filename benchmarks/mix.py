"""The equal mix: as many distinct answers of each of the ten kinds, with the verdicts that they must get.

Half are right in varied forms, a quarter are mistakes that the question knows, a quarter other wrong, sloppy or
unreadable texts. The same seed draws the same answers everywhere.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.forms import WAYS
from benchmarks.parts import KINDS, Part, of_kind
from benchmarks.slipped import SLIPS
from qbank.answers import Verdict, grade, kind
from qbank.draws import Draws

A_KIND = 240  # answers of each kind
FRUITLESS = 2_000  # draws in a row after which a part has no further answers


class Item(NamedTuple):
    """One typed answer to a part, and the verdicts of which any will do; `sort` is right, known or other."""

    part: Part
    typed: str
    wanted: tuple[str, ...]
    sort: str

    @property
    def kind(self) -> str:
        """The name of the kind that is asked."""
        return str(self.part["answer"]["kind"])

    def verdict(self) -> Verdict:
        """What qbank says, told what a bank tells it."""
        part = self.part
        return grade(
            part["answer"],
            part["key"],
            self.typed,
            unit=part["unit"],
            options=part["options"],
            known=part["mistakes"],
        )


def mix(a_kind: int = A_KIND, seed: str = "mix") -> list[Item]:
    """The answers of all kinds, shuffled."""
    found = [item for name in KINDS for item in _of_kind(of_kind(name), a_kind, Draws(seed, name))]
    return Draws(seed, "order").shuffled(found)


def of_parts(parts: Sequence[Part], count: int, seed: str) -> list[Item]:
    """So many distinct answers to these parts, each part in turn."""
    return list(_of_kind(parts, count, Draws(seed, "parts")))


def drawn(part: Part, draws: Draws, index: int) -> tuple[str, tuple[str, ...]]:
    """An answer to the part and its wanted verdicts, of the sort whose turn it is."""
    return _SORTS[index % len(_SORTS)][1](part, draws)


def _of_kind(parts: Sequence[Part], count: int, draws: Draws) -> Iterator[Item]:
    """Two right ones, one known mistake, one other, in turn."""
    taken: set[tuple[int, str]] = set()
    known = [part for part in parts if part["mistakes"]] or parts
    for index in range(count):
        sort = _SORTS[index % len(_SORTS)][0]
        among = known if sort == "known" else parts
        for attempt in range(FRUITLESS):
            part = among[(index // len(_SORTS) + attempt // 20) % len(among)]
            typed, wanted = drawn(part, draws, index)
            if (id(part), typed) not in taken:
                break
        else:
            raise ValueError(f"no {count} distinct answers of kind {parts[0]['answer']['kind']}")
        taken.add((id(part), typed))
        yield Item(part, typed, wanted, sort)


def _right(part: Part, draws: Draws) -> tuple[str, tuple[str, ...]]:
    return _written(part, part["key"], draws), ("right",)


def _known(part: Part, draws: Draws) -> tuple[str, tuple[str, ...]]:
    """A mistake that the part knows, written as a right answer would be; a part without them gives another one."""
    if not part["mistakes"]:
        return _other(part, draws)
    mistake = part["mistakes"][draws.below(len(part["mistakes"]))]
    return _written(part, mistake["key"], draws), ("wrong",)


def _other(part: Part, draws: Draws) -> tuple[str, tuple[str, ...]]:
    judged = kind(part["answer"])
    slips = list(SLIPS[judged.name](judged, _value(part, part["key"]), part, draws))
    return slips[draws.below(len(slips))]


def _written(part: Part, key: Any, draws: Draws) -> str:
    judged = kind(part["answer"])
    ways = WAYS[judged.name](judged, _value(part, key), part, draws)
    return ways[draws.below(len(ways))]


def _value(part: Part, key: Any) -> Any:
    return kind(part["answer"]).read_key(key if isinstance(key, str) else tuple(key))


_SORTS: tuple[tuple[str, Callable[[Part, Draws], tuple[str, tuple[str, ...]]]], ...] = (
    ("right", _right),
    ("right", _right),
    ("known", _known),
    ("other", _other),
)
