"""The API for instructors: quizzes made, changed, published and closed; keys corrected and corrections taken back."""

import pytest

from qbank import limits
from qbank.web.app import create_app

from .programs import Program, add_quiz, question_of

ROW = {"topic": "mask", "size": 1, "points": 2.0}


@pytest.fixture
def programs(site, school):
    """A program of everybody's, by name."""
    app = create_app(site)
    return {name: Program(site, school[name], app=app) for name in ("ada", "zoe", "ben", "cleo")}


@pytest.fixture
def quizzes(school):
    """Where ada's course has its quizzes."""
    return f"/courses/{school['course'].public}/quizzes"


def new(**changed):
    return {"title": "Week 3", "rows": [ROW], "released": True, **changed}


def test_what_a_quiz_can_be_built_of(programs, some_questions):
    found = programs["ada"].all("/kinds", size=50, released=True)
    assert {each["template"] for each in found} == {question.template for question in some_questions}
    assert sum(each["questions"] for each in found) == len(some_questions)
    assert {each["questions"] for each in programs["ada"].all("/kinds", size=50)} == {0}


def test_a_quiz_is_made_changed_published_and_sat(programs, quizzes):
    ada, ben = programs["ada"], programs["ben"]
    made = ada.post(quizzes, new(), 201)
    here = f"/quizzes/{made['name']}"
    assert (made["state"], made["questions"], made["points"], made["attempts"]) == ("draft", 1, 2.0, 1)
    ben.get(here, 404)
    sent = {"title": " Week  4 ", "minutes": 20, "credit": {"truncated": 1}, "version": made["version"]}
    changed = ada.ask("PATCH", here, json=sent)
    assert (changed["title"], changed["minutes"], changed["rows"]) == ("Week 4", 20, made["rows"])
    assert changed["credit"]["truncated"] == 1
    ada.ask("PATCH", here, 409, json=sent)
    assert ada.post(f"{here}/publish")["state"] == "open"
    assert ada.post(f"{here}/publish")["state"] == "open"
    attempt = ben.post(f"{here}/attempts")["name"]
    ada.ask("PATCH", here, 409, json={"rows": [ROW, ROW]})
    ada.post(f"{here}/withdraw", status=409)
    assert ada.post(f"{here}/close")["state"] == "closed"
    assert ben.get(f"/attempts/{attempt}")["submitted"]
    assert ada.post(f"{here}/reopen")["state"] == "open"
    copied = ada.post(f"{here}/copy", status=201)
    assert (copied["title"], copied["state"]) == ("Week 4 (copy)", "draft")
    ada.ask("DELETE", here, 409)
    assert ada.http.delete(f"/api/v1/quizzes/{copied['name']}").status_code == 204
    ada.get(f"/quizzes/{copied['name']}/making", 404)


def test_one_key_makes_one_quiz(programs, quizzes):
    ada = programs["ada"]
    first, second = (ada.post(quizzes, new(), 201, key="k") for _ in range(2))
    assert first == second
    assert len(ada.all(quizzes)) == 1
    assert ada.post(quizzes, new(title="Other"), 422, key="k")["field"] == "Idempotency-Key"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * (limits.TITLE_CHARACTERS + 1)}, "title"),
        ({"title": "a\tb\u200e"}, "title"),
        ({"instructions": "x" * (limits.TEXT_CHARACTERS + 1)}, "instructions"),
        ({"instructions": "$x"}, "instructions"),
        ({"rows": [{"topic": "nosuch"}]}, "rows.0"),
        ({"rows": [{}]}, "rows.0"),
        ({"rows": [{"topic": "mask", "template": "mask.blocked_cells"}]}, "rows.0"),
        ({"rows": [{"topic": "mask", "size": 0}]}, "rows.0.size"),
        ({"rows": [{"topic": "mask", "points": 0}]}, "rows.0.points"),
        ({"rows": [{"topic": "mask", "points": 1 / 3}]}, "rows.0.points"),
        ({"rows": [{"topic": "mask", "points": True}]}, "rows.0.points"),
        ({"rows": [{"topic": "mask", "level": 4}]}, "rows.0.level"),
        ({"minutes": "30"}, "minutes"),
        ({"released": 1}, "released"),
        ({"credit": {"truncated": 1 / 3}}, "credit.truncated"),
        ({"rows": [{"topic": "mask", "points": limits.QUIZ_POINTS + 1}]}, "rows.0.points"),
        ({"rows": [{"topic": "mask"}] * (limits.QUIZ_SLOTS + 1)}, "rows"),
        ({"rows": [{"topic": "mask", "size": 51}] * 2}, "rows"),
        ({"rows": None}, "rows"),
        ({"opens": 2**63}, "opens"),
        ({"opens": 1_800_000_000_000, "closes": 1_800_000_000_000}, "closes"),
        ({"minutes": limits.QUIZ_MINUTES + 1}, "minutes"),
        ({"attempts": limits.QUIZ_ATTEMPTS + 1}, "attempts"),
        ({"feedback": "soon"}, "feedback"),
        ({"credit": {"truncated": 1.5}}, "credit.truncated"),
        ({"credit": {"locale": "xx"}}, "credit.locale"),
        ({"state": "open"}, "state"),
    ],
)
def test_what_no_quiz_can_be(programs, quizzes, changed, field):
    assert programs["ada"].post(quizzes, new(**changed), 422)["field"] == field


def test_the_largest_quiz(programs, quizzes):
    sent = new(
        rows=[{"topic": "mask", "size": 2, "points": limits.QUIZ_POINTS}] * limits.QUIZ_SLOTS,
        instructions="x" * limits.TEXT_CHARACTERS, title="x" * limits.TITLE_CHARACTERS,
        minutes=limits.QUIZ_MINUTES, attempts=limits.QUIZ_ATTEMPTS,
    )  # fmt: skip
    assert programs["ada"].post(quizzes, sent, 201)["questions"] == limits.QUIZ_QUESTIONS


def test_too_few_questions_are_said(programs, quizzes):
    made = programs["ada"].post(quizzes, new(released=False), 201)
    found = programs["ada"].post(f"/quizzes/{made['name']}/publish", status=422)
    assert found["field"] == "slots"


def test_nobody_else_makes_or_changes(programs, quizzes):
    made = programs["ada"].post(quizzes, new(), 201)["name"]
    programs["zoe"].post(quizzes, new(), 404)
    programs["ben"].post(quizzes, new(), 403)
    for action in ("publish", "close", "reopen", "withdraw", "copy"):
        programs["zoe"].post(f"/quizzes/{made}/{action}", status=404)
        programs["ben"].post(f"/quizzes/{made}/{action}", status=403)
    programs["zoe"].ask("DELETE", f"/quizzes/{made}", 404)


def sat(programs, school, site, typed):
    """A quiz that ben and cleo have submitted with these answers, and the name of its question."""
    quiz = add_quiz(site, school["course"])
    for name in ("ben", "cleo"):
        begun = programs[name].post(f"/quizzes/{quiz}/attempts")
        part = begun["questions"][0]["parts"][0]["name"]
        programs[name].put(f"/attempts/{begun['name']}/answers/1", {"answers": {part: typed[name]}})
        programs[name].post(f"/attempts/{begun['name']}/submit")
    return f"/quizzes/{quiz}", programs["ada"].all(f"/quizzes/{quiz}/questions")[0]["name"]


def points(programs, here):
    return sorted(each["points"] for each in programs["ada"].all(f"{here}/results"))


def test_a_key_is_corrected_and_the_correction_taken_back(programs, school, site):
    _, question = question_of(site)
    key, ada = question.parts[0].key, programs["ada"]
    here, name = sat(programs, school, site, {"ben": key, "cleo": "123456"})
    assert points(programs, here) == [0, 2]
    sent = {"question": name, "action": "rekey", "value": "123456", "reason": "A slip."}
    plan = ada.post(f"{here}/rulings/plan", sent)
    assert (plan["attempts"], plan["changed"], plan["up"], plan["down"]) == (2, 2, 1, 1)
    assert points(programs, here) == [0, 2]
    ada.post(f"{here}/rulings", {**sent, "digest": "another"}, 409)
    made = ada.post(f"{here}/rulings", {**sent, "digest": plan["digest"]}, 201, key="k")
    assert made == ada.post(f"{here}/rulings", {**sent, "digest": plan["digest"]}, 201, key="k")
    ada.post(f"{here}/rulings", {**sent, "digest": "x"}, 422, key="k")
    assert [each["points"] for each in programs["cleo"].get(_result_of(programs["cleo"]))["parts"]] == [2]
    undo = f"{here}/rulings/{made[0]['name']}/undo"
    plan = ada.post(f"{undo}/plan", {"reason": "It was right."})
    ada.post(undo, {"reason": "It was right.", "digest": plan["digest"]}, 201, key="u")
    assert ada.post(undo, {"reason": "It was right.", "digest": plan["digest"]}, 201, key="u")
    ada.post(undo, {"reason": "Again.", "digest": plan["digest"]}, 409)
    assert [each["points"] for each in programs["cleo"].get(_result_of(programs["cleo"]))["parts"]] == [0]
    assert [(each["action"], each["stands"]) for each in ada.all(f"{here}/rulings")] == [
        ("rekey", False), ("undo", False),
    ]  # fmt: skip


def test_rulings_come_by_time_and_say_what_overrules_them(programs, school, site):
    _, question = question_of(site)
    ada = programs["ada"]
    here, name = sat(programs, school, site, {"ben": question.parts[0].key, "cleo": "1"})
    actions = ("void", "full_marks", "void", "full_marks", "void")
    for action in actions:
        sent = {"question": name, "action": action, "reason": "So."}
        plan = ada.post(f"{here}/rulings/plan", sent)
        ada.post(f"{here}/rulings", {**sent, "digest": plan["digest"]}, 201)
    found = ada.all(f"{here}/rulings")
    assert [each["action"] for each in found] == list(actions)
    assert [each["overruled_by"] for each in found] == [found[-1]["name"]] * 4 + [None]


def _result_of(program):
    return f"/attempts/{program.all('/attempts')[0]['name']}/result"


@pytest.mark.parametrize(
    ("changed", "status", "field"),
    [
        ({"reason": " "}, 422, "reason"),
        ({"reason": "x" * (limits.REASON_CHARACTERS + 1)}, 422, "reason"),
        ({"reason": "x" * limits.REASON_CHARACTERS}, 200, None),
        ({"action": "delete"}, 422, "action"),
        ({"action": "rekey", "value": "??"}, 422, "value"),
        ({"action": "rekey", "scope": "template", "value": "1"}, 422, "scope"),
        ({"question": "nosuch"}, 404, None),
    ],
)
def test_what_no_ruling_can_be(programs, school, site, changed, status, field):
    here, name = sat(programs, school, site, {"ben": "1", "cleo": "2"})
    sent = {"question": name, "action": "void", "reason": "Unclear.", **changed}
    assert programs["ada"].post(f"{here}/rulings/plan", sent, status).get("field") == field


def test_rulings_are_for_the_courses_instructors(programs, school, site):
    here, name = sat(programs, school, site, {"ben": "1", "cleo": "2"})
    sent = {"question": name, "action": "void", "reason": "Unclear."}
    for who, status in (("zoe", 404), ("ben", 403)):
        programs[who].get(f"{here}/rulings", status)
        programs[who].get(f"{here}/questions", status)
        programs[who].post(f"{here}/rulings/plan", sent, status)
        programs[who].post(f"{here}/rulings", {**sent, "digest": "x"}, status)
    programs["ada"].post(f"{here}/rulings/nosuch/undo/plan", {"reason": "x"}, 404)


def test_an_answer_is_made_final(programs, school, site):
    quiz = add_quiz(site, school["course"], feedback="each")
    begun = programs["ben"].post(f"/quizzes/{quiz}/attempts")
    here, part = f"/attempts/{begun['name']}/answers/1", begun["questions"][0]["parts"][0]["name"]
    programs["ben"].put(here, {"answers": {part: "123456"}})
    assert programs["ben"].post(f"{here}/final")[0]["verdict"] == "wrong"
    late = programs["ben"].put(here, {"answers": {part: "1"}, "seen": {part: 1}})
    assert late["standing"] == "late"
    programs["ben"].post(f"/attempts/{begun['name']}/answers/2/final", status=404)
    programs["cleo"].post(f"{here}/final", status=404)
    other = add_quiz(site, school["course"])
    attempt = programs["ben"].post(f"/quizzes/{other}/attempts")["name"]
    programs["ben"].post(f"/attempts/{attempt}/answers/1/final", status=409)
