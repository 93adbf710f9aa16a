"""Building a quiz: rows by buttons, faults beside their fields, publishing, and what stays once it is published."""

import re
import sys
import time
from dataclasses import replace

import pytest
from sqlalchemy import delete, func, insert, select, update

from qbank import bank, limits
from qbank.web.app import create_app
from qbank.web.asking import questions, stock
from qbank.web.base.clock import MINUTE
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import attempts as sat
from qbank.web.base.schema import fillings, interventions, members, pool
from qbank.web.base.schema import questions as known
from qbank.web.course import building, changing, courses, publishing, quiz_fields, quizzes
from qbank.web.course.quizzes import Slot, State
from qbank.web.door import people
from qbank.web.sitting import attempts
from qbank.web.watch import watching

from .conftest import Browser, make_school, make_site
from .quizzing import make_quiz, slot


@pytest.fixture
def ada(site, school):
    return Browser(site).sign_in("ada")


def row(at, source="topic:mask", level="", size="1", points="1"):
    return {
        f"slot-{at}-{name}": text
        for name, text in (("source", source), ("level", level), ("size", size), ("points", points))
    }


def fields(*rows, **changed):
    typed = quiz_fields.blank() | {"title": "Masks", "released": "yes"} | changed
    return {name: text for name, text in typed.items() if text or name != "released"} | dict(
        pair for each in rows for pair in each.items()
    )


def new(ada, school, *rows, do="save", **changed):
    here = f"/teach/courses/{school['course'].public}/quizzes/new"
    return ada.post(here, {**fields(*(rows or [row(0)]), **changed), "do": do})


def made(ada, school, *rows, **changed):
    answer = new(ada, school, *rows, **changed)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def stored(site, school, here, who="ada"):
    with site.store.read() as connection:
        return quizzes.quiz(connection, school[who], here.rsplit("/", 1)[1])


def known_as(ada, here):
    return re.search(r'name="seen" value="(\w*)"', ada.get(here).text).group(1)


def save(ada, here, *rows, do="save", **changed):
    known_word = changed.pop("seen") if "seen" in changed else known_as(ada, here)
    return ada.post(here, {**fields(*rows, **changed), "seen": known_word, "do": do})


def test_a_quiz_is_made_as_it_was_typed(site, school, ada):
    here = made(
        ada, school, row(0, size="2", points="1,5"), row(1, "template:mask.cells", size="1", points=".5"),
        title=" Masks  & more ", instructions="Mind $d_k$.\r\n\r\n* one", zone="Europe/Berlin", opens="2027-02-01T10:00",
        closes="2027-02-01T12:00", minutes="45", attempts="2", feedback="submission", truncated="25", locale="de",
    )  # fmt: skip
    quiz = stored(site, school, here)
    assert (quiz.title, quiz.instructions, quiz.state) == (
        "Masks & more",
        "Mind $d_k$.\n\n* one",
        State.DRAFT,
    )
    assert (quiz.closes - quiz.opens, quiz.minutes, quiz.attempts) == (120 * MINUTE, 45, 2)
    assert (quiz.rules.truncated, quiz.rules.few_digits, quiz.rules.locale) == (0.25, 0.5, "de")
    assert quiz.slots == (Slot("mask", None, None, 2, 1.5), Slot(None, "mask.cells", None, 1, 0.5))
    assert (quiz.positions, quiz.points) == (3, 3.5)
    page = ada.get(here).text
    assert 'value="2027-02-01T10:00"' in page
    assert 'value="Europe/Berlin" selected' in page
    assert save(ada, here, row(0), zone="Europe/Berlin", opens="2027-02-01T10:00").status_code == 303
    assert stored(site, school, here).opens == quiz.opens


FAULTS = [
    ({"title": " "}, "title", "1 to 200 characters"),
    ({"instructions": "x" * (limits.TEXT_CHARACTERS + 1)}, "instructions", "More than 10,000 characters."),
    ({"instructions": "<script>alert(1)</script>"}, "instructions", "HTML"),
    ({"instructions": r"$\input{x}$"}, "instructions", "input"),
    ({"zone": "Nowhere"}, "zone", "No zone is called that."),
    ({"opens": "soon"}, "opens", "Write a time as in"),
    ({"zone": "Europe/Berlin", "closes": "2027-03-28T02:30"}, "closes", "skip 2027-03-28 02:30"),
    (
        {"opens": "2027-02-01T10:00", "closes": "2027-02-01T10:00"},
        "closes",
        "not after the time when it opens",
    ),
    ({"minutes": "0"}, "minutes", "from 1 to 10080"),
    ({"minutes": str(limits.QUIZ_MINUTES + 1)}, "minutes", "from 1 to 10080"),
    ({"attempts": str(limits.QUIZ_ATTEMPTS + 1)}, "attempts", "from 1 to 20"),
    ({"feedback": "sometimes"}, "feedback", "Choose when there is feedback."),
    ({"truncated": "101"}, "truncated", "from 0 to 100"),
    ({"locale": "klingon"}, "locale", "unknown locale"),
    (row(0, "topic:nosuch"), "slot-0-source", "There are no questions of this kind here."),
    (row(0, "mask"), "slot-0-source", "There are no questions of this kind here."),
    (row(0, level="4"), "slot-0-level", "Choose a level"),
    (row(0, size="0"), "slot-0-size", "from 1 to 100"),
    (row(0, points="0"), "slot-0-points", "above 0"),
    (row(0, points="0.001"), "slot-0-points", "two decimals"),
    (row(0, points=str(limits.QUIZ_POINTS + 1)), "slot-0-points", "up to 1,000"),
    (row(0, points="1e3"), "slot-0-points", "up to 1,000"),
    (row(0, points="NaN"), "slot-0-points", "up to 1,000"),
    (row(1, size=str(limits.QUIZ_QUESTIONS)), "slots", "More than 100 questions altogether."),
]


def test_a_fault_stands_beside_its_field_and_what_was_typed_is_kept(site, school, ada):
    for changed, field, said in FAULTS:
        answer = ada.post(
            f"/teach/courses/{school['course'].public}/quizzes/new",
            {**fields(row(0)), "instructions": "Kept & typed", **changed, "do": "save"},
        )
        assert answer.status_code == 422, changed
        assert re.search(rf'id="{field}-wrong">[^<]*{re.escape(said)}', answer.text), changed
        assert "Kept &amp; typed" in answer.text or field == "instructions"
    with site.store.read() as connection:
        assert quizzes.of_course(connection, school["ada"], school["course"].id) == []


def test_several_faults_are_told_at_once(ada, school):
    page = new(ada, school, row(0, size="many"), title="", minutes="-1").text
    assert page.count('aria-invalid="true"') == 3


def test_as_many_of_everything_as_there_may_be(site, school, ada):
    rows = [row(at, size="2", points=str(limits.QUIZ_POINTS)) for at in range(limits.QUIZ_SLOTS)]
    here = made(ada, school, *rows, minutes=str(limits.QUIZ_MINUTES), attempts=str(limits.QUIZ_ATTEMPTS),
                instructions="x" * limits.TEXT_CHARACTERS)  # fmt: skip
    assert stored(site, school, here).positions == limits.QUIZ_QUESTIONS
    past = new(ada, school, *(row(at) for at in range(limits.QUIZ_SLOTS + 1)))
    assert (past.status_code, "More than 50 rows." in past.text) == (422, True)


def test_a_course_has_so_many_quizzes(school, ada, monkeypatch):
    monkeypatch.setattr(limits, "QUIZZES_A_COURSE", 1)
    made(ada, school)
    assert new(ada, school).status_code == 422


def test_buttons_add_move_and_take_away_rows_and_save_nothing(site, school, ada):
    here = made(ada, school, row(0), row(1, "topic:decoding"))

    def sources(page):
        return re.findall(r'name="slot-\d+-source" value="([^"]+)"', page)

    rows, added = (row(0, points="2,5"), row(1, "topic:decoding")), {
        "new-source": "template:mask.cells", "new-level": "", "new-size": "3", "new-points": "0.5",
    }  # fmt: skip
    page = ada.post(here, {**fields(*rows), **added, "do": "add"}).text
    assert sources(page) == ["topic:mask", "topic:decoding", "template:mask.cells"]
    assert "<b data-questions>5</b>" in page
    assert "<b data-points>5</b>" in page
    assert "not saved yet" in page
    assert sources(ada.post(here, {**fields(*rows), "do": "down-0"}).text) == ["topic:decoding", "topic:mask"]
    assert sources(ada.post(here, {**fields(*rows), "do": "up-1"}).text) == ["topic:decoding", "topic:mask"]
    assert sources(ada.post(here, {**fields(*rows), "do": "remove-0"}).text) == ["topic:decoding"]
    for nothing in ("up-0", "down-1", "remove-2", "remove--1", "up-x", "remove-", "down-99999999999"):
        assert sources(ada.post(here, {**fields(*rows), "do": nothing}).text) == [
            "topic:mask",
            "topic:decoding",
        ]
    assert len(stored(site, school, here).slots) == 2


def test_the_page_says_how_many_questions_there_are_for_a_row(ada, school):
    here = made(ada, school, row(0))
    assert "There are 3 to draw from." in ada.get(here).text
    save(ada, here, row(0), released="")
    assert "There are 0 to draw from, released ones left aside." in ada.get(here).text


def test_a_lagging_page_does_not_write_over_anothers_change_unnoticed(site, school, ada):
    here = made(ada, school)
    old = known_as(ada, here)
    assert save(ada, here, row(0), title="First").status_code == 303
    late = save(ada, here, row(0), title="Second", seen=old)
    assert late.status_code == 409
    assert "Somebody has changed this quiz" in late.text
    assert 'value="Second"' in late.text
    assert stored(site, school, here).title == "First"
    seen = re.search(r'name="seen" value="(\w*)"', late.text).group(1)
    assert save(ada, here, row(0), title="Second", seen=seen).status_code == 303


# Publishing.


def test_a_quiz_is_published_and_can_be_begun(site, school, ada):
    here = made(ada, school, row(0, size="2"))
    ben = Browser(site).sign_in("ben")
    with pytest.raises(Refusal):  # a draft is not there for a student
        stored(site, school, here, who="ben")
    assert save(ada, here, row(0, size="2"), do="publish").status_code == 303
    quiz = stored(site, school, here, who="ben")
    assert quiz.state is State.OPEN
    attempt = site.store.write(lambda c: attempts.start(c, school["ben"], quiz, site.clock.now()))
    with site.store.read() as connection:
        assert len(attempts.asked_in(connection, attempt)) == 2
    assert ben.get(here).status_code == 404


UNFIT = [
    ([], {}, "asks one question at least"),
    ([row(0, size="4")], {}, "row 1 (mask) asks 4 of 3"),
    ([row(0, size="2"), row(1, size="2")], {}, "row 2 (mask) asks 2 of 3 that no other row may use"),
    ([row(0)], {"released": ""}, "or allow released questions"),
    ([row(0)], {"closes": "2020-01-01T00:00"}, "over already"),
]


def test_what_cannot_be_sat_is_not_published(site, school, ada):
    here = made(ada, school, row(0))
    for rows, changed, said in UNFIT:
        answer = save(ada, here, *rows, do="publish", **changed)
        assert (answer.status_code, said in answer.text) == (422, True), said
        assert stored(site, school, here).state is State.DRAFT


def test_slots_that_may_take_from_each_other_never_run_short_once_published():
    found = [["a", "b", "c"], ["a", "b"]]
    narrow = Slot(None, "x", None, 2, 1)
    assert stock.short([Slot("t", None, None, 1, 1), narrow], found) == []
    assert stock.short([Slot("t", None, None, 2, 1), narrow], found) == [0]
    assert stock.short([narrow, narrow], [["a", "b"], ["c"]]) == [1]


def published(ada, school, **changed):
    here = made(ada, school, row(0, size="1"), **changed)
    assert save(ada, here, row(0, size="1"), do="publish", **changed).status_code == 303
    return here


def begin(site, school, here):
    quiz = stored(site, school, here, who="ben")
    return site.store.write(lambda c: attempts.start(c, school["ben"], quiz, site.clock.now()))


def test_what_a_published_quiz_asks_stays(site, school, ada):
    here = published(ada, school)
    before = stored(site, school, here)
    assert save(ada, here, row(0, "topic:decoding"), truncated="0", title="Other").status_code == 303
    after = stored(site, school, here)
    assert (after.slots, after.rules, after.released, after.title) == (
        before.slots,
        before.rules,
        True,
        "Other",
    )
    draft = building.Draft("T", "", "UTC", None, None, 60, 1, after.feedback, after.rules, False, after.slots)
    public, seen = after.public, quiz_fields.seen(after)
    with pytest.raises(Exception, match="stays"):
        site.store.write(lambda c: changing.change(c, school["ada"], public, draft, seen, site.clock.now()))


def test_once_begun_a_quiz_gets_longer_but_never_shorter(site, school, ada):
    here = published(ada, school, closes="2027-02-01T10:00", attempts="2")
    attempt = begin(site, school, here)
    assert attempt.deadline == site.clock.now() + 60 * MINUTE
    same = {"closes": "2027-02-01T10:00", "attempts": "2"}
    shorter = save(ada, here, **{**same, "minutes": "59"})
    assert (shorter.status_code, "(60 minutes)" in shorter.text) == (422, True)
    assert save(ada, here, **{**same, "attempts": "1"}).status_code == 422
    assert save(ada, here, **{**same, "minutes": "90", "feedback": "never"}).status_code == 303
    with site.store.read() as connection:
        found = connection.scalar(select(sat.c.deadline))
        assert stored(site, school, here).feedback.value == "never"
    assert found == attempt.started + 90 * MINUTE
    assert save(ada, here, minutes="90", attempts="2", closes="2027-01-15T08:01").status_code == 303
    with site.store.read() as connection:
        assert connection.scalar(select(sat.c.deadline)) == found
    assert save(ada, here, minutes="", attempts="2", closes="").status_code == 303
    with site.store.read() as connection:
        assert connection.scalar(select(sat.c.deadline)) is None


def test_an_attempt_without_an_end_gets_the_one_that_is_set_later(both):
    school = make_school(both)
    ada = Browser(both).sign_in("ada")
    here = published(ada, school, minutes="", feedback="window")
    attempt, now = begin(both, school, here), both.clock.now()
    assert attempt.deadline is None
    assert "1 attempt runs without an end." in ada.get(here).text
    leaves = delete(members).where(members.c.person_id == school["cleo"].id)
    cleo = both.store.write(
        lambda c: attempts.start(c, school["cleo"], stored(both, school, here, "cleo"), now).id
    )
    both.store.write(lambda c: c.execute(leaves) and None)  # and her attempt runs
    closes = "2027-01-15T09:00"
    same = {"minutes": "", "feedback": "window"}
    assert save(ada, here, closes=closes, **same).status_code == 303
    assert "without an end" not in ada.get(here).text
    quiz = stored(both, school, here)
    with both.store.read() as connection:
        assert set(connection.scalars(select(sat.c.deadline))) == {quiz.closes}
    both.clock.at = quiz.closes + 1
    assert attempts.end_overdue(both) == 2
    ben = stored(both, school, here, "ben")
    assert ben.feedback_is_out(both.clock.now(), quiz.closes), "nobody holds it up any more"
    with both.store.read() as connection:
        (ended,) = connection.execute(select(sat.c.submitted).where(sat.c.id == cleo))
    assert ended.submitted == quiz.closes


def test_who_was_promised_an_end_keeps_it_where_it_is_earlier_or_the_same(site, school, ada):
    here = published(ada, school)
    attempt = begin(site, school, here)
    assert save(ada, here, closes="2027-01-15T09:30").status_code == 303
    with site.store.read() as connection:
        assert connection.scalar(select(sat.c.deadline)) == attempt.deadline


def test_a_new_end_is_never_in_the_past(site, school, ada):
    """An attempt without an end in a quiz of an hour, as one that was opened again may be."""
    here = published(ada, school)
    begin(site, school, here)
    site.store.write(lambda c: c.execute(update(sat).values(deadline=None)) and None)
    site.clock.at += 3 * 60 * MINUTE
    assert save(ada, here, title="Other").status_code == 303
    with site.store.read() as connection:
        assert connection.scalar(select(sat.c.deadline)) == site.clock.now()


def test_a_quiz_that_nobody_has_begun_can_be_a_draft_again(site, school, ada):
    here = published(ada, school)
    assert ada.post(here + "/withdraw").status_code == 303
    assert stored(site, school, here).state is State.DRAFT
    save(ada, here, row(0), do="publish")
    begin(site, school, here)
    assert ada.post(here + "/withdraw").status_code == 409
    assert "Make it a draft again" not in ada.get(here).text


def test_closing_ends_what_runs_and_reopening_does_not_begin_it_again(site, school, ada):
    here = published(ada, school)
    attempt = begin(site, school, here)
    site.clock.at += MINUTE
    assert "Attempts: 1, of which 1 are running." in ada.get(here).text
    assert ada.post(here + "/close").status_code == 303
    with site.store.read() as connection:
        ended, _ = attempts.own(connection, school["ben"], attempt.public)
        noted = connection.execute(select(interventions)).one()
    assert (ended.submitted, ended.takes_answers(site.clock.now() + 1)) == (site.clock.now(), False)
    assert (noted.action, noted.reason, noted.who_id) == ("end", "The quiz was closed.", school["ada"].id)
    assert ada.post(here + "/close").status_code == 409
    assert stored(site, school, here).state is State.CLOSED
    assert ada.post(here + "/reopen").status_code == 303
    assert ada.post(here + "/reopen").status_code == 409
    with site.store.read() as connection:
        assert attempts.own(connection, school["ben"], attempt.public)[0].submitted == ended.submitted


def test_a_draft_can_be_deleted_and_nothing_else(site, school, ada):
    here = made(ada, school)
    assert ada.post(here + "/delete").headers["location"] == f"/teach/courses/{school['course'].public}"
    assert ada.get(here).status_code == 404
    with site.store.read() as connection:
        assert connection.scalar(select(func.count()).select_from(pool)) == 0
    here = published(ada, school)
    assert ada.post(here + "/delete").status_code == 409
    assert stored(site, school, here).state is State.OPEN


def test_a_copy_is_a_draft_without_a_window(site, school, ada):
    here = published(ada, school, title="x" * limits.TITLE_CHARACTERS, closes="2027-02-01T10:00")
    copy = ada.post(here + "/duplicate").headers["location"]
    quiz, old = stored(site, school, copy), stored(site, school, here)
    assert (quiz.state, quiz.closes, quiz.slots, quiz.minutes) == (State.DRAFT, None, old.slots, old.minutes)
    assert len(quiz.title) == limits.TITLE_CHARACTERS
    assert quiz.title.endswith("(copy)")
    assert quiz.link != old.link


def test_the_whole_life_of_a_quiz_on_both_databases(both):
    school = make_school(both)
    ada = Browser(both).sign_in("ada")
    here = published(ada, school)
    begin(both, school, here)
    assert save(ada, here, minutes="90").status_code == 303
    copy = ada.post(here + "/duplicate").headers["location"]
    assert ada.post(copy + "/delete").status_code == 303
    assert ada.post(here + "/close").status_code == 303
    assert ada.post(here + "/reopen").status_code == 303


# Questions, and a version as a student gets it.


def test_questions_are_chosen_by_looking_at_one_with_its_key(site, school, ada, some_questions):
    here = made(ada, school, row(0))
    page = ada.get(here + "/questions?topic=mask").text
    example = next(question for question in some_questions if question.topic == "mask")
    assert example.template in page
    assert example.parts[0].display in page
    add = {**row(0, f"template:{example.template}", size="1", points="2"), "topic": "mask"}
    assert ada.post(here + "/questions", add).status_code == 303
    assert stored(site, school, here).slots[1] == Slot(None, example.template, None, 1, 2.0)
    assert "in the quiz: 1" in ada.get(here + "/questions?topic=mask").text
    for bad in (row(0, "template:no.such"), row(0, size="0"), {}, row(0, size="100")):
        assert ada.post(here + "/questions", {**bad, "topic": "mask"}).status_code == 422
    assert ada.get(here + "/questions?topic=nosuch").status_code == 404
    assert ada.get(here + "/questions").status_code == 200


def test_a_preview_is_judged_and_kept_nowhere(site, school, ada):
    here = made(ada, school, row(0), row(1, "topic:decoding", points="2"))
    place = ada.get(here + "/preview").headers["location"]
    page = ada.get(place).text
    assert page == ada.get(place).text
    assert "Question 1 of 2" in page
    with site.store.read() as connection:
        ids = connection.scalars(select(known.c.id).where(known.c.topic == "decoding")).all()
        found = [questions.with_key(connection, name) for name in ids]
    second = ada.get(place + "&at=2").text
    question = next(
        each
        for each in found
        if all(part.display in second for part in each.parts) and f"{each.prompt[:20]}" in second
    )
    typed = {
        f"part-{part.name}": part.key if isinstance(part.key, str) else ", ".join(part.key)
        for part in question.parts
    }
    if not any(part.options for part in question.parts):
        judged = ada.post(place + "&at=2", typed).text
        assert "It would earn 2 of 2 points." in judged
    wrong = ada.post(place + "&at=2", dict.fromkeys(typed, "123456")).text
    assert "It would earn 0 of 2 points." in wrong
    assert ada.get(place + "&at=3").status_code == 404
    assert ada.get(place + "&at=0").status_code == 404
    with site.store.read() as connection:
        assert connection.scalar(select(func.count()).select_from(sat)) == 0


def test_an_empty_quiz_cannot_be_previewed(ada, school):
    here = made(ada, school, row(0))
    save(ada, here)
    assert ada.get(here + "/preview?seed=1").status_code == 409


# Others.

LOOKS = ["", "/questions", "/questions?topic=mask", "/preview", "/preview?seed=1", "/print"]
ACTS = [
    "",
    "/withdraw",
    "/close",
    "/reopen",
    "/duplicate",
    "/delete",
    "/questions",
    "/preview?seed=1",
    "/print",
]


def test_to_others_a_quiz_is_not_there(site, school, ada):
    sent = {**fields(row(0)), "do": "publish", "versions": "1", "format": "md", "topic": "mask"}
    for here in (made(ada, school), published(ada, school)):
        before = stored(site, school, here)
        for browser in (Browser(site).sign_in("zoe"), Browser(site).sign_in("ben")):
            for path in LOOKS:
                assert browser.get(here + path).status_code == 404, path
                assert browser.get("/teach/quizzes/nosuchquiz" + path).status_code == 404, path
            for path in ACTS:
                assert browser.post(here + path, sent).status_code == 404, path
        assert stored(site, school, here) == before
        assert Browser(site).get(here).status_code == 303


# New questions.


class Generating:
    """A site that may make questions."""

    def __init__(self, tmp_path, some_questions):
        made_site = make_site(f"sqlite:///{tmp_path / 'g.sqlite'}", tmp_path, some_questions)
        self.site = replace(made_site, settings=replace(made_site.settings, generates=True))
        self.school = make_school(self.site)
        self.ada = Browser(self.site, create_app(self.site)).sign_in("ada")


@pytest.fixture
def generating(tmp_path, some_questions):
    found = Generating(tmp_path, some_questions)
    yield found
    found.site.store.close()


def settled(site, school, here, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with site.store.read() as connection:
            quiz = quizzes.quiz(connection, school["ada"], here.rsplit("/", 1)[1])
            state, said = publishing.standing(connection, quiz, site.clock.now())
        if state != publishing.RUNNING:
            return quiz, state, said
        time.sleep(0.05)
    raise AssertionError("still running")


def test_what_is_missing_is_really_made_and_then_it_is_published(generating, monkeypatch):
    """`qbank generate` itself, in a process of its own: the one slow test here."""
    monkeypatch.setattr(stock, "FOR_EACH_SLOT", 4)
    site, school, ada = generating.site, generating.school, generating.ada
    here = made(ada, school, row(0, "template:mask.cells"), released="")
    assert save(ada, here, row(0, "template:mask.cells"), released="", do="publish").status_code == 303
    page = ada.get(here)
    assert "are being made" in page.text
    assert page.headers["refresh"] == "5"
    assert 'name="title"' not in page.text  # nobody's typing is reloaded away
    quiz, state, said = settled(site, school, here)
    assert (quiz.state, state, said) == (State.OPEN, "", "")
    with site.store.read() as connection:
        made_now = connection.scalars(select(known.c.template).where(known.c.released.is_(False))).all()
    assert set(made_now) == {"mask.cells"}  # perhaps fewer than 4: what was released already is nothing new
    attempt = begin(site, school, here)
    assert attempt.number == 1


def test_while_questions_are_made_nothing_is_changed_and_a_silent_run_can_be_taken_over(
    generating, monkeypatch
):
    site, school, ada = generating.site, generating.school, generating.ada
    here = made(ada, school, row(0), released="")
    quiz_id, now = stored(site, school, here).id, site.clock.now()
    fresh = {"quiz_id": quiz_id, "run": "r", "state": "running", "said": "", "began": now, "seen": now}
    site.store.write(lambda c: c.execute(insert(fillings).values(fresh)) and None)
    late = save(ada, here, row(0), released="", seen="", title="Kept")
    assert (late.status_code, 'value="Kept"' in late.text, "refresh" in late.headers) == (409, True, False)
    assert ada.post(here + "/delete").status_code == 409
    assert save(ada, here, row(0), released="", seen="", do="publish").status_code == 409
    site.clock.at += publishing.SILENT + 1
    assert "was interrupted. Publish the quiz again." in ada.get(here).text
    monkeypatch.setattr(stock, "_run", lambda call, folder: (stock.Made.NONE, "no PyTorch"))
    assert save(ada, here, row(0), released="", do="publish").status_code == 303
    quiz, state, said = settled(site, school, here)
    assert (quiz.state, state) == (State.DRAFT, publishing.FAILED)
    assert "row 1 (mask) asks 1 of 0" in said
    assert said in ada.get(here).text
    assert "No new questions could be made for mask: no PyTorch" in ada.get("/teach").text


def test_a_fault_while_questions_are_made_is_told(generating, monkeypatch):
    site, school, ada = generating.site, generating.school, generating.ada

    def broken(site, quiz):
        raise OSError("disk full")

    here = made(ada, school, row(0), released="")
    monkeypatch.setattr(stock, "make_enough", broken)
    save(ada, here, row(0), released="", do="publish")
    _, state, said = settled(site, school, here)
    assert (state, "The log of the service says what." in said) == (publishing.FAILED, True)


def interrupted(generating):
    """A quiz for which questions were being made when the service ended, a moment ago."""
    site = generating.site
    here = made(generating.ada, generating.school, row(0), released="")
    quiz_id, now = stored(site, generating.school, here).id, site.clock.now()
    fresh = {"quiz_id": quiz_id, "run": "r", "state": "running", "said": "", "began": now, "seen": now}
    site.store.write(lambda c: c.execute(insert(fillings).values(fresh)) and None)
    return here


def test_what_was_being_made_is_carried_on_at_the_start(generating, monkeypatch):
    site, here = generating.site, interrupted(generating)

    def filled(site, quiz):
        site.store.write(
            lambda c: c.execute(update(known).values(released=False, course_id=quiz.course_id)) and None
        )
        return frozenset()

    monkeypatch.setattr(stock, "make_enough", filled)
    with watching(site):
        end = time.monotonic() + 20
        while stored(site, generating.school, here).state is not State.OPEN and time.monotonic() < end:
            time.sleep(0.05)
    assert stored(site, generating.school, here).state is State.OPEN
    with site.store.read() as connection:
        assert connection.scalar(select(func.count()).select_from(fillings)) == 0


def test_what_cannot_be_carried_on_is_set_back(generating):
    site, here = generating.site, interrupted(generating)
    publishing.carry_on(replace(site, settings=replace(site.settings, generates=False)))
    quiz, state, said = settled(site, generating.school, here)
    assert (quiz.state, state, said) == (State.DRAFT, publishing.FAILED, publishing.INTERRUPTED)
    publishing.carry_on(site)
    assert settled(site, generating.school, here)[1] == publishing.FAILED, "that was all"


def test_a_course_of_anothers_takes_no_quiz(site, school, ada):
    assert new(ada, {"course": school["other"]}).status_code == 404
    assert (people.INSTRUCTOR, courses.INSTRUCTOR) == ("instructor", "instructor")


def test_courses_have_questions_of_their_own_and_share_only_what_would_run_short(site, school):
    """Nobody looks at what another course asks by drafting a quiz of the same kind."""
    drawn = next(found for found in bank.released() if found.topic == "mask")
    theirs, ours = drawn._replace(id="q000000000x"), drawn._replace(id="q000000000y")
    slots = [{"topic": None, "template": drawn.template, "level": None, "size": 1, "points": 1.0}]
    site.store.write(lambda c: questions.add(c, [theirs], school["other"].id))
    quiz = make_quiz(site, school, slots, released=False, state="draft")

    def pooled(exhausted=()):
        short = site.store.write(lambda c: stock.pooled(c, quiz, exhausted))
        with site.store.read() as connection:
            return short, list(connection.scalars(select(pool.c.question_id)))

    assert pooled() == ([0], [])
    assert pooled({0}) == ([], [theirs.id])
    site.store.write(lambda c: questions.add(c, [ours], school["course"].id))
    assert pooled() == pooled({0}) == ([], [ours.id])


def test_what_is_made_for_a_quiz_is_its_courses(generating, monkeypatch):
    site, school = generating.site, generating.school
    here = made(generating.ada, school, row(0), released="")
    quiz = stored(site, school, here)

    def run(call, folder):
        stock.own_bank(site).add([next(iter(bank.released()))._replace(id="q000000000x")])
        return stock.Made.ALL, ""

    monkeypatch.setattr(stock, "_run", run)
    stock.generate(site, quiz.slots[0], 1, quiz.course_id)
    with site.store.read() as connection:
        assert connection.execute(
            select(known.c.id, known.c.course_id).where(known.c.released.is_(False))
        ).all() == [("q000000000x", quiz.course_id)]


def test_rows_that_take_from_each_other_are_all_provided_for(generating, monkeypatch):
    """Six rows of one topic, six questions each: what another course has is no way out while more can be made."""
    site, school = generating.site, generating.school
    (example, *_) = [found for found in bank.released() if found.topic == "mask"]
    theirs = [example._replace(id=f"qtheirs{at:04}") for at in range(200)]
    site.store.write(lambda c: questions.add(c, theirs, school["other"].id))
    asked = []

    def run(call, folder):
        n = int(call[call.index("-n") + 1])
        asked.append(n)
        stock.own_bank(site).add(example._replace(id=f"qours{len(asked)}{at:05}") for at in range(n))
        return stock.Made.ALL, ""

    monkeypatch.setattr(stock, "_run", run)
    here = made(generating.ada, school, *(row(at, size="6") for at in range(6)), released="")
    save(generating.ada, here, *(row(at, size="6") for at in range(6)), released="", do="publish")
    quiz, state, said = settled(site, school, here)
    assert (quiz.state, state, said) == (State.OPEN, "", "")
    assert asked == [4 * 36]
    with site.store.read() as connection:
        behind = set(connection.scalars(select(pool.c.question_id)))
    assert len(behind) == 4 * 36
    assert not behind & {each.id for each in theirs}


def test_a_generator_that_breaks_has_not_run_out(tmp_path):
    """Python ends with 1 for a fault as qbank does where there are no more variants; only a fault says something."""
    calls = [
        [sys.executable, "-c", code] for code in ("", "exit(1)", "raise MemoryError", "exit('no')", "exit(2)")
    ]
    made = [stock._run(call, tmp_path) for call in calls]
    assert [each for each, _ in made] == [stock.Made.ALL, stock.Made.FEWER, *[stock.Made.NONE] * 3]
    assert [said for _, said in made] == ["", "", "MemoryError", "no", "it ended without a word"]


def test_rows_of_other_levels_take_nothing_from_each_other(site, school):
    def wanted(*slots):
        quiz = make_quiz(site, school, [*slots], released=False)
        with site.store.read() as connection:
            return [stock.lacking(connection, quiz, place) for place in range(len(slots))]

    mine, other, any_level = (
        slot("mask", level=1, size=2),
        slot("mask", level=3, size=20),
        slot("mask", size=5),
    )
    assert wanted(mine, other) == [24, 80]
    assert wanted(mine, other, any_level) == [28, 100, 108]
    assert wanted(mine, slot("decoding", size=30)) == [24, 120]
    assert wanted(slot(template="mask.cells", size=7), slot("mask", size=9)) == [28, 64]


def test_a_run_that_was_overtaken_opens_nothing(generating):
    """What is asked was changed while nobody seemed to be at it: the places that ran out are others by now."""
    site, school = generating.site, generating.school
    here = made(generating.ada, school, row(0), released="")
    quiz = stored(site, school, here)
    fresh = {"quiz_id": quiz.id, "run": "r", "state": "running", "said": "", "began": 0, "seen": 0}
    site.store.write(lambda c: c.execute(insert(fillings).values(fresh)) and None)
    save(generating.ada, here, row(0, "topic:decoding"), released="")
    said = site.store.write(lambda c: publishing._end(c, school["ada"], quiz, "r", {0}))
    assert (said, stored(site, school, here).state) == (publishing.INTERRUPTED, State.DRAFT)


@pytest.mark.parametrize(
    ("made_now", "state"), [(stock.Made.FEWER, State.OPEN), (stock.Made.NONE, State.DRAFT)]
)
def test_only_where_no_more_can_be_made_others_are_shared(generating, monkeypatch, made_now, state):
    site, school = generating.site, generating.school
    example = next(found for found in bank.released() if found.topic == "mask")
    site.store.write(lambda c: questions.add(c, [example._replace(id="qtheirs0000")], school["other"].id))
    monkeypatch.setattr(stock, "_run", lambda call, folder: (made_now, "no PyTorch"))
    here = made(generating.ada, school, row(0), released="")
    save(generating.ada, here, row(0), released="", do="publish")
    quiz, _, said = settled(site, school, here)
    assert quiz.state is state
    assert ("row 1 (mask) asks 1 of 0" in said) is (state is State.DRAFT), (
        "nothing is said of what others have"
    )
