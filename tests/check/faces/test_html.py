"""The report as a page: complete, escaped, and nothing loaded from elsewhere."""

import re
from html.parser import HTMLParser

import pytest

from qbank.answers import Verdict, Word
from qbank.check.faces.html import as_html
from qbank.check.faces.page import POLICY
from qbank.check.grading import Graded, Rules
from qbank.check.report import report
from qbank.corrections import Correction
from tests.check.faces.report import ANSWERS, BLOCKED, EMPTY, LAYERS, REPORT
from tests.check.listed import Listed

VOIDS = {"meta", "br", "hr"}
ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "ul", "li", "b", "nav", "a", "article",
    "code", "meter", "span", "table", "thead", "tbody", "tr", "th", "td", "bdi", "dl", "dt", "dd",
}  # fmt: skip
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "value"}


class Page(HTMLParser):
    """The tags of a page, which must be closed in order, and its text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open += [] if tag in VOIDS else [tag]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def page(given=REPORT, **options):
    return Page("".join(as_html(given, **options)))


def test_everything_is_on_it():
    text = page().text
    for said in (
        "4 students, mean 25%; 1 sum is provisional, since answers are open.",
        "50% right, 2 answers, mean score 0.5",
        "A decoder reads 9 tokens; its mask is a 9 × 9 table. How many are blocked?",
        "Right is exactly 36, however that number is spelled.",
        "1 × blocks the diagonal A token sees i ≤ j.",
        "1 × Right without biases.",
        "=1+1|<b>",
        "? unreadable",
        "blocks the diagonal: a token sees i ≤ j.",
        "'=' means nothing.",
    ):
        assert said in text


@pytest.mark.parametrize("given", [REPORT, EMPTY])
def test_it_loads_nothing_and_runs_nothing(given):
    found = page(given)
    assert {tag for tag, _ in found.tags} <= ALLOWED
    assert {name for _, attributes in found.tags for name in attributes} <= ATTRIBUTES
    assert all(attributes["href"].startswith("#") for tag, attributes in found.tags if tag == "a")
    policies = [
        each["content"] for tag, each in found.tags if each.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policies == [POLICY]
    assert "default-src 'none'" in POLICY
    text = "".join(as_html(given))
    assert not re.search(r"url\(|@import|https?:|//", text)


@pytest.mark.parametrize(
    "typed",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=y>',
        "</style><b>",
        "</td></table>",
        "&lt;",
        "'--><!--",
    ],
)
def test_what_was_typed_means_nothing(typed):
    verdict = Verdict(Word.WRONG, 0.0, typed, typed, "code")
    given = report(Listed([Graded(2, typed, BLOCKED, typed, verdict)]), Rules())
    found = page(given, explain=True)
    assert {tag for tag, _ in found.tags} <= ALLOWED
    assert found.text.count(typed) >= 5


def test_control_and_direction_characters_are_shown():
    given = report(Listed([ANSWERS[0]._replace(student="a\u202eb", answer="\x1b[2J")]), Rules())
    text = "".join(as_html(given))
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "a&lt;U+202E&gt;b" in text


def test_explained():
    assert "This is right. Right is exactly 36, however" in page(explain=True).text
    assert "This is right." not in page().text


def test_a_corrected_question():
    line = Correction(
        BLOCKED.question.id, "blocked", "void", None, "a <misprint>", "ada", "2031-02-03T10:00:00+00:00"
    )
    asked = BLOCKED._replace(corrections=(line,), points=0)
    verdict = Verdict(Word.RIGHT, 0.0, "36", "This counts for nobody.", "void")
    text = page(report(Listed([Graded(2, "ana", asked, "36", verdict)]), Rules())).text
    assert "counts for nobody (2031-02-03, ada): a <misprint>. Right is exactly 36" in text
    assert "– void 0 This counts for nobody." in text


def test_a_question_with_many_wrong_answers_lists_the_most_frequent():
    wrong = [
        Graded(at, str(at), LAYERS, str(at), Verdict(Word.WRONG, 0.0, str(at), "This is not the answer."))
        for at in range(23)
    ]
    assert "and 3 other wrong answers" in page(report(Listed(wrong), Rules())).text


def test_the_same_report_gives_the_same_page():
    assert "".join(as_html(REPORT)) == "".join(as_html(REPORT))


def test_one_is_no_plural():
    result = report(Listed(ANSWERS[:1]), Rules())
    text = " ".join(re.sub("<[^>]*>", " ", "".join(as_html(result))).split())
    assert "1 student 100% mean 1 question 1 answer " in text
    assert "100% right, 1 answer, mean score 1" in text


def test_a_very_long_name_is_cut_off():
    result = report(Listed([ANSWERS[0]._replace(student="z" * 200)]), Rules())
    assert f">{'z' * 59}…<" in "".join(as_html(result))
