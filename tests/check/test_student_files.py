"""A page a student: all about their own answers, nothing about anybody else's."""

import re
from typing import NamedTuple

import pytest

from qbank.answers import Verdict, Word
from qbank.check.faces.html import as_html
from qbank.check.grading import Graded, Rules, judged
from qbank.check.lookup import Asked
from qbank.check.report import report
from qbank.check.student_files import NAME, file_stem, is_page, student_files
from qbank.corrections import Correction
from tests.check.faces.report import ANSWERS, BLOCKED, REPORT
from tests.check.faces.test_html import ALLOWED, Page
from tests.check.listed import Listed
from tests.check.samples import LAYER, WEIGHT


class Named(NamedTuple):
    """One of a roster."""

    student: str
    name: str


SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,57}")
HOSTILE = [
    "", ".", "..", "/etc/passwd", "..\\..\\x", "con", "CON", "nul", "com1", "lpt9", "a/b", "a\\b", "a:b", "a\0b", "a.html",
    "A", "a ", " a", "a.", "ana--x", "-rf", "~", "$HOME", "`id`", "%00", "李雷", "é", "e\u0301", "\u202e", "x" * 4000,
    "ana_", "_ana", "Ana", "ANA", "ana", "\ud800", "?*|<>\"", "ana/../ben",
]  # fmt: skip


@pytest.mark.parametrize("student", HOSTILE)
def test_every_name_gives_a_safe_one(student):
    stem = file_stem(student)
    assert SAFE.fullmatch(stem)
    assert not re.fullmatch("(?i)con|prn|aux|nul|com[0-9]|lpt[0-9]", stem)
    assert file_stem(student) == stem


def test_different_students_have_different_files_also_where_case_means_nothing():
    assert len({file_stem(student).casefold() for student in HOSTILE}) == len(HOSTILE)


@pytest.mark.parametrize("student", ["ana", "ana-maria", "s0012", "a_1", "x" * NAME])
def test_a_short_plain_name_is_its_own(student):
    assert file_stem(student) == student


def test_another_name_stays_readable():
    assert re.fullmatch("Ana-Muller--[0-9a-f]{12}", file_stem("Ana Müller"))
    assert re.fullmatch("student--[0-9a-f]{12}", file_stem("李雷"))
    assert re.fullmatch("x{40}--[0-9a-f]{12}", file_stem("x" * (NAME + 1)))


def test_nobody_else_is_in_it():
    pages = dict(student_files(REPORT))
    assert list(pages)[:2] == ["ana.html", "ben.html"]
    assert len(pages) == 4
    for student in REPORT.students:
        text = Page(pages[f"{file_stem(student.student)}.html"]).text
        typed = {answer.answer for answer in REPORT.answers if answer.student != student.student}
        assert not [
            name
            for name in ("ana", "ben", "=ben()", "cy")
            if text.startswith(f"{name} {name} ") != (name == student.student)
        ]
        assert not [answer for answer in typed if f"typed {answer}" in text]
        assert "mean score" not in text
        assert "students" not in text


def page(*answers, roster=None):
    (content,) = dict(student_files(report(Listed(answers), Rules(), roster))).values()
    found = Page(content)
    assert {tag for tag, _ in found.tags} <= ALLOWED
    return found.text


def test_all_that_settles_a_dispute_is_in_it():
    asked = Asked(WEIGHT, WEIGHT.parts[0], points=4)
    text = page(Graded(2, "ana", asked, "0,7310", judged(asked, "0,7310", Rules())))
    for said in (
        "2 of 4 points",
        "What is its first weight, to four decimals?",
        "typed 0,7310",
        "read as 0.7310",
        "◐ partly",
        "points 2 of 4",
        "why The last digit is cut off where it should be rounded.",
        "rule Right is every value no further from e/(e + 1) ≈ 0.731059 than 0.00005",
        "from 0.731009 to 0.731108",
    ):
        assert said in text


def test_a_known_mistake_is_named():
    text = page(Graded(2, "ana", BLOCKED, "45", judged(BLOCKED, "45", Rules())))
    assert "why blocks the diagonal: a token may attend to itself, so the diagonal stays open." in text


def test_open_answers_make_it_provisional():
    asked = Asked(LAYER, LAYER.parts[0])
    text = page(Graded(2, "ana", asked, "many", judged(asked, "many", Rules())))
    assert "0 of 1 points (provisional)" in text
    assert "Open answers are still to be decided by a person. They count 0 until then." in text


def test_who_decided_and_what_was_corrected():
    line = Correction(
        BLOCKED.question.id, "blocked", "void", None, "a misprint", "ada", "2031-02-03T10:00:00+00:00"
    )
    asked = BLOCKED._replace(corrections=(line,), points=0)
    text = page(Graded(2, "ana", asked, "36", judged(asked, "36", Rules())))
    assert "points none: this counts for nobody" in text
    assert "correction counts for nobody (2031-02-03, ada): a misprint." in text
    decided = Verdict(
        Word.PARTLY, 0.5, None, "Decided by ada: half of it. Before that: no number.", "reviewed"
    )
    text = page(Graded(2, "ana", BLOCKED, "half", decided))
    assert "why Decided by ada: half of it. Before that: no number." in text


def test_who_sent_nothing_has_a_page_too():
    text = page(roster=[Named("s1", "Ana <b> Ode")])
    assert text.startswith("Ana <b> Ode Ana <b> Ode s1 0 of 0 points")
    assert "No answers were handed in." in text


def test_the_printed_number_stands_beside_the_id():
    asked = ANSWERS[0].asked._replace(number="3b")
    _, page = next(student_files(report(Listed([ANSWERS[0]._replace(asked=asked)]), Rules())))
    assert f"<h3><b>3b</b> <code>{asked.name}</code> " in page
    _, page = next(student_files(report(Listed([ANSWERS[0]]), Rules())))
    assert f"<h3><code>{asked.name}</code> " in page


def test_a_page_says_what_made_it():
    _, page = next(student_files(report(Listed([ANSWERS[0]]), Rules())))
    assert is_page(page[:1_000])
    assert not is_page("".join(as_html(report(Listed([ANSWERS[0]]), Rules()))))
    assert not is_page("")
