"""A paper in Markdown: questions, key, worked solutions, with mathematics as GitHub and others render it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from qbank import markup, pictures
from qbank.labels import Labels
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
    labels = sheet.look.labels
    asked = (block for pair in pairs for block in _question(*pair, labels, solved=False))
    solved = (block for pair in pairs for block in _question(*pair, labels, solved=True))
    return {
        "": _joined([f"# {heading(sheet.title)}", *_opening(sheet), *asked]),
        "-key": _joined([f"# {heading(wording.key_title(sheet))}", _key(pairs, labels)]),
        "-solutions": _joined([f"# {heading(wording.solutions_title(sheet))}", *solved]),
        **{carry.picture_file(question, "svg"): svg for question, svg in carry.drawn(questions)},
    }


def _opening(sheet: Sheet) -> Iterator[str]:
    """Course and date, lines to fill in, instructions."""
    look = sheet.look
    yield line(" · ".join(filter(None, (look.course, look.date))))
    name = literal(look.name) or _LINE
    names, dates, points = map(literal, wording.to_fill_in(look.labels))
    yield f"{names} {name}  {dates} {_LINE[:12]}  {points} {_LINE[:6]} / {sheet.points}"
    yield flowing(look.instructions)


def heading(text: str) -> str:
    """Plain text as the words of a heading, which signs `#` at its end would close."""
    return re.sub("(?=#+$)", r"\\", literal(text), count=1)


def line(text: str) -> str:
    """Plain text as a paragraph of its own, whatever it begins with."""
    return re.sub(r"^(\d{0,9})(?=[-+#=\[.)])", r"\1\\", literal(text))


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


def _question(slot: Slot, question: Question, labels: Labels, *, solved: bool) -> Iterator[str]:
    """A question's blocks: heading, prompt, parts with their options, then room for answers or solutions."""
    yield f"## {slot.number}. ({literal(wording.points(slot.points, labels))})"
    yield flowing(question.prompt)
    if question.figure is not None:
        yield f"![{literal(pictures.alt(question.figure))}]({carry.picture_file(question, 'svg')})"
    for label, part in zip(_labels(slot), question.parts, strict=True):
        yield _labelled(label, flowing(part.ask))
        yield "\n".join(
            _words("-", f"**{letter}.**", _inside(text)) for letter, text in options_of(slot, part)
        )
        if not solved and part.options is None:
            yield f"{literal(labels.say('Answer:'))} {_LINE} {literal(part.unit or '')}".rstrip()
    if solved:
        yield from _solution(slot, question, labels)


def _solution(slot: Slot, question: Question, labels: Labels) -> Iterator[str]:
    """Answers, explanation, known mistakes, and who confirmed the key."""
    labelled = list(zip(_labels(slot), question.parts, strict=True))
    for label, part in labelled:
        answer = literal(f"{labels.say('Answer:')} {wording.answer(slot, part, labels)}")
        yield _words(label, f"**{answer}**", literal(wording.solution_corrections(slot, part, labels)))
    yield flowing(question.explanation)
    if any(part.mistakes for part in question.parts):
        yield "\n".join([literal(labels.say("Known mistakes:")), "", *_mistakes(slot, labelled, labels)])
    yield f"*{literal(wording.proof(question.proof, labels))}* `{question.id}`"


def _mistakes(slot: Slot, labelled: Iterable[tuple[str, Part]], labels: Labels) -> Iterator[str]:
    for label, part in labelled:
        for mistake in part.mistakes:
            wrong = literal(wording.wrong_answer(slot, part, mistake, labels))
            yield _words("-", label, f"{wrong}: {_inside(wording.feedback(mistake, labels))}")


def _labels(slot: Slot) -> list[str]:
    return [label and f"**{label}**" for label in labels_of(slot)]


def _labelled(label: str, text: str) -> str:
    return f"{label}\n\n{text}" if label and _BLOCK_START.match(text) else _words(label, text)


def _words(*words: str) -> str:
    return " ".join(filter(None, words))


def _inside(text: str) -> str:
    """The text as the content of a list item."""
    return flowing(text).replace("\n", "\n  ")


def _key(pairs: Iterable[tuple[Slot, Question]], labels: Labels) -> str:
    head = literal(labels.say("answer")), literal(labels.say("question"))
    rows = [f"| | {head[0]} | {head[1]} |", "|--:|---|---|"]
    for slot, question in pairs:
        for (number, name), part in zip(slot.names().items(), question.parts, strict=True):
            answer = literal(wording.in_key(slot, question, part, labels))
            rows.append(f"| {number} | {answer} | `{name}` |")
    return "\n".join(rows)


def _joined(blocks: Iterable[str]) -> str:
    return "\n\n".join(filter(None, blocks)) + "\n"
