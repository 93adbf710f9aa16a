"""GIFT, the plain text that many question banks read: one question a line, each of one part and one gap.

What GIFT forces, beside what `moodle` says of typings and of numbers:

- It has no points and no units: every question is worth one point, and the unit stands in the question.
- Short answers are compared without regard to case. Where a known mistake differs in nothing else, the question is
  refused.
- Several parts, a matrix, a vector of rounded decimals and an expression are refused.
- A picture stands in the text itself, as an address that holds its SVG: GIFT has no files. Moodle imports the text as
  it is and shows it; it keeps no file of the picture.
- `->` would make pairs of an answer, and `%` at its beginning a share of the marks.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from qbank import pictures
from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets import carry, lms, lms_corrections, lms_gap
from qbank.sheets.lms_gap import Gap, Rule
from qbank.sheets.lms_text import blocks, line
from qbank.sheets.lms_words import asked, category, how, labels, named, printable, solution
from qbank.sheets.moodle_cloze import fraction, wildcards_escaped
from qbank.sheets.sheet import Sheet, Slot, lay_out, pools

PAPER = False

_SIGNS = re.compile(r"[\\~=#{}:]")


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str]:
    """One file. Raises QbankError for a title or a question that GIFT cannot hold."""
    lines = []
    before = ""
    for pool in pools(sheet, questions):
        path = category(sheet, pool)
        if path != before:
            lines.append(f"$CATEGORY: {path}")
        before = path
        lines += [_question(slot, question) for slot, question in pool]
    return {"": "\n\n".join(lines) + "\n"}


def remark(slot: Slot, question: Question) -> Iterator[str]:
    """What readers of GIFT score otherwise than our checker."""
    yield from lms.unequal(question, given=("decimal", "exact", "choices"))
    yield from lms_corrections.unanswered(slot, question)


def objection(question: Question) -> str | None:
    """A picture that cannot be drawn, foreign markup, or what GIFT could not grade."""
    if found := carry.problem(question):
        return found
    try:
        _question(lay_out([question], "").slots[0], question)
    except QbankError as refused:
        return refused.message
    return None


def _question(slot: Slot, question: Question) -> str:
    """A comment with id and tags, then the question in one line."""
    if len(question.parts) > 1:
        raise QbankError("GIFT has no question of several parts")
    (part,) = question.parts
    if part.answer["kind"] == "vector" and part.answer["of"]["kind"] not in ("integer", "exact"):
        raise QbankError("GIFT has no gap for each entry of a vector")
    gap = lms_gap.gap(slot, part)
    ask = asked(labels(question)[0], part)
    told = blocks(question.prompt) + _picture(question) + (f"<p>{ask}</p>" if ask else "") + how(part)
    answers = " ".join(_answers(gap))
    tags = (question.topic, f"level {question.level}", question.pack)
    about = " ".join((f"// [id:{question.id}]", *(f"[tag:{printable(tag)}]" for tag in tags)))
    general = _html(solution(slot, question, unsaid=("choices",)))
    mark = "#" if gap.sort == "number" else ""
    return f"{about}\n::{_escaped(named(slot, question))}::{_html(told)}{{{mark}{answers} ####{general}}}"


def _picture(question: Question) -> str:
    if question.figure is None:
        return ""
    image = b64encode(pictures.svg(question.figure).encode("utf-8")).decode("ascii")
    said = escape(pictures.alt(question.figure), quote=True)
    return f'<p><img src="data:image/svg+xml;base64,{image}" alt="{said}"></p>'


def _answers(gap: Gap) -> Iterator[str]:
    if gap.sort == "number":
        yield from (f"={_share(rule)}{rule.text}:{rule.margin}{_feedback(rule)}" for rule in gap.rules)
    elif gap.sort in ("one", "several"):
        yield from _options(gap)
    elif gap.sort == "any":
        yield "=*"
    else:
        yield from _texts(gap)


def _texts(gap: Gap) -> Iterator[str]:
    right = {rule.text.casefold() for rule in gap.rules if rule.share == 1}
    for rule in gap.rules:
        if rule.share < 1 and rule.text.casefold() in right:
            raise QbankError(f"GIFT does not tell {rule.text} from the answer, which has other capitals")
        if "->" in rule.text:
            raise QbankError(f"GIFT would take {rule.text} for a pair")
        share = _share(rule) or ("%100%" if rule.text.startswith("%") else "")
        yield f"={share}{_escaped(wildcards_escaped(rule.text))}{_feedback(rule)}"


def _options(gap: Gap) -> Iterator[str]:
    """`=` before the right one of several; for ticks a share of the marks before each."""
    if gap.sort == "one" and all(rule.share == 1 for rule in gap.rules):
        raise QbankError("GIFT has no choice in which every option is right")
    for rule in gap.rules:
        ticked = f"~%{fraction(rule.share)}%"
        sign = ticked if gap.sort == "several" else "=" if rule.share == 1 else "~"
        yield f"{sign}{_html(line(rule.text))}{_feedback(rule)}"


def _share(rule: Rule) -> str:
    return "" if rule.share == 1 else f"%{fraction(rule.share)}%"


def _feedback(rule: Rule) -> str:
    return f"#{_html(line(rule.feedback))}" if rule.feedback else ""


def _html(html: str) -> str:
    return f"[html]{_escaped(html)}"


def _escaped(text: str) -> str:
    r"""Every sign that means something behind a backslash, itself included: `\neq` would begin a new line."""
    return _SIGNS.sub(lambda sign: f"\\{sign[0]}", text).replace("\n", r"\n")
