"""The same quiz on paper: versions drawn from its pool, each with key and solutions, as one zip.

With it come the questions as a bank, so that `qbank check --sheet` can mark the papers where there is no service.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from sqlalchemy import Connection

from qbank import sheets
from qbank.check.grading import CREDITS, Rules
from qbank.corrections import Corrections, file_of
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.points import Points, points_of
from qbank.question import Question, canonical
from qbank.sheets.corrected import corrected, why_void
from qbank.sheets.files import files_of
from qbank.sheets.order import reordered
from qbank.sheets.sheet import Look, Sheet, lay_out
from qbank.sheets.zipped import zipped
from qbank.web.base.refusals import Refusal
from qbank.web.course import preview
from qbank.web.course.quizzes import Quiz
from qbank.web.door.people import Person
from qbank.web.sitting import rulings

FORMATS = ("pdf", "html", "md")
VERSIONS = 4

BANK = Path("bank")  # where `qbank check` looks


class Version(NamedTuple):
    """One paper: its sheet, and its questions under the keys that hold now and as they are stored."""

    sheet: Sheet
    questions: list[Question]
    stored: list[Question]


def versions(connection: Connection, quiz: Quiz, person: Person, seed: str, count: int) -> list[Version]:
    """So many versions, each with its own questions of the pool, under the keys that hold now."""
    if not quiz.slots:
        raise Refusal(
            422, "This quiz asks nothing yet. Add a topic or a kind of question first.", field="format"
        )
    return [_version(connection, quiz, person, seed, name) for name in ascii_uppercase[:count]]


def _version(connection: Connection, quiz: Quiz, person: Person, seed: str, name: str) -> Version:
    in_force = {place: tuple(lines) for place, lines in rulings.in_force(connection, quiz.id).items()}
    drawn = preview.drawn(connection, quiz, person, f"{seed} {name}")
    questions = [corrected(each.question, in_force) for each in drawn]
    for question in questions:
        if why := why_void(question, in_force):
            raise Refusal(
                409, "%(id)s was drawn, and %(why)s. Draw again.", field="seed", id=question.id, why=why
            )
    look = Look(course=quiz.course_title, instructions=quiz.instructions)
    plain = lay_out(questions, f"{quiz.title} {name}", in_force, look=look)
    slots = tuple(
        replace(slot, points=_points(quiz.slots[each.slot].points))
        for slot, each in zip(plain.slots, drawn, strict=True)
    )
    sheet = reordered(replace(plain, slots=slots), name, Draws(seed, "print", name))
    return Version(sheet, questions, [each.question for each in drawn])


def _points(worth: float) -> Points:
    """What a question is worth, exactly; a program may have given more places than a paper has."""
    found = points_of(worth)
    if found is None:
        said = "Paper has points of two decimals at most, and a question here is worth %(points)s."
        raise Refusal(422, said, field="format", points=worth)
    return found


def as_zip(made: Sequence[Version], face: str) -> bytes:
    """All papers with keys, the form for answers and the manifest. Raises Refusal, by its field, where that fails."""
    try:
        form = sheets.load(face)
        ruled = _ruled(made)
        questions = list({question.id: question for each in made for question in each.questions}.values())
        for question in questions:
            if objection := form.objection(question) or sheets.unsaid(form, question, ruled):
                raise Refusal(
                    422, "%(id)s cannot be set: %(why)s.", field="format", id=question.id, why=objection
                )
        files = files_of(Path(f"quiz.{face}"), form, [each.sheet for each in made], questions)
    except (QbankError, ModuleNotFoundError) as error:
        raise Refusal(422, "This cannot be printed here: %(why)s.", field="format", why=error) from error
    bank = _bank([question for each in made for question in each.stored], ruled)
    return zipped({path.as_posix(): _bytes(content) for path, content in [*files.items(), *bank.items()]})


def _bank(stored: Iterable[Question], ruled: Corrections) -> dict[Path, str]:
    """The questions by topics, and what was corrected of them since."""
    lines: dict[Path, list[str]] = {}
    for question in sorted({question.id: question for question in stored}.values(), key=lambda each: each.id):
        lines.setdefault(BANK / f"{question.topic}.jsonl", []).append(question.to_line())
    corrections = [canonical(line._asdict()) for _, each in sorted(ruled.items()) for line in each]
    if corrections:
        lines[file_of(BANK)] = corrections
    return {path: "".join(f"{line}\n" for line in each) for path, each in lines.items()}


def command(rules: Rules) -> str:
    """What marks the papers by the quiz's own rules, once the zip is unpacked."""
    usual = Rules()._asdict()
    credit = [
        f"{CREDITS[name]} {share:g}"
        for name, share in rules._asdict().items()
        if name in CREDITS and share != usual[name]
    ]
    language = [f"--locale {rules.locale}"] if rules.locale else []
    return " ".join(["qbank check quiz-form.csv --sheet quiz-sheet.json", *language, *credit])


def _ruled(made: Sequence[Version]) -> Corrections:
    """What was in force for the questions when they were laid out."""
    slots = (slot for each in made for slot in each.sheet.slots)
    return {(slot.id, part): lines for slot in slots for part, lines in slot.corrections.items()}


def _bytes(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content
