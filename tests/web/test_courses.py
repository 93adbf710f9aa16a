"""Courses: joining by code, by link, and what one sees of them and their quizzes."""

import html
import re

import pytest
from sqlalchemy import select, update

from qbank.web.base.clock import DAY, MINUTE
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import courses as table
from qbank.web.base.schema import members
from qbank.web.course import courses, quizzes

from .conftest import Browser, make_school, person
from .quizzing import give_extra, make_quiz, rows, seen_by, start, submit


@pytest.fixture
def dora(site, school):
    person(site, "dora")
    return Browser(site).sign_in("dora")


def test_a_stranger_is_led_to_the_door_and_back(browser, school):
    for path in ("/join/ABCD2345", "/courses", "/quizzes/link/abc"):
        answer = browser.get(path)
        assert answer.headers["location"] == f"/sign-in?next={path}"
    page = browser.get("/sign-in?next=/join/ABCD2345").text
    assert "/sign-up?next=/join/ABCD2345" in page
    new = browser.post(
        "/sign-up", {"name": "E", "sign_in": "e", "password": "long enough", "next": "/join/ABCD2345"}
    )
    assert new.headers["location"] == "/join/ABCD2345"
    assert 'value="ABCD2345"' in browser.get("/join/ABCD2345").text


def test_joining_by_a_code_however_it_is_written(dora, site, school):
    course = school["course"]
    answer = dora.post("/join", {"code": f" {course.code.lower()} "})
    assert answer.headers["location"] == f"/courses/{course.public}"
    assert course.title in dora.get("/courses").text
    dora.post("/join", {"code": course.code})
    assert len([row for row in rows(site, members) if row.role == "student"]) == 3


def test_looking_at_an_invitation_joins_nothing(dora, school):
    dora.get(f"/join/{school['course'].code}")
    assert dora.get(f"/courses/{school['course'].public}").status_code == 404


@pytest.mark.parametrize("code", ["ABCD2345", "", "x" * 300, "<b>"])
def test_a_code_of_no_course_is_said_beside_the_field_and_kept(dora, code):
    answer = dora.post("/join", {"code": code})
    assert answer.status_code == 422
    assert 'id="code-wrong"' in answer.text
    assert f'value="{html.escape(code)}"' in answer.text


def test_guessing_codes_is_slowed_down(dora):
    answers = [dora.post("/join", {"code": "ABCD2345"}).status_code for _ in range(21)]
    assert answers == [422] * 20 + [429]


def test_who_teaches_a_course_stays_its_teacher(both):
    school = make_school(both)
    both.store.write(lambda c: courses.join(c, school["ada"], school["course"].code, 0))
    with both.store.read() as connection:
        assert [course.role for course in courses.of_person(connection, school["ada"])] == ["instructor"]
        with pytest.raises(Refusal):
            courses.course(connection, school["ben"], school["course"].public, teaching=True)


def test_an_archived_course_is_gone(both):
    school = make_school(both)
    quiz = make_quiz(both, school)
    both.store.write(lambda c: c.execute(update(table).values(archived=1)) and None)
    with both.store.read() as connection:
        assert courses.of_person(connection, school["ben"]) == []
        for look in (lambda: quizzes.quiz(connection, school["ben"], quiz.public),
                     lambda: quizzes.by_link(connection, quiz.link)):  # fmt: skip
            with pytest.raises(Refusal) as refused:
                look()
            assert refused.value.status == 404


def test_courses_that_one_teaches_lead_to_teaching(site, school):
    page = Browser(site).sign_in("ada").get("/courses").text
    assert f'href="/teach/courses/{school["course"].public}"' in page
    assert f'href="/courses/{school["course"].public}"' not in page


# A quiz's link.


def test_a_link_lets_into_the_course_while_the_quiz_takes_people(dora, site, school):
    quiz = make_quiz(site, school)
    path = f"/quizzes/link/{quiz.link}"
    assert "You join the course with it" in dora.get(path).text
    assert dora.get(f"/quizzes/{quiz.public}").status_code == 404
    assert dora.post(path).headers["location"] == f"/quizzes/{quiz.public}"
    assert dora.get(path).headers["location"] == f"/quizzes/{quiz.public}"


@pytest.mark.parametrize("changed", [{"state": "closed"}, {"closes": 1_800_000_000_000}])
def test_the_link_of_a_quiz_that_is_over_lets_nobody_in(dora, site, school, changed):
    quiz = make_quiz(site, school, **changed)
    path = f"/quizzes/link/{quiz.link}"
    assert "takes nobody into the course" in dora.get(path).text
    assert dora.post(path).status_code == 409
    assert "Begin" not in dora.get("/courses").text


def test_a_draft_and_a_made_up_link_lead_nowhere(dora, site, school):
    for link in (make_quiz(site, school, state="draft").link, "nosuchlink"):
        assert dora.get(f"/quizzes/link/{link}").status_code == 404
        assert dora.post(f"/quizzes/link/{link}").status_code == 404


# What is said of a quiz.


@pytest.fixture
def ben(site, school):
    return Browser(site).sign_in("ben")


def test_the_course_page_says_when_how_long_how_often(ben, site, school):
    give_extra(site, school["ben"], 25)
    make_quiz(site, school, title="Now", attempts=3)
    make_quiz(site, school, title="Soon", opens=site.clock.now() + DAY, closes=None)
    make_quiz(site, school, title="Done", closes=site.clock.now())
    make_quiz(site, school, title="Secret", state="draft")
    page = ben.get(f"/courses/{school['course'].public}").text
    found = dict(re.findall(r'<a href="/quizzes/\w+">(\w+)</a>.*?<td>(.*?)</tr>', page, re.DOTALL))
    assert set(found) == {"Now", "Soon", "Done"}
    assert "<b>open</b> until" in found["Now"]
    assert "1 h 15 min" in found["Now"]
    assert "0 of 3" in found["Now"]
    assert "opens <time" in found["Soon"]
    assert found["Done"].startswith("over")


def test_the_start_page_says_why_it_cannot_be_begun(ben, site, school):
    for changed, said in (
        ({"opens": site.clock.now() + 1}, "It cannot be begun yet."), ({"closes": site.clock.now()}, "It is over."),
        ({"state": "closed"}, "It is over."),
    ):  # fmt: skip
        page = ben.get(f"/quizzes/{make_quiz(site, school, **changed).public}").text
        assert said in page
        assert "/begin" not in page
    quiz = make_quiz(site, school)
    submit(site, school["ben"], start(site, school["ben"], quiz))
    assert "All your attempts are used." in ben.get(f"/quizzes/{quiz.public}").text
    assert ben.post(f"/quizzes/{quiz.public}/begin").status_code == 409


def test_instructions_are_text_and_no_page_of_their_own(ben, site, school):
    quiz = make_quiz(site, school, instructions="**Read** $x^2$", title="<i>T</i>")
    page = ben.get(f"/quizzes/{quiz.public}").text
    assert "<strong>Read</strong>" in page
    assert "&lt;i&gt;T&lt;/i&gt;" in page
    quiz = make_quiz(site, school, instructions="**Read** <script>alert(1)</script>")
    page = ben.get(f"/quizzes/{quiz.public}").text
    assert "**Read** &lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_who_teaches_sees_the_page_and_begins_nothing(site, school):
    quiz = make_quiz(site, school)
    ada = Browser(site).sign_in("ada")
    page = ada.get(f"/quizzes/{quiz.public}").text
    assert f"/teach/quizzes/{quiz.public}" in page
    assert "/begin" not in page
    assert ada.post(f"/quizzes/{quiz.public}/begin").status_code == 409


# When results may be seen.

MATRIX = [  # policy, minutes after the window's start, whether submitted, whether somebody else still sits, seen
    ("never", 0, True, False, False), ("never", 2000, True, False, False),
    ("each", 0, True, True, True), ("each", 0, False, False, False),
    ("submission", 0, False, False, False), ("submission", 0, True, True, True), ("submission", 2000, True, False, True),
    ("window", 0, True, False, False), ("window", 24 * 60 - 1, True, False, False),
    ("window", 24 * 60, True, False, True), ("window", 24 * 60, True, True, False), ("window", 2000, False, False, False),
]  # fmt: skip


@pytest.mark.parametrize(("policy", "minutes", "submitted", "others", "seen"), MATRIX)
def test_when_results_may_be_seen(site, school, policy, minutes, submitted, others, seen):
    quiz = make_quiz(site, school, feedback=policy)
    if others:
        give_extra(site, school["cleo"], 100)
        start(site, school["cleo"], quiz)
    at = site.clock.now() + minutes * MINUTE
    looked = seen_by(site, school["ben"], quiz)
    assert looked.feedback_is_out(at, site.clock.now() if submitted else None) is seen


def test_a_closed_quiz_is_over_for_results_once_nobody_sits_it(both):
    school = make_school(both)
    quiz = make_quiz(both, school, feedback="window")
    attempt = start(both, school["cleo"], quiz)
    from qbank.web.base.schema import quizzes as quizzes_table

    both.store.write(lambda c: c.execute(update(quizzes_table).values(state="closed")) and None)
    now = both.clock.now()
    assert not seen_by(both, school["ben"], quiz).feedback_is_out(now, now)
    submit(both, school["cleo"], attempt)
    assert seen_by(both, school["ben"], quiz).feedback_is_out(now, now)
    with both.store.read() as connection:
        assert connection.scalar(select(quizzes_table.c.state)) == "closed"


def test_what_stood_in_the_address_is_there_after_signing_in(browser):
    answer = browser.get("/join?code=ABCD2345")
    assert answer.headers["location"] == "/sign-in?next=/join%3Fcode%3DABCD2345"
    assert "/join?code=ABCD2345" in browser.get(answer.headers["location"]).text


def test_who_is_signed_in_stays_so_on_the_page_of_an_error(site, school):
    page = Browser(site).sign_in("ben").get("/nothing").text
    assert ("Sign out" in page, "Join a course" in page) == (True, False)
