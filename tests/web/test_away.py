"""PostgreSQL goes away while a student answers: the page keeps what was typed and says so, and later it is saved."""

import os
import re
import time

import httpx
import pytest

from qbank.web.course import courses
from qbank.web.door import people

from . import postgres
from .chromium import serving
from .conftest import new_database
from .quizzing import counting, make_quiz, slot, start

BACK_SECONDS = 20


@pytest.fixture
def server():
    """A server of this test's own."""
    if postgres.programs() is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(postgres.WANTED)
    with postgres.restartable() as made:
        yield made


def sitting(served):
    """Somebody who sits a quiz, and the attempt."""
    site, now = served.site, served.site.clock.now()
    ada, ben = served.person("Ada", people.INSTRUCTOR), served.person("Ben")
    course = served.write(lambda c: courses.add_course(c, ada, "Transformers", now))
    served.write(lambda c: courses.add_member(c, course.id, ben.id, courses.STUDENT, now))
    return ben, start(
        site, ben, make_quiz(site, {"course": course, "ada": ada}, [slot(template="mask.cells")])
    )


def boxes(page):
    """The names of the form's boxes for an answer."""
    return re.findall(r'<input id="(part-[^"]*)"', page)


def send(browser, page, typed, **headers):
    """Send the form of that page, as a browser would without a script."""
    form = page.partition("<main")[2]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))
    return browser.post(page_path(page), data={**hidden, **typed, "do": "stay"}, headers=headers)


def page_path(page):
    """Where the form of a question leads."""
    return re.search(r'action="(/attempts/[^"]+/1)"', page)[1]


def test_an_answer_outlives_its_database(server, tmp_path):
    with serving(new_database(server.address), tmp_path) as served:
        ben, attempt = sitting(served)
        name = served.session(ben)["value"]
        with httpx.Client(base_url=served.origin, cookies={"qbank": name}, timeout=30) as browser:
            page = browser.get(f"/attempts/{attempt.public}/1").text
            typed = dict.fromkeys(boxes(page), "12")
            server.stop()
            refused = send(browser, page, typed)
            assert refused.status_code == 503
            assert "Not saved yet" in refused.text
            assert refused.text.count('value="12"') == len(typed) > 0
            by_script = send(browser, page, typed, accept="application/json")
            for answer in (refused, by_script, browser.get("/courses")):
                assert (answer.status_code, int(answer.headers["retry-after"]) > 0) == (503, True)
            server.start()
            end = time.monotonic() + BACK_SECONDS
            while (saved := send(browser, refused.text, typed)).status_code == 503:
                assert time.monotonic() < end, "it is back, and still nothing is saved"
                time.sleep(0.2)
            assert saved.status_code == 303
            assert saved.headers["location"] == page_path(page)
        assert set(counting(served.site, attempt).values()) == {"12"}
