"""Canaries: keys and all that tells of them carry strings that nothing else has, and no student's answer holds one.

A student crawls with a running attempt: every page that leads on, every route of the application, every script, file
and picture, every error, header and API answer. A string that is found names the place it was found at.
"""

import re
from functools import cache
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest

from qbank.bank import released
from qbank.question import Convention
from qbank.web.app import create_app
from qbank.web.asking import questions
from qbank.web.base.clock import DAY, HOUR

from .conftest import Browser, make_school, make_site
from .programs import API, Program, Unlimited, add_quiz, change_quiz
from .test_matrix import NO_NAME, routes_of

KEY, MISTAKE, PARAM = "918273645", "918273646", "918273647"
NEVER = ("canarytemplate", "canaryparam", PARAM, "canarymistake", "canarypack", "canaryproof", "canaryformula",
         "canaryconvention", "canarymadeby", "canaryfigure")  # fmt: skip
"""What no student is ever told."""

WITH_FEEDBACK = (KEY, MISTAKE, "canaryexplanation", "canaryfeedback")
"""What is told once feedback is out."""


def planted(tag):
    """A question with canaries in all that students may not see; `tag` makes it another one."""
    plain, drawn = _one(lambda question: _is_plain(question)), _one(lambda question: question.figure)
    part = plain.parts[0]
    mistake = part.mistakes[0]._replace(
        names=("canary_mistake",), convention=None, key=MISTAKE, display=MISTAKE, feedback="canary feedback"
    )
    secret = part._replace(key=KEY, display=KEY, formula="canary_formula", mistakes=(mistake,))
    return plain._replace(
        id=f"q0canary{tag}0", pack="canary_pack", template="mask.canary_template", parts=(secret,),
        params={"canary_param": int(PARAM)}, explanation=f"canary explanation: {KEY}.",
        conventions=(Convention("canary_convention", True, "as it says"),),
        figure={**drawn.figure, "canary_figure": "canary_figure"},
        proof=plain.proof._replace(by="canary_proof"), made_by={**plain.made_by, "canary_made_by": "x"},
        prompt=f"{plain.prompt} Take it as number {tag}.",
    )  # fmt: skip


IDS = ("q0canary10", "q0canary20")


@cache
def _bank():
    return tuple(released())


def _one(fits):
    return next(question for question in _bank() if fits(question))


def _is_plain(question):
    """Whether it has one part, a whole number, and a known mistake."""
    part = question.parts[0]
    return len(question.parts) == 1 and part.answer["kind"] == "integer" and part.mistakes


def squeezed(text):
    """The text without all that digits and words can be divided by."""
    return re.sub(r"[\W_]", "", unescape(text)).lower()


class Crawler:
    """A student who looks at everything, and notes where a canary was."""

    def __init__(self, site, app, school):
        self.browser = Browser(site, app).sign_in("ben")
        self.program = Program(site, school["ben"], app=app)
        self.found = []  # (canary, where)
        self.seen = set()

    def look(self, where, answer):
        """Search an answer, headers included."""
        told = squeezed(f"{answer.text} {dict(answer.headers)}")
        self.found += [
            (canary, where) for canary in (*NEVER, *WITH_FEEDBACK, *IDS) if squeezed(canary) in told
        ]
        return answer

    def get(self, path, **headers):
        return self.look(f"GET {path}", self.browser.get(path, headers=headers))

    def crawl(self, *starts):
        """Follow every link, picture, script and form that leads somewhere on this site."""
        waiting = list(starts)
        while waiting:
            path = waiting.pop()
            if path in self.seen or path.startswith("/sign-out"):
                continue
            self.seen.add(path)
            answer = self.get(path)
            links = re.findall(r'(?:href|src|action|data-\w+)="([^"]+)"', answer.text)
            if "location" in answer.headers:
                links.append(answer.headers["location"])
            for link in links:
                there = urlsplit(urljoin(f"http://testserver{path}", unescape(link)))
                if there.netloc == "testserver" and there.scheme == "http":
                    waiting.append(there.path + (f"?{there.query}" if there.query else ""))

    def every_route(self, names):
        """Every route of pages and API as it is, with real names and with none, by right and by wrong methods."""
        for line in sorted(routes_of(self.browser.http.app.routes)):
            method, path = line.split(" ", 1)
            for name in (*names, NO_NAME):
                there = re.sub(r"\{position(:int)?\}", "1", path)
                there = re.sub(r"\{\w+\}", name, there)
                asks = self.program.http if path.startswith("/api/") else self.browser.http
                if method == "GET":
                    self.look(f"GET {there}", asks.get(there))
                    self.look(f"DELETE {there}", asks.delete(there))
                elif not re.search("submit|final|begin|sign|token|password", path):
                    self.look(f"{method} {there}", asks.request(method, there, content=b"{", headers={
                        "content-type": "application/json"}))  # fmt: skip

    def where(self, canaries):
        """Where these were found."""
        return sorted({(canary, where) for canary, where in self.found if canary in canaries})


class World:
    """A quiz of one planted question, which ben sits; another one to practise."""

    def __init__(self, folder, some_questions):
        self.site = make_site(
            f"sqlite:///{folder / 'qbank.sqlite'}", folder, some_questions[:12], rates=Unlimited()
        )
        self.app = create_app(self.site)
        self.school = make_school(self.site)
        for tag, course_id in (("1", None), ("2", self.school["course"].id)):
            self.site.store.write(lambda c, t=tag, i=course_id: questions.add(c, [planted(t)], i))
        self.quiz = add_quiz(
            self.site, self.school["course"], questions=[planted("2")], released=False,
            closes=self.site.clock.now() + DAY, feedback="window", attempts=2,
        )  # fmt: skip
        self.crawler = Crawler(self.site, self.app, self.school)
        self.attempt = self.crawler.program.post(f"/quizzes/{self.quiz}/attempts")["name"]
        with self.site.store.read() as connection:
            (known,) = questions.by_ids(connection, [IDS[0]])
        self.practised = known.public

    @property
    def names(self):
        """Names that lead a student somewhere."""
        return self.school["course"].public, self.quiz, self.attempt, self.practised

    def all_that_a_student_can_ask(self):
        """Pages, routes, errors, and answers that are typed and saved."""
        crawler, attempt = self.crawler, self.attempt
        crawler.seen.clear()
        crawler.crawl(
            "/", "/courses", "/account", f"/practice/{self.practised}", f"/attempts/{attempt}",
            f"/attempts/{attempt}/1", f"/attempts/{attempt}/receipt", f"/quizzes/{self.quiz}",
        )  # fmt: skip
        crawler.every_route(self.names)
        for name in self.names:
            for path in (
                f"{API}/questions/{name}",
                f"{API}/attempts/{name}",
                f"{API}/attempts/{name}/result",
            ):
                crawler.look(f"GET {path}", crawler.program.http.get(path))
        self.read_and_save("7")
        self.read_and_save("wrong?")

    def read_and_save(self, typed):
        """What is said of an answer before it counts, for people and for programs."""
        crawler = self.crawler
        part = planted("1").parts[0].name
        for path in (f"/practice/{self.practised}", f"/attempts/{self.attempt}/1"):
            for accept in ("text/html", "application/json"):
                sent = {f"part-{part}": typed, "do": "read", "request": typed}
                answer = crawler.browser.post(path, sent, headers={"accept": accept})
                crawler.look(f"POST {path} {accept}", answer)
        sent = {"answers": {part: typed}}
        answer = crawler.program.http.put(f"{API}/attempts/{self.attempt}/answers/1", json=sent)
        crawler.look(f"PUT /attempts/{self.attempt}/answers/1", answer)


@pytest.fixture
def world(tmp_path, some_questions):
    made = World(tmp_path, some_questions)
    yield made
    made.site.store.close()


def test_no_canary_sings_before_feedback_is_out(world):
    """While the attempt runs, and after it was submitted, until the window is over."""
    world.all_that_a_student_can_ask()
    assert len(world.crawler.seen) > 20
    assert any(path.startswith("/pictures/") for path in world.crawler.seen)
    assert any(path.startswith("/static/") for path in world.crawler.seen)
    assert world.crawler.found == []
    world.crawler.program.post(f"/attempts/{world.attempt}/submit")
    world.all_that_a_student_can_ask()
    assert world.crawler.found == []


def test_after_it_is_out_a_student_is_told_the_key_and_nothing_else(world):
    part = planted("2").parts[0].name
    world.crawler.program.put(f"/attempts/{world.attempt}/answers/1", {"answers": {part: MISTAKE}})
    world.crawler.program.post(f"/attempts/{world.attempt}/submit")
    change_quiz(world.site, world.quiz, closes=world.site.clock.now() + HOUR)
    world.site.clock.at += 2 * HOUR
    world.all_that_a_student_can_ask()
    assert world.crawler.where((*NEVER, *IDS)) == []
    told = {where for _, where in world.crawler.where(WITH_FEEDBACK)}
    assert told
    assert [where for where in told if f"/attempts/{world.attempt}" not in where] == []
    assert {canary for canary, _ in world.crawler.where(WITH_FEEDBACK)} == set(WITH_FEEDBACK)


def test_practice_tells_the_key_once_it_was_answered(world):
    part = planted("1").parts[0].name
    sent = {f"part-{part}": MISTAKE, "do": "count"}
    world.crawler.look("answered", world.crawler.browser.post(f"/practice/{world.practised}", sent))
    world.crawler.look(
        "checked",
        world.crawler.program.http.post(
            f"{API}/questions/{world.practised}/check", json={"answers": {part: MISTAKE}}
        ),
    )
    assert world.crawler.where((*NEVER, *IDS)) == []
    assert ("canaryfeedback", "answered") in world.crawler.found
    assert ("canaryfeedback", "checked") in world.crawler.found


@pytest.mark.parametrize("field", ["template", "explanation", "id"])
def test_a_leak_is_found(tmp_path, some_questions, monkeypatch, field):
    """The crawler is worth its name: a public form that told one field would be noticed."""
    form_of = questions.form_of

    def leaking(question):
        form = form_of(question)
        return {**form, "prompt": f"{form['prompt']} ({getattr(question, field)})"}

    monkeypatch.setattr(questions, "form_of", leaking)
    world = World(tmp_path, some_questions)
    world.crawler.crawl(f"/attempts/{world.attempt}/1", f"/practice/{world.practised}")
    world.site.store.close()
    assert len({where for _, where in world.crawler.found}) >= 2
