"""A report as one HTML page: the class, its questions with their mistakes, its students, every answer."""

from collections.abc import Iterable, Iterator

from qbank.check.faces.page import FOOT, badge, called, head, posed, text, totals, typed
from qbank.check.faces.rows import slip_named
from qbank.check.faces.summary import sentence, summary
from qbank.check.faces.words import amount, counted, percent, plain
from qbank.check.grading import Graded
from qbank.check.layout import short
from qbank.check.report import Item, Report, Slip, Student
from qbank.check.ruling import Ruling, corrected
from qbank.check.sentences import remark

MISTAKES_LISTED = 20  # a question
NAME = 60  # characters of a student's name; their own page has all of it

ANSWERS = ("student", "question", "as typed", "read as", "verdict", "score", "remark")
STUDENTS = ("student", "answered", "right", "partly", "wrong", "open", "points", "sum is")
_NUMBERS = frozenset({"answered", "right", "partly", "wrong", "open", "points", "score"})


def as_html(report: Report, *, explain: bool = False) -> Iterator[str]:
    """The page. With `explain` each answer has the reason and the rule beside it, right ones too."""
    ruling = Ruling(report.rules)
    yield head("Answers, graded", _labels("answers", ANSWERS) + _labels("students", STUDENTS))
    yield from _opening(report)
    yield '<h2 id="questions">Questions</h2>\n'
    yield from (_question(item, ruling) for item in report.questions)
    yield '<h2 id="students">Students</h2>\n'
    yield from _table("students", STUDENTS, map(_student, report.students))
    yield '<h2 id="answers">Answers</h2>\n'
    rows = (_answer(answer, ruling if explain else None) for answer in report.answers)
    yield from _table("answers", ANSWERS, rows)
    yield FOOT


def _total(what: str, count: int) -> tuple[str, str]:
    number, words = counted(count, what).split(" ", 1)
    return words, number


def _labels(name: str, columns: Iterable[str]) -> str:
    """On a narrow window a row is a block, and each of its cells has the column's name before it."""
    cells = "".join(
        f' .{name} td:nth-child({at})::before {{ content: "{column} "; }}'
        for at, column in enumerate(columns, 1)
    )
    return f"@media screen and (max-width: 46rem) {{ {_NARROW[name]}{cells} }}\n"


_NARROW = {  # an answer has a line a cell, a student one line for all numbers
    "answers": ".answers thead { display: none; } .answers tr { display: block; padding: .5rem 0; } "
    ".answers td { display: grid; grid-template-columns: 5.5rem 1fr; padding: .1rem 0; text-align: left; } "
    ".answers td:empty { display: none; } .answers td::before { color: var(--faint); }",
    "students": ".students thead { display: none; } .students tr { display: block; padding: .5rem 0; } "
    ".students td { display: inline-block; padding: 0 1rem 0 0; } .students td:empty { display: none; } "
    ".students td::before { color: var(--faint); } .students td:first-child { display: block; }",
}


def _opening(report: Report) -> Iterator[str]:
    about = summary(report)
    yield f"<h1>Answers, graded</h1>\n<p>{text(sentence(about))}</p>\n"
    yield totals(
        [
            *map(_total, ("student",), (about.students,)),
            ("mean", percent(about.mean)),
            *map(_total, ("question", "answer"), (len(report.questions), len(report.answers))),
            *map(_total, ("provisional sum",), (about.provisional,) if about.provisional else ()),
        ]
    )
    links = (f'<a href="#{place}">{place.title()}</a>' for place in ("questions", "students", "answers"))
    yield f"<nav>{' · '.join(links)}</nav>\n"


def _question(item: Item, ruling: Ruling) -> str:
    right = None if item.difficulty is None else 1 - item.difficulty
    meter = "" if right is None else f'<meter value="{right:.2f}"></meter> {percent(right)} right, '
    mean = f", mean score {amount(item.mean)}" if item.n else ""
    said = f"{counted(item.n, 'answer')}{mean}{_still_open(item)}"
    rule = f"{corrected(item.asked)} {ruling.of(item.asked)}".strip()
    return (
        f"<article>\n<h3>{called(item.asked)}</h3>\n<p>{text(posed(item.asked))}</p>\n"
        f'<p>{meter}{said}</p>\n<p class="faint">{text(rule)}</p>\n'
        f"{_mistakes(item.mistakes)}</article>\n"
    )


def _still_open(item: Item) -> str:
    return f", {item.open:,} more {'is' if item.open == 1 else 'are'} open" if item.open else ""


def _mistakes(slips: tuple[Slip, ...]) -> str:
    if not slips:
        return ""
    lines = "".join(f"<li>{_slip(slip)}</li>\n" for slip in slips[:MISTAKES_LISTED])
    left = len(slips) - MISTAKES_LISTED
    more = f'<p class="faint">and {counted(left, "other wrong answer")}</p>\n' if left > 0 else ""
    return f"<ul>\n{lines}</ul>\n{more}"


def _slip(slip: Slip) -> str:
    """How often it was made, its name, and what is said to whoever made it."""
    if not slip.diagnosis:
        return f"{slip.times:,} × {typed(slip.answer)}"
    feedback = " Or: ".join(plain(item.feedback) for item in slip.diagnosis if item.feedback)
    if feedback and not any(item.names for item in slip.diagnosis):
        return f"{slip.times:,} × {text(feedback)}"
    return f'{slip.times:,} × {text(slip_named(slip))} <span class="faint">{text(feedback)}</span>'


def _student(student: Student) -> list[str]:
    counts = [student.answered, student.right, student.partly, student.wrong, student.open]
    name = f' <span class="faint">{text(short(student.name, NAME))}</span>' if student.name else ""
    return [
        f"{text(short(student.student, NAME))}{name}",
        *map(str, counts),
        f"{amount(student.score)} of {amount(student.out_of)}",
        '<span class="whole">provisional</span>' if student.provisional else "",
    ]


def _answer(answer: Graded, ruling: Ruling | None) -> list[str]:
    verdict = answer.verdict
    said = text(remark(verdict, plain))
    if ruling:
        rule = f'<span class="faint">{text(ruling.of(answer.asked))}</span>'
        said = f"{said or text(verdict.why)} {rule}"
    return [
        text(short(answer.student, NAME)),
        called(answer.asked),
        typed(answer.answer),
        typed(verdict.read_as or ""),
        badge(verdict),
        amount(verdict.score),
        said,
    ]


def _table(name: str, columns: tuple[str, ...], rows: Iterable[list[str]]) -> Iterator[str]:
    """A table whose cells are HTML already."""
    marks = [' class="number"' if column in _NUMBERS else "" for column in columns]
    heads = "".join(f"<th{mark}>{column}</th>" for mark, column in zip(marks, columns, strict=True))
    yield f'<table class="{name}">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n'
    for row in rows:
        cells = "".join(f"<td{mark}>{cell}</td>" for mark, cell in zip(marks, row, strict=True))
        yield f"<tr>{cells}</tr>\n"
    yield "</tbody>\n</table>\n"
