"""A paper in Markdown: questions, key, worked solutions, with mathematics as GitHub and others render it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from qbank import markup, pictures
from qbank.markup import literal
from qbank.question import Part, Question
from qbank.sheets import carry, wording
from qbank.sheets.sheet import Sheet, Slot, labels_of, options_of

PAPER = True

objection = carry.problem

_SPELLED = {  # GitHub takes \ before a sign for an escape, so these go by their names
    r"\\": r"\cr ", r"\{": r"\lbrace ", r"\}": r"\rbrace ", r"\|": r"\Vert ", r"\,": r"\thinspace ",
    r"\:": r"\medspace ", r"\;": r"\thickspace ", r"\!": r"\negthinspace ", "*": r"\ast ",
}  # fmt: skip
_BLOCK_START = re.compile(r"[|>]|```|~~~|\$\$|[-*+] |\d+[.)] ")
_LINE = "_" * 24


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """The three papers, and the pictures beside them."""
    pairs = list(zip(sheet.slots, questions, strict=True))
    title = literal(sheet.title)
    asked = (block for pair in pairs for block in _question(*pair, solved=False))
    solved = (block for pair in pairs for block in _question(*pair, solved=True))
    return {
        "": _joined([f"# {title}", *_opening(sheet), *asked]),
        "-key": _joined([f"# {title} – key", _key(pairs)]),
        "-solutions": _joined([f"# {title} – solutions", *solved]),
        **{carry.picture_file(question, "svg"): svg for question, svg in carry.drawn(questions)},
    }


def _opening(sheet: Sheet) -> Iterator[str]:
    """Course and date, lines to fill in, instructions."""
    look = sheet.look
    yield literal(" · ".join(filter(None, (look.course, look.date))))
    name = literal(look.name) or _LINE
    yield f"Name: {name}  Date: {_LINE[:12]}  Points: {_LINE[:6]} / {sheet.points}"
    yield flowing(look.instructions)


def flowing(text: str) -> str:
    """A question's text, formulas spelled so that GitHub renders them, displays on lines of their own."""
    pieces = markup.pieces(text)
    written = ""
    for at, (mark, body) in enumerate(pieces):
        after = pieces[at + 1].body[:1] if at + 1 < len(pieces) else ""
        if not mark:
            written += body.lstrip() if written.endswith("$$\n\n") else body
        elif mark == "$$" and _stands_free(written):
            written = f"{written.rstrip()}\n\n$$\n{_spelled(body)}\n$$\n\n"
        else:
            written += _inline(mark, _spelled(body), written[-1:], after)
    return written.strip()


def _stands_free(before: str) -> bool:
    """Whether a display may leave its line: not out of a list, a quotation or a table."""
    line = before.rpartition("\n")[2]
    return not line.startswith((" ", "\t")) and not _BLOCK_START.match(line)


def _spelled(formula: str) -> str:
    named = re.sub(r"\\.|\*", lambda symbol: _SPELLED.get(symbol[0], symbol[0]), formula)
    named = re.sub(r"(?<=[^\w\s\\])_(?=[^\w\s])", "_ ", named)  # between two signs it could begin an emphasis
    return " ".join(named.split())


def _inline(mark: str, formula: str, before: str, after: str) -> str:
    """GitHub's other way to write a formula where `$…$` would touch a word or holds an escaped sign."""
    awkward = before.isalnum() or after.isalnum() or re.search(r"\\[%$#&_]", formula)
    return f"$`{formula}`$" if mark == "$" and awkward else f"{mark}{formula}{mark}"


def _question(slot: Slot, question: Question, *, solved: bool) -> Iterator[str]:
    """A question's blocks: heading, prompt, parts with their options, then room for answers or solutions."""
    yield f"## {slot.number}. ({wording.points(slot.points)})"
    yield flowing(question.prompt)
    if question.figure is not None:
        yield f"![{literal(pictures.alt(question.figure))}]({carry.picture_file(question, 'svg')})"
    for label, part in zip(_labels(slot), question.parts, strict=True):
        yield _labelled(label, flowing(part.ask))
        yield "\n".join(
            _words("-", f"**{letter}.**", _inside(text)) for letter, text in options_of(slot, part)
        )
        if not solved and part.options is None:
            yield f"Answer: {_LINE} {literal(part.unit or '')}".rstrip()
    if solved:
        yield from _solution(slot, question)


def _solution(slot: Slot, question: Question) -> Iterator[str]:
    """Answers, explanation, known mistakes, and who confirmed the key."""
    labelled = list(zip(_labels(slot), question.parts, strict=True))
    for label, part in labelled:
        answer = f"**Answer: {literal(wording.answer(slot, part))}**"
        yield _words(label, answer, literal(wording.solution_corrections(slot, part)))
    yield flowing(question.explanation)
    if any(part.mistakes for part in question.parts):
        yield "\n".join(["Known mistakes:", "", *_mistakes(slot, labelled)])
    yield f"*{literal(wording.proof(question.proof))}* `{question.id}`"


def _mistakes(slot: Slot, labelled: Iterable[tuple[str, Part]]) -> Iterator[str]:
    for label, part in labelled:
        for mistake in part.mistakes:
            wrong = literal(wording.wrong_answer(slot, part, mistake))
            yield _words("-", label, f"{wrong}: {_inside(mistake.feedback)}")


def _labels(slot: Slot) -> list[str]:
    return [label and f"**{label}**" for label in labels_of(slot)]


def _labelled(label: str, text: str) -> str:
    return f"{label}\n\n{text}" if label and _BLOCK_START.match(text) else _words(label, text)


def _words(*words: str) -> str:
    return " ".join(filter(None, words))


def _inside(text: str) -> str:
    """The text as the content of a list item."""
    return flowing(text).replace("\n", "\n  ")


def _key(pairs: Iterable[tuple[Slot, Question]]) -> str:
    rows = ["| | answer | question |", "|--:|---|---|"]
    for slot, question in pairs:
        unproven = " (unproven)" if question.proof.how == "asserted" else ""
        for (number, name), part in zip(slot.names().items(), question.parts, strict=True):
            answer = literal(wording.answer(slot, part) + wording.corrections(slot, part))
            rows.append(f"| {number} | {answer}{unproven} | `{name}` |")
    return "\n".join(rows)


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(filter(None, blocks)) + "\n"
