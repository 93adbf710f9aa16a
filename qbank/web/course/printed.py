"""The same quiz on paper: versions drawn from its pool, each with key and solutions, as one zip."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase

from sqlalchemy import Connection

from qbank import sheets
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.question import Question
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

Version = tuple[Sheet, list[Question]]


def versions(connection: Connection, quiz: Quiz, person: Person, seed: str, count: int) -> list[Version]:
    """So many versions, each with its own questions of the pool, under the keys that hold now."""
    if not quiz.slots:
        raise Refusal(
            422, "This quiz asks nothing yet. Add a topic or a kind of question first.", field="format"
        )
    if any(slot.points != int(slot.points) for slot in quiz.slots):
        raise Refusal(422, "Paper has whole points only, and this quiz has others.", field="format")
    return [_version(connection, quiz, person, seed, name) for name in ascii_uppercase[:count]]


def _version(connection: Connection, quiz: Quiz, person: Person, seed: str, name: str) -> Version:
    in_force = {place: tuple(lines) for place, lines in rulings.in_force(connection, quiz.id).items()}
    drawn = preview.drawn(connection, quiz, person, f"{seed} {name}")
    questions = [corrected(each.question, in_force) for each in drawn]
    for question in questions:
        if why := why_void(question, in_force):
            raise Refusal(409, f"{question.id} was drawn, and {why}. Draw again.", field="seed")
    look = Look(course=quiz.course_title, instructions=quiz.instructions)
    plain = lay_out(questions, f"{quiz.title} {name}", in_force, look=look)
    slots = tuple(
        replace(slot, points=int(quiz.slots[each.slot].points))
        for slot, each in zip(plain.slots, drawn, strict=True)
    )
    return reordered(replace(plain, slots=slots), name, Draws(seed, "print", name)), questions


def as_zip(made: Sequence[Version], face: str) -> bytes:
    """All papers with keys, the form for answers and the manifest. Raises Refusal, by its field, where that fails."""
    try:
        form = sheets.load(face)
        questions = list({question.id: question for _, each in made for question in each}.values())
        for question in questions:
            if objection := form.objection(question):
                raise Refusal(422, f"{question.id} cannot be set: {objection}.", field="format")
        files = files_of(Path(f"quiz.{face}"), form, [sheet for sheet, _ in made], questions)
    except (QbankError, ModuleNotFoundError) as error:
        raise Refusal(422, f"This cannot be printed here: {error}.", field="format") from error
    return zipped({path.as_posix(): _bytes(content) for path, content in files.items()})


def _bytes(content: str | bytes) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content
