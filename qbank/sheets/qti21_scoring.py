"""What a response earns in QTI 2.1, and which feedback it gets: the checker's own rules, as far as they go.

Right earns a part's points, a known mistake none, whatever it shares with the key; then what is nearly right; then
entries beyond guessing, and right ticks less wrong ones.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from xml.etree.ElementTree import Element

from qbank.answers import kind
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Part
from qbank.sheets import lms, lms_gap, qti12_answers, qti21_gaps
from qbank.sheets.qti12_xml import add
from qbank.sheets.qti21_gaps import Gap

Rows = list[list[Gap]]


def feedback_name(response: str, at: int) -> str:
    """Under which identifier the feedback of a part's mistake stands."""
    return f"{response}_mistake{at + 1}"


def typed(parent: Element, part: Part, rows: Rows, points: float, lines: Sequence[Correction]) -> None:
    """The rules for a part whose answer is typed."""
    flat = [gap for row in rows for gap in row]
    response = flat[0].response.rpartition("_")[0]
    if len(flat) > 1:
        _count(parent, response, flat)
    condition = add(parent, "responseCondition")
    accepted = [qti21_gaps.all_of(qti21_gaps.right(gap) for gap in flat)]
    others = _others(part, lines)
    accepted += [qti21_gaps.are(rows, part, str(other.key)) for other in others]
    _branch(condition, qti21_gaps.any_of(iter(accepted)), points)
    for at, known in _known(part, rows):
        _branch(condition, known, 0, feedback_name(response, at))
    if len(flat) == 1:
        for near in (near for right in (part, *others) for near in lms.nearly(right)):
            _branch(condition, _is(flat[0], near.value), points * near.share)
    else:
        _beyond_guessing(condition, part, response, flat, points)


def _others(part: Part, lines: Sequence[Correction]) -> list[Part]:
    return qti12_answers.rights(part, lines)[1:]


def _known(part: Part, rows: Rows) -> Iterator[tuple[int, Element]]:
    """The part's mistakes that can be typed into its gaps.

    In one gap the commonest typings are enough: any other is merely wrong, where a list would earn points.
    """
    most = lms_gap.TYPED_MISTAKES if sum(map(len, rows)) == 1 else None
    for at, mistake in enumerate(part.mistakes):
        with suppress(QbankError):
            yield at, qti21_gaps.are(rows, part, str(mistake.key), most)


def _is(gap: Gap, value: str) -> Element:
    return qti21_gaps.number_is(gap.response, value) if gap.numeric else qti21_gaps.text_is(gap, value)


def _count(parent: Element, response: str, flat: Sequence[Gap]) -> None:
    """How many entries are right, as a variable."""
    for gap in flat:
        branch = add(add(parent, "responseCondition"), "responseIf")
        branch.append(qti21_gaps.right(gap))
        total = add(add(branch, "setOutcomeValue", identifier=hits(response)), "sum")
        add(total, "variable", identifier=hits(response))
        add(total, "baseValue", "1", baseType="integer")


def hits(response: str) -> str:
    """The variable that counts a part's right entries."""
    return f"{response}_HITS"


def _beyond_guessing(
    condition: Element, part: Part, response: str, flat: Sequence[Gap], points: float
) -> None:
    """Points for the right entries that are more than one value everywhere would give."""
    known = kind(part.answer)
    guessed = known.target(known.read_key(part.key)).guessable
    if guessed == len(flat):
        return
    branch = add(condition, "responseElseIf")
    more = add(branch, "gt")
    add(more, "variable", identifier=hits(response))
    add(more, "baseValue", str(guessed), baseType="integer")
    product = add(_added(branch), "product")
    beyond = add(product, "subtract")
    add(beyond, "variable", identifier=hits(response))
    add(beyond, "baseValue", str(guessed), baseType="integer")
    add(product, "baseValue", _number(points / (len(flat) - guessed)), baseType="float")


def chosen(parent: Element, part: Part, response: str, points: float, lines: Sequence[Correction]) -> None:
    """The rules for a part whose answer is chosen."""
    condition = add(parent, "responseCondition")
    _branch(condition, _right_options(part, response, lines), points)
    for at, mistake in enumerate(part.mistakes):
        known = options_are(response, mistake.key)
        _branch(condition, known, 0, feedback_name(response, at))
    if part.answer["kind"] == "choices" and part.key:
        product = add(_added(add(condition, "responseElse")), "product")
        add(product, "mapResponse", identifier=response)
        add(product, "baseValue", _number(points / len(part.key)), baseType="float")


def _right_options(part: Part, response: str, lines: Sequence[Correction]) -> Element:
    keys = [part.key, *(other.key for other in _others(part, lines))]
    return qti21_gaps.any_of(options_are(response, key) for key in keys)


def options_are(response: str, key: str | tuple[str, ...]) -> Element:
    """Whether exactly these options are chosen."""
    if not key:
        none = Element("isNull")
        add(none, "variable", identifier=response)
        return none
    match = Element("match")
    add(match, "variable", identifier=response)
    parent = match if isinstance(key, str) else add(match, "multiple")
    for letter in key:
        add(parent, "baseValue", letter, baseType="identifier")
    return match


def _branch(condition: Element, test: Element, points: float, feedback: str = "") -> None:
    """The next branch of a condition: what it earns, and what is said."""
    branch = add(condition, "responseElseIf" if len(condition) else "responseIf")
    branch.append(test)
    add(_added(branch), "baseValue", _number(points), baseType="float")
    if feedback:
        say(branch, feedback)


def _added(branch: Element) -> Element:
    total = add(add(branch, "setOutcomeValue", identifier="SCORE"), "sum")
    add(total, "variable", identifier="SCORE")
    return total


def say(parent: Element, feedback: str) -> None:
    """Show one more feedback."""
    together = add(add(parent, "setOutcomeValue", identifier="FEEDBACK"), "multiple")
    add(together, "variable", identifier="FEEDBACK")
    add(together, "baseValue", feedback, baseType="identifier")


def everybody(parent: Element, points: float) -> None:
    """Full marks, whatever the response."""
    add(_added(parent), "baseValue", _number(points), baseType="float")


def _number(points: float) -> str:
    return repr(float(points))
