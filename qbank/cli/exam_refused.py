"""What an exam may not ask: what other exams asked, what is public, and what was corrected."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from qbank.bank import Bank, released
from qbank.check.lookup import Questions
from qbank.cli.answers import papers_of
from qbank.cli.exam_folder import manifest_in, read_record
from qbank.cli.say import note
from qbank.corrections import corrections_of
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.author.exam.blueprint import Blueprint
    from qbank.author.exam.fill import Seen


def refused(blueprint: "Blueprint", given: dict[str, Any]) -> "tuple[list[str], Seen]":
    """The ids that the other exams asked, and with them all that this one may not.

    Raises QbankError, with line and column, for a manifest that is not there.
    """
    from qbank.author.exam.fill import Seen

    questions = Questions([Bank(Path(given["bank"])), released()])
    manifests = [_manifest(given["blueprint"], name, where) for name, where in blueprint.avoid.items()]
    ids: set[str] = set()
    if given["makeup"]:
        manifests.append(manifest_in(Path(given["makeup"])))
        ids.update(read_record(Path(given["makeup"])).avoided)
    ids.update(name for path in manifests for name, _ in papers_of(questions, str(path)).parts)
    found = [question for name in sorted(ids) if (question := questions.found(name))]
    if len(found) < len(ids):
        note(
            f"{len(ids) - len(found)} questions to avoid are in no bank here: they are known by their ids alone."
        )
    seen = Seen(ids={*ids, *(name for name, _ in corrections_of([given["bank"]]))})
    seen.public(released())
    seen.asked_before(found)
    return sorted(ids), seen


def _manifest(blueprint: str, name: str, where: str) -> Path:
    """Where it lies: a path that begins at the blueprint's folder."""
    path = Path(blueprint).parent / name
    if not path.is_file():
        hint = "name a …-sheet.json; its path begins at the blueprint's folder"
        raise QbankError(f"there is no file {name}", where=where, hint=hint)
    return path
