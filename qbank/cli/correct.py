"""`qbank correct`: a key is corrected after the exam, first as a dry run."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from qbank.cli import grading
from qbank.cli.say import complain, deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.lookup import Asked, Questions
    from qbank.cli.answers import Checked
    from qbank.corrections import Correction, Corrections

ACTIONS = ["void", "accept", "rekey", "full-marks", "undo"]
VALUED = ("accept", "rekey")

REASON = "Why. It is kept, and said beside each verdict that it makes."
WHO = "Who corrects; may be left out."
APPLY = "Write it; without this nothing is written."
LISTING = "List the corrections that were made, of all questions or of ID."
ANSWERS = "Show whose score changes in this table of answers, graded as check would with the same options."
REVIEW = "The filled-in review file of that check; it is only read."


@click.command(
    "correct",
    short_help="Correct a key after the exam.",
    context_settings={"ignore_unknown_options": True},  # so that -3 can be a VALUE
)
@click.argument("name", metavar="[ID]", required=False)
@click.argument("action", metavar="[ACTION]", required=False, type=click.Choice(ACTIONS))
@click.argument("value", metavar="[VALUE]", required=False)
@click.option("--reason", metavar="TEXT", default="", help=REASON)
@click.option("--who", metavar="NAME", default="", help=WHO)
@click.option("--apply", "applied", is_flag=True, help=APPLY)
@click.option("--list", "listing", is_flag=True, help=LISTING)
@click.option("--answers", "table", metavar="FILE", help=ANSWERS)
@click.option("--review", metavar="FILE", help=REVIEW)
@grading.options
@click.pass_context
def command(ctx: click.Context, /, name: str | None, action: str | None, **given: Any) -> None:
    """Correct the key of a question after the exam. The question itself never changes.

    ACTION is void (it counts for nobody), accept VALUE (this is right as well), rekey VALUE (this is the key
    instead), full-marks (everybody who had it gets them), or undo (the latest correction is taken back). ID is an
    id, or id.part where there are several, or with --sheet a number such as 3b; VALUE is typed as an answer is,
    and for a choice by the stored letters, which `qbank show ID` gives.

    Without --apply this shows what would change, and writes nothing. A correction goes into the folder of the
    first --bank, and holds from then on in check, show and export where that bank is named; the released bank
    keeps none, and `bank` stands in for it. Without ACTION the corrections are listed.
    """
    from qbank.check.lookup import Questions, banks_of
    from qbank.cli.corrected import described
    from qbank.corrections import add_correction, corrections_of, file_of, keepers, read_corrections

    folders, banks = given["banks"], banks_of(given["banks"])
    home = keepers(folders)[0]
    seen = read_corrections(home)
    before = corrections_of(folders)
    questions = Questions(banks, before)
    if name is not None and given["sheet"] is not None:
        name = _on_sheet(questions, name, given)
    if given["listing"] or name is None or action is None:
        if given["reason"] or given["applied"] or given["table"]:
            raise QbankError("no correction is named", hint="write qbank correct ID ACTION --reason TEXT")
        _list(keepers(folders), name)
        return
    asked = questions.asked(name)
    correction = _correction(asked, action, given, seen)
    after = corrections_of(folders, [correction])
    graded = [] if given["table"] is None else _graded(given, before, after)
    deliver(described(asked, after.get((correction.id, correction.part), ())), None)
    if graded:
        _compare(asked, graded)
    if given["applied"]:
        add_correction(home, correction, seen)
        note(f"Written into {file_of(home).as_posix()}.")
        note(f"To take it back: {_call(asked, 'undo', given | {'value': None, 'reason': '…'})}")
    else:
        note(f"Nothing is written yet. To write it: {_call(asked, action, given)}")
    ctx.exit(1 if graded and graded[0].problems else 0)


def _on_sheet(questions: "Questions", name: str, given: dict[str, Any]) -> str:
    """The id, or id.part, that a number on the sheet means; any other name as it is.

    Raises QbankError where its versions mean different questions, and where letters of options would.
    """
    import re

    from qbank.check.lookup import NUMBER, Unnamed
    from qbank.cli.answers import papers_of

    if not re.fullmatch(NUMBER, name.strip()):
        return name
    papers = papers_of(questions, given["sheet"])
    found: dict[str, Asked] = {}
    faults: list[Unnamed] = []
    for version in papers.versions:
        try:
            found[version] = papers.asked(name, version)
        except Unnamed as fault:
            faults.append(fault)
    names = {asked.name for asked in found.values()}
    if not names:
        raise faults[0]
    if len(names) > 1 or faults:
        means = ", ".join(f"{asked.name} on version {version}" for version, asked in found.items())
        only = ", and something else on the others" if faults else ""
        raise QbankError(f"{name} is {means}{only}", where=given["sheet"], hint="write the id")
    stored = questions.asked(names.pop())
    note(f"{name} is {stored.name}.")
    if given["value"] and any(asked.part.options != stored.part.options for asked in found.values()):
        hint = f"write {stored.name}, and the stored letters, which qbank show {stored.name} gives"
        raise QbankError("the options have other letters on the sheet", where=given["sheet"], hint=hint)
    return stored.name


def _correction(
    asked: "Asked", action: str, given: dict[str, Any], seen: "Sequence[Correction]"
) -> "Correction":
    """The line that would be added. Raises QbankError where it would change nothing, or says too little."""
    from datetime import UTC, datetime

    from qbank.corrections import OWN, Correction, is_released, validated

    if given["banks"] and is_released(given["banks"][0]):
        hint = f"leave --bank out: corrections go into {OWN}, and hold where --bank released is named"
        raise QbankError("the released bank takes no corrections", hint=hint)
    reason, who = (" ".join(given[text].split()) for text in ("reason", "who"))
    if not reason:
        raise QbankError("a correction needs its reason", hint="add --reason TEXT")
    when = datetime.now(UTC).isoformat(timespec="seconds")
    value = _value(asked, action, given, seen)
    stored = action.replace("-", "_")
    return validated(Correction(asked.question.id, asked.part.name, stored, value, reason, who, when))


def _value(
    asked: "Asked", action: str, given: dict[str, Any], seen: "Sequence[Correction]"
) -> str | tuple[str, ...] | None:
    if action in VALUED:
        return _key(asked, action, given)
    if given["value"] is not None:
        raise QbankError(f"{action} takes no VALUE, and {given['value']!r} is one")
    if action == "undo":
        return _latest(asked, seen).digest
    if any(line.action == action.replace("-", "_") for line in asked.corrections):
        raise QbankError(f"{asked.name} is corrected so already", hint=f"see qbank correct {asked.name}")
    return None


def _key(asked: "Asked", action: str, given: dict[str, Any]) -> str | tuple[str, ...]:
    """The key text of what was typed; refused where it is right already."""
    from qbank.answers.keys import accepted, as_corrected, is_right, typed_key

    typed = given["value"]
    if typed is None or not typed.strip():
        raise QbankError(f"{action} needs a VALUE", hint=f"write qbank correct {asked.name} {action} VALUE")
    key = typed_key(asked.part, typed, given["locale"])
    held = [as_corrected(asked.part, asked.corrections)]
    if action == "accept":
        held += [part for _, part in accepted(asked.part, asked.corrections)]
    for part in held:
        if is_right(part, key):
            raise QbankError(f"{typed!r} is right already: the key is {part.display}")
    return key


def _latest(asked: "Asked", seen: "Sequence[Correction]") -> "Correction":
    """What an undo takes back."""
    from qbank.corrections import standing

    name = asked.question.id, asked.part.name
    lines = [line for line in standing(seen) if (line.id, line.part) == name]
    if not lines:
        hint = "name the bank in whose folder it is first, with --bank"
        raise QbankError(
            f"no correction of {asked.name} stands there", hint=hint if asked.corrections else None
        )
    return lines[-1]


def _graded(given: dict[str, Any], before: "Corrections", after: "Corrections") -> "list[Checked]":
    """The table graded without the correction and with it."""
    from qbank.cli.answers import check

    if given["table"] == "-":
        raise QbankError("the answers are read twice, so stdin will not do", hint="name a file")
    if given["review"] is not None and not Path(given["review"]).exists():
        raise QbankError("no such file", where=given["review"], hint="name the review file of that check")
    return [check(given["table"], given, corrections) for corrections in (before, after)]


def _compare(asked: "Asked", graded: "Sequence[Checked]") -> None:
    """Say whose score changes, and what could not be graded."""
    from qbank.check.changes import changes
    from qbank.cli.corrected import compared

    before, after = graded
    deliver(compared(changes(before.report, after.report, asked.name)), None)
    complain(before.problems)
    for said in before.notes:
        note(said)


def _list(folders: Sequence[Path], name: str | None) -> None:
    from qbank.cli.corrected import listed
    from qbank.corrections import read_corrections

    files = [read_corrections(folder) for folder in folders]
    rows = listed(files, name.strip().lower() if name else "")
    if rows:
        deliver(rows, None)
    else:
        note(f"There are no corrections{f' of {name}' if name else ''} in {', '.join(map(str, folders))}.")


def _call(asked: "Asked", action: str, given: dict[str, Any]) -> str:
    """The call that writes what this one has shown."""
    import shlex

    value = [] if given["value"] is None else [given["value"]]
    who = ["--who", given["who"]] if given["who"] else []
    banks = [text for folder in given["banks"] for text in ("--bank", folder)]
    locale = ["--locale", given["locale"]] if given["locale"] and value else []
    words = [asked.name, action, *value, "--reason", given["reason"], *who, *banks, *locale, "--apply"]
    return shlex.join(["qbank", "correct", *words])
