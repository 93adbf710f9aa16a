"""A report as JSON, `{answers, students, class, questions}`; feedback is Markdown here, as the bank has it."""

import json
from collections.abc import Iterable, Iterator

from qbank.check.faces.summary import summary
from qbank.check.faces.words import diagnosis_json, verdict_json
from qbank.check.grading import Graded
from qbank.check.report import Item, Report, Student
from qbank.check.ruling import Ruling
from qbank.question import Json


def as_json(report: Report, *, explain: bool = False) -> Iterator[str]:
    """The text that json.dumps would give for all of it at once, an item a piece."""
    ruling = Ruling(report.rules) if explain else None

    def answered(answer: Graded) -> Json:
        rule = {"rule": ruling.of(answer.asked)} if ruling else {}
        return _answer(answer) | rule

    yield "{\n"
    yield from _listed("answers", map(answered, report.answers))
    yield ",\n"
    yield from _listed("students", map(_student, report.students))
    yield f',\n  "class": {_indented(summary(report)._asdict(), 2)},\n'
    yield from _listed("questions", map(_item, report.questions))
    yield "\n}\n"


def _listed(name: str, items: Iterable[Json]) -> Iterator[str]:
    yield f'  "{name}": ['
    empty = True
    for item in items:
        yield f"{'' if empty else ','}\n    {_indented(item, 4)}"
        empty = False
    yield "]" if empty else "\n  ]"


def _indented(value: Json, by: int) -> str:
    """Its lines, the first one aside, moved to the right; strings have no line ends in JSON."""
    return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n" + " " * by)


def _answer(answer: Graded) -> dict[str, Json]:
    return {
        "line": answer.line,
        "student": answer.student,
        "question": answer.asked.name,
        "number": answer.asked.number,
        "answer": answer.answer,
        "points": round(answer.verdict.score * answer.asked.points, 9),
        "out_of": round(answer.asked.points, 9),
    } | verdict_json(answer.verdict)


def _student(student: Student) -> dict[str, Json]:
    return student._asdict()


def _item(item: Item) -> dict[str, Json]:
    return {
        "question": item.question,
        "n": item.n,
        "mean": item.mean,
        "difficulty": item.difficulty,
        "open": item.open,
        "mistakes": [
            {"diagnosis": diagnosis_json(slip.diagnosis), "answer": slip.answer, "count": slip.times}
            for slip in item.mistakes
        ],
    }
