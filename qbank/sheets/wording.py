"""What every format says beside a question's own texts, in plain words."""

from qbank.corrections import Correction
from qbank.question import Mistake, Part, Proof
from qbank.sheets.sheet import Slot, options_of


def points(count: int) -> str:
    """`1 point`, `2 points`."""
    return f"{count} point" if count == 1 else f"{count} points"


def chosen(slot: Slot, key: str | tuple[str, ...]) -> str:
    """The printed letters of a choice's key: `B`, or `A, C`."""
    letters = [key] if isinstance(key, str) else list(key)
    return ", ".join(sorted(slot.printed(letter) for letter in letters)) or "none"


def answer(slot: Slot, part: Part) -> str:
    """The right answer as it is shown: the printed letters of a choice, else the display with its unit."""
    if part.options is not None:
        return chosen(slot, part.key)
    return f"{part.display} {part.unit}" if part.unit else part.display


def wrong_answer(slot: Slot, part: Part, mistake: Mistake) -> str:
    """A known wrong answer as it is shown."""
    return mistake.display if part.options is None else chosen(slot, mistake.key)


def corrections(slot: Slot, part: Part) -> str:
    """What a key says behind an answer that was corrected, with a blank before it; empty where it was not."""
    said = "; ".join(_correction(slot, part, line) for line in slot.corrections.get(part.name, ()))
    return f" ({said})" if said else ""


def solution_corrections(slot: Slot, part: Part) -> str:
    """What a solution says there: its explanation and its proof were made with the old key."""
    dates = [line.date for line in slot.corrections.get(part.name, ()) if line.action == "rekey"]
    return f" (corrected on {dates[-1]}; explanation and proof are those of the old key)" if dates else ""


def _correction(slot: Slot, part: Part, line: Correction) -> str:
    if line.action == "accept" and line.value is not None:
        from qbank.answers.keys import rekeyed  # the grammar, which a sheet needs not otherwise

        return f"also right since {line.date}: {answer(slot, rekeyed(part, line.value))}"
    what = "full marks for everybody since" if line.action == "full_marks" else "corrected on"
    return f"{what} {line.date}"


def right_option(slot: Slot, part: Part) -> str | None:
    """The text of the one right option, in Markdown; None where nothing, or several, can be chosen."""
    if part.options is None or not isinstance(part.key, str):
        return None
    return dict(options_of(slot, part)).get(slot.printed(part.key))


def proof(proof: Proof) -> str:
    """One line on who confirmed the key."""
    if proof.how == "asserted":
        return f"Unproven: asserted by {proof.by}."
    by = proof.by.replace("_", " ")
    torch = f" with PyTorch {proof.torch}" if proof.torch else ""
    how = f"Measured{torch}" if proof.how == "measured" else f"Derived again{torch} by another road"
    within = "equal" if proof.within == "equal" else f"within {proof.within}"
    symbolic = f"; SymPy {proof.symbolic} agrees" if proof.symbolic else ""
    return f"{how} ({by}): {within}{symbolic}."
