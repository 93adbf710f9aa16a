"""What a learning platform says around a question: how to type an answer, and the worked solution behind it."""

from collections.abc import Iterator
from html import escape

from qbank import markup
from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.sheets import wording
from qbank.sheets.lms_text import blocks, line
from qbank.sheets.sheet import Pairs, Sheet, Slot, letters, options_of

_EXACT = (
    "a whole number, a fraction in lowest terms as in 3/7, an unrounded decimal, or a root as in sqrt(5)/2."
)
HOW = {
    "exact": f"Type {_EXACT}",
    "shape": "Type it as in [2, 3].",
    "tokens": "Type it as in [a, b].",
    "vector": "Type it as in [1, 2].",
}
"""Said with every answer of a kind that is compared letter by letter, whatever its key."""

HOW_EACH = {"exact": f"Type each as {_EXACT}"}
"""The same with an answer that has a gap for each entry."""

LONGEST_NAME = 200
"""Characters of a category's name; Moodle's table holds 255."""


def labels(question: Question) -> list[str]:
    """`(a)`, `(b)`, …; one empty label where there is one part without a name."""
    if len(question.parts) == 1 and not question.parts[0].name:
        return [""]
    return [f"({letter})" for letter in letters(len(question.parts))]


def asked(label: str, part: Part) -> str:
    """A part's label and what it asks; empty where it has neither."""
    words = [f"<strong>{label}</strong>"] if label else []
    return " ".join(words + ([line(part.ask)] if part.ask else []))


def solution(slot: Slot, question: Question, *, unsaid: tuple[str, ...] = ()) -> str:
    """Answers, worked explanation, and the known mistakes of those kinds whose feedback stands at no answer."""
    found = list(_answers(slot, question))
    found.append(blocks(question.explanation))
    told = [part for part in question.parts if part.answer["kind"] in unsaid and part.mistakes]
    if told:
        items = "".join(f"<li>{item}</li>" for part in told for item in _mistakes(slot, part))
        found.append(f"<p>Known mistakes:</p><ul>{items}</ul>")
    found.append(f"<p><em>{escape(wording.proof(question.proof), quote=False)}</em></p>")
    return "".join(found)


def _answers(slot: Slot, question: Question) -> Iterator[str]:
    for label, part in zip(labels(question), question.parts, strict=True):
        words = [
            label,
            "Answer:",
            _answer(slot, part),
            escape(wording.solution_corrections(slot, part).strip(), quote=False),
        ]
        yield f"<p>{' '.join(filter(None, words))}</p>"


def _answer(slot: Slot, part: Part) -> str:
    """The right answer; of options their texts, since a platform need not print letters."""
    if part.options is None:
        return escape(wording.answer(slot, part), quote=False)
    right = {slot.printed(letter) for letter in part.key}
    return "; ".join(line(text) for letter, text in options_of(slot, part) if letter in right)


def _mistakes(slot: Slot, part: Part) -> Iterator[str]:
    for mistake in part.mistakes:
        yield f"{escape(wording.wrong_answer(slot, part, mistake), quote=False)}: {line(mistake.feedback)}"


def how(part: Part, *, whole: bool = True) -> str:
    """How to type the answer, and its unit, as a paragraph; empty where a platform reads it as we do.

    Not `whole` is an answer that has a gap for each entry.
    """
    said = [typed(part, whole=whole)]
    unit = [f"Unit: {escape(printable(part.unit), quote=False)}."] if part.unit else []
    words = " ".join(filter(None, said + unit))
    return f"<p><em>{words}</em></p>" if words else ""


def typed(part: Part, *, whole: bool = True) -> str:
    """How to type the answer, in a sentence; empty where that needs no word."""
    return HOW.get(part.answer["kind"], "") if whole else HOW_EACH.get(part.answer["of"]["kind"], "")


def named(slot: Slot, question: Question) -> str:
    """A question's name in a question bank, which students do not see."""
    return f"{slot.number:02} {printable(question.topic)} {question.id}"


def category(sheet: Sheet, pool: Pairs) -> str:
    """The path of a question bank's category: the title, then the topic, or a pool's first number and its template."""
    slot, question = pool[0]
    inner = f"{slot.number:02} {question.template}" if sheet.look.variants else question.topic
    return f"$course$/top/{_level(sheet.title) or 'Questions'}/{_level(inner)}"


def _level(name: str) -> str:
    """A category's name: Moodle takes `/` for a level and would drop what looks like a tag.

    It reads `//` as a slash within a name, but not beside the slash that parts two levels.
    """
    text = printable(name).strip("/ ")
    short = text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"
    return short.replace("<", "‹").replace(">", "›").replace("/", "//")


def printable(text: str) -> str:
    """The text in one line. Raises QbankError for a character that no file of a platform can hold."""
    if found := markup.problems(markup.literal(text)):
        raise QbankError(found[0], hint="leave it out")
    return " ".join(text.split())
