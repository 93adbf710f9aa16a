"""What every format says beside a question's own texts, in plain words."""

import re

from qbank.corrections import Correction
from qbank.labels import ENGLISH, Labels
from qbank.markup import literal
from qbank.points import Points
from qbank.question import Mistake, Part, Proof, Question
from qbank.sheets.sheet import Sheet, Slot, options_of

_CONVENTION = re.compile(
    r"That is the answer for “(?P<other>[^”]*)”; this question says “(?P<asked>[^”]*)”\.$"
)
"""What is said where another convention gave the answer, as questions are made with it."""


def key_title(sheet: Sheet) -> str:
    """What stands above the key."""
    return sheet.look.labels.say("{title} – key", title=sheet.title)


def solutions_title(sheet: Sheet) -> str:
    """What stands above the solutions."""
    return sheet.look.labels.say("{title} – solutions", title=sheet.title)


def to_fill_in(labels: Labels) -> tuple[str, str, str]:
    """What stands before the lines for name, date and points."""
    return labels.say("Name:"), labels.say("Date:"), labels.say("Points:")


def points(count: float | Points, labels: Labels = ENGLISH) -> str:
    """`1 point`, `2 points`, `2.5 points`."""
    return labels.count("{n} point", "{n} points", count)


def chosen(slot: Slot, key: str | tuple[str, ...], labels: Labels = ENGLISH) -> str:
    """The printed letters of a choice's key: `B`, or `A, C`."""
    letters = [key] if isinstance(key, str) else list(key)
    return ", ".join(sorted(slot.printed(letter) for letter in letters)) or labels.say("none")


def answer(slot: Slot, part: Part, labels: Labels = ENGLISH) -> str:
    """The right answer as it is shown: the printed letters of a choice, else the display with its unit."""
    if part.options is not None:
        return chosen(slot, part.key, labels)
    return part.answered


def wrong_answer(slot: Slot, part: Part, mistake: Mistake, labels: Labels = ENGLISH) -> str:
    """A known wrong answer as it is shown."""
    return mistake.display if part.options is None else chosen(slot, mistake.key, labels)


def feedback(mistake: Mistake, labels: Labels = ENGLISH) -> str:
    """What is to be said to a known mistake, in Markdown: what qbank itself says there in the words of the labels."""
    said, sentences = mistake.feedback, len(mistake.names) + (mistake.convention is not None)
    if labels is ENGLISH:
        return said
    if mistake.convention is not None:
        said = _CONVENTION.sub(lambda found: _other_convention(found, labels), said)
    between = f" {literal(labels.say('Or:'))} "
    return said.replace(" Or: ", between) if 1 < sentences == said.count(" Or: ") + 1 else said


def _other_convention(found: re.Match[str], labels: Labels) -> str:
    """The sentence with the phrases as they stand there, which are Markdown, as a label is not."""
    places = {"other": "{other}", "asked": "{asked}"}
    said = labels.say("That is the answer for “{other}”; this question says “{asked}”.", **places)
    return literal(said).replace("{other}", found["other"]).replace("{asked}", found["asked"])


def corrections(slot: Slot, part: Part, labels: Labels = ENGLISH) -> str:
    """What a key says behind an answer that was corrected, with a blank before it; empty where it was not."""
    said = "; ".join(_correction(slot, part, line, labels) for line in slot.corrections.get(part.name, ()))
    return f" ({said})" if said else ""


def solution_corrections(slot: Slot, part: Part, labels: Labels = ENGLISH) -> str:
    """What a solution says there, as a key does; its explanation and its proof were made with the old key."""
    lines = slot.corrections.get(part.name, ())
    said = [_in_solution(slot, part, line, labels) for line in lines]
    return f" ({'; '.join(said)})" if said else ""


def _in_solution(slot: Slot, part: Part, line: Correction, labels: Labels) -> str:
    if line.action == "rekey":
        return labels.say(
            "corrected on {date}; explanation and proof are those of the old key", date=line.date
        )
    return _correction(slot, part, line, labels)


def unproven(proof: Proof, labels: Labels = ENGLISH) -> str:
    """What a key says behind an answer that nobody proved, with a blank before it; empty where it is proven."""
    return f" ({labels.say('unproven')})" if proof.how == "asserted" else ""


def in_key(slot: Slot, question: Question, part: Part, labels: Labels = ENGLISH) -> str:
    """The right answer as a key shows it, with what is to be said of it."""
    said = corrections(slot, part, labels) + unproven(question.proof, labels)
    return answer(slot, part, labels) + said


def _correction(slot: Slot, part: Part, line: Correction, labels: Labels) -> str:
    if line.action == "accept" and line.value is not None:
        from qbank.answers.keys import rekeyed  # the grammar, which a sheet needs not otherwise

        right = answer(slot, rekeyed(part, line.value), labels)
        return labels.say("also right since {date}: {answer}", date=line.date, answer=right)
    if line.action == "full_marks":
        return labels.say("full marks for everybody since {date}", date=line.date)
    return labels.say("corrected on {date}", date=line.date)


def right_option(slot: Slot, part: Part) -> str | None:
    """The text of the one right option, in Markdown; None where nothing, or several, can be chosen."""
    if part.options is None or not isinstance(part.key, str):
        return None
    return dict(options_of(slot, part)).get(slot.printed(part.key))


def proof(proof: Proof, labels: Labels = ENGLISH) -> str:
    """One line on who confirmed the key."""
    if proof.how == "asserted":
        return labels.say("Unproven: asserted by {name}.", name=proof.by)
    found = [
        labels.say("equal") if proof.within == "equal" else labels.say("within {bound}", bound=proof.within)
    ]
    if proof.symbolic:
        found.append(labels.say("SymPy {version} agrees", version=proof.symbolic))
    return f"{_witness(proof, labels)} ({proof.by.replace('_', ' ')}): {'; '.join(found)}."


def _witness(proof: Proof, labels: Labels) -> str:
    """How the second road to the key was taken."""
    if proof.how == "measured":
        if proof.torch:
            return labels.say("Measured with PyTorch {version}", version=proof.torch)
        return labels.say("Measured")
    if proof.torch:
        return labels.say("Derived again with PyTorch {version} by another road", version=proof.torch)
    return labels.say("Derived again by another road")
