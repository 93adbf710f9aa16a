"""What a correction of a key means for an answer.

| action | the verdict |
|---|---|
| `void` | what it would be, as information: score 0, code `void`; the part is worth no points |
| `full_marks` | right, score 1, code `full_marks`, whatever was typed, and where nothing was |
| `rekey` | by the other key, under which the old one is an answer like any other |
| `accept` | the better one of those by the key and by the value, code `accepted` where that is the value's |

A verdict that a correction has made says so in `why`, with its date and its reason.
"""

from collections.abc import Callable, Sequence

from qbank.answers import Verdict, Word
from qbank.answers.keys import accepted, as_corrected, rekeyed
from qbank.check.grading import FAULT, OPEN, VOID
from qbank.corrections import RULING, Correction
from qbank.errors import QbankError
from qbank.markup import literal
from qbank.question import Part

Judge = Callable[[Part, str], Verdict]
"""From a part and what was typed to a verdict by the part's key."""


def obeyed(corrections: Sequence[Correction], part: Part, answer: str, judge: Judge) -> Verdict:
    """The verdict on an answer under the corrections that are in force for the part."""
    ruling = next((line for line in corrections if line.action in RULING), None)
    try:
        verdict = _by_keys(corrections, part, answer, judge)
    except QbankError as fault:  # a value that is no key of this part: never the answer's fault
        why = f"A correction cannot be obeyed ({fault}); a person will look at it."
        verdict = Verdict(Word.UNDECIDED, why=why, code=FAULT)
    if ruling is not None and ruling.action == "void":
        return _void(ruling, verdict)
    if ruling is not None and ruling.action == "full_marks":
        return _full_marks(ruling, verdict)
    return verdict if ruling is None or verdict.code == "accepted" else _rekeyed(ruling, verdict)


def sentence(line: Correction, part: Part) -> str:
    """What the correction says, since when, by whom and why; in Markdown."""
    shown = "" if line.value is None else rekeyed(part, line.value).display
    meaning = {
        "void": "counts for nobody",
        "full_marks": "full marks for everybody",
        "rekey": f"the key is {literal(shown)}",
        "accept": f"{literal(shown)} is right as well",
    }[line.action]
    by = f", {literal(line.who)}" if line.who else ""
    return f"{meaning} ({line.date}{by}): {literal(line.reason)}"


def _by_keys(corrections: Sequence[Correction], part: Part, answer: str, judge: Judge) -> Verdict:
    """By the key in force, or where that is better by an accepted one."""
    verdict = judge(as_corrected(part, corrections), answer)
    others = (_accepted(line, judge(keyed, answer)) for line, keyed in accepted(part, corrections))
    return max((verdict, *others), key=_goodness)


def _goodness(verdict: Verdict) -> tuple[bool, bool, float]:
    """Right before what a person must look at, since that could be right, and this before the rest."""
    return verdict.verdict is Word.RIGHT, verdict.verdict in OPEN, verdict.score


def _rekeyed(line: Correction, verdict: Verdict) -> Verdict:
    code = "rekeyed" if verdict.verdict is Word.RIGHT else verdict.code
    return verdict._replace(why=f"{_said(line)} The key is another one. {verdict.why}", code=code)


def _accepted(line: Correction, verdict: Verdict) -> Verdict:
    code = "accepted" if verdict.score > 0 else verdict.code
    return verdict._replace(why=f"{_said(line)} Another key is accepted as well. {verdict.why}", code=code)


def _void(line: Correction, verdict: Verdict) -> Verdict:
    why = f"{_said(line)} This counts for nobody. Without it: {verdict.verdict.value}."
    return verdict._replace(score=0.0, why=why, code=VOID, entries=(), diagnosis=())


def _full_marks(line: Correction, verdict: Verdict) -> Verdict:
    why = f"{_said(line)} Full marks for everybody. Without it: {verdict.verdict.value}."
    return Verdict(Word.RIGHT, 1.0, verdict.read_as, why, "full_marks")


def _said(line: Correction) -> str:
    return f"Correction of {line.date}: {line.reason.rstrip('.')}."
