"""Wherever a key is shown it is the one in force, and what was made with the old one is said to be."""

import re

import pytest

from qbank.corrections import Correction
from qbank.web.sitting import keyed, rulings

from .conftest import Browser
from .quizzing import make_quiz, slot
from .sat import SLOTS, mistaken, papers, right, rule, ruling, sat_quiz, sit, undo
from .test_rulings import address

NEW = "777"
SAID = "The worked solution and its proof are those of the old key."


def bold(page):
    """What stands out in a page, and what is said behind it."""
    return [" ".join(each) for each in re.findall(r"<b>([^<]*)</b>( \([^<]*\))?", page)]


def correction(question, action, value=None):
    return Correction(question.id, "", action, value, "why", "ada", "2027-01-15T08:00:00+00:00")


def test_each_correction_is_said_with_its_day(site, school):
    _, _, cleo = sat_quiz(site, school)
    question = papers(site, cleo)[1].question
    (part,) = question.parts
    unit = f" {part.unit}" if part.unit else ""

    def key(*lines):
        return keyed.key(part, {}, [correction(question, *line) for line in lines])

    day = "2027-01-15"
    assert key() == keyed.Key(part.display + unit)
    assert key(("rekey", NEW)) == keyed.Key(NEW + unit, rekeyed=day)
    assert key(("accept", "7"), ("accept", "8")).accepted == ((f"7{unit}", day), (f"8{unit}", day))
    assert key(("void",)) == keyed.Key(part.display + unit, void=day)
    assert key(("full_marks",)) == keyed.Key(part.display + unit, full_marks=day)
    assert key(("rekey", "no key")) == keyed.Key(part.display + unit), "verdicts on that are a person's"


@pytest.fixture
def rekeyed(site, school):
    """A quiz of which the second question has another key; who typed nothing readable there waits for a person."""
    quiz, _, cleo = sat_quiz(site, school)
    question = papers(site, cleo)[1].question
    line = ruling(question.id, "rekey", value=NEW, now=site.clock.now())
    rule(site, quiz, school["ada"], line)
    return quiz, cleo, question, line


@pytest.mark.parametrize("page", ["review", "attempt", "receipt", "rulings"])
def test_after_another_key_every_page_shows_that_one(site, school, rekeyed, page):
    quiz, cleo, question, line = rekeyed
    who, path = {
        "review": ("ada", f"/teach/quizzes/{quiz.public}/review"),
        "attempt": ("ada", f"/teach/attempts/{cleo.public}"),
        "receipt": ("cleo", f"/attempts/{cleo.public}/receipt"),
        "rulings": ("ada", address(site, quiz, question.id)),
    }[page]
    browser = Browser(site).sign_in(who)
    shown, old = browser.get(path).text, question.parts[0].display
    said = [each for each in bold(shown) if each.startswith(NEW)]
    assert any(re.search(r"corrected on \d{4}-\d\d-\d\d", each) for each in said), bold(shown)
    if page != "rulings":  # which says beside it what is stored
        assert not any(re.fullmatch(f"{old}( [a-z]+)?", each.strip()) for each in bold(shown))
    assert (SAID in shown) == (page in ("attempt", "receipt"))
    undo(site, quiz, school["ada"], line)
    again = browser.get(path).text
    assert SAID not in again
    assert not [each for each in bold(again) if each.startswith(NEW) and "corrected on" in each]


def test_what_is_accepted_and_what_counts_for_nobody_is_said(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    first, second = (paper.question.id for paper in papers(site, cleo)[:2])
    rule(site, quiz, school["ada"], ruling(first, "accept", value=NEW))
    rule(site, quiz, school["ada"], ruling(second, "void"))
    for who, path in (
        ("cleo", f"/attempts/{cleo.public}/receipt"),
        ("ada", f"/teach/attempts/{cleo.public}"),
    ):
        page = Browser(site).sign_in(who).get(path).text
        assert re.search(rf"also right since [\d-]+: {NEW}", page)
        assert "counts for nobody since" in page
        assert SAID not in page


def test_an_answer_that_is_final_gets_the_key_in_force(site, school):
    quiz = make_quiz(site, school, slots=SLOTS[:2], feedback="each")
    ben = sit(site, school["ben"], quiz, mistaken, ended=False)
    rule(site, quiz, school["ada"], ruling(papers(site, ben)[0].question.id, "rekey", value=NEW))
    browser = Browser(site).sign_in("ben")
    here = f"/attempts/{ben.public}/1"
    assert browser.post(here, {"part-": "1", "seen-": "1", "do": "final", "request": "r"}).status_code == 303
    page = browser.get(here).text
    assert [each for each in bold(page) if each.startswith(NEW) and "corrected on" in each], bold(page)
    assert SAID in page


def test_options_are_said_in_the_letters_of_the_attempt(site, school):
    quiz = make_quiz(site, school, slots=[slot(template="decoding.path_probabilities", points=3.0)])
    ben = sit(site, school["ben"], quiz, right)
    (paper,) = papers(site, ben)
    part = paper.question.part("likelier")
    other = "A" if part.key == "B" else "B"
    rule(site, quiz, school["ada"], ruling(paper.question.id, "rekey", part="likelier", value=other))
    with site.store.read() as connection:
        keys = keyed.keys(paper, rulings.in_force(connection, quiz.id))
    printed = next(letter for letter, stored in paper.options.items() if stored == other)
    at = [each.name for each in paper.question.parts].index("likelier")
    assert (keys[at].answer, bool(keys[at].rekeyed)) == (printed, True)
