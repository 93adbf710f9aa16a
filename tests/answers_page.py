"""The tables of `docs/answers.md`, made from the tables that the checker reads and the cases that its tests hold.

The page's prose is written by hand. Between `<!-- NAME -->` and `<!-- end -->` stands what this module makes.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import yaml

from qbank import limits
from qbank.answers import Word, characters, digits, grade, kind, latex, slips, units, vocabulary
from qbank.answers.unreadable import CODES
from qbank.answers.verdict import REMARKS
from qbank.check.faces.words import amount

CASES = Path(__file__).parent / "answers" / "cases.yaml"

_BLOCK = re.compile(r"<!-- (?!end)([\w ]+) -->\n.*?<!-- end -->", re.DOTALL)


def page(text: str) -> str:
    """The page with each of its tables as it is today."""
    return _BLOCK.sub(lambda block: f"<!-- {block[1]} -->\n{_table(block[1])}\n<!-- end -->", text)


def _table(name: str) -> str:
    subject, _, wanted = name.partition(" ")
    return _examples(wanted) if subject == "examples" else _TABLES[subject]()


def _signs() -> str:
    """What each sign is read as, the characters that say so behind it."""
    read_as = {"-": characters.MINUS, "a blank": characters.BLANKS, "'": characters.SINGLE_QUOTES}
    read_as |= {'"': characters.DOUBLE_QUOTES, "a line end": characters.LINES, "nothing": characters.DROPPED}
    for typed, meant in characters.SIGNS.items():
        read_as[meant] = read_as.get(meant, "") + typed
    rows = [(f"`{meant}`" if len(meant) == 1 else meant, _shown(typed)) for meant, typed in read_as.items()]
    rows.append(("a power", _shown("".join(characters.SUPERSCRIPTS))))
    rows.append(("the rest of a name, as in `T₁`", _shown("".join(characters.SUBSCRIPTS))))
    rows.append(("a fraction", _shown("".join(characters.FRACTIONS))))
    return _rows(("read as", "typed"), rows)


def _shown(typed: str) -> str:
    """Characters that can be seen as they are, the others by their code points."""
    visible = [char for char in typed if char.isprintable() and not char.isspace() and not _joins(char)]
    hidden = [f"U+{ord(char):04X}" for char in typed if char not in visible]
    return " ".join([*(f"`{char}`" if char != "`" else "`` ` ``" for char in visible), *hidden])


def _joins(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Mn")


def _words() -> str:
    powers: dict[int, list[str]] = {}
    for word, power in vocabulary.MAGNITUDES.items():
        powers.setdefault(power, []).append(word)
    rows = [
        ("functions", _code(vocabulary.FUNCTIONS)),
        ("constants", _code(vocabulary.CONSTANTS)),
        *((f"times 10{_raised(power)}", _code(spelled)) for power, spelled in powers.items()),
        ("in a question about bytes", _code(units.BYTES)),
        ("LaTeX", _code(f"\\{name}" for name in latex.COMMANDS if name.isalpha())),
        ("no value, so unreadable", _code(sorted(vocabulary.NOT_A_NUMBER))),
    ]
    return _rows(("", "words"), rows)


def _raised(power: int) -> str:
    superscripts = {meant: typed for typed, meant in characters.SUPERSCRIPTS.items()}
    return "".join(superscripts[digit] for digit in str(power))


def _locales() -> str:
    rows = [
        (digits.localised("2,048.5", languages.partition("|")[0]).replace("\u202f", " "), languages)
        for languages in (
            digits.POINT_LANGUAGES,
            digits.CONTINENTAL_LANGUAGES,
            digits.COMMA_LANGUAGES,
        )
    ]
    return _rows(
        ("a number", "`--locale`"), [(f"`{shown}`", _code(names.split("|"))) for shown, names in rows]
    )


def _unreadable() -> str:
    return _rows(("code", "what was found"), [(f"`{code}`", meaning) for code, meaning in CODES.items()])


def _remarks() -> str:
    rows = [
        (f"`{code}`", said) for code, said in REMARKS.items() if code not in ("right", "wrong", "undecided")
    ]
    return _rows(("code", "what is said"), rows)


def _slips() -> str:
    return _rows(
        ("slip", "what is said"),
        [(name.replace("_", " "), said) for name, said in slips.FEEDBACK.items()],
    )


def _bounds() -> str:
    rows = [
        ("characters", limits.ANSWER_CHARACTERS),
        ("numbers, names and signs", limits.ANSWER_TOKENS),
        ("levels of brackets", limits.ANSWER_DEPTH),
        ("digits of a number", limits.NUMBER_DIGITS),
        ("the exponent of ten", limits.DECIMAL_EXPONENT),
        ("a power that is multiplied out", limits.EXPANDED_POWER),
        ("terms of a formula, multiplied out", limits.EXPANDED_TERMS),
        ("entries a side of a list or matrix", limits.ENTRIES_A_SIDE),
    ]
    return _rows(("of one answer", "at most"), [(what, f"{bound:,}") for what, bound in rows])


_TABLES = {
    "signs": _signs,
    "words": _words,
    "locales": _locales,
    "remarks": _remarks,
    "slips": _slips,
    "unreadable": _unreadable,
    "bounds": _bounds,
}


def _examples(wanted: str) -> str:
    """Every case of one kind in the tests' table: its question, and what is typed under each verdict."""
    groups = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    return "\n\n".join(
        f"{_question(group)}\n\n{_rows(('', 'typed'), _verdicts(group))}"
        for group in groups
        if kind(group["answer"]).name == wanted
    )


def _question(group: Mapping[str, object]) -> str:
    judged = kind(group["answer"])
    settings = ", ".join(
        f"{name}: {_spelled(value)}" for name, value in judged.spec().items() if name != "kind"
    )
    facts = [f"key {_literal(judged.display(judged.read_key(group['key'])))}"]
    facts += [settings] if settings else []
    facts += [f"unit {group['unit']}"] if group.get("unit") else []
    facts += (
        [f"options {'; '.join(f'{a}. {b}' for a, b in group['options'].items())}"]
        if group.get("options")
        else []
    )
    return f"**{judged.name}**, {', '.join(facts)}"


def _spelled(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(item) if name == "kind" else f"({name} {item})" for name, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _verdicts(group: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """A row a verdict and score, in the order of the verdicts."""
    typed: dict[tuple[Word, float], list[str]] = {}
    for case in group["cases"]:
        verdict = grade(
            group["answer"], group["key"], case["text"], unit=group.get("unit"), options=group.get("options")
        )
        typed.setdefault((verdict.verdict, verdict.score), []).append(case["text"])
    order = list(Word)
    for (word, score), texts in sorted(
        typed.items(), key=lambda item: (order.index(item[0][0]), -item[0][1])
    ):
        share = f" ({amount(score)})" if word is Word.PARTLY else ""
        yield f"{word.value}{share}", " ".join(map(_literal, texts)) or ""


def _literal(text: str) -> str:
    """The text as Markdown code that can stand in a table, what cannot be seen by its code point."""
    if not text.strip():
        return "(nothing)"
    seen = "".join(_seen(char) for char in text[:60]) + ("…" if len(text) > 60 else "")
    seen = seen.replace("|", "\\|")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", seen)), default=0))
    pad = " " if "`" in seen else ""
    return f"{fence}{pad}{seen}{pad}{fence}"


def _seen(char: str) -> str:
    return (
        char if char.isprintable() and not _joins(char) else "↵" if char == "\n" else f"<U+{ord(char):04X}>"
    )


def _code(words: Iterable[str]) -> str:
    return " ".join(f"`{word}`" for word in words)


def _rows(header: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    lines = [header, ("---", "---"), *rows]
    return "\n".join(f"| {left} | {right} |" for left, right in lines)
