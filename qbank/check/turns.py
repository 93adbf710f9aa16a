"""Responses of a quiz of which only the turn is known, as `Response 3`: what they answer on a printed sheet."""

from collections.abc import Sequence

from qbank.check.forms import Form
from qbank.check.layout import short
from qbank.errors import QbankError


def in_turn(form: Form, names: Sequence[str], numbers: Sequence[str], where: str, notes: list[str]) -> Form:
    """The form with its responses taken for what the sheet asks, one after the other.

    Raises QbankError where there are more responses than the sheet asks for, or fewer: the third response is then
    not what is asked third.
    """
    turns = [at for _, at in sorted((said.turn, at) for at, said in form.meanings.items() if said.turn)]
    untold = [at for at in turns if form.meanings[at].told is None]
    if not untold:
        return form
    first, last = names[turns[0]], names[turns[-1]]
    if len(turns) != len(numbers):
        asked = f"asks for {len(numbers)}" if numbers else "has versions with different numbers"
        found = f"{len(turns)} responses, {short(first)!r} to {short(last)!r}, while the sheet {asked}"
        hint = "export them with the questions' texts, or say with --columns what each of them means"
        raise QbankError(found, where=where, hint=hint)
    asked_at = dict(zip(turns, numbers, strict=True))
    notes.append(
        f"{where}: {short(first)!r} to {short(last)!r} are taken for {numbers[0]} to {numbers[-1]} of the sheet, in "
        "their order."
    )
    meanings = {at: form.meanings[at]._replace(asked=asked_at[at]) for at in untold}
    return form._replace(meanings={**form.meanings, **meanings})
