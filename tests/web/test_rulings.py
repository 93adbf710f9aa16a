"""Rulings through the pages: filled in, shown, made, seen by the student's marks, taken back."""

import re

import pytest

from qbank import limits
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import questions as stock
from qbank.web.outcome import deciding
from qbank.web.outcome.deciding import Given
from qbank.web.sitting import rulings

from .conftest import Browser, make_school
from .quizzing import make_quiz, rows, slot
from .sat import CELLS, SLOTS, classroom, latest, mistaken, papers, right, rule, ruling, sat_quiz, sit, totals


def hidden(page):
    """The hidden fields of the page's own form."""
    form = page[page.index("<h1>") :]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


def address(site, quiz, question_id):
    (row,) = rows(site, stock, stock.c.id == question_id)
    return f"/teach/quizzes/{quiz.public}/rulings/{row.public}"


def filled(action, **given):
    return {
        "action": action,
        "scope": "question",
        "part": "*",
        "value": "",
        "reason": "ambiguous",
        "do": "try",
        **given,
    }


def made(site, quiz):
    with site.store.read() as connection:
        return rulings.made_in(connection, quiz.id)


# What counts.


def test_of_what_stands_the_latest_counts_and_every_accept():
    void, full = ruling("q1", "void"), ruling("q1", "full_marks")
    accepts = [ruling("q1", "accept", value=value) for value in ("1", "2")]
    assert [line.action for line in rulings.counting([void, accepts[0], full, accepts[1]])["q1", ""]] == [
        "accept", "full_marks", "accept",
    ]  # fmt: skip
    back = rulings.undone(full, "ada", "why", 0, "r")
    assert [line.action for line in rulings.counting([void, full, back])["q1", ""]] == ["void"]
    assert rulings.standing([void, rulings.undone(void, "ada", "why", 0, "r")]) == []


def test_what_is_overruled_says_by_what():
    first, void = ruling("q1", "rekey", value="1"), ruling("q1", "void")
    second, accept = ruling("q1", "rekey", value="2"), ruling("q1", "accept", value="3")
    assert deciding.overruled([first, accept, void]) == {first.public: void, accept.public: void}
    assert deciding.overruled([first, void, second, accept]) == {first.public: second, void.public: second}
    back = rulings.undone(second, "ada", "why", 0, "r")
    assert deciding.overruled([first, void, second, back]) == {first.public: void}


def test_the_value_of_options_is_said_with_their_texts():
    class Part:
        options = {"A": "yes", "B": "no"}

    assert rulings.shown_value(Part, "A, B") == "A: yes; B: no"
    assert rulings.shown_value(Part, "") == "none"
    assert rulings.shown_value(Part, None) == ""


# The pages.


def test_void_from_the_page_and_back(both):
    school = make_school(both)
    quiz, _, cleo = sat_quiz(both, school)
    before = totals(both, quiz)
    ada, question = Browser(both).sign_in("ada"), papers(both, cleo)[0].question
    path = address(both, quiz, question.id)
    assert question.id in ada.get(f"/teach/quizzes/{quiz.public}/rulings").text
    assert "Another key instead" in ada.get(path).text
    tried = ada.post(path, filled("void"))
    assert tried.status_code == 200
    assert "1 attempts go up, 0 go down, of 2." in tried.text
    assert "Mean: 78.6 % → 90.0 %." in tried.text
    assert "cleo" in tried.text
    assert totals(both, quiz) == before
    sent = hidden(tried.text)
    assert ada.post(path, sent).status_code == 303
    assert ada.post(path, sent).status_code == 303  # the same click once more
    assert len(made(both, quiz)) == 1
    assert totals(both, quiz)[cleo.id] == (4, 5)
    page = ada.get(f"/teach/quizzes/{quiz.public}/rulings").text
    back = re.search(r'href="([^"]+/undo/[^"]+)"', page).group(1)
    shown = ada.get(back)
    assert "0 attempts go up, 1 go down, of 2." in shown.text
    sent = hidden(shown.text)
    assert ada.post(back, {**sent, "reason": "  "}).status_code == 422
    assert ada.post(back, {**sent, "reason": "it was clear"}).status_code == 303
    assert ada.post(back, {**sent, "reason": "it was clear"}).status_code == 303
    assert ada.post(back, {**sent, "reason": "again", "request": "other"}).status_code == 409
    assert totals(both, quiz) == before
    assert [line.action for line in made(both, quiz)] == ["void", "undo"]
    page = ada.get(f"/teach/quizzes/{quiz.public}/rulings").text
    assert "it was clear" in page
    assert "/undo/" not in page


@pytest.mark.parametrize(("action", "points"), [("accept", (7, 6)), ("rekey", (5, 6))])
def test_another_answer(site, school, action, points):
    quiz, ben, cleo = sat_quiz(site, school)
    ada, part = Browser(site).sign_in("ada"), papers(site, cleo)[0].question.parts[0]
    path = address(site, quiz, papers(site, cleo)[0].question.id)
    tried = ada.post(path, filled(action, value=f" {part.mistakes[0].display} "))
    assert ada.post(path, hidden(tried.text)).status_code == 303
    assert tuple(totals(site, quiz)[one.id].points for one in (ben, cleo)) == points
    assert made(site, quiz)[0].value == part.mistakes[0].key
    assert "ambiguous" in latest(site, cleo)[0].why


def test_all_questions_of_a_template_at_once(site, school):
    quiz = make_quiz(site, school, slots=[slot("mask", size=3), SLOTS[0]])
    sats = [sit(site, who, quiz, mistaken, mistaken, mistaken, right) for who in classroom(site, school, 3)]
    ada = Browser(site).sign_in("ada")
    question = next(one.question for one in papers(site, sats[0]) if one.question.template == CELLS)
    path = address(site, quiz, question.id)
    assert ada.post(path, filled("rekey", part="open", value="3", scope="template")).status_code == 422
    tried = ada.post(path, filled("full_marks", scope="template"))
    assert ada.post(path, hidden(tried.text)).status_code == 303
    assert {(line.question_id, line.part) for line in made(site, quiz)} == {
        (question.id, "blocked"),
        (question.id, "open"),
    }
    assert len({line.request for line in made(site, quiz)}) == 1
    page = ada.get(f"/teach/quizzes/{quiz.public}/rulings").text
    back = re.search(r'href="([^"]+/undo/[^"]+)"', page).group(1)
    assert ada.post(back, {**hidden(ada.get(back).text), "reason": "no"}).status_code == 303
    with site.store.read() as connection:
        assert rulings.in_force(connection, quiz.id) == {}


def test_a_dry_run_that_is_old_is_shown_again(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    ada = Browser(site).sign_in("ada")
    path = address(site, quiz, papers(site, cleo)[0].question.id)
    sent = hidden(ada.post(path, filled("void")).text)
    (late,) = classroom(site, school, 1)
    sit(site, late, quiz, right)
    again = ada.post(path, sent)
    assert again.status_code == 409
    assert "Meanwhile something else has changed" in again.text
    assert made(site, quiz) == []
    assert ada.post(path, hidden(again.text)).status_code == 303
    assert len(made(site, quiz)) == 1


SENSELESS = [
    ({"action": "explode"}, "Choose what is to be done."),
    ({"reason": " "}, "Write 1 to"),
    ({"reason": "x" * (limits.REASON_CHARACTERS + 1)}, "Write 1 to"),
    ({"action": "rekey"}, "Write the key"),
    ({"action": "rekey", "value": "about ten"}, "is no key of this question"),
    ({"action": "rekey", "value": "264"}, "This is right already"),
    ({"action": "accept", "value": "264"}, "This is right already"),
    ({"action": "accept", "value": "1" * (limits.ANSWER_CHARACTERS + 1)}, "is no key of this question"),
    ({"action": "accept", "value": "192", "scope": "template"}, "No key is the same"),
]


def test_what_makes_no_sense_is_said_beside_its_field(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    ada, path = Browser(site).sign_in("ada"), address(site, quiz, papers(site, cleo)[0].question.id)
    for given, sentence in SENSELESS:
        answer = ada.post(path, {**filled("void"), **given})
        assert answer.status_code == 422
        assert sentence in answer.text
    assert made(site, quiz) == []


def test_a_reason_of_the_longest_kind_is_taken(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    path = address(site, quiz, papers(site, cleo)[0].question.id)
    answer = Browser(site).sign_in("ada").post(path, filled("void", reason="x" * limits.REASON_CHARACTERS))
    assert answer.status_code == 200


def test_what_is_so_already_is_refused(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    ada, path = Browser(site).sign_in("ada"), address(site, quiz, papers(site, cleo)[0].question.id)
    assert ada.post(path, hidden(ada.post(path, filled("void")).text)).status_code == 303
    assert "It is ruled so already." in ada.post(path, filled("void")).text


def test_under_a_void_the_first_key_can_be_made_the_key_again(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    question = papers(site, cleo)[0].question
    key = question.parts[0].display
    other, void = ruling(question.id, "rekey", value="1"), ruling(question.id, "void")
    for line in (other, void):
        rule(site, quiz, school["ada"], line)
    ada, path = Browser(site).sign_in("ada"), address(site, quiz, question.id)
    assert "This is right already: the key is 1" in ada.post(path, filled("rekey", value="1")).text
    assert ada.post(path, filled("accept", value=key)).status_code == 200
    tried = ada.post(path, filled("rekey", value=key))
    assert tried.status_code == 200
    assert ada.post(path, hidden(tried.text)).status_code == 303
    assert [each.action for each in rulings.counting(made(site, quiz))[question.id, ""]] == ["rekey"]
    for page in (ada.get(path).text, ada.get(f"/teach/quizzes/{quiz.public}/rulings").text):
        assert page.count("Without effect: overruled by “Another key”") == 2


def test_a_part_must_be_named_where_there_are_several(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    question = papers(site, cleo)[2].question
    with site.store.read() as connection, pytest.raises(Refusal) as refused:
        deciding.lines(connection, quiz, question, Given("rekey", "question", "*", "7", "why"), "ada", 0, "r")
    assert refused.value.field == "part"
    with site.store.read() as connection:
        (line,) = deciding.lines(
            connection, quiz, question, Given("void", "question", "open", "", "why"), "ada", 0, "r"
        )
    assert line.place == (question.id, "open")


def test_a_question_of_another_quiz_is_not_there(site, school):
    quiz, _, _ = sat_quiz(site, school)
    other = next(row for row in rows(site, stock) if row.topic == "decoding")
    ada = Browser(site).sign_in("ada")
    assert ada.get(f"/teach/quizzes/{quiz.public}/rulings/{other.public}").status_code == 404
    assert ada.get(f"/teach/quizzes/{quiz.public}/rulings/nosuchname").status_code == 404
    assert ada.get(f"/teach/quizzes/{quiz.public}/rulings/undo/nosuchname").status_code == 404


def test_options_are_ruled_by_their_stored_letters(site, school):
    quiz = make_quiz(site, school, slots=[slot(template="decoding.path_probabilities", points=3.0)])
    ben = sit(site, school["ben"], quiz, right)
    question = papers(site, ben)[0].question
    ada, path = Browser(site).sign_in("ada"), address(site, quiz, question.id)
    part = question.part("likelier")
    other = "A" if part.key == "B" else "B"
    page = ada.get(path).text
    assert all(f"<b>{letter}.</b>" in page for letter in part.options)
    assert "is no key" in ada.post(path, filled("rekey", part="likelier", value="Q")).text
    tried = ada.post(path, filled("rekey", part="likelier", value=other.lower()))
    assert ada.post(path, hidden(tried.text)).status_code == 303
    assert made(site, quiz)[0].value == other
    assert totals(site, quiz)[ben.id].points == 2
