"""One question as a QTI 2.1 assessment item."""

from xml.etree.ElementTree import Element

from qbank import pictures
from qbank.points import in_json
from qbank.question import Part, Question
from qbank.sheets import carry, qti21_gaps, qti21_html, qti21_scoring, wording
from qbank.sheets.lms_words import typed
from qbank.sheets.qti12_texts import labels
from qbank.sheets.qti12_xml import add, root
from qbank.sheets.qti21_gaps import Gap
from qbank.sheets.sheet import Slot, options_of

NAMESPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"

_EXPLANATION = "explanation"
_LONGEST = 20


def item(slot: Slot, question: Question) -> Element:
    """The whole item. Its parts are worth the same each, and the item is worth their sum."""
    title = f"Question {slot.number}"
    flags = {"adaptive": "false", "timeDependent": "false"}
    top = root("assessmentItem", NAMESPACE, SCHEMA, identifier=question.id, title=title, **flags)
    responses = [f"R{at}" for at in range(1, len(question.parts) + 1)]
    rows = [
        qti21_gaps.gaps(part, response) if part.options is None else []
        for part, response in zip(question.parts, responses, strict=True)
    ]
    for part, response, lines in zip(question.parts, responses, rows, strict=True):
        _declare(top, part, response, lines)
    _outcomes(top, slot, [response for response, lines in zip(responses, rows, strict=True) if lines], rows)
    body = add(top, "itemBody")
    body.append(qti21_html.blocks(question.prompt))
    if question.figure is not None:
        source = carry.picture_file(question, "svg")
        add(add(body, "p"), "img", src=source, alt=pictures.alt(question.figure))
    for label, part, response, lines in zip(labels(question), question.parts, responses, rows, strict=True):
        _ask(body, label, part)
        if part.options is None:
            if said := typed(part, whole=part.answer["kind"] not in ("vector", "matrix")):
                add(add(body, "p"), "em", said)
            body.append(_written(lines, part.unit))
        else:
            _offered(body, slot, part, response)
    _process(top, slot, question, responses, rows)
    _feedback(top, slot, question, responses)
    return top


def _declare(top: Element, part: Part, response: str, rows: list[list[Gap]]) -> None:
    for row in rows:
        for gap in row:
            qti21_gaps.declare(top, gap)
    if part.options is not None:
        _declare_choice(top, part, response)


def _declare_choice(top: Element, part: Part, response: str) -> None:
    several = part.answer["kind"] == "choices"
    cardinality = "multiple" if several else "single"
    declared = add(
        top, "responseDeclaration", identifier=response, cardinality=cardinality, baseType="identifier"
    )
    if part.key:
        correct = add(declared, "correctResponse")
        for letter in part.key:
            add(correct, "value", letter)
    if several:
        mapping = add(declared, "mapping", lowerBound="0", defaultValue="0")
        for letter in sorted(part.options or {}):
            add(mapping, "mapEntry", mapKey=letter, mappedValue="1" if letter in part.key else "-1")


def _outcomes(top: Element, slot: Slot, typed: list[str], rows: list[list[list[Gap]]]) -> None:
    for name, value in (("SCORE", "0"), ("MAXSCORE", str(slot.points))):
        _outcome(top, name, "float", value)
    counted = [lines for lines in rows if lines]
    for response, lines in zip(typed, counted, strict=True):
        if sum(map(len, lines)) > 1:
            _outcome(top, qti21_scoring.hits(response), "integer", "0")
    add(top, "outcomeDeclaration", identifier="FEEDBACK", cardinality="multiple", baseType="identifier")


def _outcome(top: Element, name: str, kind: str, value: str) -> None:
    declared = add(top, "outcomeDeclaration", identifier=name, cardinality="single", baseType=kind)
    add(add(declared, "defaultValue"), "value", value)


def _ask(body: Element, label: str, part: Part) -> None:
    if not (label or part.ask):
        return
    asked = qti21_html.blocks(part.ask)
    if label:
        bold = Element("strong")
        bold.text, bold.tail = label, " "
        if len(asked) and asked[0].tag == "p":
            bold.tail, asked[0].text = f" {asked[0].text or ''}", None
            asked[0].insert(0, bold)
        else:
            line = Element("p")
            line.append(bold)
            asked.insert(0, line)
    body.append(asked)


def _written(rows: list[list[Gap]], unit: str | None) -> Element:
    """One gap in a line with its unit, several in a table."""
    if len(rows) == len(rows[0]) == 1:
        line = Element("p")
        _gap(line, rows[0][0]).tail = f" {unit}" if unit else None
        return line
    table = Element("table")
    inside = add(table, "tbody")
    for row in rows:
        cells = add(inside, "tr")
        for gap in row:
            _gap(add(cells, "td"), gap)
    return table


def _gap(parent: Element, gap: Gap) -> Element:
    length = str(_LONGEST if gap.entry.answer["kind"] in ("shape", "tokens") else _LONGEST // 2)
    return add(parent, "textEntryInteraction", responseIdentifier=gap.response, expectedLength=length)


def _offered(body: Element, slot: Slot, part: Part, response: str) -> None:
    most = "0" if part.answer["kind"] == "choices" else "1"
    choice = add(body, "choiceInteraction", responseIdentifier=response, shuffle="false", maxChoices=most)
    for letter, text in options_of(slot, part):
        qti21_html.fill(add(choice, "simpleChoice", identifier=(slot.options or {})[letter]), text)


def _process(
    top: Element, slot: Slot, question: Question, responses: list[str], rows: list[list[list[Gap]]]
) -> None:
    processing = add(top, "responseProcessing")
    points = in_json(slot.points) / len(question.parts)
    for part, response, gaps in zip(question.parts, responses, rows, strict=True):
        lines = slot.corrections.get(part.name, ())
        if any(line.action == "full_marks" for line in lines):
            qti21_scoring.everybody(processing, points)
        elif gaps:
            qti21_scoring.typed(processing, part, gaps, points, lines)
        else:
            qti21_scoring.chosen(processing, part, response, points, lines)
    qti21_scoring.say(processing, _EXPLANATION)


def _feedback(top: Element, slot: Slot, question: Question, responses: list[str]) -> None:
    for part, response in zip(question.parts, responses, strict=True):
        for at, mistake in enumerate(part.mistakes):
            shown = _modal(top, qti21_scoring.feedback_name(response, at))
            shown.append(qti21_html.blocks(mistake.feedback))
    shown = _modal(top, _EXPLANATION)
    for label, part in zip(labels(question), question.parts, strict=True):
        answer = wording.answer(slot, part) if part.options is None else ""
        said = f"Answer: {answer}" if answer else ""
        if text := f"{label} {said}{wording.corrections(slot, part)}".strip().removesuffix(label):
            add(shown, "p", text)
    shown.append(qti21_html.blocks(question.explanation))


def _modal(top: Element, name: str) -> Element:
    return add(top, "modalFeedback", outcomeIdentifier="FEEDBACK", showHide="show", identifier=name)
