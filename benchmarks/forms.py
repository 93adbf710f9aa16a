"""The ways in which people write an answer that they hold: one value, many texts.

Each function lists ways to write a value of its kind, some with drawn numbers in them, so that no two sheets agree.
All of them must be read as that value: for the key they are right, for a known mistake they are that mistake.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from flint import fmpq

from benchmarks.parts import Part
from qbank import exact
from qbank.answers import Kind
from qbank.draws import Draws

SHORT = 60  # characters of an exact form that somebody would still type
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
BRACKETS = (
    ("[", "]", ", "), ("[", "]", ","), ("(", ")", ", "), ("", "", ", "), ("[", "]", " "), ("", "", " "),
    ("(", ")", "; "), ("{", "}", ", "), ("[ ", " ]", " , "),
)  # fmt: skip


def grouped(digits: str, sign: str) -> str:
    """1234567 in threes."""
    return f"{int(digits):,}".replace(",", sign)


def scientific(number: str) -> list[str]:
    """A decimal number with a power of ten."""
    if not Decimal(number):
        return []
    mantissa, _, power = f"{Decimal(number):E}".partition("E")
    power = str(int(power))
    ways = [
        f"{mantissa} x 10^{power}",
        f"{mantissa}*10^({power})",
        f"{mantissa} × 10{power.translate(RAISED)}",
    ]
    return [f"{mantissa}E{power}", *ways, rf"${mantissa} \times 10^{{{power}}}$"]


def with_comma(number: str) -> list[str]:
    """0,7311 for 0.7311, unless that groups three digits."""
    whole, _, fraction = number.lstrip("-").partition(".")
    return [number.replace(".", ",")] if fraction and (len(fraction) != 3 or whole == "0") else []


def exactly(value: Any) -> list[str]:
    """The exact forms that are short enough to be typed."""
    text = exact.text(value)
    if len(text) > SHORT:
        return []
    spaced = text.replace("+", " + ").replace("*", " * ")
    ways = [text, spaced, text.replace("sqrt(", "√("), text.replace("^", "**")]
    return [*ways, exact.unicode(value, group=False), f"${exact.latex(value, group=False)}$"]


def integer(judged: Kind, value: Any, part: Part, draws: Draws) -> list[str]:
    digits = str(value)
    add, by = draws.below(900) + 2, draws.below(8) + 2
    ways = [
        digits,
        digits,
        f" {digits} ",
        f"{digits}.0",
        f"= {digits}",
        digits.translate(FULL_WIDTH),
        f"${digits}$",
    ]
    ways += [grouped(digits, sign) for sign in (",", " ", "_", "'", "\u202f", "{,}")]
    ways += [f"{int(value) - add} + {add}", f"{int(value) + add}-{add}", f"{int(value) * by}/{by}"]
    ways += [f"({int(value) - add * by}) + {add}*{by}"]
    if abs(int(value)) >= 1000:
        short = f"{Decimal(digits) / 1000:f}"
        ways += [f"{short}k", f"{short} thousand", *scientific(digits.rstrip("0") + f"E{trailing(digits)}")]
    return ways + ([f"{digits} {part['unit']}"] * 2 if part["unit"] else [])


def trailing(digits: str) -> int:
    """How many zeros stand at the end."""
    return len(digits) - len(digits.rstrip("0"))


def decimal(judged: Any, value: Any, part: Part, draws: Draws) -> list[str]:
    places = places_of(judged, value)
    short, long = rounded(value, places), rounded(value, places + 1 + draws.below(9))
    ways = [short, short, long, judged.display(value), f" {short}", f"= {long}", f"${short}$", f"$ {long} $"]
    ways += [*with_comma(short), *with_comma(long), *scientific(short), *scientific(long), *exactly(value)]
    ways += [f"{Decimal(long) * 100:f}%"]
    return ways + ([short.replace("0.", ".", 1)] if short.startswith("0.") and Decimal(short) else [])


def places_of(judged: Kind, value: Any) -> int:
    """To how many decimal places a decimal is asked."""
    asked = judged.spec()
    return int(asked["places"] if "places" in asked else exact.rounded_figures(value, asked["figures"])[1])


def rounded(value: Any, places: int) -> str:
    """To so many places, in ASCII."""
    return exact.decimal(value, places, "text")


def exact_value(judged: Kind, value: Any, part: Part, draws: Draws) -> list[str]:
    text, by = exact.text(value), draws.below(60) + 2
    ways = [
        *exactly(value),
        *exactly(value),
        f"{by}*({text})/{by}",
        f"{by}({text})/{by}",
        f"{text} + {by} - {by}",
    ]
    ways += [f"({text})*{by}/{by}"]
    rational = exact.as_rational(value)
    if rational is None:
        return ways
    over, under = rational.p * by, rational.q * by
    ways += [f"{over}/{under}", rf"$\frac{{{over}}}{{{under}}}$", f"{over} ÷ {under}"]
    return [*ways, *_terminating(rational)]


def _terminating(rational: fmpq) -> list[str]:
    """As decimals and percentages, where they end."""
    places = next((n for n in range(7) if (rational * 10**n).q == 1), None)
    if not places:
        return []
    number = rounded(rational, places)
    return [number, f"{number}0", *with_comma(number), f"{Decimal(number) * 100:f}%"]


def expression(judged: Kind, value: Any, part: Part, draws: Draws) -> list[str]:
    text, by = exact.text(value), draws.below(40) + 2
    name = draws.shuffled(part["answer"]["names"])[0]
    latex = f"${exact.latex(value)}$"
    ways = [text, text.replace("*", " * "), text.replace("^", "**"), exact.unicode(value), latex, latex]
    ways += [f"{by}*({text})/{by}", f"{by}({text})/{by}", f"{text} + {by}{name} - {by}*{name}"]
    ways += [f"{name} + {text} - {name}", f"({text} + {by}) - {by}", f"({text})*{name}/{name}"]
    return ways


def entries(judged: Any, row: Sequence[Any], draws: Draws) -> list[str]:
    """A row to the digits asked, or to more."""
    more, infinity = draws.below(9), draws.shuffled(("-inf", "−∞", "-∞"))[0]
    return [_entry(judged.of, entry, more, infinity) for entry in row]


def _entry(of: Any, entry: Any, more: int, infinity: str) -> str:
    if isinstance(entry, exact.Infinite):
        return infinity if entry < 0 else infinity[1:]
    return rounded(entry, places_of(of, entry) + more) if of.name == "decimal" else exact.text(entry)


def _exact_entries(row: Sequence[Any]) -> list[str]:
    """The row in exact forms, where all are short; else nothing."""
    texts = [exact.text(entry) for entry in row]
    return texts if all(len(text) <= SHORT // 2 for text in texts) else []


def vector(judged: Any, value: Any, part: Part, draws: Draws) -> list[str]:
    row = entries(judged, value, draws)
    ways = [f"{left}{between.join(row)}{right}" for left, right, between in BRACKETS]
    ways += [f"{printed}([{', '.join(row)}])" for printed in ("tensor", "array", "np.array")]
    if shown := _exact_entries(value):
        ways += [f"[{', '.join(shown)}]", ", ".join(shown), f"({'; '.join(shown)})"]
    latex = [_latex(entry) for entry in row]
    ways += [r"\begin{pmatrix} " + r" \\ ".join(latex) + r" \end{pmatrix}"]
    return [*ways, r"\begin{bmatrix} " + " & ".join(latex) + r" \end{bmatrix}", judged.display(value)]


def _latex(entry: str) -> str:
    return entry.replace("inf", "∞").replace("∞", r"\infty")


def matrix(judged: Any, value: Any, part: Part, draws: Draws) -> list[str]:
    rows = [entries(judged, row, draws) for row in value]
    nested = ", ".join(f"[{', '.join(row)}]" for row in rows)
    ways = [f"[{nested}]", f"[{nested.replace(' ', '')}]", nested, f"tensor([{nested}])", f"({nested})"]
    ways += [f"np.array([{nested}])", f"[{nested}]".replace("], ", "],\n ")]
    ways += [end.join(" ".join(row) for row in rows) for end in ("; ", "\n")]
    inside = r" \\ ".join(" & ".join(map(_latex, row)) for row in rows)
    ways += [rf"\begin{{{way}}} {inside} \end{{{way}}}" for way in ("bmatrix", "pmatrix")]
    exactly = [_exact_entries(row) for row in value]
    if all(exactly):
        ways += ["[" + ", ".join(f"[{', '.join(row)}]" for row in exactly) + "]"]
    return [*ways, judged.display(value)]


def shape(judged: Kind, value: Any, part: Part, draws: Draws) -> list[str]:
    sizes = [str(size) for size in value]
    ways = [f"{left}{between.join(sizes)}{right}" for left, right, between in BRACKETS]
    ways += [sign.join(sizes) for sign in ("x", " x ", "×", " × ")]
    ways += [
        f"torch.Size([{', '.join(sizes)}])",
        "$" + r" \times ".join(sizes) + "$",
        f"({', '.join(sizes)},)",
    ]
    return [*ways, f"[{', '.join(sizes)},]", f"[{','.join(sizes)} ]", f"  [{', '.join(sizes)}]"]


def tokens(judged: Kind, value: Any, part: Part, draws: Draws) -> list[str]:
    words = list(value)
    special = [f"<{word}>" if word.isupper() and word.isalpha() else word for word in words]
    ways = [
        f"{left}{between.join(row)}{right}" for left, right, between in BRACKETS for row in (words, special)
    ]
    return [*ways, str(words), str(words).replace("'", '"'), "; ".join(words), judged.display(value)]


def choice(judged: Kind, value: Any, part: Part, draws: Draws) -> list[str]:
    letter, text = value, part["options"][value]
    low = letter.lower()
    ways = [
        letter,
        low,
        f"({letter})",
        f"({low})",
        f"{letter})",
        f"{low})",
        f"{letter}.",
        f"{low}.",
        f"[{letter}]",
    ]
    ways += [
        f"Option {letter}",
        f"option {low}",
        f"Answer: {letter}",
        f"*{letter}*",
        f" {letter} ",
        f"{letter}:",
    ]
    return [*ways, text, text.upper(), f"{text}.", f"{letter}) {text}", f"{low}. {text}", f"{letter}: {text}"]


def choices(judged: Kind, value: Any, part: Part, draws: Draws) -> list[str]:
    letters = draws.shuffled(sorted(value))
    low, texts = [letter.lower() for letter in letters], [part["options"][letter] for letter in letters]
    between = (", ", ",", " ", "; ", " and ", " & ", "/", "+")
    ways = [sign.join(row) for sign in between for row in (letters, low)]
    ways += [f"({', '.join(letters)})", f"[{', '.join(low)}]", f"{{{', '.join(letters)}}}"]
    return [*ways, "; ".join(texts), "\n".join(texts), "; ".join(texts).capitalize()]


WAYS: dict[str, Callable[[Any, Any, Part, Draws], list[str]]] = {
    "integer": integer, "decimal": decimal, "exact": exact_value, "expression": expression, "vector": vector,
    "matrix": matrix, "shape": shape, "tokens": tokens, "choice": choice, "choices": choices,
}  # fmt: skip
