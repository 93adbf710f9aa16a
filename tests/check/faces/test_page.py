"""What every page shares."""

import pytest

from qbank.answers import Verdict, Word
from qbank.check.faces.page import FOOT, PROMPT, badge, head, points, posed, text, totals, typed
from tests.check.faces.report import BLOCKED


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("<b>", "&lt;b&gt;"),
        ("\"a\" & 'b'", "&quot;a&quot; &amp; &#x27;b&#x27;"),
        ("a\u202eb\x1b", "a&lt;U+202E&gt;b&lt;U+001B&gt;"),
        ("two\nlines", "two lines"),
        ("−√6/2", "−√6/2"),
    ],
)
def test_text_means_nothing(content, shown):
    assert text(content) == shown


def test_the_head_names_the_page():
    page = head("a </title> b", "p { margin: 0 }") + FOOT
    assert "<title>a &lt;/title&gt; b</title>" in page
    assert page.count("<style>") == 1
    assert page.startswith("<!doctype html>")


def test_what_was_typed_keeps_its_blanks_and_nothing_is_nothing():
    assert typed("1  2") == '<span class="typed">1  2</span>'
    assert typed("") == ""


@pytest.mark.parametrize(
    ("word", "code", "shown"),
    [
        (Word.RIGHT, None, "✓ right"),
        (Word.UNREADABLE, "syntax", "? unreadable"),
        (Word.RIGHT, "void", "– void"),
    ],
)
def test_a_badge(word, code, shown):
    assert f">{shown}</span>" in badge(Verdict(word, code=code))


def test_totals_leave_out_what_is_empty():
    assert totals([("points", "3 < 4"), ("open", "")]).count("<li>") == 1
    assert "3 &lt; 4" in totals([("points", "3 < 4")])


def test_points():
    assert points(1 / 3, 2) == "0.33 of 2"


def test_a_question_is_its_prompt_and_what_is_asked():
    assert posed(BLOCKED) == "A decoder reads 9 tokens; its mask is a 9 × 9 table. How many are blocked?"


def test_of_a_long_question_the_middle_is_left_out():
    asked = " How many are blocked?"
    just = BLOCKED._replace(question=BLOCKED.question._replace(prompt="x" * (PROMPT - len(asked))))
    assert posed(just) == just.question.prompt + asked
    long = posed(BLOCKED._replace(question=BLOCKED.question._replace(prompt="x" * (PROMPT - len(asked) + 1))))
    assert long == f"{'x' * (PROMPT // 2)} … {'x' * (PROMPT // 2 - len(asked))}{asked}"
