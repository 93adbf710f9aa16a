"""What the pages' script says stands in the page: there is no sentence in it, and in another language it says others."""

import re

import pytest
from babel.messages.pofile import read_po, write_po

from qbank.web.app import STATIC
from qbank.web.base.texts import TEMPLATE
from qbank.web.course import courses
from qbank.web.door import people

from .chromium import chromium, serving, windows
from .quizzing import make_quiz, slot

__all__ = ["chromium"]
MARKED = re.compile("⟦[^⟦⟧]+⟧")
TEXTS = re.compile(r"""//[^\n]*|/\*.*?\*/|"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`""")
WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}|[A-Z][a-z]+")


def sayings(script):
    """The script's texts that a person could take for words."""
    for found in TEXTS.finditer(script):
        text = re.sub(r"\$\{[^{}]*\}", "", next(filter(None, found.groups()), ""))
        if WORDS.search(text):
            yield text


def test_no_sentence_stands_in_the_script():
    assert [*sayings((STATIC / "qbank.js").read_text(encoding="utf-8"))] == ["use strict"]
    assert [*sayings('say(`Saved ${at}`); say("not yet"); // "No word"')] == ["Saved ", "not yet"]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A service whose every text stands between marks."""
    folder = tmp_path_factory.mktemp("served")
    filled = read_po(
        TEMPLATE.read_text(encoding="utf-8").replace('"Language: \\n"', '"Language: de\\n"').splitlines()
    )
    for message in filled:
        texts = message.id if message.pluralizable else (message.id,)
        message.string = (
            tuple(f"⟦{text}⟧" for text in texts) if message.pluralizable else message.id and f"⟦{message.id}⟧"
        )
    with (folder / "de.po").open("wb") as written:
        write_po(written, filled)
    with serving(f"sqlite:///{folder / 'qbank.sqlite'}", folder, "--texts", str(folder / "de.po")) as made:
        yield made


@pytest.fixture
def attempt(served, some_questions):
    """Somebody who sits a quiz of two questions that one text answers each."""
    ada, ben, now = served.person("Ada", people.INSTRUCTOR), served.person("Ben"), served.site.clock.now()
    course = served.write(lambda c: courses.add_course(c, ada, "Transformers", now))
    served.write(lambda c: courses.add_member(c, course.id, ben.id, courses.STUDENT, now))
    wanted = min(
        q.template for q in some_questions if len(q.parts) == 1 and q.parts[0].answer["kind"] == "integer"
    )
    quiz = make_quiz(served.site, {"course": course, "ada": ada}, [slot(template=wanted, size=2)], minutes=4)
    return ben, quiz


def test_the_script_speaks_the_pages_language(chromium, served, attempt):
    ben, quiz = attempt
    with windows(chromium, served) as visitor:
        one, other = visitor(ben), visitor(ben)
        one.allowed.add("ERR_INTERNET_DISCONNECTED")
        one.go(f"/quizzes/{quiz.public}")
        with one.page.expect_navigation():
            one.page.locator("main form button").click()
        path = re.search(r"/attempts/\w+", one.page.url)[0] + "/1"
        one.go(path)
        other.go(path)
        box = one.page.locator("input[type=text]")
        assert only_marked(one.page.locator("[data-left]").inner_text())
        warning = one.page.locator("[data-warning]").filter(has_text=MARKED)
        warning.wait_for(state="attached")
        assert only_marked(warning.text_content())
        one.context.set_offline(True)
        box.press_sequentially("12")
        assert said(one, "data-typed")
        assert said(one, "data-again")
        one.context.set_offline(False)
        assert said(one, "data-saved")
        box.fill("(")
        one.page.locator(".reading .wrong").wait_for()
        assert said(one, "data-saved")
        other.page.locator("input[type=text]").fill("13")
        assert said(other, "data-conflicting")
        for shown in other.page.locator("[data-conflict] p, [data-conflict] button").all_inner_texts():
            assert only_marked(shown.replace("13", "").replace("(", "")), shown
        one.context.clear_cookies()
        box.fill("14")
        assert said(one, "data-out")


def only_marked(text):
    """Whether all words of it stand between marks."""
    return MARKED.search(text) and not re.search(r"[^\W\d_]{2,}", MARKED.sub("", text))


def said(window, name):
    """Wait until the page's status says that sentence, whose places are filled."""
    status = window.page.locator("[data-status]")
    whole = re.escape(status.get_attribute(name))
    status.filter(has_text=re.compile("^" + re.sub(r"\\\{\w+\\\}", ".+", whole) + "$")).wait_for(
        timeout=15_000
    )
    return only_marked(status.inner_text())
