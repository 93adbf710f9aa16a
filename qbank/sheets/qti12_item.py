"""One Canvas question as a QTI 1.2 item: what is shown, what is right, what is said."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from xml.etree.ElementTree import Element

from qbank.points import Points
from qbank.question import Part, Question
from qbank.sheets import lms_corrections, qti12_answers, qti12_texts
from qbank.sheets.lms_text import blocks, line
from qbank.sheets.qti12_answers import Number, Rows
from qbank.sheets.qti12_xml import add
from qbank.sheets.sheet import Slot, options_of

RESPONSE = "response1"
_FIRST_ID = 1001

Feedback = dict[str, str]
"""HTML by the identifier under which Canvas looks for it."""


def item(slot: Slot, question: Question, points: Points) -> Element:
    """The whole item. Raises QbankError where Canvas cannot grade it fairly."""
    kind = qti12_answers.kind_of(question)
    written = Element("item", ident=question.id, title=f"Question {slot.number}")
    _metadata(written, kind, points)
    presentation, processing = add(written, "presentation"), Element("resprocessing")
    outcomes = add(processing, "outcomes")
    add(outcomes, "decvar", maxvalue="100", minvalue="0", varname="SCORE", vartype="Decimal")
    feedback = {"general_fb": qti12_texts.explanation(slot, question)}
    _said_always(processing, "general_fb")
    feedback |= _WRITERS[kind](slot, question, presentation, processing)
    if "general_incorrect_fb" in feedback:
        _said_always(processing, "general_incorrect_fb")
    written.append(processing)
    for name, html in feedback.items():
        _material(add(add(written, "itemfeedback", ident=name), "flow_mat"), html)
    return written


def _metadata(written: Element, kind: str, points: Points) -> None:
    metadata = add(add(written, "itemmetadata"), "qtimetadata")
    reference = f"{written.get('ident')}_bank"
    fields = {"question_type": kind, "points_possible": f"{float(points)}"}
    for label, entry in (fields | {"assessment_question_identifierref": reference}).items():
        field = add(metadata, "qtimetadatafield")
        add(field, "fieldlabel", label)
        add(field, "fieldentry", entry)


def _material(parent: Element, text: str, texttype: str = "text/html") -> None:
    add(add(parent, "material"), "mattext", text, texttype=texttype)


def _condition(processing: Element, *, last: bool = False) -> Element:
    return add(processing, "respcondition", **{"continue": "No" if last else "Yes"})


def _said_always(processing: Element, name: str) -> None:
    condition = _condition(processing)
    add(add(condition, "conditionvar"), "other")
    add(condition, "displayfeedback", feedbacktype="Response", linkrefid=name)


def _score(condition: Element, share: str = "100", action: str = "Set") -> None:
    add(condition, "setvar", share, action=action, varname="SCORE")


def _equal(parent: Element, response: str, value: str) -> Element:
    return add(parent, "varequal", value, respident=response)


def _number(slot: Slot, question: Question, presentation: Element, processing: Element) -> Feedback:
    part = question.parts[0]
    _material(presentation, qti12_texts.body(question, [[]]))
    response = add(presentation, "response_str", ident=RESPONSE, rcardinality="Single")
    add(add(response, "render_fib", fibtype="Decimal"), "response_label", ident="answer1")
    for number in qti12_answers.numbers(part, slot.corrections.get(part.name, ())):
        condition = _condition(processing, last=True)
        _within(add(condition, "conditionvar"), number)
        _score(condition)
    return _mistakes(slot, question)


def _within(parent: Element, number: Number) -> None:
    """Equal, or within bounds. The margin stands there twice: each of Canvas's two quiz engines reads another."""
    either = add(parent, "or")
    exact = _equal(either, RESPONSE, number.value)
    if number.low != number.high:
        exact.set("margintype", "absolute")
        exact.set("margin", _margin(number))
    both = add(either, "and")
    add(both, "vargte", number.low, respident=RESPONSE)
    add(both, "varlte", number.high, respident=RESPONSE)


def _margin(number: Number) -> str:
    return f"{(Decimal(number.high) - Decimal(number.value)).normalize():f}"


def _text(slot: Slot, question: Question, presentation: Element, processing: Element) -> Feedback:
    part = question.parts[0]
    _material(presentation, qti12_texts.body(question, [[]]))
    response = add(presentation, "response_str", ident=RESPONSE, rcardinality="Single")
    add(add(response, "render_fib"), "response_label", ident="answer1", rshuffle="No")
    [[blank]] = qti12_answers.gaps(part, slot.corrections.get(part.name, ()))
    condition = _condition(processing, last=True)
    either = add(add(condition, "conditionvar"), "or")
    for text in blank.texts:
        _equal(either, RESPONSE, text)
    _score(condition)
    return _mistakes(slot, question)


def _blanks(slot: Slot, question: Question, presentation: Element, processing: Element) -> Feedback:
    parts = [qti12_answers.gaps(part, slot.corrections.get(part.name, ())) for part in question.parts]
    names = _names(question, parts)
    _material(presentation, qti12_texts.body(question, names))
    blanks = [blank for rows in parts for row in rows for blank in row]
    flat = [name for rows in names for row in rows for name in row]
    number = _FIRST_ID
    for name, blank, share in zip(flat, blanks, _shares(len(blanks)), strict=True):
        texts = {str(number + at): text for at, text in enumerate(blank.texts)}
        number += len(texts)
        _listed(presentation, name, texts)
        _credit(processing, name, list(texts), share)
    return _mistakes(slot, question)


def _names(question: Question, parts: Sequence[Rows]) -> list[list[list[str]]]:
    start, count = qti12_texts.prefix(question), 0
    named: list[list[list[str]]] = []
    for rows in parts:
        named.append([])
        for row in rows:
            named[-1].append([f"{start}{count + at}" for at in range(1, len(row) + 1)])
            count += len(row)
    return named


def _shares(count: int) -> list[str]:
    """The hundred points of Canvas, in equal shares that sum to 100 exactly."""
    each = round(100 / count, 2)
    return [f"{each:.2f}"] * (count - 1) + [f"{100 - each * (count - 1):.2f}"]


def _listed(presentation: Element, name: str, texts: dict[str, str]) -> None:
    response = add(presentation, "response_lid", ident=f"response_{name}")
    add(add(response, "material"), "mattext", name)
    render = add(response, "render_choice")
    for number, text in texts.items():
        _material(add(render, "response_label", ident=number), text, "text/plain")


def _credit(processing: Element, name: str, right: Sequence[str], share: str) -> None:
    condition = _condition(processing)
    parent = add(condition, "conditionvar")
    if len(right) > 1:
        parent = add(parent, "or")
    for number in right:
        _equal(parent, f"response_{name}", number)
    _score(condition, share, "Add")


def _dropdowns(slot: Slot, question: Question, presentation: Element, processing: Element) -> Feedback:
    start = qti12_texts.prefix(question)
    names = [f"{start}{at}" for at in range(1, len(question.parts) + 1)]
    _material(presentation, qti12_texts.body(question, [[[name]] for name in names]))
    number = _FIRST_ID
    for name, part, share in zip(names, question.parts, _shares(len(names)), strict=True):
        options = {str(number + at): option for at, option in enumerate(options_of(slot, part))}
        number += len(options)
        _listed(presentation, name, {ident: text for ident, (_letter, text) in options.items()})
        right = {slot.printed(str(each.key)) for each in _rights(slot, part)}
        _credit(
            processing, name, [ident for ident, (letter, _text) in options.items() if letter in right], share
        )
    return _mistakes(slot, question)


def _rights(slot: Slot, part: Part) -> list[Part]:
    return qti12_answers.rights(part, lms_corrections.lines_of(slot, part))


def _choice(slot: Slot, question: Question, presentation: Element, processing: Element) -> Feedback:
    part = question.parts[0]
    ids = _options(slot, question, presentation, "Single")
    feedback = _option_feedback(part, ids, processing)
    for stored in sorted({str(each.key) for each in _rights(slot, part)}):
        condition = _condition(processing, last=True)
        _equal(add(condition, "conditionvar"), RESPONSE, ids[stored])
        _score(condition)
    return feedback


def _choices(slot: Slot, question: Question, presentation: Element, processing: Element) -> Feedback:
    ids = _options(slot, question, presentation, "Multiple")
    for right in _rights(slot, question.parts[0]):
        condition = _condition(processing, last=True)
        every = add(add(condition, "conditionvar"), "and")
        for stored, number in ids.items():
            _equal(every if stored in right.key else add(every, "not"), RESPONSE, number)
        _score(condition)
    return _mistakes(slot, question)


def _options(slot: Slot, question: Question, presentation: Element, cardinality: str) -> dict[str, str]:
    """The options in the sheet's order; gives their numbers by their stored letters."""
    part = question.parts[0]
    _material(presentation, qti12_texts.body(question, [[]]))
    response = add(presentation, "response_lid", ident=RESPONSE, rcardinality=cardinality)
    render = add(response, "render_choice")
    ids = {stored: str(_FIRST_ID + at) for at, stored in enumerate(sorted(part.options or {}))}
    for letter, text in options_of(slot, part):
        number = ids[(slot.options or {})[letter]]
        binary = text in ("True", "False")
        shown = text if binary else line(text)
        _material(add(render, "response_label", ident=number), shown, "text/plain" if binary else "text/html")
    return ids


def _option_feedback(part: Part, ids: dict[str, str], processing: Element) -> Feedback:
    found: Feedback = {}
    known = [(ids[key], mistake) for mistake in part.mistakes if (key := str(mistake.key)) in ids]
    for number, mistake in known:
        found[f"{number}_fb"] = blocks(mistake.feedback)
        condition = _condition(processing)
        _equal(add(condition, "conditionvar"), RESPONSE, number)
        add(condition, "displayfeedback", feedbacktype="Response", linkrefid=f"{number}_fb")
    return found


def _mistakes(slot: Slot, question: Question) -> Feedback:
    said = qti12_texts.known_mistakes(slot, question)
    return {"general_incorrect_fb": said} if said else {}


_WRITERS: dict[str, Callable[[Slot, Question, Element, Element], Feedback]] = {
    "numerical_question": _number,
    "short_answer_question": _text,
    "fill_in_multiple_blanks_question": _blanks,
    "multiple_dropdowns_question": _dropdowns,
    "multiple_choice_question": _choice,
    "true_false_question": _choice,
    "multiple_answers_question": _choices,
}
