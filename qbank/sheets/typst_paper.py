"""A paper in Typst: questions, key, worked solutions. `pdf` is this, set."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from qbank import pictures
from qbank.answers import kind
from qbank.labels import Labels, direction
from qbank.question import Mistake, Part, Question
from qbank.sheets import carry, wording
from qbank.sheets.sheet import Look, Sheet, Slot, labels_of, options_of
from qbank.sheets.typst_macros import MACROS
from qbank.sheets.typst_text import SET, escape, leading, mathematics, render, spoken, string

PAPER = True

_WIDTH, _GUTTER = 16.6, 0.7  # of a page between its margins, and between its columns, in cm
_BESIDE = 2.0  # of letters and bubbles before a text, in cm
_LABEL = 1.5  # of the letter before a part, in cm
_LARGER = 1.6  # large print than the usual one
_ANSWER = 9.0  # of a line to write an answer on, in cm
_UNBROKEN = 20  # letters of the widest kind that fit between the margins in large print
_SHORT_SIGNS, _SHORT_PARTS = (
    1_500,
    3,
)  # of a question that surely fits on a page, so that nobody has to measure it
_TYPESET = {"exact", "expression", "vector", "matrix"}
_ROOM = {1: "10mm", 2: "20mm", 3: "30mm"}  # by level
_ROOM_OF_KIND = {"shape": "6mm", "tokens": "6mm", "matrix": "40mm"}


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """The three papers. Raises QbankError where `objection` would have said why."""
    pairs = list(zip(sheet.slots, questions, strict=True))
    labels = sheet.look.labels
    rows = [row for pair in pairs for row in _key(*pair, labels)]
    key = f"#show: broken.with(5cm)\n#table(columns: 3, {_head(labels)},\n" + "\n".join(rows) + ")"
    asked = [_asked(*pair, sheet.look) for pair in pairs]
    solved = [_solved(*pair, labels) for pair in pairs]
    wide = replace(sheet.look, columns=1)
    return {
        "": _paper(sheet.look, sheet.title, [*_opening(sheet), *_columns(sheet.look, asked)]),
        "-key": _paper(wide, wording.key_title(sheet), [key]),
        "-solutions": _paper(wide, wording.solutions_title(sheet), solved),
    }


def objection(question: Question) -> str | None:
    """What Typst cannot set of it, or None."""
    return carry.unset(question, compose)


def _paper(look: Look, title: str, inside: Sequence[str]) -> str:
    labels = look.labels
    size = "18pt" if look.large else "11pt"
    settings = {
        "scale-of-print": f"{_LARGER if look.large else 1}",
        "narrow": "true" if look.large or look.columns > 1 else "false",
        "column-width": f"{_column(look):.2f}cm",
        "answer-width": f"{min(_ANSWER, _column(look) - _LABEL):.1f}cm",
        "answer-label": f"[{_said(labels.say('Answer:'), labels)}]",
    }
    head = SET.format(title=string(title), size=size, language=spoken(labels.language))
    head += "".join(f"#let {name} = {value}\n" for name, value in settings.items())
    text = "\n\n".join([f"#align(center, heading(level: 1)[{escape(title)}])", *inside]) + "\n"
    # To look at every word takes as long as to set it, so that is left where no word is too long.
    careful = "#show: broken.with(14cm)\n" if re.search(rf"\S{{{_UNBROKEN},}}", text) else ""
    return head + MACROS + careful + text


def _opening(sheet: Sheet) -> Iterator[str]:
    """Logo, course and date, lines to fill in, instructions."""
    look = sheet.look
    if look.logo is not None:
        yield f"#align(center, image(bytes({octets(look.logo)}), height: 1.6cm))"
    if said := " · ".join(filter(None, (look.course, look.date))):
        yield f"#align(center)[{escape(said)}]"
    name = escape(look.name) or "#blank(1fr)"
    names, dates, points = map(_running, wording.to_fill_in(look.labels))
    worth = f"{points} #blank(1.2cm) \\/ {sheet.points}"
    aligned = f"#set text(dir: {look.labels.direction})"
    yield f"#[{aligned}\n#fields([{names} {name}], [{dates} #blank(3cm)], box[{worth}])]"
    if look.instructions:
        yield render(look.instructions)


def octets(image: bytes) -> str:
    """The image in Typst's code."""
    return f"({', '.join(map(str, image))},)"


def _columns(look: Look, asked: Sequence[str]) -> list[str]:
    if look.columns == 1:
        return list(asked)
    return [
        f"#columns({look.columns}, gutter: {_GUTTER}cm)[#show: broken.with({_room_in(look):.1f}cm)",
        *asked,
        "]",
    ]


def _column(look: Look) -> float:
    """How wide a column is, in cm."""
    return (_WIDTH - _GUTTER * (look.columns - 1)) / look.columns


def _room_in(look: Look) -> float:
    """How wide a text is in a column, behind letters and bubbles, in cm."""
    return _column(look) - _BESIDE * (_LARGER if look.large else 1)


def _running(label: str) -> str:
    """A label by itself, in its own direction: one may be left in English in an Arabic catalogue."""
    return f"#text(dir: {direction(label)})[{escape(label)}]"


def _said(label: str, labels: Labels) -> str:
    """A label among the question's own words, in its own language."""
    return f"#text({spoken(labels.language)})[{escape(label)}]" if labels.language != "en" else escape(label)


def _asked(slot: Slot, question: Question, look: Look) -> str:
    """A question as a student sees it, on one page if it fits on one."""
    below = [_room(slot, question, part) for part in question.parts]
    blocks = _question(slot, question, below)
    return _called(
        "short" if _surely_fits(question, blocks, look) else "question", slot, question, blocks, look.labels
    )


def _surely_fits(question: Question, blocks: Sequence[str], look: Look) -> bool:
    """Whether nobody has to measure it: little text, and nothing that is high."""
    high = question.figure is not None or any(sign in block for block in blocks for sign in ("table", "mat("))
    few = len(question.parts) <= _SHORT_PARTS and sum(map(len, blocks)) < _SHORT_SIGNS
    return few and not high and not look.large and look.columns == 1


def _solved(slot: Slot, question: Question, labels: Labels) -> str:
    """A question with its options, then answers, explanation, known mistakes and proof."""
    below = [_options(slot, part) for part in question.parts]
    blocks = [*_question(slot, question, below), _solution(slot, question, labels)]
    return _called("solved", slot, question, blocks, labels)


def _called(name: str, slot: Slot, question: Question, blocks: Sequence[str], labels: Labels) -> str:
    language = carry.language(question, labels)
    spoken_so = f"#set text({spoken(language)})" if language != labels.language else ""
    inside = "\n\n".join(filter(None, [spoken_so, *blocks]))
    return f"#{name}({slot.number}, {string(wording.points(slot.points, labels))})[\n{inside}\n]"


def _question(slot: Slot, question: Question, below: Sequence[str]) -> list[str]:
    """The prompt and the parts, each with what stands below it."""
    blocks = [leading(question.prompt), *_picture(question)]
    for label, part, under in zip(labels_of(slot), question.parts, below, strict=True):
        inside = "\n\n".join(filter(None, (leading(part.ask), under)))
        blocks.append(f"#part[{label}][\n{inside}\n]" if label else inside)
    return blocks


def _picture(question: Question) -> Iterator[str]:
    """The picture at its own size, or as wide as the column, with its words for screen readers."""
    if question.figure is None:
        return
    width, _ = pictures.size(question.figure)
    svg, said = string(pictures.svg(question.figure)), string(pictures.alt(question.figure))
    yield f"#figured({width:g}mm, {svg}, {said})"


def _room(slot: Slot, question: Question, part: Part) -> str:
    if part.options is not None:
        return _options(slot, part)
    room = _ROOM_OF_KIND.get(part.answer.get("kind", ""), _ROOM.get(question.level, _ROOM[3]))
    return f"#answer({room}, [{escape(part.unit or '')}])"


def _options(slot: Slot, part: Part) -> str:
    if part.options is None:
        return ""
    mark = "tick" if part.answer["kind"] == "choices" else "bubble"
    items = (f"([{letter}.], [{render(text)}])" for letter, text in options_of(slot, part))
    return f"#choices({mark}, {', '.join(items)})"


def _solution(slot: Slot, question: Question, labels: Labels) -> str:
    labelled = list(zip(labels_of(slot), question.parts, strict=True))
    said = _said(labels.say("Answer:"), labels)
    answers = [
        f"{label} *{said}* {_answer(slot, part, labels)}"
        f"{escape(wording.solution_corrections(slot, part, labels))}".strip()
        for label, part in labelled
    ]
    mistakes = [
        f"[{label} {_mistake(slot, part, mistake, labels)}]"
        for label, part in labelled
        for mistake in part.mistakes
    ]
    known = (
        f"#block(sticky: true)[{_said(labels.say('Known mistakes:'), labels)}]\n#list({', '.join(mistakes)})"
        if mistakes
        else ""
    )
    proof = (
        f"#text(size: 0.8em)[{_said(wording.proof(question.proof, labels), labels)} {escape(question.id)}]"
    )
    return (
        "#solution[\n"
        + "\n\n".join(filter(None, [*answers, render(question.explanation), known, proof]))
        + "\n]"
    )


def _mistake(slot: Slot, part: Part, mistake: Mistake, labels: Labels) -> str:
    wrong = escape(wording.wrong_answer(slot, part, mistake, labels))
    return f"{wrong}: {render(wording.feedback(mistake, labels))}"


def _answer(slot: Slot, part: Part, labels: Labels) -> str:
    """The right answer: typeset where that reads better than what one would type."""
    unit = f" {escape(part.unit)}" if part.unit else ""
    if part.answer.get("kind") in _TYPESET and isinstance(part.key, str):
        known = kind(part.answer)
        return mathematics(known.display(known.read_key(part.key), "latex")) + unit
    right = wording.right_option(slot, part)
    return escape(wording.answer(slot, part, labels)) + (f". {render(right)}" if right else "")


def _head(labels: Labels) -> str:
    titles = (labels.say("Question"), labels.say("Answer"), labels.say("Id"))
    return "table.header" + "".join(f"[*{escape(title)}*]" for title in titles)


def _key(slot: Slot, question: Question, labels: Labels) -> Iterator[str]:
    for (number, name), part in zip(slot.names().items(), question.parts, strict=True):
        answer = escape(wording.in_key(slot, question, part, labels))
        yield f"  [{number}], [{answer}], [#raw({string(name)})],"
