"""A paper in Typst: questions, key, worked solutions. `pdf` is this, set."""

from collections.abc import Iterator, Sequence

from qbank import pictures
from qbank.answers import kind
from qbank.question import Part, Question
from qbank.sheets import carry, wording
from qbank.sheets.sheet import Look, Sheet, Slot, labels_of, options_of
from qbank.sheets.typst_text import SET, escape, mathematics, render, string

PAPER = True

_MACROS = """#let blank(width) = box(width: width, line(length: 100%, stroke: 0.5pt))
#let question(number, points, body) = layout(room => {
  let inside = [
    #heading(level: 2, outlined: false)[#number. #text(weight: "regular", size: 0.85em)[(#points)]]
    #body
  ]
  let whole = block(breakable: false, width: 100%, above: 1.6em, inside)
  let fits = measure(whole, width: room.width).height < room.height
  if fits { whole } else { block(width: 100%, above: 1.6em, inside) }
})
#let solved(number, points, body) = block(width: 100%, above: 1.6em)[
  #block(sticky: true, heading(level: 2, outlined: false)[#number. #text(weight: "regular", size: 0.85em)[(#points)]])
  #body
]
#let part(label, body) = grid(columns: (auto, 1fr), column-gutter: 0.5em, label, body)
#let bubble = box(baseline: 15%, circle(radius: 0.38em, stroke: 0.7pt))
#let tick = box(baseline: 10%, square(size: 0.72em, stroke: 0.7pt))
#let choices(mark, ..items) = pad(left: 0.6em, grid(columns: (auto, auto, 1fr), column-gutter: 0.6em,
  row-gutter: 0.75em,
  ..items.pos().map(item => (mark, strong(item.at(0)), item.at(1))).flatten()))
#let answer(room, unit) = {
  v(room)
  layout(room => align(right, box(width: calc.min(room.width, 9cm))[Answer: #blank(1fr) #unit]))
}
#let figured(width, svg, said) = align(center, layout(room =>
  image(bytes(svg), format: "svg", alt: said, width: calc.min(width.to-absolute() * scale-of-print, room.width))))
#let solution(body) = block(width: 100%, above: 1em, stroke: (top: 0.5pt), inset: (top: 0.6em), body)
#show heading.where(level: 2): set text(size: 1.05em)
#show heading.where(level: 2): set block(below: 0.7em)
"""
_TYPESET = {"exact", "expression", "vector", "matrix"}
_ROOM = {1: "10mm", 2: "20mm", 3: "30mm"}  # by level
_ROOM_OF_KIND = {"shape": "6mm", "tokens": "6mm", "matrix": "40mm"}


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """The three papers. Raises QbankError where `objection` would have said why."""
    pairs = list(zip(sheet.slots, questions, strict=True))
    rows = [row for pair in pairs for row in _key(*pair)]
    key = "#table(columns: 3, table.header[*Question*][*Answer*][*Id*],\n" + "\n".join(rows) + ")"
    asked = [_asked(*pair) for pair in pairs]
    return {
        "": _paper(sheet, sheet.title, [*_opening(sheet), *_columns(sheet.look, asked)]),
        "-key": _paper(sheet, f"{sheet.title} – key", [key]),
        "-solutions": _paper(sheet, f"{sheet.title} – solutions", [_solved(*pair) for pair in pairs]),
    }


def objection(question: Question) -> str | None:
    """What Typst cannot set of it, or None."""
    return carry.unset(question, compose)


def _paper(sheet: Sheet, title: str, inside: Sequence[str]) -> str:
    size = "18pt" if sheet.look.large else "11pt"
    scale = f"#let scale-of-print = {1.6 if sheet.look.large else 1}\n"
    head = SET.format(title=string(title), size=size) + scale + _MACROS
    heading = f"#align(center, heading(level: 1)[{escape(title)}])"
    return "\n\n".join([head + heading, *inside]) + "\n"


def _opening(sheet: Sheet) -> Iterator[str]:
    """Logo, course and date, lines to fill in, instructions."""
    look = sheet.look
    if look.logo is not None:
        yield f"#align(center, image(bytes({_octets(look.logo)}), height: 1.6cm))"
    if said := " · ".join(filter(None, (look.course, look.date))):
        yield f"#align(center)[{escape(said)}]"
    name = escape(look.name) or "#blank(1fr)"
    yield f"#box(width: 100%)[Name: {name} #h(1em) Date: #blank(3cm) #h(1em) Points: #blank(1.2cm) \\/ {sheet.points}]"
    if look.instructions:
        yield render(look.instructions)


def _octets(image: bytes) -> str:
    return f"({', '.join(map(str, image))},)"


def _columns(look: Look, asked: Sequence[str]) -> list[str]:
    if look.columns == 1:
        return list(asked)
    return [f"#columns({look.columns})[", *asked, "]"]


def _asked(slot: Slot, question: Question) -> str:
    """A question as a student sees it, on one page if it fits on one."""
    below = [_room(slot, question, part) for part in question.parts]
    return _called("question", slot, _question(slot, question, below))


def _solved(slot: Slot, question: Question) -> str:
    """A question with its options, then answers, explanation, known mistakes and proof."""
    below = [_options(slot, part) for part in question.parts]
    return _called("solved", slot, [*_question(slot, question, below), _solution(slot, question)])


def _called(name: str, slot: Slot, blocks: Sequence[str]) -> str:
    inside = "\n\n".join(filter(None, blocks))
    return f"#{name}({slot.number}, {string(wording.points(slot.points))})[\n{inside}\n]"


def _question(slot: Slot, question: Question, below: Sequence[str]) -> list[str]:
    """The prompt and the parts, each with what stands below it."""
    blocks = [render(question.prompt), *_picture(question)]
    for label, part, under in zip(labels_of(slot), question.parts, below, strict=True):
        inside = "\n\n".join(filter(None, (render(part.ask), under)))
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


def _solution(slot: Slot, question: Question) -> str:
    labelled = list(zip(labels_of(slot), question.parts, strict=True))
    answers = [
        f"{label} *Answer:* {_answer(slot, part)}{escape(wording.solution_corrections(slot, part))}".strip()
        for label, part in labelled
    ]
    mistakes = [
        f"[{label} {escape(wording.wrong_answer(slot, part, mistake))}: {render(mistake.feedback)}]"
        for label, part in labelled
        for mistake in part.mistakes
    ]
    known = f"Known mistakes:\n#list({', '.join(mistakes)})" if mistakes else ""
    proof = f"#text(size: 0.8em)[{escape(wording.proof(question.proof))} {escape(question.id)}]"
    return (
        "#solution[\n"
        + "\n\n".join(filter(None, [*answers, render(question.explanation), known, proof]))
        + "\n]"
    )


def _answer(slot: Slot, part: Part) -> str:
    """The right answer: typeset where that reads better than what one would type."""
    unit = f" {escape(part.unit)}" if part.unit else ""
    if part.answer.get("kind") in _TYPESET and isinstance(part.key, str):
        known = kind(part.answer)
        return mathematics(known.display(known.read_key(part.key), "latex")) + unit
    right = wording.right_option(slot, part)
    return escape(wording.answer(slot, part)) + (f". {render(right)}" if right else "")


def _key(slot: Slot, question: Question) -> Iterator[str]:
    unproven = " (unproven)" if question.proof.how == "asserted" else ""
    for (number, name), part in zip(slot.names().items(), question.parts, strict=True):
        answer = escape(wording.answer(slot, part) + wording.corrections(slot, part)) + unproven
        yield f"  [{number}], [{answer}], [#raw({string(name)})],"
