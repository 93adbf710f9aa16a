"""Every page in another language: nothing that a person reads is English but the questions' own and the checker's."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
from lxml import html
from sqlalchemy import select

from qbank import limits
from qbank.bank import released
from qbank.web.asking import questions
from qbank.web.asking.unjudged import reading
from qbank.web.base.schema import marks
from qbank.web.base.texts import Texts
from qbank.web.door import people

from .conftest import PASSWORD, Browser
from .school import SORTS, furnished
from .test_texts import MINE, Template, words

CLASSES = ("prompt", "ask", "answers", "mistake", "solution", "typed", "unit", "reading")
OWN = " | ".join(f"//*[contains(concat(' ', @class, ' '), ' {name} ')]" for name in CLASSES)
"""What questions say themselves, keys, what was typed, and how the checker reads it."""

NAMES = " | ".join((
    "//code", "//select[@id='zone']", "//option[contains(@value, ':')]", "//optgroup", "//details/*[not(self::summary)]",
    "//figure[not(@class)]", "//a[starts-with(., 'http')]",
))  # fmt: skip
"""Names of zones, topics and kinds of questions, codes and addresses, worked solutions, and what pictures show."""

TYPED = {"ada", "ben", "cleo", "gus", "student"}


def typed(text):
    """What somebody typed, between the marks of the catalogue: it is no word of the service."""
    return f"⟦{text}⟧"


def account(site, name, role, sign_in):
    kept = site.passwords.hashed(PASSWORD)
    return site.store.write(
        lambda c: people.add_person(c, site.clock.now(), name=name, role=role, sign_in=sign_in, password=kept)
    )


@pytest.fixture
def place(site):
    """A course in full swing, on a site whose every text stands between marks."""
    marked = replace(site, texts=Texts("de", Template()))
    asked = [next(filter(wanted, released())) for wanted in SORTS.values()]
    site.store.write(lambda c: questions.add(c, asked))
    made = furnished(SimpleNamespace(site=site, person=partial(account, site)), typed)
    made.names, made.known = names(), marked.texts.translations.known
    made.visitors = {name: Browser(marked) for name in ("ada", "ben", "cleo")}
    for name, visitor in made.visitors.items():
        visitor.sign_in(name)
    return made


def left(place, page):
    """What of a page is no text of the catalogue, and nobody's."""
    root = html.document_fromstring(page)
    for own in root.xpath(f"{OWN} | {NAMES}"):
        own.drop_tree()
    found = words(html.tostring(root, encoding="unicode"), *checked(place), *place.names)
    return [word for word in found if word not in TYPED]


def checked(place):
    """What the checker said of answers in words that it made for them, and what they were marked by."""
    with place.site.store.read() as connection:
        found = connection.scalars(select(marks.c.why).distinct())
    return sorted((MINE.sub("", why) for why in found if why not in place.known), key=len, reverse=True)


def names():
    """What questions, their topics, kinds and units are called, longest first, and what stands for itself."""
    found = {"qbank", "UTC"}
    for one in released():
        found |= {one.id, one.template, one.topic.replace("_", " ").capitalize()}
        found |= {part.unit for part in one.parts if part.unit}
    return sorted(found, key=len, reverse=True)


def test_no_page_keeps_english(place):
    here = ["/", "/account", "/account/tokens", "/courses", "/teach", "/join", "/nothing"]
    for path in [*here, *(path for name, path in place.paths.items() if name != "grades.csv")]:
        for who, visitor in place.visitors.items():
            answer = visitor.get(path)
            assert answer.status_code == 303 or left(place, answer.text) == [], (who, path)


def refused(place):
    """Forms that are refused, by who sends them: where to, and what is wrong in them."""
    paths, course, ben = place.paths, place.paths["course, taught"], place.people["ben"]
    quiz = {"title": "", "zone": "Mars", "opens": "x", "closes": "y", "minutes": "x", "attempts": "x", "feedback": "x",
            "truncated": "x", "few_digits": "x", "last_digit": "x", "convention": "x", "locale": "x", "seen": "x",
            "slot-0-source": "x", "slot-0-level": "9", "slot-0-size": "x", "slot-0-points": "x", "do": "save",
            "instructions": "7" * (limits.TEXT_CHARACTERS + 1)}  # fmt: skip
    yield "ada", "/teach/courses", {"title": "\u202e"}
    yield "ada", f"{course}/title", {"title": "x" * 300}
    yield "ada", f"{course}/instructors", {"sign_in": "nobody"}
    yield "ada", f"{course}/instructors", {"sign_in": "cleo"}
    yield "ada", f"{course}/members/{ben.public}", {"label": "L-4", "extra": "0"}
    yield "ada", f"{course}/members/{ben.public}", {"label": "", "extra": "x"}
    for table in (
        "",
        "x",
        "student,student\n",
        "student\n",
        "student,extra\n1,x\n1,2\n,\n2,1,3\n" + "9" * 200,
    ):
        yield "ada", f"{course}/roster", {"roster": table}
    yield "ada", f"{course}/roster/apply", {"list": "x"}
    yield "ada", paths["quiz, new"], quiz
    yield "ada", paths["quiz, draft"], quiz
    fits = {"title": typed("x"), "zone": "UTC", "opens": "", "closes": "", "minutes": "", "attempts": "1", "feedback": "never",
            "truncated": "0", "few_digits": "0", "last_digit": "0", "convention": "0", "locale": "", "released": "yes",
            "instructions": "", "slot-0-source": "topic:mask", "slot-0-level": "", "slot-0-size": "99",
            "slot-0-points": "1", "do": "publish"}  # fmt: skip
    yield "ada", paths["quiz, new"], fits
    yield "ada", paths["quiz, new"], {**fits, "slot-0-source": ""}
    yield "ada", paths["quiz, new"], {**fits, "zone": "Europe/Berlin", "opens": "2027-03-28T02:30"}
    yield "ada", paths["quiz, new"], {**fits, "zone": "Europe/Berlin", "opens": "2027-10-31T02:30"}
    yield "ada", paths["quiz, open"], quiz
    yield "ada", paths["questions"], {"slot-0-source": "x"}
    yield "ada", paths["questions"], {}
    for action in ("publish", "withdraw", "reopen", "delete"):
        yield "ada", f"{paths['quiz, open']}/{action}", {}
    for form in ({}, {"format": "pdf", "versions": "9"}, {"format": "html", "versions": "x"}):
        yield "ada", paths["print"], form
    for form in ({}, {"action": "rekey"}, {"action": "void", "part": "x"},
                 {"action": "accept", "scope": "template", "value": "1"}):  # fmt: skip
        yield "ada", paths["ruling"], {"reason": "x", **form}
    for name in ("attempt, running", "attempt, looked at"):
        for action in ("", "extra", "reopen", "end"):
            for minutes in ("", "5"):
                yield (
                    "ada",
                    paths[name],
                    {"action": action, "reason": "x", "minutes": minutes},
                )
    yield "ben", "/sign-up", {"name": "", "sign_in": "", "password": ""}
    yield "ben", "/sign-up", {"name": typed("x"), "sign_in": "ben", "password": "long enough"}
    yield "ben", "/join", {"code": "XXXXXXXX"}
    yield "ben", f"{paths['quiz, sat']}/begin", {}
    yield "ben", "/account/password", {"old": "x", "password": "long enough"}
    yield "ben", "/account/password", {"old": PASSWORD, "password": "short"}
    yield "ben", "/account/tokens", {"label": "x"}
    yield "ben", "/account/tokens", {"label": "x", "scopes": "teach"}
    yield "ben", "/account/tokens", {"label": "x" * 30_000}
    yield "cleo", paths["sit"], {"part-": "1" * 3_000, "do": "next"}
    yield "ben", "/nothing", {"csrf": "x"}
    yield "ben", "/join", {"csrf": "x"}


def test_no_refused_form_keeps_english(place):
    for who, path, form in refused(place):
        answer = place.visitors[who].post(path, form)
        assert answer.status_code == 303 or left(place, answer.text) == [], (who, path, form)
    assert left(place, place.visitors["ada"].get(place.paths["roster"]).text) == [], "rows that are left out"


def test_a_program_is_told_in_english_and_the_pages_script_in_the_pages_words(place):
    json = {"accept": "application/json"}
    told = place.visitors["ben"].get(place.paths["sit"], headers=json).json()
    assert (told["title"], told["detail"]) == ("⟦Not found⟧", "⟦There is nothing here, or nothing for you.⟧")
    told = place.visitors["ben"].get("/api/v1/courses").json()
    assert (told["status"], MINE.search(told["title"] + told["detail"])) == (401, None)


def test_a_reading_is_said_with_its_ways():
    part = {"answer": {"kind": "exact"}, "unit": None, "options": None}
    said = Texts("de", Template()).said(reading(part, None, "1,500", None)["trouble"])
    assert said == "⟦This can be read as ⟦1500 or as 1.500⟧. Write it so that only one is meant.⟧"
