"""Students and instructors in Chromium, before a service that runs on SQLite and on PostgreSQL."""

import csv
import io
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from qbank.web.asking import questions
from qbank.web.base.schema import attempts, keys
from qbank.web.base.schema import questions as stock
from qbank.web.door import people
from qbank.web.sitting import marks

from .chromium import PHONE, windows


@pytest.fixture(scope="module")
def integers(some_questions):
    """Released questions that one whole number answers, with a mistake that has its own feedback."""
    return [
        question
        for question in some_questions
        if len(question.parts) == 1
        and question.parts[0].answer["kind"] == "integer"
        and any(mistake.convention is None for mistake in question.parts[0].mistakes)
    ]


def public_of(served, question):
    """The name under which the service knows the question."""
    return served.write(lambda c: c.scalar(select(stock.c.public).where(stock.c.id == question.id)))


def whole(served, public):
    """The question of that name, with its key."""
    line = served.write(
        lambda c: c.scalar(
            select(keys.c.line).join(stock, stock.c.id == keys.c.question_id).where(stock.c.public == public)
        )
    )
    return questions.whole(line)


def answer(window, question, key):
    """Type or choose that answer to a question with one part."""
    part = question.parts[0]
    if part.options is None:
        window.page.get_by_label("Answer", exact=True).fill(key)
        return
    for letter in key.split(", "):
        window.page.locator(f"input[value='{letter}']").check()


def public_here(window):
    """The name of the question in the address line."""
    return re.search(r"/practice/(\w+)", window.page.url)[1]


def test_a_student_practises_without_an_account_and_keeps_it_after_signing_up(
    visitors, served_both, integers
):
    window, question = visitors(), integers[0]
    window.go("/")
    assert window.page.get_by_role("heading", level=1).count() == 1
    window.go(f"/practice/{public_of(served_both, question)}")
    typed = window.page.get_by_label("Answer", exact=True)
    typed.press_sequentially("about ten")
    window.page.locator(".reading .wrong").wait_for()
    wrong = next(mistake for mistake in question.parts[0].mistakes if mistake.convention is None)
    typed.fill(wrong.key)
    window.page.locator(".reading b", has_text=re.compile(r"\d")).wait_for()
    assert not window.says("Worked solution"), "nothing counts yet"
    window.press("Answer")
    assert window.says("Not right.")
    assert window.page.locator(".verdict .mistake, .verdict").first.is_visible()
    assert window.says("Worked solution")
    window.until("document.activeElement.id === 'verdict'")

    window.press("Another of the kind", role="link")
    other = whole(served_both, public_here(window))
    assert other.template == question.template
    answer(window, other, other.parts[0].key)
    window.press("Answer")
    assert window.says("Right.")

    window.go("/sign-up")
    name = f"dora-{served_both.origin[-5:]}"
    for label, text in (("Your name", "Dora"), ("Sign-in name", name), ("Password", "long enough for all")):
        window.page.get_by_label(label, exact=True).fill(text)
    window.press("Make the account")
    assert window.says("Dora")
    assert window.says("1 of"), "what was practised before is there"
    window.page.locator(".own summary").click()
    window.press("Sign out")
    assert not window.says("1 of")
    window.go("/sign-in")
    window.page.get_by_label("Sign-in name").fill(name)
    window.page.get_by_label("Password").fill("long enough for all")
    window.press("Sign in")
    assert window.says("1 of")


def test_practice_works_without_javascript(visitors, served_both, integers):
    window, question = visitors(java_script_enabled=False), integers[1]
    window.go(f"/practice/{public_of(served_both, question)}")
    answer(window, question, question.parts[0].key)
    window.press("How is this read?")
    assert window.says("Read as:")
    assert not window.says("Worked solution")
    window.press("Answer")
    assert window.says("Right.")
    window.press("What is due next", role="link")
    window.press("Show the solution")
    assert window.says("Worked solution")


def test_every_topic_can_be_opened_on_a_telephone(visitors, some_questions):
    window = visitors(look=PHONE)
    for topic in sorted({question.topic for question in some_questions}):
        assert window.go(f"/practice/topics/{topic}").status == 200
        assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), topic


def test_an_instructor_makes_a_token_and_takes_it_back(visitors, served_both):
    ada = served_both.person("Ada", people.INSTRUCTOR, f"ada-{served_both.origin[-5:]}")
    window = visitors(ada)
    window.go("/account/tokens")
    window.page.get_by_label("What it is for").fill("Grades")
    window.page.get_by_label("Check answers, and have them count as your practice").check()
    window.press("Make the token")
    assert window.says("It is shown this once")
    window.go("/account/tokens")
    assert not window.says("It is shown this once")
    window.press("Take back Grades")
    assert not window.says("Grades")


def fill(window, **texts):
    """Type into the fields of these labels, `_` for a blank."""
    for label, text in texts.items():
        window.page.get_by_label(label.replace("_", " "), exact=True).fill(text)


@pytest.fixture(scope="module")
def taught(chromium, served_both):
    """What an instructor made in the browser: a course with a roster, and a published quiz of two questions."""
    ada = served_both.person("Ada", people.INSTRUCTOR, f"teacher-{served_both.origin[-5:]}")
    with windows(chromium, served_both) as opened:
        window = opened(ada)
        window.go("/teach")
        fill(window, Title="Transformers")
        window.press("Make the course")
        course = window.page.url
        code = window.page.locator("code", has_text=re.compile(r"^[A-Z0-9]{8}$")).inner_text()
        window.press("Bring a list", role="link")
        fill(window, List="student,name,email,extra\nF-1,Fay,,\nG-2,Gus,,50\n,,,\nF-1,Twice,,")
        window.page.locator("form:not([enctype]) button", has_text="Show what it would change").last.click()
        window.page.get_by_role("heading", name="What this list would change").wait_for()
        assert window.says("Are invited: 2")
        assert window.says("Rows that are left out: 1")
        window.page.locator("button", has_text="Take over 2 rows").click()
        window.page.get_by_role("heading", name="Invitations not taken yet: 2").wait_for()
        window.page.goto(course)
        window.press("Make a quiz", role="link")
        fill(window, Title="Week 1", Instructions="Take *care* with $\\sqrt{2}$.")
        for template in ("parameters.attention", "parameters.feed_forward"):
            window.page.get_by_label("Topic or kind of question").select_option(f"template:{template}")
            window.press("Add the row")
        window.page.locator("[name=feedback][value=submission]").check()
        window.page.locator("[name=released]").check()
        window.press("Save")
        assert window.says("This is a draft")
        window.press("Save and publish")
        assert window.says("This quiz is published."), window.page.inner_text("main")
        quiz = window.page.url
        yield SimpleNamespace(ada=ada, course=course, code=code, quiz=quiz, public=quiz.rpartition("/")[2])


def keys_here(served, attempt):
    """By position what a student would type to be right."""
    with served.site.store.read() as connection:
        number = connection.scalar(select(attempts.c.id).where(attempts.c.public == attempt))
        papers = marks.papers(connection, number)
    return {paper.position: paper.question.parts[0].display for paper in papers}


def saved(window):
    """Wait until the page says that what was typed is saved."""
    window.page.locator("[data-status] .saved").wait_for()


def test_a_student_sits_a_quiz_and_loses_the_connection(visitors, served_both, taught):
    gil = served_both.person("Gil", sign_in=f"gil-{served_both.origin[-5:]}")
    window = visitors(gil)
    window.go("/join")
    fill(window, Code_of_the_course=taught.code.lower())
    window.press("Join")
    window.press("Week 1", role="link")
    assert window.page.locator("main em", has_text="care").count() == 1
    assert window.page.locator("main math").count() == 1
    window.press("Begin")
    attempt = re.search(r"/attempts/(\w+)", window.page.url)[1]
    keys = keys_here(served_both, attempt)
    window.press("To question 1", role="link")
    typed = window.page.get_by_label("Answer", exact=True)
    typed.fill("1")
    saved(window)

    window.allowed |= {"ERR_INTERNET_DISCONNECTED"}
    window.context.set_offline(True)
    typed.fill(keys[1])
    window.page.locator("[data-status] .unsaved").wait_for()
    assert window.says("What you typed is kept in this browser")
    window.context.set_offline(False)
    saved(window)
    assert typed.input_value() == keys[1]
    window.page.reload()
    assert typed.input_value() == keys[1], "it is on the server"

    other = window.context.new_page()
    other.goto(window.page.url)
    other.get_by_label("Answer", exact=True).fill("5")
    other.locator("[data-status] .saved").wait_for()
    typed.fill("6")
    window.page.get_by_role("button", name="Use the one in this page").wait_for()
    assert window.says("5")
    window.page.get_by_role("button", name="Use the one in this page").click()
    saved(window)
    typed.fill(keys[1])
    saved(window)
    other.close(run_before_unload=False)

    window.press("Save and go on")
    window.page.wait_for_url("**/2")
    window.page.get_by_label("Answer", exact=True).fill("about ten")
    saved(window)
    window.go(f"/attempts/{attempt}/submit")
    assert window.says("Every question is answered.")
    window.press("Submit for good")
    assert window.page.get_by_role("heading", level=1).inner_text() == "Receipt"
    assert re.search(r"[0-9A-F]{4}(-[0-9A-F]{4}){3}", window.page.inner_text("main"))
    assert window.says("1 of 2 points")
    assert window.says("about ten")
    window.page.go_back()
    window.go(f"/attempts/{attempt}/1")
    assert window.page.url.endswith("/receipt"), "nothing can be changed any more"


def test_a_student_sits_a_quiz_without_javascript(visitors, served_both, taught):
    ira = served_both.person("Ira", sign_in=f"ira-{served_both.origin[-5:]}")
    window = visitors(ira, java_script_enabled=False)
    window.go(f"/join/{taught.code}")
    window.press("Join")
    window.press("Week 1", role="link")
    window.press("Begin")
    attempt = re.search(r"/attempts/(\w+)", window.page.url)[1]
    keys = keys_here(served_both, attempt)
    window.press("To question 1", role="link")
    window.page.get_by_label("Answer", exact=True).fill(keys[1])
    window.press("Save and go on")
    window.page.get_by_label("Answer", exact=True).fill(keys[2])
    window.press("Save")
    window.press("Submit …", role="link")
    window.press("Submit for good")
    assert window.says("2 of 2 points")


def marked(served, attempt):
    """By position the id of the question in the bank."""
    with served.site.store.read() as connection:
        number = connection.scalar(select(attempts.c.id).where(attempts.c.public == attempt))
        return {paper.position: paper.question.id for paper in marks.papers(connection, number)}


def grade_of(window, name):
    """Points, out of how many, and their share, as the page of grades says them."""
    row = window.page.locator("tr", has=window.page.get_by_role("rowheader", name=name, exact=True))
    return row.locator("td").all_inner_texts()[:3]


def downloaded(window, name):
    """The bytes of a file that the page offers."""
    with window.page.expect_download() as started:
        window.page.get_by_role("link", name=name).click()
    return Path(started.value.path()).read_bytes()


def in_file(window, name):
    """The same as the table for spreadsheets has it."""
    rows = csv.DictReader(io.StringIO(downloaded(window, "Download CSV").decode("utf-8-sig")))
    (row,) = [row for row in rows if row["name"] == name]
    return [row["points"], row["out of"], row["per cent"]]


def test_an_instructor_watches_voids_takes_back_and_downloads(visitors, served_both, taught):
    """After a student of its own, so that it needs no other test."""
    jan = served_both.person("Jan", sign_in=f"jan-{served_both.origin[-5:]}")
    student, window = visitors(jan), visitors(taught.ada)
    student.go(f"/join/{taught.code}")
    student.press("Join")
    student.press("Week 1", role="link")
    student.press("Begin")
    attempt = re.search(r"/attempts/(\w+)", student.page.url)[1]
    window.page.goto(f"{taught.quiz}/live")
    assert window.says("Jan")
    student.press("To question 1", role="link")
    student.page.get_by_label("Answer", exact=True).fill("about ten by Jan")
    saved(student)
    student.go(f"/attempts/{attempt}/submit")
    student.press("Submit for good")
    assert student.says("0 of 2 points")

    window.page.goto(f"{taught.quiz}/review")
    section = window.page.locator("section.question", has_text="about ten by Jan").first
    section.get_by_label("Right: all").check()
    section.get_by_label("Reason").fill("Ten is meant.")
    section.get_by_role("button", name=re.compile("Decide")).click()
    assert window.page.locator(".done").is_visible()
    student.page.reload()
    assert student.says("1 of 2 points")

    window.page.goto(f"{taught.quiz}/grades")
    assert grade_of(window, "Jan") == ["1", "2", "50 %"]
    assert in_file(window, "Jan") == ["1", "2", "50"]
    window.page.goto(f"{taught.quiz}/rulings")
    made = window.page.locator("tbody tr").count()
    id_ = marked(served_both, attempt)[1]
    window.press(id_, role="link")
    window.page.get_by_label("Void: it counts for nobody").check()
    window.page.get_by_role("button", name="See what would change").click()
    assert window.page.locator(":invalid").count(), "a ruling has its reason"
    fill(window, Reason="It was not asked clearly.")
    window.press("See what would change")
    row = window.page.locator("tr", has_text="Jan").inner_text()
    assert row.split("\t")[-2:] == ["1 / 1 → 0 / 0", "1 / 2 → 0 / 1"]
    student.page.reload()
    assert student.says("1 of 2 points"), "a dry run changes nothing"
    window.press("Make it so")
    assert window.page.locator("tbody tr").count() == made + 1
    assert window.says("It was not asked clearly.")
    student.page.reload()
    assert student.says("0 of 1 points")
    assert student.says("It was not asked clearly.")
    window.page.goto(f"{taught.quiz}/grades")
    assert grade_of(window, "Jan") == ["0", "1", "0 %"]
    assert in_file(window, "Jan") == ["0", "1", "0"]

    window.page.goto(f"{taught.quiz}/rulings")
    window.press(f"Take back: {id_}", role="link")
    fill(window, Reason="It was clear after all.")
    window.press("Take it back")
    assert window.page.locator("tr", has_text="It was not asked clearly.").locator("text=taken back").count()
    student.page.reload()
    assert student.says("1 of 2 points")
    window.page.goto(f"{taught.quiz}/grades")
    assert grade_of(window, "Jan") == ["1", "2", "50 %"]
    assert in_file(window, "Jan") == ["1", "2", "50"]
    assert downloaded(window, "Download XLSX").startswith(b"PK")
    window.page.goto(f"{taught.quiz}/items")
    assert window.page.locator("h1").count() == 1


def test_an_instructor_previews_and_prints(visitors, taught):
    window = visitors(taught.ada)
    window.page.goto(f"{taught.quiz}/preview")
    window.page.locator("main summary").click()
    key = window.page.locator("main details .answers b").inner_text()
    window.page.get_by_label("Answer", exact=True).fill(key)
    window.press("What would that earn?")
    assert window.says("It would earn 1 of 1 points.")
    window.page.goto(f"{taught.quiz}/print")
    window.page.get_by_label("Markdown, to go on writing").check()
    with window.page.expect_download() as started:
        window.page.get_by_role("button", name="Download").click()
    assert Path(started.value.path()).stat().st_size > 500
