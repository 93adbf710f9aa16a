"""Tables of answers to the released bank as a course hands them in: few answers often, odd ones by the thousand."""

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.mix import FRUITLESS, Item, drawn, of_parts
from benchmarks.parts import released
from qbank.draws import Draws

QUESTIONS = 40
COMMON = 10  # answers that half of the students give


def pools(most: int) -> dict[str, list[str]]:
    """For each of the questions of an exam its distinct answers, at most so many."""
    draws = Draws("exam", "questions")
    names = sorted(draws.shuffled(sorted(released()))[:QUESTIONS])
    return {name: _distinct(name, most) for name in names}


def _distinct(name: str, most: int) -> list[str]:
    """The answers to one question, drawn until no further one is found or there are enough."""
    draws, found, fruitless = Draws("exam", name), dict[str, None](), 0
    while len(found) < most and fruitless < FRUITLESS // 10:
        before = len(found)
        found[drawn(released()[name], draws, len(found))[0]] = None
        fruitless = 0 if len(found) > before else fruitless + 1
    return list(found)


def long_table(path: Path, students: int, answers: dict[str, list[str]]) -> int:
    """Write one row an answer; how many there are."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("student", "question", "answer"))
        for student, row in _rows(students, answers):
            writer.writerows((student, name, answer) for name, answer in zip(answers, row, strict=True))
    return students * len(answers)


def wide_table(path: Path, students: int, answers: dict[str, list[str]]) -> None:
    """Write one row a student and one column a question."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("student", *answers))
        writer.writerows((student, *row) for student, row in _rows(students, answers))


def _rows(students: int, answers: dict[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    draws = Draws("exam", "answers")
    for number in range(students):
        yield f"s{number:06}", [_one(pool, draws) for pool in answers.values()]


def _one(pool: list[str], draws: Draws) -> str:
    return pool[draws.below(COMMON if draws.below(2) and len(pool) > COMMON else len(pool))]


def released_answers(path: Path, count: int) -> list[Item]:
    """Write so many distinct answers to the released bank; the answers."""
    names = {id(part): name for name, part in released().items()}
    items, seen = of_parts(list(released().values()), count, "process"), Counter[str]()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("student", "question", "answer"))
        for item in items:
            name = names[id(item.part)]
            seen[name] += 1
            writer.writerow((f"s{seen[name]}", name, item.typed))
    return items
