"""What each student and the class did: counts, scores, and the mistakes that were made most.

The words of verdicts are compared as texts, so that the grammar of answers loads only where one is read.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from math import fsum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from qbank import limits
from qbank.check.grading import VOID, Graded, Rules, is_open
from qbank.check.lookup import Asked

if TYPE_CHECKING:
    from qbank.answers import Diagnosis, Verdict
    from qbank.check.roster import Roster


class Answers(Protocol):
    """Answers that can be gone through again and again; students and questions come in the order of the table.

    By question each different answer comes once, with the number of those who gave it.
    """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Graded]: ...
    def by_student(self) -> Iterator[tuple[str, Iterator[Graded]]]: ...
    def by_question(self) -> Iterator[tuple[str, Iterator[tuple[Graded, int]]]]: ...


class Student(NamedTuple):
    """One student's sums. `score` and `out_of` are points; answers still open count 0 in `score`.

    What was left blank is in `blank` and not in `answered`, also where it is right by full marks for everybody.
    `name` is the roster's, empty where there is none. What counts for nobody is in none of the counts.
    """

    student: str
    answered: int
    right: int
    partly: int
    wrong: int
    blank: int
    open: int
    score: float
    out_of: float
    name: str = ""
    provisional: bool = False


class Slip(NamedTuple):
    """One mistake and how many made it: a diagnosis, or where there is none the wrong answer itself."""

    diagnosis: "tuple[Diagnosis, ...]"
    answer: str
    times: int


class Item(NamedTuple):
    """How one question did.

    `n` counts the answers that are settled, blank ones too; `mean` is their mean score (0 to 1), `difficulty`
    the share of them that is not right; both are None where nothing is settled. `open` counts the others.
    `asked` is what was asked, on one of the versions; it has no number where that is not the same on all of them.
    """

    question: str
    n: int
    mean: float | None
    difficulty: float | None
    open: int
    mistakes: tuple[Slip, ...]
    asked: Asked


class Report(NamedTuple):
    """All that a check found out, and the rules by which it was found."""

    answers: Answers
    students: tuple[Student, ...]
    questions: tuple[Item, ...]
    rules: Rules = Rules()

    @property
    def open(self) -> int:
        """How many answers a person has yet to settle."""
        return sum(student.open for student in self.students)

    @property
    def provisional(self) -> bool:
        """Whether the class's totals may still change, since some answers are open."""
        return self.open > 0

    def by_student(self) -> Iterator[tuple[Student, list[Graded]]]:
        """Each student with their answers; the list is empty for those who sent nothing."""
        groups = self.answers.by_student()
        for student in self.students:
            _, answers = next(groups, ("", ()))
            yield student, list(answers)

    def open_answers(self) -> Iterator[Graded]:
        """The answers that a person has yet to settle."""
        return (answer for answer in self.answers if is_open(answer.verdict)) if self.open else iter(())


def report(answers: Answers, rules: Rules, roster: "Roster | None" = None) -> Report:
    """The answers with their sums; students and questions in the order in which the table first has them.

    Students of the roster who sent nothing stand behind the others.
    """
    names = {listed.student: listed.name for listed in roster or ()}
    students = [_student(student, names.pop(student, ""), theirs) for student, theirs in answers.by_student()]
    questions = tuple(item for name, given in answers.by_question() if (item := _item(name, given)))
    total = _total(students, questions)
    silent = (Student(student, 0, 0, 0, 0, 0, 0, 0.0, total, name) for student, name in names.items())
    return Report(answers, (*students, *silent), questions, rules)


def _total(students: Sequence[Student], questions: Sequence[Item]) -> float:
    """What somebody who sent nothing could have got: what the sheet is worth, or all others were asked for.

    It is 0 where that is not the same for all.
    """
    totals = {item.asked.total for item in questions}
    if totals == {None}:
        totals = {student.out_of for student in students}
    return (totals.pop() or 0.0) if len(totals) == 1 else 0.0


def _student(student: str, name: str, answers: Iterable[Graded]) -> Student:
    words, sheet, blank = Counter[str](), None, 0
    scores, points = array("d"), array("d")
    for answer in answers:
        sheet = answer.asked.total if sheet is None else sheet
        points.append(answer.asked.points)
        if word := _word(answer.verdict):
            words[word] += 1
            blank += word == "blank" or not answer.answer
            scores.append(answer.verdict.score * answer.asked.points)
    return Student(
        student=student,
        answered=words.total() - blank,
        right=words["right"],
        partly=words["partly"],
        wrong=words["wrong"],
        blank=blank,
        open=words["open"],
        score=_sum(scores),
        out_of=_sum(points) if sheet is None else sheet,
        name=name,
        provisional=words["open"] > 0,
    )


def _item(name: str, answers: Iterator[tuple[Graded, int]]) -> Item | None:
    """None where no answer is left."""
    words, scores = Counter[str](), array("d")
    slips: Counter[tuple[tuple[Diagnosis, ...], str]] = Counter()
    first = next(answers, None)
    if first is None:
        return None
    asked = first[0].asked
    for answer, times in chain((first,), answers):
        if answer.asked is not asked and answer.asked.number != asked.number:
            asked = asked._replace(number="")
        word = _word(answer.verdict)
        words[word] += times
        if word not in ("", "open"):
            scores.extend(repeat(answer.verdict.score, times))
        if word in ("wrong", "partly"):
            slips[_slip(answer)] += times
    settled = len(scores)
    return Item(
        question=name,
        n=settled,
        mean=_sum(scores) / settled if settled else None,
        difficulty=(settled - words["right"]) / settled if settled else None,
        open=words["open"],
        mistakes=_slips(slips),
        asked=asked,
    )


def _word(verdict: "Verdict") -> str:
    """What the verdict counts as: its word, or `open`; nothing where it counts for nobody."""
    if verdict.code == VOID:
        return ""
    return "open" if is_open(verdict) else verdict.verdict


def _slips(made: "Counter[tuple[tuple[Diagnosis, ...], str]]") -> tuple[Slip, ...]:
    """The mistakes, most frequent first, then in the order in which they were made."""
    frequent = made.most_common()[: limits.MISTAKES_KEPT]
    return tuple(Slip(diagnosis, text, count) for (diagnosis, text), count in frequent)


def _slip(answer: Graded) -> "tuple[tuple[Diagnosis, ...], str]":
    if answer.verdict.diagnosis:
        return answer.verdict.diagnosis, ""
    return (), answer.verdict.read_as or answer.answer


def _sum(values: Iterable[float]) -> float:
    """The sum without the last digits' noise, so that a third three times is one."""
    return round(fsum(values), 9)
