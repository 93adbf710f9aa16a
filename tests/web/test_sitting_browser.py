"""The script of a quiz's pages in Chromium: saving while one types, without a network, in two windows, at the end."""

import re
from types import SimpleNamespace

import pytest
from sqlalchemy import select, update

from qbank.web.base.schema import answers
from qbank.web.base.schema import attempts as table
from qbank.web.course import courses
from qbank.web.door import people

from .chromium import chromium, served, visitor
from .quizzing import make_quiz, slot

__all__ = ["chromium", "served", "visitor"]
OFFLINE = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture(scope="module")
def taught(served, some_questions):
    """A site beside the service, and a quiz of two questions that one text answers each."""
    site = served.site
    ada, now = served.person("Ada", people.INSTRUCTOR, "ada"), site.clock.now()
    course = served.write(lambda c: courses.add_course(c, ada, "Transformers", now))
    wanted = {
        q.template for q in some_questions if len(q.parts) == 1 and q.parts[0].answer["kind"] == "integer"
    }
    slots = [slot(template=min(wanted), size=2)]
    quiz = make_quiz(site, {"course": course, "ada": ada}, slots, attempts=20)
    return SimpleNamespace(site=site, course=course, quiz=quiz, ada=ada, slots=slots)


@pytest.fixture
def ben(served, taught):
    now = taught.site.clock.now()
    made = served.person("Ben")
    served.write(lambda c: courses.add_member(c, taught.course.id, made.id, courses.STUDENT, now))
    return made


def begun(window, taught):
    """The window at the first question of a new attempt, and where that is."""
    window.go(f"/quizzes/{taught.quiz.public}")
    window.press("Begin")
    window.press("To question 1", "link")
    return re.search(r"/attempts/\w+/1", window.page.url)[0]


def type_in(window, text):
    box = window.page.get_by_label("Answer", exact=True)
    box.fill(text)
    box.blur()


def status(window, text):
    window.page.locator("[data-status]", has_text=text).wait_for(timeout=15_000)


def kept(taught, path):
    """What was typed for the first question, in the order in which it came, with how it stands."""
    found = select(answers.c.typed, answers.c.standing).join(table, table.c.id == answers.c.attempt_id)
    with taught.site.store.read() as connection:
        rows = connection.execute(found.where(table.c.public == path.split("/")[2]).order_by(answers.c.id))
        return [tuple(row) for row in rows]


def test_nothing_is_lost_while_the_network_is_away(visitor, taught, ben):
    window = visitor(ben)
    window.allowed.add(OFFLINE)
    path = begun(window, taught)
    type_in(window, "12")
    status(window, "Saved at")
    assert window.says("Read as: 12")
    window.context.set_offline(True)
    type_in(window, "13")
    status(window, "Not saved yet – trying again")
    type_in(window, "14")
    assert "14" in window.page.evaluate("JSON.stringify(localStorage)")
    window.context.set_offline(False)
    status(window, "Saved at")
    assert kept(taught, path) == [("12", "counts"), ("13", "counts"), ("14", "counts")]
    assert window.page.evaluate("localStorage.length") == 0


def closed_too_soon(window, taught):
    """Another page of the browser whose window was closed while "77" was on its way, and the address of its question."""
    window.allowed.add(OFFLINE)
    path = begun(window, taught)
    window.context.set_offline(True)
    type_in(window, "77")
    status(window, "Not saved yet")
    window.page.close()
    window.context.set_offline(False)
    window.page = window.context.new_page()
    return window, path


def test_what_a_window_took_with_it_is_sent_by_the_next(visitor, taught, ben):
    """The answer was on its way when the window was closed; its request may have arrived, or not."""
    window, path = closed_too_soon(visitor(ben), taught)
    window.go(path.removesuffix("/1"))  # another page of the attempt
    window.until("localStorage.length == 0")
    assert kept(taught, path) == [("77", "counts")]
    window.until("document.body.innerText.split('not answered').length == 2")  # and says so of the other one


def test_two_windows_get_both_texts(visitor, taught, ben):
    one, other = visitor(ben), visitor(ben)
    path = begun(one, taught)
    other.go(path)
    type_in(one, "1")
    status(one, "Saved at")
    type_in(other, "2")
    status(other, "Choose below")
    assert other.says("Saved, and counts now: 1")
    assert other.says("In this page: 2")
    other.page.get_by_role("button", name="Use the one in this page").click()
    status(other, "Saved at")
    assert kept(taught, path)[-1] == ("2", "counts")


def test_a_session_that_ends_is_said_and_signing_in_elsewhere_is_enough(visitor, served, taught, ben):
    window = visitor(ben)
    path = begun(window, taught)
    window.context.clear_cookies()
    type_in(window, "5")
    status(window, "your session is over")
    window.context.add_cookies([served.session(ben)])
    status(window, "Saved at")
    assert kept(taught, path) == [("5", "counts")]


def test_at_the_deadline_it_is_submitted_with_all_that_was_typed(visitor, taught, ben):
    window = visitor(ben)
    path = begun(window, taught)
    soon = taught.site.clock.now() + 2_500
    short = update(table).where(table.c.public == path.split("/")[2]).values(deadline=soon)
    taught.site.store.write(lambda c: c.execute(short) and None)
    type_in(window, "9")
    window.page.wait_for_url("**/receipt", timeout=15_000)
    assert window.says("at the deadline")
    assert kept(taught, path) == [("9", "counts")]


# The box with a question's number.


def box(window, said, number=1):
    """Wait until the box with that number says so; it is marked where anything is saved."""
    found = window.page.locator(".numbers a").nth(number - 1)
    window.page.locator(".numbers a", has_text=re.compile(rf"^{number} {said}$")).wait_for(
        state="attached", timeout=10_000
    )
    assert ("answered" in (found.get_attribute("class") or "")) is not said.startswith("not")


def test_the_number_of_a_question_says_what_was_saved_just_now(visitor, taught, ben):
    window = visitor(ben)
    path = begun(window, taught)
    box(window, "not answered")
    for text, said in (("12", "answered ✓"), ("", "not answered"), ("13", "answered ✓")):
        type_in(window, text)
        box(window, said)
        window.page.reload()
        box(window, said)
    box(window, "not answered", 2)
    assert kept(taught, path)[-1] == ("13", "counts")


def test_the_number_counts_the_parts(visitor, taught, ben, some_questions):
    plain = {"integer", "decimal"}
    wanted = {
        q.template: len(q.parts)
        for q in some_questions
        if len(q.parts) > 1 and all(part.answer["kind"] in plain for part in q.parts)
    }
    template = min(wanted)
    quiz = make_quiz(taught.site, {"course": taught.course, "ada": taught.ada}, [slot(template=template)])
    window = visitor(ben)
    begun(window, SimpleNamespace(quiz=quiz))
    parts = window.page.locator("form.question input[type=text]")
    for done in range(1, wanted[template] + 1):
        parts.nth(done - 1).fill("1")
        parts.nth(done - 1).blur()
        box(
            window,
            f"{done} of {wanted[template]} parts answered …" if done < wanted[template] else "answered ✓",
        )


def test_what_another_page_sends_is_told_by_the_number(visitor, taught, ben):
    window, path = closed_too_soon(visitor(ben), taught)
    window.go(path.removesuffix("1") + "2")
    box(window, "answered ✓")
    assert kept(taught, path) == [("77", "counts")]


def test_a_text_for_a_final_answer_is_said_to_come_after_that(visitor, taught, ben):
    school = {"course": taught.course, "ada": taught.ada}
    quiz = make_quiz(taught.site, school, taught.slots, feedback="each")
    one, other = visitor(ben), visitor(ben)
    path = begun(one, SimpleNamespace(quiz=quiz))
    other.go(path)
    type_in(one, "1")
    status(one, "Saved at")
    one.press("Make this answer final")
    type_in(other, "2")
    status(other, "This answer was made final before.")
    assert kept(taught, path) == [("1", "counts"), ("2", "late")]
