"""Wrong and sloppy answers that no question knows: slips, badly rounded numbers, half lists, unreadable texts.

Each function lists texts with the verdicts of which any will do. None is right, by how it is made: a changed number
lies further from the key than any rounding, and a list lacks an entry or has one changed.
"""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from benchmarks.forms import grouped, places_of, rounded
from benchmarks.parts import Part
from qbank import exact
from qbank.answers import Kind
from qbank.draws import Draws

WRONG, PARTLY, UNREADABLE = ("wrong",), ("partly",), ("unreadable",)
BELOW_RIGHT = ("wrong", "partly")  # lists earn something for the entries that are right
REMARKS = (" (with biases)", " or so", "?", " I think", " approx.", "!!")
FAR = 2_000  # how far a number that is simply wrong may lie off

Slip = tuple[str, tuple[str, ...]]


def integer(judged: Kind, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    whole, off = int(value), draws.below(FAR) + 1
    for wrong in (whole + 1, whole - 1, 10 * whole + off, whole + off, -whole - off):
        yield str(wrong), WRONG
        yield grouped(str(wrong), ","), WRONG
    yield f"{whole}.{off % 9 + 1}", WRONG
    yield f"{whole}{draws.shuffled(REMARKS)[0]}", UNREADABLE
    yield f"{whole + off} or {whole}", UNREADABLE
    yield f"{whole},{off % 90 + 10}", UNREADABLE


def decimal(judged: Any, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    places = places_of(judged, value)
    short, unit = Decimal(rounded(value, places)), Decimal(1).scaleb(-places)
    for off in (2 + draws.below(8), -2 - draws.below(8), 10 + draws.below(FAR)):
        yield f"{short + off * unit:f}", WRONG
    if abs(short) > unit:
        yield f"{-short:f}", WRONG
        yield f"{short * 10:f}", WRONG
    yield from _badly_rounded(value, places)
    yield f"{short:f}{draws.shuffled(REMARKS)[0]}", UNREADABLE
    pointed = f"{short + draws.below(FAR):f}"
    if "." in pointed:
        yield f"{pointed}.{draws.below(90) + 10}", UNREADABLE


def _badly_rounded(value: Any, places: int) -> Iterator[Slip]:
    """Cut off, and rounded to one digit less, where that is not the right rounding and some digit is left."""
    if places < 1:  # figures of a large number: no digit behind the point can go
        return
    short, cut = rounded(value, places), Decimal(rounded(value, places + 20)[:-20])
    is_tie = exact.as_rational(2 * value * exact.power(10, places)) is not None
    if cut not in (0, Decimal(short)) and not is_tie:
        yield f"{cut:f}", PARTLY
    less = rounded(value, places - 1) if places > 1 else "0"
    if Decimal(less) not in (0, Decimal(short)) and abs(Decimal(less)) >= Decimal(1).scaleb(1 - places):
        yield less, PARTLY


def exact_value(judged: Kind, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    text, off = exact.text(value), draws.below(FAR) + 2
    yield f"{off}*({text})", WRONG
    yield f"{text} + {off}/7", WRONG
    yield f"({text})/{off}", WRONG
    yield f"-({text})*{off}", WRONG
    yield rounded(value + off, 3), WRONG
    if exact.as_rational(value) is None:
        yield rounded(value, 4), PARTLY
    yield f"{text}{draws.shuffled(REMARKS)[0]}", UNREADABLE
    yield f"({text} + {off}", UNREADABLE


def expression(judged: Kind, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    text, off = exact.text(value), draws.below(FAR) + 3
    name = draws.shuffled(part["answer"]["names"])[0]
    yield f"{off}*({text})", WRONG
    yield f"{text} + {off}{name}", WRONG
    yield f"{text} - {off}", WRONG
    yield f"-({text}) + {off}*{name}^2", WRONG
    yield f"({text})/({off}*{name})", WRONG
    yield str(off * 4096), WRONG
    yield f"{text} + {off}*zq", UNREADABLE
    yield f"({text} + {off}", UNREADABLE


def vector(judged: Any, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    row, off = _entries(judged, value), draws.below(FAR) + 2
    at = draws.below(len(row))
    changed = [*row[:at], str(off), *row[at + 1 :]]
    yield f"[{', '.join(changed)}]", BELOW_RIGHT
    yield " ".join(changed), BELOW_RIGHT
    yield f"[{', '.join([*row, str(off)])}]", BELOW_RIGHT
    yield f"({', '.join(row[:-1])})", BELOW_RIGHT
    yield f"[{', '.join([str(off)] * len(row))}]", WRONG
    yield f"[{', '.join([*row[:at], 'x', *row[at + 1 :]])}]", UNREADABLE
    yield f"[{', '.join(changed)}", UNREADABLE


def matrix(judged: Any, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    rows, off = [_entries(judged, row) for row in value], draws.below(FAR) + 2
    at, along = draws.below(len(rows)), draws.below(len(rows[0]))
    changed = [[*row] for row in rows]
    changed[at][along] = str(off)
    yield _nested(changed), BELOW_RIGHT
    yield "; ".join(" ".join(row) for row in changed), BELOW_RIGHT
    yield _nested([*rows, changed[at]]), WRONG
    yield f"[{', '.join(entry for row in changed for entry in row)}]", WRONG
    yield _nested([[str(off)] * len(row) for row in rows]), WRONG
    yield _nested([*changed[:-1], changed[-1][:-1]]), UNREADABLE
    yield _nested(changed)[:-1], UNREADABLE


def _entries(judged: Any, row: Sequence[Any]) -> list[str]:
    return [_entry(judged.of, entry) for entry in row]


def _entry(of: Kind, entry: Any) -> str:
    if of.name != "decimal" or isinstance(entry, exact.Infinite):
        return exact.text(entry)
    return rounded(entry, places_of(of, entry))


def _nested(rows: Sequence[Sequence[str]]) -> str:
    return "[[" + "], [".join(", ".join(row) for row in rows) + "]]"


def shape(judged: Kind, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    sizes, off = [str(size) for size in value], str(draws.below(FAR) + 600)
    at = draws.below(len(sizes))
    changed = [*sizes[:at], off, *sizes[at + 1 :]]
    yield f"[{', '.join(changed)}]", WRONG
    yield " x ".join(changed), WRONG
    yield f"torch.Size([{', '.join([*sizes, off])}])", WRONG
    yield f"({off}, {', '.join(sizes[1:])})", WRONG
    yield off, WRONG
    yield "*".join(changed), UNREADABLE
    yield f"[{', '.join(changed)}", UNREADABLE


def tokens(judged: Kind, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    words = list(value)
    other = "".join(draws.shuffled("aeiourstln")[:4])
    at = draws.below(len(words))
    yield f"[{', '.join([*words[:at], other, *words[at + 1 :]])}]", WRONG
    yield ", ".join([*words, other]), WRONG
    yield " ".join([other, *words]), WRONG
    yield f"({', '.join([*words[1:], other])})", WRONG
    yield f"[{', '.join([*words, other])}]".lower(), WRONG
    yield f"[{', '.join([*words, other])}", UNREADABLE
    yield f"{', '.join(words)}, , {other}", UNREADABLE


def choice(judged: Kind, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    options = part["options"]
    known = {value, *(mistake["key"] for mistake in part["mistakes"])}
    for letter in sorted(options.keys() - known):
        for way in (
            letter,
            f"({letter.lower()})",
            f"{letter}.",
            f"{letter}) {options[letter]}",
            options[letter],
        ):
            yield way, WRONG
    yield f"{value} or {draws.shuffled(sorted(options.keys() - {value}))[0]}", UNREADABLE
    yield draws.shuffled("OPQRSUVWXZ")[0], UNREADABLE
    yield f"{draws.below(FAR) + 7} things", UNREADABLE


def choices(judged: Kind, value: Any, part: Part, draws: Draws) -> Iterator[Slip]:
    right, rest = draws.shuffled(sorted(value)), draws.shuffled(sorted(part["options"].keys() - set(value)))
    for between in (", ", " ", " and ", "; ", "/"):
        yield between.join(right[:-1]), PARTLY
        yield between.join([*right, rest[0]]), PARTLY
    yield "none", WRONG
    yield f"{', '.join(right)}, {draws.shuffled('OPQRSUVWXZ')[0]}", UNREADABLE
    yield f"{', '.join(right)}, {draws.below(FAR)}", UNREADABLE


SLIPS: dict[str, Callable[[Any, Any, Part, Draws], Iterator[Slip]]] = {
    "integer": integer, "decimal": decimal, "exact": exact_value, "expression": expression, "vector": vector,
    "matrix": matrix, "shape": shape, "tokens": tokens, "choice": choice, "choices": choices,
}  # fmt: skip
