"""A request is done once, however often it is sent, and whenever its answer was lost."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from qbank.web.api.once import KEPT
from qbank.web.app import create_app
from qbank.web.base.schema import answers, attempts, courses, practised, requests

from .conftest import make_school
from .programs import Program, add_quiz, question_of


def world_of(site):
    """Programs of an instructor and a student, and a quiz."""
    school, app = make_school(site), create_app(site)
    ada, ben = (Program(site, school[name], app=app) for name in ("ada", "ben"))
    return site, ada, ben, add_quiz(site, school["course"], attempts=5)


@pytest.fixture
def world(site):
    """It on SQLite."""
    return world_of(site)


@pytest.fixture
def each_world(both):
    """It on SQLite and on PostgreSQL."""
    return world_of(both)


def count(site, table):
    with site.store.read() as connection:
        return connection.scalar(select(func.count()).select_from(table))


def in_parallel(work, times=16):
    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(lambda _: work(), range(times)))


def test_sixteen_at_once_do_it_once(each_world):
    """A course, an answer practised, an attempt begun, an answer saved: one effect each, and one answer."""
    site, ada, ben, quiz = each_world
    before = count(site, courses)
    name, question = question_of(site)
    practice = {"answers": {question.parts[0].name: "7"}, "counts": True}
    begun = same(in_parallel(lambda: ben.post(f"/quizzes/{quiz}/attempts", key="b")))
    here, part = f"/attempts/{begun['name']}/answers/1", begun["questions"][0]["parts"][0]["name"]
    same(in_parallel(lambda: ada.post("/courses", {"title": "New"}, 201, key="c")))
    same(in_parallel(lambda: ben.post(f"/questions/{name}/check", practice, key="p")))
    same(in_parallel(lambda: ben.put(here, {"answers": {part: "7"}}, key="s")))
    assert count(site, courses) == before + 1
    assert [count(site, table) for table in (attempts, practised, answers)] == [1, 1, 1]


def same(told):
    """What all were told."""
    assert all(each == told[0] for each in told)
    return told[0]


def test_the_same_key_with_another_request_is_refused(world):
    site, ada, ben, quiz = world
    ada.post("/courses", {"title": "New"}, 201, key="k")
    before = count(site, courses)
    assert ada.post("/courses", {"title": "Newer"}, 422, key="k")["field"] == "Idempotency-Key"
    assert count(site, courses) == before
    begun = ben.post(f"/quizzes/{quiz}/attempts", key="b")
    part = begun["questions"][0]["parts"][0]["name"]
    here = f"/attempts/{begun['name']}/answers/1"
    ben.put(here, {"answers": {part: "7"}}, key="k")
    ben.put(here, {"answers": {part: "8"}}, 422, key="k")
    ben.put(f"/attempts/{begun['name']}/answers/2", {"answers": {part: "7"}}, 422, key="k")
    assert ben.get(f"/attempts/{begun['name']}")["questions"][0]["saved"][0]["typed"] == "7"


def test_a_key_is_its_persons_own(world):
    _, ada, ben, quiz = world
    ada.post("/courses", {"title": "New"}, 201, key="k")
    ben.post(f"/quizzes/{quiz}/attempts", key="k")


def test_an_attempt_is_not_begun_anew_by_a_late_repetition(world):
    """The answer was lost, the attempt submitted by another road; then the request comes again."""
    site, _, ben, quiz = world
    first = ben.post(f"/quizzes/{quiz}/attempts", key="k")["name"]
    ben.post(f"/attempts/{first}/submit")
    assert ben.post(f"/quizzes/{quiz}/attempts", key="k")["name"] == first
    assert count(site, attempts) == 1
    assert ben.post(f"/quizzes/{quiz}/attempts", key="l")["name"] != first


def test_an_answer_that_was_lost_was_saved(world, monkeypatch):
    """What fails after the commit is no reason to do it again."""
    site, ada, _, _ = world
    before, write = count(site, courses), site.store.write
    lost = []

    def losing(work):
        result = write(work)
        if not lost:
            lost.append(result)
            raise ConnectionError("lost")
        return result

    monkeypatch.setattr(site.store, "write", losing)
    with pytest.raises(ConnectionError):
        ada.post("/courses", {"title": "New"}, 201, key="k")
    assert ada.post("/courses", {"title": "New"}, 201, key="k")["name"] == lost[0]["name"]
    assert count(site, courses) == before + 1


def test_what_was_refused_can_be_asked_again(world):
    _site, ada, _, _ = world
    ada.post("/courses", {"title": ""}, 422, key="k")
    ada.post("/courses", {"title": "New"}, 201, key="k")


def test_keys_are_forgotten_after_two_days(world):
    site, ada, _, _ = world
    first = ada.post("/courses", {"title": "New"}, 201, key="k")
    site.clock.at += KEPT + 1
    ada.post("/courses", {"title": "Other"}, 201, key="other")
    assert ada.post("/courses", {"title": "New"}, 201, key="k")["name"] != first["name"]
    assert count(site, requests) == 2


def test_what_is_no_key(world):
    _, ada, _, _ = world
    for key in ("", "x" * 65, "a b", "\xe9"):
        headers = {"idempotency-key": key.encode("latin-1")}
        answer = ada.http.post("/api/v1/courses", json={"title": "New"}, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["field"] == "idempotency-key"


def test_a_key_of_64_letters(world):
    _, ada, _, _ = world
    ada.post("/courses", {"title": "New"}, 201, key="x" * 64)


def test_practice_counts_as_often_as_it_is_asked_without_a_key(world):
    site, _, ben, _ = world
    name, question = question_of(site)
    for _ in range(2):
        ben.post(f"/questions/{name}/check", {"answers": {question.parts[0].name: "7"}, "counts": True})
    assert count(site, practised) == 2
