"""The page for the browser, looked at in Chromium."""

import os
import shutil

import pytest

from qbank.corrections import Correction
from qbank.sheets import html
from qbank.sheets.corrected import corrected
from qbank.sheets.sheet import Look, lay_out

INSTALL = "install with: make system"


@pytest.fixture(scope="module")
def browser():
    found = shutil.which("chromium")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(f"chromium is missing; {INSTALL}")
    if found is None:
        pytest.skip(INSTALL)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield started
        started.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page as a telephone does; anything that it complains of fails the test."""

    def opened(text, width=360):
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": 800})
        complaints = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request", lambda request: complaints.append(request.url) if "file:" not in request.url else None
        )
        page.goto(f"file://{tmp_path}/page.html")
        assert complaints == []
        return page

    return opened


@pytest.mark.parametrize("face", ["", "-key", "-solutions"])
def test_everything_is_shown_within_a_telephones_width(opened, questions, unkind, face):
    both = [*questions, *unkind]
    page = opened(html.compose(lay_out(both, "Quiz & <b>more</b>"), both)[face])
    assert page.inner_text("h1").startswith("Quiz & <b>more</b>")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("merror").count() == 0
    if face == "":
        assert page.locator("h2").count() == len(both)
        assert page.locator("math").count() > 40


def test_a_choice_answers_back(opened, questions):
    page = opened(html.compose(lay_out(questions, "Quiz", look=Look(interactive=True)), questions)[""])
    asked = page.locator("fieldset").first
    asked.get_by_label("A.").check()
    asked.get_by_role("button", name="Check").click()
    assert asked.locator("output").inner_text() == "Not yet."
    assert "The future is hidden." in asked.inner_text()
    asked.get_by_label("B.").check()
    asked.get_by_role("button", name="Check").click()
    assert asked.locator("output").inner_text() == "Right."
    assert "The future is hidden." not in asked.inner_text()


def test_several_can_be_chosen_and_all_of_them_count(opened, questions):
    page = opened(html.compose(lay_out(questions, "Quiz", look=Look(interactive=True)), questions)[""])
    asked = page.locator("fieldset").nth(1)
    for letter, said in (("A.", "Not yet."), ("C.", "Right."), ("B.", "Not yet.")):
        asked.get_by_label(letter).check()
        asked.get_by_role("button", name="Check").click()
        assert asked.locator("output").inner_text() == said


def test_a_free_answer_is_revealed(opened, questions):
    page = opened(html.compose(lay_out(questions, "Quiz", look=Look(interactive=True)), questions)[""])
    first = page.locator("section").first
    assert "A token may attend to itself." not in first.inner_text()
    first.locator("summary").first.click()
    assert "A token may attend to itself." in first.inner_text()


def test_what_stands_on_it(opened, questions):
    logo = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    )
    look = Look("Machine <Learning>", "12 May", "Read *all*.", logo, 2, True, False, "Ana")
    page = opened(html.compose(lay_out(questions, "Quiz", look=look), questions)[""], width=1200)
    assert "Machine <Learning> · 12 May" in page.inner_text("body")
    assert "Name: Ana" in page.inner_text("body")
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "24px"  # 18 pt
    assert page.evaluate("document.querySelector('.logo').naturalWidth") == 40
    assert page.evaluate("getComputedStyle(document.querySelector('main')).columnCount") == "2"


def test_a_question_is_not_split_in_print(opened, ask):
    import pymupdf

    many = [ask(f"Question {'word ' * 90} number {i}.") for i in range(14)]
    page = opened(html.compose(lay_out(many, "Quiz"), many)[""])
    with pymupdf.open(stream=page.pdf(format="A4"), filetype="pdf") as document:
        pages = [sheet.get_text() for sheet in document]
    assert len(pages) > 1
    for text in pages:
        assert text.count("Question word") == text.count("Answer:") > 0


@pytest.mark.parametrize(("action", "value"), [("accept", "A"), ("full_marks", None)])
def test_practice_takes_what_was_accepted(opened, questions, action, value):
    claim = questions[3]
    line = Correction(claim.id, "", action, value, "why", "", "2026-05-31T12:00:00+00:00")
    found = {(claim.id, ""): (line,)}
    made = [corrected(claim, found)]
    page = opened(html.compose(lay_out(made, "Quiz", found, look=Look(interactive=True)), made)[""])
    page.get_by_label("A.").check()
    page.get_by_role("button", name="Check").click()
    assert page.locator("output").inner_text() == "Right."
    page.locator("summary").first.click()
    assert "since 2026-05-31" in page.inner_text("details")


def test_parts_are_called_by_their_letters(opened, questions):
    page = opened(html.compose(lay_out(questions, "Quiz", look=Look(interactive=True)), questions)[""])
    assert page.get_by_label("Answer to 1b").count() == 1
