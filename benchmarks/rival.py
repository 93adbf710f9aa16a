"""math-verify as the peer: its environment, and how keys and answers are put to it so that it does best.

Of the ways to put them that were tried on the shared cases these contradicted the wanted verdicts least: the answer as
LaTeX in a box, its key as LaTeX (formulas with every product written out), decimals compared after rounding to the
places that are asked. A key can be put in several ways, of which any may match; the first alone is the quickest, and
with it the time is taken.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.forms import places_of
from benchmarks.parts import Part
from qbank import exact
from qbank.answers import kind

PINS = Path(__file__).with_name("peers.txt")
SCRIPT = Path(__file__).with_name("peer.py")
ROUNDING = 6  # its default
NEAREST = {
    "tokens": "a tuple of texts",
    "shape": "a tuple of numbers",
    "choice": "its extraction of letters, in either case; it knows no options",
    "choices": "a set of symbols",
}


class Answers(NamedTuple):
    """What the peer said, and the time that each answer and all of them took."""

    accepted: list[bool]
    seconds: list[float]
    wall: float


def environment(folder: Path) -> str:
    """The Python of an environment with the pinned peer, made in the folder unless it is there."""
    python, stamp = folder / "bin" / "python", folder / PINS.name
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != PINS.read_text(encoding="utf-8"):
        print(f"installing {PINS.name} into {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = ["-m", "pip", "install", "--quiet", "--no-deps", "--requirement", str(PINS)]
        subprocess.run([str(python), *install], check=True)
        stamp.write_text(PINS.read_text(encoding="utf-8"), encoding="utf-8")
    return str(python)


def request(
    answers: Sequence[tuple[Part, str]], warm: Iterable[tuple[Part, str]], ways: int | None = 1
) -> str:
    """What the peer reads: keys in so many of their ways, and the answers to them."""
    golds: dict[int, tuple[int, dict[str, Any]]] = {}

    def put(part: Part, typed: str) -> dict[str, Any]:
        number, gold = golds.setdefault(id(part), (len(golds), _gold(part)))
        letters = gold["letters"]
        boxed = typed if letters else rf"\boxed{{{typed.replace('$', '')}}}"
        return {"gold": number, "typed": boxed, "letters": letters, "rounding": gold["rounding"]}

    asked = {
        name: [put(*answer) for answer in given] for name, given in (("answers", answers), ("warm", warm))
    }
    keys = [gold | {"texts": gold["texts"][:ways]} for _, gold in golds.values()]
    return json.dumps(asked | {"golds": keys})


def asked(python: str, text: str) -> Answers:
    """The peer's answers to a request, from a process of its own."""
    done = subprocess.run([python, str(SCRIPT)], input=text, capture_output=True, text=True, check=True)
    return Answers(**json.loads(done.stdout))


def _gold(part: Part) -> dict[str, Any]:
    judged: Any = kind(part["answer"])
    key = part["key"] if isinstance(part["key"], str) else tuple(part["key"])
    value = judged.read_key(key)
    letters = sorted(part["options"] or "ABCD") if judged.name == "choice" else []
    texts = [value] if letters else [f"${text}$" for text in _texts(judged, value)]
    return {
        "texts": texts,
        "letters": letters + [letter.lower() for letter in letters],
        "rounding": _places(judged, value),
    }


def _texts(judged: Any, value: Any) -> list[str]:
    """The key in LaTeX, the quickest way first."""
    if judged.name == "decimal":
        return [judged.display(value, "latex"), exact.latex(value), exact.text(value)]
    if judged.name == "expression":  # 2df would be a differential to it
        return [exact.text(value), exact.latex(value)]
    if judged.name in ("vector", "matrix"):
        return _arrays(judged, value)
    if judged.name == "shape":
        return [f"({judged.display(value, 'latex')[1:-1]})"]
    if judged.name == "tokens":
        return ["(" + ", ".join(rf"\text{{{word}}}" for word in value) + ")"]
    if judged.name == "choices":
        return [rf"\{{{', '.join(sorted(value))}\}}"]
    return [judged.display(value, "latex")]


def _arrays(judged: Any, value: Any) -> list[str]:
    """A vector as a tuple and as a column, a matrix as a matrix and as nested lists; rounded and exact."""
    rows = value if judged.name == "matrix" else [value]
    rounded = [[judged.of.display_entry(entry, "latex", None) for entry in row] for row in rows]
    exactly = [[exact.latex(entry) for entry in row] for row in rows]
    if judged.name == "matrix":
        nested = "[[" + "], [".join(", ".join(row) for row in exactly) + "]]"
        return [_matrix(rounded), _matrix(exactly), nested]
    columns = [_matrix([[entry] for entry in row]) for row in (*rounded, *exactly)]
    return [f"({', '.join(rounded[0])})", f"({', '.join(exactly[0])})", *columns]


def _matrix(rows: Sequence[Sequence[str]]) -> str:
    return r"\begin{bmatrix} " + r" \\ ".join(" & ".join(row) for row in rows) + r" \end{bmatrix}"


def _places(judged: Any, value: Any) -> int:
    """To how many places numbers are rounded before they are compared."""
    if judged.name == "decimal":
        return places_of(judged, value)
    if judged.name not in ("vector", "matrix") or judged.of.name != "decimal":
        return ROUNDING
    entries = [entry for row in value for entry in row] if judged.name == "matrix" else value
    return max(places_of(judged.of, entry) for entry in entries if not isinstance(entry, exact.Infinite))
