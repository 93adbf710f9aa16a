"""What every format says beside a question's own texts, in plain words."""

from qbank.corrections import Correction
from qbank.labels import ENGLISH, Labels
from qbank.question import Mistake, Part, Proof, Question
from qbank.sheets.sheet import Sheet, Slot, options_of


def key_title(sheet: Sheet) -> str:
    """What stands above the key."""
    return sheet.look.labels.say("{title} – key", title=sheet.title)


def solutions_title(sheet: Sheet) -> str:
    """What stands above the solutions."""
    return sheet.look.labels.say("{title} – solutions", title=sheet.title)


def to_fill_in(labels: Labels) -> tuple[str, str, str]:
    """What stands before the lines for name, date and points."""
    return labels.say("Name:"), labels.say("Date:"), labels.say("Points:")


def points(count: float, labels: Labels = ENGLISH) -> str:
    """`1 point`, `2 points`."""
    return labels.count("{n} point", "{n} points", count)


def chosen(slot: Slot, key: str | tuple[str, ...], labels: Labels = ENGLISH) -> str:
    """The printed letters of a choice's key: `B`, or `A, C`."""
    letters = [key] if isinstance(key, str) else list(key)
    return ", ".join(sorted(slot.printed(letter) for letter in letters)) or labels.say("none")


def answer(slot: Slot, part: Part, labels: Labels = ENGLISH) -> str:
    """The right answer as it is shown: the printed letters of a choice, else the display with its unit."""
    if part.options is not None:
        return chosen(slot, part.key, labels)
    return f"{part.display} {part.unit}" if part.unit else part.display


def wrong_answer(slot: Slot, part: Part, mistake: Mistake, labels: Labels = ENGLISH) -> str:
    """A known wrong answer as it is shown."""
    return mistake.display if part.options is None else chosen(slot, mistake.key, labels)


def corrections(slot: Slot, part: Part, labels: Labels = ENGLISH) -> str:
    """What a key says behind an answer that was corrected, with a blank before it; empty where it was not."""
    said = "; ".join(_correction(slot, part, line, labels) for line in slot.corrections.get(part.name, ()))
    return f" ({said})" if said else ""


def solution_corrections(slot: Slot, part: Part, labels: Labels = ENGLISH) -> str:
    """What a solution says there: its explanation and its proof were made with the old key."""
    dates = [line.date for line in slot.corrections.get(part.name, ()) if line.action == "rekey"]
    if not dates:
        return ""
    said = labels.say("corrected on {date}; explanation and proof are those of the old key", date=dates[-1])
    return f" ({said})"


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
