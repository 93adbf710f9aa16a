"""From the text of a question, as form tools print it, to the question.

Tools drop Markdown, show mathematics in their own way, cut long texts off, put numbers before and options behind
them. So texts are compared by their letters, numbers and operators alone; one that could be two questions is refused.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from qbank.check.layout import short
from qbank.check.lookup import Unnamed
from qbank.markup import plain
from qbank.question import Part, Question

CUT = 240  # characters, from which on a text may have been cut off without a sign: tools allow 255 with their marks

_TAGS = "p|br|div|span|b|i|u|em|strong|sub|sup|ul|ol|li|table|tbody|tr|td|th|code|pre|a|h[1-6]|img"
_TAG = re.compile(rf"</?(?:{_TAGS})\b[^<>]*>", re.IGNORECASE)
_TEX_BRACKET = re.compile(r"\\[()\[\]]")
_NUMBERED = re.compile(r"\s*(?:question|frage)?\s*\(?\d{1,3}[a-z]?\s*[.:)]+\s+", re.IGNORECASE)
_CUT_SIGN = re.compile(r"(?:…|\.\.\.)\s*\Z")
_ALIKE = dict.fromkeys(map(ord, "‐‑‒–—−"), "-") | dict.fromkeys(map(ord, "⁄÷∕"), "/") | {ord("×"): "x"}
_TOKEN = re.compile(r"(?<![\w)\]}])-(?=\d)|\d+(?:\.\d+)*|[^\W\d_]+|[+/<>=≤≥≠]")
_GLUE = re.compile(r"(?<!\d) | (?![-\d])")  # blanks count between numbers only


Index = Mapping[str, Sequence[str]]
"""From a folded text to the names, ids or `id.part`, of what it asks."""


class Texts:
    """The texts of some questions: the prompt, or the prompt and what a part asks."""

    def __init__(self, questions: Iterable[Question]) -> None:
        self._questions = list(questions)

    def named(self, text: str) -> str:
        """The id or `id.part` of the question with that text. Raises Unnamed for none, and for several."""
        wanted = _spellings(text)
        names = self._whole(wanted)
        if not names and (len(text) >= CUT or _CUT_SIGN.search(text)):
            names = self._cut_off(wanted)
        names = names or self._before_options(wanted)
        if not names:
            hint = "write its id into the table, or say with --columns what the column means"
            raise Unnamed(f"no question reads {short(text)!r}", hint=hint)
        return _only(names, text)

    @cached_property
    def _as_written(self) -> Index:
        return self._index(folded)

    @cached_property
    def _as_shown(self) -> Index:
        return self._index(_shown)

    def _index(self, fold: Callable[[str], str]) -> Index:
        index: dict[str, list[str]] = {}
        for question in self._questions:
            for name, text in _texts(question):
                index.setdefault(fold(text), []).append(name)
        return index

    def _whole(self, wanted: Sequence[str]) -> set[str]:
        """The names of those with that text; how mathematics is shown is only looked at where it must be."""
        found = {name for text in wanted for name in self._as_written.get(text, ())}
        return found or {name for text in wanted for name in self._as_shown.get(text, ())}

    def _cut_off(self, wanted: Sequence[str]) -> set[str]:
        """The names of those whose text begins like that."""
        return {
            name
            for index in (self._as_written, self._as_shown)
            for text, names in index.items()
            if text.startswith(tuple(wanted))
            for name in names
        }

    def _before_options(self, wanted: Sequence[str]) -> set[str]:
        """The names of those whose text comes first and whose options follow, in whatever order.

        The options are compared by how often each sign stands in them.
        """
        return {
            name
            for name, text, signs in self._with_options
            for whole in wanted
            if whole.startswith(text) and _signs(whole[len(text) :]) == signs
        }

    @cached_property
    def _with_options(self) -> list[tuple[str, str, list[str]]]:
        return [
            (name, fold(text), _signs("".join(map(fold, part.options.values()))))
            for fold in (folded, _shown)
            for question in self._questions
            for part in question.parts
            if part.options
            for name, text in _texts(question)
        ]


def _signs(text: str) -> list[str]:
    return sorted(text.replace(" ", ""))


def _shown(text: str) -> str:
    return folded(plain(text))


def _texts(question: Question) -> Iterator[tuple[str, str]]:
    """Each text that may stand for the question or for a part of it, with the name of what it asks."""
    first = question.parts[0]
    several = len(question.parts) > 1
    yield (question.id if several else _name(question, first)), question.prompt
    for part in question.parts:
        if part.ask:
            yield _name(question, part), f"{question.prompt} {part.ask}"


def _name(question: Question, part: Part) -> str:
    return f"{question.id}.{part.name}" if part.name else question.id


def _spellings(text: str) -> list[str]:
    """The text folded: with its mathematics as it stands and as it is shown, with and without a number before."""
    if "&" in text:
        from html import unescape

        text = unescape(_TAG.sub(" ", text))
    bare = _TEX_BRACKET.sub("$", _TAG.sub(" ", text))
    texts = dict.fromkeys((bare, _NUMBERED.sub("", bare, count=1) if _NUMBERED.match(bare) else bare))
    return [spelt for text in texts for spelt in dict.fromkeys((folded(text), _shown(text))) if spelt]


def folded(text: str) -> str:
    """The letters, numbers and operators of a text, whatever their case and what else stands between them."""
    text = unicodedata.normalize("NFKC", text).casefold().translate(_ALIKE)
    return _GLUE.sub("", " ".join(_TOKEN.findall(text)))


def _only(names: set[str], text: str) -> str:
    """The one name; a question is not meant beside its own parts."""
    parts = {name for name in names if "." in name}
    left = sorted(names - {name.partition(".")[0] for name in parts})
    if len(left) == 1:
        return left[0]
    more = f" and {len(left) - 4} more" if len(left) > 4 else ""
    found = f"{short(text)!r} could be {' or '.join(left[:4])}{more}"
    raise Unnamed(found, hint="say with --columns which it is")
