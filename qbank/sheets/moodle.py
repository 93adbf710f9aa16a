"""Moodle's question bank as Moodle XML, with a category a topic, or one a pool to draw from.

One part that is one gap becomes a question of Moodle's own types; everything else a Cloze text. What Moodle forces:

- Shapes, tokens and exact numbers are compared letter by letter: their usual typings are listed, and the question says
  how to type. An exact answer in another form, such as 12/18 for 2/3, counts as wrong.
- A vector or a matrix has a gap for each entry. A gap earns its share by itself, where our checker subtracts what
  guessing would give and takes a known mistake for wrong as a whole (`remark` says where); the length is given away.
  The known mistakes stand in the general feedback. A list that a correction accepts is right entry by entry; where one
  of another length is accepted, or other ticks than the key's, the question is left out.
- A Cloze text weighs its gaps in whole numbers and is worth their sum. Where this is not the number of points, the
  parts still stand to each other as they should, and the quiz has to set the marks; `remark` says so.
- Full marks for everybody go to any answer, but not to none.
- 0.73 and 0.7300 are one number: where the former earns half for its missing digits, so does the latter.
- A site whose language writes decimals with a comma reads 49,152 as 49.152.
- An expression, and an exact number beside fractions and single roots, is refused.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from operator import mul
from xml.etree.ElementTree import Element, SubElement

from qbank import pictures
from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.sheets import carry, lms, lms_corrections, lms_gap
from qbank.sheets.lms_gap import Gap, Rule
from qbank.sheets.lms_text import blocks, line
from qbank.sheets.lms_words import asked, category, how, labels, named, printable, solution
from qbank.sheets.moodle_cloze import beside, fraction, table, weights, wildcards_escaped, written
from qbank.sheets.qti12_xml import document
from qbank.sheets.sheet import Pairs, Sheet, Slot, lay_out, pools

PAPER = False

_BY_ENTRIES = ("vector", "matrix")
_TYPES = {"number": "numerical", "text": "shortanswer", "any": "shortanswer"}
_LOOKS = {"one": "true", "several": "false"}


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """One file. Raises QbankError for a title or a question that Moodle cannot hold."""
    quiz = Element("quiz")
    before = ""
    for pool in pools(sheet, questions):
        path = category(sheet, pool)
        if path != before:
            quiz.append(_category(sheet, path, pool))
        before = path
        for slot, question in pool:
            quiz.append(_question(slot, question))
    return {"": document(quiz).decode("utf-8")}


def objection(question: Question) -> str | None:
    """A picture that cannot be drawn, foreign markup, or what Moodle could not grade."""
    if found := carry.problem(question):
        return found
    try:
        _question(lay_out([question], "").slots[0], question)
    except QbankError as refused:
        return refused.message
    return None


def remark(slot: Slot, question: Question) -> Iterator[str]:
    """What Moodle scores otherwise than our checker."""
    yield from lms.by_entries(question)
    yield from lms_corrections.mixed(slot, question)
    yield from lms_corrections.unanswered(slot, question)
    if _is_cloze(question) and _worth(slot, question) != slot.points:
        yield "its gaps add up to another mark than its points: set the marks in the quiz"


def _category(sheet: Sheet, path: str, pool: Pairs) -> Element:
    element = Element("question", type="category")
    _text(element, "category", path)
    about = (
        f"A pool of {len(pool)}: add one random question from this category." if sheet.look.variants else ""
    )
    _html(element, "info", about)
    return element


def _question(slot: Slot, question: Question) -> Element:
    element = _cloze(slot, question) if _is_cloze(question) else _native(slot, question)
    SubElement(element, "idnumber").text = question.id
    tags = SubElement(element, "tags")
    for tag in (question.topic, f"level {question.level}", question.pack):
        _text(tags, "tag", printable(tag))
    return element


def _is_cloze(question: Question) -> bool:
    return len(question.parts) > 1 or question.parts[0].answer["kind"] in _BY_ENTRIES


def _native(slot: Slot, question: Question) -> Element:
    """One part as a question of its own type."""
    part = question.parts[0]
    gap = lms_gap.gap(slot, part)
    ask = f"<p>{line(part.ask)}</p>" if part.ask else ""
    element = _headed(
        _TYPES.get(gap.sort, "multichoice"), slot, question, blocks(question.prompt) + ask + how(part)
    )
    SubElement(element, "defaultgrade").text = str(slot.points)
    for rule in gap.rules or (Rule("*", 1),):
        element.append(_answer(gap, rule))
    if gap.sort in _LOOKS:
        settings = {"single": _LOOKS[gap.sort], "shuffleanswers": "false", "answernumbering": "ABCD"}
    elif gap.sort == "number":
        settings = _units(element, part)
    else:
        settings = {"usecase": str(int(gap.cased))}
    for name, value in settings.items():
        SubElement(element, name).text = value
    return element


def _units(element: Element, part: Part) -> dict[str, str]:
    """The unit may be typed behind the number, and need not."""
    if part.unit:
        unit = SubElement(SubElement(element, "units"), "unit")
        SubElement(unit, "multiplier").text = "1"
        SubElement(unit, "unit_name").text = printable(part.unit)
    return {
        "unitgradingtype": "0",
        "unitpenalty": "0.1",
        "showunits": "0" if part.unit else "3",
        "unitsleft": "0",
    }


def _answer(gap: Gap, rule: Rule) -> Element:
    chosen = gap.sort in _LOOKS
    element = Element(
        "answer", fraction=fraction(rule.share), format="html" if chosen else "moodle_auto_format"
    )
    text = line(rule.text) if chosen else wildcards_escaped(rule.text) if gap.sort == "text" else rule.text
    SubElement(element, "text").text = text
    _html(element, "feedback", line(rule.feedback) if rule.feedback else "")
    if gap.sort == "number":
        SubElement(element, "tolerance").text = rule.margin
    return element


def _cloze(slot: Slot, question: Question) -> Element:
    """All parts in one text with gaps."""
    told = [beside(blocks(question.prompt))]
    parts = zip(labels(question), question.parts, _weights(slot, question), strict=True)
    for label, part, weight in parts:
        ask, entries = asked(label, part), part.answer["kind"] in _BY_ENTRIES
        told.append(beside((f"<p>{ask}</p>" if ask else "") + how(part, whole=not entries)))
        told.append(
            _entries(slot, part, weight) if entries else f"<p>{written(lms_gap.gap(slot, part), weight)}</p>"
        )
    return _headed("cloze", slot, question, "".join(told))


def _entries(slot: Slot, part: Part, weight: int) -> str:
    return table([[written(gap, weight) for gap in row] for row in lms_gap.grid(slot, part)])


def _weights(slot: Slot, question: Question) -> list[int]:
    """The weight of each part's gaps; all parts are worth the same, and one point where they are worth nothing."""
    share = Fraction(slot.points or len(question.parts)) / len(question.parts)
    return weights([share] * len(question.parts), _counts(question))


def _worth(slot: Slot, question: Question) -> int:
    """What Moodle takes a Cloze text to be worth."""
    return sum(map(mul, _weights(slot, question), _counts(question)))


def _counts(question: Question) -> list[int]:
    """How many gaps each part has."""
    return [
        sum(len(row) for row in lms.entries(part)) if part.answer["kind"] in _BY_ENTRIES else 1
        for part in question.parts
    ]


def _headed(sort: str, slot: Slot, question: Question, text: str) -> Element:
    element = Element("question", type=sort)
    _text(element, "name", named(slot, question))
    _html(element, "questiontext", text + _image(question))
    for figure, svg in carry.drawn([question]):
        attached = SubElement(element[-1], "file", name=f"{figure.id}.svg", path="/", encoding="base64")
        attached.text = b64encode(svg.encode("utf-8")).decode("ascii")
    _html(element, "generalfeedback", solution(slot, question, unsaid=(*_BY_ENTRIES, "choices")))
    SubElement(element, "penalty").text = "0.3333333"
    SubElement(element, "hidden").text = "0"
    return element


def _image(question: Question) -> str:
    """Its picture in the text, which names the file that comes with it."""
    if question.figure is None:
        return ""
    said = escape(pictures.alt(question.figure), quote=True)
    return f'<p><img src="@@PLUGINFILE@@/{question.id}.svg" alt="{said}"></p>'


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(SubElement(parent, name), "text").text = text


def _html(parent: Element, name: str, text: str) -> None:
    SubElement(SubElement(parent, name, format="html"), "text").text = text
