"""One HTML page a student, with nobody else in it: all that is needed to settle a dispute about a mark."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from qbank.check.faces.page import FOOT, badge, called, head, made_by, points, posed, text, totals, typed
from qbank.check.faces.words import plain
from qbank.check.grading import VOID, Graded
from qbank.check.report import Report, Student
from qbank.check.ruling import Ruling, corrected
from qbank.check.sentences import remark

MAKER = "qbank, one student's answers"
"""What a page says it was made by: nothing else is written over."""

NAME = 40  # characters of a student's name in that of a file
_PLAIN = r"[a-z0-9]+(?:[-_][a-z0-9]+)*"
_RESERVED = r"con|prn|aux|nul|com[0-9]|lpt[0-9]"  # what Windows takes for a device


def student_files(report: Report) -> Iterator[tuple[str, str]]:
    """The name of a file and its content, for each student in the order of the report."""
    ruling = Ruling(report.rules)
    for student, answers in report.by_student():
        yield f"{file_stem(student.student)}.html", "".join(_page(student, answers, ruling))


def is_page(start: str) -> bool:
    """Whether a file that begins so is such a page."""
    return made_by(MAKER) in start


def file_stem(student: str) -> str:
    """A name that every file system takes, another one for every student, and always the same for the same.

    A short name of small letters and digits is its own; behind any other, made readable, stands `--` and a digest.
    """
    if len(student) <= NAME and re.fullmatch(_PLAIN, student) and not re.fullmatch(_RESERVED, student):
        return student
    letters = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode("ascii")
    readable = re.sub(r"[^A-Za-z0-9]+", "-", letters).strip("-")[:NAME].rstrip("-") or "student"
    return f"{readable}--{blake2b(student.encode('utf-8', 'surrogatepass'), digest_size=6).hexdigest()}"


def _page(student: Student, answers: Sequence[Graded], ruling: Ruling) -> Iterator[str]:
    name = student.name or student.student
    yield head(name or "Answers", maker=MAKER)
    yield f"<h1><bdi>{text(name or 'Answers')}</bdi></h1>\n"
    if name != student.student:
        yield f'<p class="faint"><bdi>{text(student.student)}</bdi></p>\n'
    yield totals(
        [
            (
                "points (provisional)" if student.provisional else "points",
                points(student.score, student.out_of),
            ),
            ("right", str(student.right)),
            ("partly right", str(student.partly or "")),
            ("open", str(student.open or "")),
        ]
    )
    if student.provisional:
        yield "<p>Open answers are still to be decided by a person. They count 0 until then.</p>\n"
    if not answers:
        yield "<p>No answers were handed in.</p>\n"
    yield from (_answer(answer, ruling) for answer in answers)
    yield FOOT


def _answer(answer: Graded, ruling: Ruling) -> str:
    asked, verdict = answer.asked, answer.verdict
    earned = points(verdict.score * asked.points, asked.points)
    facts = [
        ("typed", typed(answer.answer) or '<span class="faint">nothing</span>'),
        ("read as", typed(verdict.read_as or "")),
        ("points", "none: this counts for nobody" if verdict.code == VOID else earned),
        ("why", text(remark(verdict, plain) or verdict.why)),
        ("correction", text(corrected(asked))),
        ("rule", text(ruling.of(asked))),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{said}</dd>\n" for name, said in facts if said)
    title = f"{called(asked)} {badge(verdict)}"
    return f"<article>\n<h3>{title}</h3>\n<p>{text(posed(asked))}</p>\n<dl>\n{listed}</dl>\n</article>\n"
