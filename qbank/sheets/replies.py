"""A language model's reply held against the record of an evaluation set, by the judge that grades people.

The final answer stands behind the last `Answer:` of the reply, or of each part behind the last `Answer (a):`. Nothing
else in the reply is searched: a number that happens to stand there is no answer.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import Any, NamedTuple

from qbank.answers import Verdict, Word, grade

Record = dict[str, Any]

UNREAD = frozenset({Word.UNREADABLE, Word.UNDECIDED, Word.BLANK})
"""Verdicts that say nothing on what the model knows."""

LOCALE = "en"
"""How numbers are read: every prompt asks for a decimal point."""

_BEFORE = r"(?P<before>[\s>#*_`+-]*(?:\d{1,3}[.)][\s*_`]*)?)"
_LINE = re.compile(
    _BEFORE + r"(?:the\s+)?(?:final\s+)?answers?[\s*_`]*"
    r"(?:(?:\((?P<name>[a-z])\)|(?P<bare>[a-z]))[\s*_`]*)?[:：](?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_PART = re.compile(
    _BEFORE + r"(?:\((?P<name>[a-z])\)|(?P<bare>[a-z])[.):：])(?:[\s*_`]*[:：])?(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A part under a line that says `Answer:` for all of them."""

_BOXED = re.compile(
    r"(?:\$\$|\$|\\\(|\\\[|)\s*\\boxed\s*\{(?P<inside>.*)\}\s*(?:\$\$|\$|\\\)|\\\]|)\.?", re.DOTALL
)
_UPRIGHT = re.compile(r"\\(?:text|texttt|mathrm|mathtt)\s*\{([^{}]*)\}")
_MARKS = ("**", "__", "*", "`")
_THOUGHT = ("<think>", "</think>")


class Judged(NamedTuple):
    """One part's answer: the part's letter, what was answered, the verdict, and the mistakes that it shows."""

    name: str
    answer: str | None
    verdict: Verdict
    mistakes: tuple[str, ...]


def judged(record: Record, reply: str) -> list[Judged]:
    """Every part of the question with its verdict; a part without an answer is blank."""
    answers = final_answers(reply, len(record["parts"]))
    return [_judged(part, answer) for part, answer in zip(record["parts"], answers, strict=True)]


def final_answers(reply: str, count: int) -> list[str | None]:
    """What the reply answers at last to each of so many parts, without marks of emphasis around it."""
    lines = _concluding(reply).split("\n")
    found: dict[str, str] = {}
    for at, line in enumerate(lines):
        if match := _LINE.fullmatch(line):
            name = _name(match) or ("a" if count == 1 else "")
            found[name] = _bare(match["text"], match["before"]) or _below(lines, at + 1)
            if not name:
                found |= _listed(lines, at + 1)
    return [found.get(letter) for letter in ascii_lowercase[:count]]


def metrics(parts: Sequence[Judged]) -> dict[str, float]:
    """What a question counts for.

    `acc` is 1 where every part is right, `score` the mean of the parts' scores, `known_mistakes` the share of parts
    whose answer is exactly that of a known mistake, `unread` the share without an answer that could be read.
    """
    verdicts = [part.verdict for part in parts]
    return {
        "acc": float(all(verdict.verdict is Word.RIGHT for verdict in verdicts)),
        "score": sum(verdict.score for verdict in verdicts) / len(verdicts),
        "known_mistakes": sum(bool(part.mistakes) for part in parts) / len(parts),
        "unread": sum(verdict.verdict in UNREAD for verdict in verdicts) / len(verdicts),
    }


def shown(parts: Sequence[Judged]) -> list[dict[str, Any]]:
    """The verdicts for a log: what was read, why, and every diagnosis by name."""
    return [
        {
            "name": part.name,
            "answer": part.answer,
            "verdict": part.verdict.verdict.value,
            "score": part.verdict.score,
            "read_as": part.verdict.read_as,
            "why": part.verdict.why,
            "diagnosis": [name for each in part.verdict.diagnosis for name in each.names],
            "mistakes": list(part.mistakes),
        }
        for part in parts
    ]


def fallen_for(parts: Iterable[Judged]) -> list[str]:
    """The mistakes that the answers show, once for each part."""
    return [mistake for part in parts for mistake in part.mistakes]


def table(rows: Iterable[tuple[Record, Iterable[str]]]) -> str:
    """Which mistakes were made, how often, and of how many answers that could show them.

    `rows` holds for each reply the question's record, and what `fallen_for` says.
    """
    possible: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for record, fallen in rows:
        possible.update(name for part in record["parts"] for name in set(map(_named, part["mistakes"])))
        made.update(fallen)
    lines = [(name, str(times), str(possible[name])) for name, times in made.items()]
    lines.sort(key=lambda line: (-int(line[1]), line[0]))
    cells = [("misconception", "times", "of"), *lines]
    wide = [max(len(line[column]) for line in cells) for column in range(3)]
    return "".join(f"{a:<{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}\n" for a, b, c in cells)


def _judged(part: Record, answer: str | None) -> Judged:
    known = [{**mistake, "convention": _convention(mistake)} for mistake in part["mistakes"]]
    verdict = max(
        (_verdict(part, key, answer, known) for key in (part["key"], *part["also_right"])), key=_goodness
    )
    seen = tuple(dict.fromkeys(_label(each.names, dict(each.convention or ())) for each in verdict.diagnosis))
    return Judged(part["name"], answer, verdict, seen if verdict.code == "known" else ())


def _verdict(part: Record, key: str, answer: str | None, known: Sequence[Record]) -> Verdict:
    options = {option["letter"]: option["text"] for option in part["options"]} or None
    kind = json.loads(part["answer"])
    return grade(kind, key, answer, unit=part["unit"] or None, options=options, known=known, locale=LOCALE)


def _goodness(verdict: Verdict) -> tuple[bool, bool, float]:
    return verdict.verdict is Word.RIGHT, verdict.verdict in UNREAD, verdict.score


def _convention(mistake: Record) -> dict[str, Any] | None:
    return json.loads(mistake["convention"]) if mistake["convention"] else None


def _named(mistake: Record) -> str:
    return _label(mistake["names"], _convention(mistake) or {})


def _label(names: Iterable[str], convention: dict[str, Any]) -> str:
    """What a mistake is called: its misconceptions, any of which it may be, else the other convention."""
    other = ", ".join(f"{name} = {json.dumps(value)}" for name, value in convention.items())
    return " or ".join(names) or f"another convention: {other}"


def _concluding(reply: str) -> str:
    """The reply without its thoughts: what stands behind them, nothing where they do not end."""
    opening, closing = _THOUGHT
    return reply.rpartition(closing)[2].partition(opening)[0].replace("\r\n", "\n")


def _bare(text: str, before: str) -> str:
    """The answer without marks of emphasis or code around it, one of which may stand before the word Answer."""
    text = text.strip()
    for mark in _MARKS:
        ends = text.startswith(mark) + text.endswith(mark)
        times = text.count(mark)
        if ends == times == 2 or (ends == times == 1 and mark in before):
            text = text.removeprefix(mark).removesuffix(mark).strip()
    return _unboxed(text)


def _unboxed(text: str) -> str:
    r"""What stands in the `\boxed{…}` that is all of the answer: no kind of answer has a box, and tokens no LaTeX."""
    boxed = _BOXED.fullmatch(text)
    return _UPRIGHT.sub(r"\1", boxed["inside"]).strip() if boxed else text


def _name(match: re.Match[str]) -> str:
    return (match["name"] or match["bare"] or "").lower()


def _listed(lines: Sequence[str], start: int) -> dict[str, str]:
    """The parts that are listed there one a line, `(a) 5`, as far as such lines go."""
    found: dict[str, str] = {}
    for at in range(start, len(lines)):
        match = _PART.fullmatch(lines[at])
        if match is None and lines[at].strip():
            break
        if match:
            found[_name(match)] = _bare(match["text"], match["before"])
    return found


def _below(lines: Sequence[str], start: int) -> str:
    """The paragraph under a line that ends with its colon, up to the next answer."""
    paragraph: list[str] = []
    for at in range(start, len(lines)):
        line = lines[at]
        if _LINE.fullmatch(line) or (paragraph and not line.strip()):
            break
        paragraph += [line] if line.strip() else []
    return _bare("\n".join(paragraph), "")
