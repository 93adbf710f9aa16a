"""Grades: of each student the best attempt counts, and what should be known about it before it is passed on."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from qbank.web.base.sentences import Sentence
from qbank.web.course.quizzes import Quiz
from qbank.web.outcome import sittings
from qbank.web.outcome.interventions import BY_INSTRUCTOR
from qbank.web.outcome.sittings import Entry, Late, Student, counts
from qbank.web.sitting.attempts import Attempt

PROVISIONAL = Sentence("provisional")
UNMARKED = Sentence("not marked yet")
SITTING = Sentence("sits it now")
LATE = Sentence("answers came after the end")
AFTER_FINAL = Sentence("answers came after they were made final")
BY_DEADLINE = Sentence("ended by the deadline")
ENDED = Sentence("ended by an instructor")
GONE = Sentence("not in the course any more")
TEACHES = Sentence("teaches the course now, in no figure")


class Grade(NamedTuple):
    """One student's row. Without an attempt that counts `attempt` is None, and so are the points."""

    student: Student
    attempt: Attempt | None
    slots: tuple[float | None, ...]
    points: float | None
    worth: float | None
    attempts: int
    flags: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """The points by what they are out of; None where nothing was to be earned."""
        return self.points / self.worth if self.points is not None and self.worth else None


def grades(connection: Connection, quiz: Quiz) -> list[Grade]:
    """A row for every student, absent ones too."""
    at, sheets = sittings.attempts_at(connection, quiz), sittings.entries(connection, quiz)
    late = sittings.late_answers(connection, quiz)
    return [
        _grade(quiz, student, at.get(student.id, []), sheets, late)
        for student in sittings.students(connection, quiz)
    ]


def counting_sheets(connection: Connection, quiz: Quiz) -> dict[int, list[Entry]]:
    """The entries of the attempts that count; who teaches now is none of the class."""
    sheets = sittings.entries(connection, quiz)
    at = sittings.attempts_at(connection, quiz)
    class_ = [student for student in sittings.students(connection, quiz) if not student.teaches]
    best = [counting(at.get(student.id, []), sheets) for student in class_]
    return {attempt.id: sheets[attempt.id] for attempt in best if attempt and attempt.id in sheets}


def counting(sat: Sequence[Attempt], sheets: Mapping[int, Sequence[Entry]]) -> Attempt | None:
    """The attempt that counts: the best of those submitted, by the share of points; of equal ones the first."""
    submitted = [attempt for attempt in sat if attempt.submitted is not None]
    return max(submitted, key=lambda attempt: (_share(sheets.get(attempt.id)), -attempt.number), default=None)


def _share(given: Sequence[Entry] | None) -> float:
    """Below all others where it is not marked yet."""
    if given is None:
        return -1.0
    points, worth = counts(given)
    return points / worth if worth else 0.0


def _grade(
    quiz: Quiz,
    student: Student,
    sat: Sequence[Attempt],
    sheets: Mapping[int, Sequence[Entry]],
    late: Late,
) -> Grade:
    best = counting(sat, sheets)
    given = sheets.get(best.id) if best else None
    points, worth = counts(given) if given is not None else (None, None)
    flags = tuple(_flags(student, sat, best, given, late))
    return Grade(student, best, _by_slot(quiz, given), points, worth, len(sat), flags)


def _by_slot(quiz: Quiz, given: Sequence[Entry] | None) -> tuple[float | None, ...]:
    if given is None:
        return (None,) * len(quiz.slots)
    own = [[entry for entry in given if entry.slot == slot] for slot in range(len(quiz.slots))]
    return tuple(counts(entries)[0] for entries in own)


def _flags(
    student: Student,
    sat: Sequence[Attempt],
    best: Attempt | None,
    given: Sequence[Entry] | None,
    late: Late,
) -> list[str]:
    flags: list[str] = [TEACHES] if student.teaches else [] if student.is_member else [GONE]
    if any(attempt.submitted is None for attempt in sat):
        flags.append(SITTING)
    if best is None:
        return flags
    flags += [UNMARKED] if given is None else [PROVISIONAL] if any(entry.is_open for entry in given) else []
    flags += [BY_DEADLINE] if best.ended == "deadline" else [ENDED] if best.ended == BY_INSTRUCTOR else []
    flags += [LATE] if best.id in late.after_end else []
    return [*flags, AFTER_FINAL] if best.id in late.after_final else flags
