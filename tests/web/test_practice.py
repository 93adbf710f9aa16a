"""Practice: read before it counts, judged, remembered, and asked again when it is due."""

import re

from qbank.answers import Word
from qbank.web.asking import practice

from .conftest import Browser, make_school


def question_of(site, template_kind="integer"):
    """A released question with one part of that kind, and its public name."""
    from sqlalchemy import select

    from qbank.web.asking import questions
    from qbank.web.base.schema import keys
    from qbank.web.base.schema import questions as stock

    with site.store.read() as connection:
        for row in connection.execute(
            select(stock.c.public, keys.c.line).join(keys, keys.c.question_id == stock.c.id)
        ):
            question = questions.whole(row.line)
            if len(question.parts) == 1 and question.parts[0].answer["kind"] == template_kind:
                return row.public, question
    raise AssertionError(template_kind)


def test_the_front_page_lists_every_topic(browser, some_questions):
    page = browser.get("/").text
    assert all(f"/practice/topics/{question.topic}" in page for question in some_questions)


def test_an_answer_is_read_before_it_counts(browser, site):
    name, question = question_of(site)
    part = question.parts[0]
    page = browser.post(f"/practice/{name}", {f"part-{part.name}": part.key, "do": "read"}).text
    assert "Read as:" in page
    assert "Worked solution" not in page
    assert practice.progress(site.store.engine.connect(), None) == {}


def test_a_right_answer_is_praised_and_explained(browser, site):
    name, question = question_of(site)
    part = question.parts[0]
    page = browser.post(f"/practice/{name}", {f"part-{part.name}": part.key, "do": "count"}).text
    assert "Right." in page
    assert "Worked solution" in page


def test_a_known_mistake_gets_its_own_feedback(browser, site):
    name, question = question_of(site)
    part = question.parts[0]
    mistake = next(each for each in part.mistakes if each.convention is None)
    page = browser.post(f"/practice/{name}", {f"part-{part.name}": mistake.key, "do": "count"}).text
    assert "Not right." in page
    assert re.split(r"[$*`&'\"<>]", mistake.feedback)[0].strip()[:20] in page


def test_what_cannot_be_read_does_not_count(browser, site):
    name, question = question_of(site)
    page = browser.post(
        f"/practice/{name}", {f"part-{question.parts[0].name}": "about ten?", "do": "count"}
    ).text
    assert "Worked solution" not in page
    assert "about ten?" in page


def test_a_guests_progress_is_the_accounts_later(browser, site):
    name, question = question_of(site)
    browser.post(
        f"/practice/{name}", {f"part-{question.parts[0].name}": question.parts[0].key, "do": "count"}
    )
    assert "1 of" in browser.get("/").text
    signed = browser.post("/sign-up", {"name": "Dora", "sign_in": "dora", "password": "long enough"})
    assert signed.status_code == 303
    assert "1 of" in browser.get("/").text
    assert "1 of" not in Browser(site).get("/").text


def test_one_request_counts_once(browser, site):
    name, question = question_of(site)
    sent = {f"part-{question.parts[0].name}": question.parts[0].key, "do": "count", "request": "r1"}
    browser.post(f"/practice/{name}", sent)
    browser.post(f"/practice/{name}", sent)
    with site.store.read() as connection:
        from sqlalchemy import func, select

        from qbank.web.base.schema import practised

        assert connection.scalar(select(func.count()).select_from(practised)) == 1


def test_what_was_wrong_comes_back_first(both):
    ben = make_school(both)["ben"]
    _, question = question_of(both)
    typed = {question.parts[0].name: question.parts[0].mistakes[0].key}
    verdicts = practice.judge(question, typed)
    both.store.write(lambda c: practice.record(c, ben, question, typed, verdicts, "r1", both.clock.now()))
    both.clock.at += 24 * 3600 * 1000
    with both.store.read() as connection:
        again = practice.next_question(connection, ben, question.topic, both.clock.now())
        found = practice.variant(connection, ben, question.template)
    from qbank.web.asking import questions

    with both.store.read() as connection:
        assert questions.by_public(connection, again).template == question.template
        assert questions.by_public(connection, found).template == question.template


def test_nothing_else_can_be_practised(browser):
    assert browser.get("/practice/nosuchquestion").status_code == 404
    assert browser.get("/practice/topics/nosuchtopic").status_code == 404


def test_what_reads_well_and_cannot_be_judged_is_said_and_does_not_count(browser, site, monkeypatch):
    """The reading knows no key; the checker, which does, may still find nothing that it can compare."""
    name, whole = question_of(site)
    verdict = practice.judge(whole, {part.name: "" for part in whole.parts})
    unread = [each._replace(verdict=Word.UNREADABLE, why="This cannot be compared.") for each in verdict]
    monkeypatch.setattr(practice, "judge", lambda question, typed: unread)
    page = browser.post(
        f"/practice/{name}", {f"part-{whole.parts[0].name}": whole.parts[0].key, "do": "count"}
    ).text
    assert "This cannot be compared." in page
    assert "Worked solution" not in page
