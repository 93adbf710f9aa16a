"""The API: every route's answers, its errors, and its document."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from limits import RateLimitItemPerSecond
from sqlalchemy import insert, select, update
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from qbank import limits
from qbank.bank import released
from qbank.web.app import create_app
from qbank.web.asking import questions
from qbank.web.base import rates
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import people, pool, settings
from qbank.web.course import courses
from qbank.web.door.people import INSTRUCTOR
from qbank.web.door.tokens import Scope

from .conftest import Browser, make_school, make_site, person
from .programs import API, Program, Unlimited, add_quiz, change_quiz, check_problem, key_of, question_of
from .quizzing import make_quiz

BAD_TEXTS = {"nul": "a\0b", "half a pair": "a\ud800b", "the other half": "\udfff"}


@pytest.fixture
def programs(site, school):
    """A program of everybody's, by name, and of nobody."""
    app = create_app(site)
    found = {name: Program(site, school[name], app=app) for name in ("ada", "zoe", "ben", "cleo")}
    return {**found, "nobody": Program(site, app=app)}


@pytest.fixture(scope="module")
def still(tmp_path_factory, some_questions):
    """A site that no test changes, and a program of an instructor's that asks it."""
    folder = tmp_path_factory.mktemp("still")
    made = make_site(f"sqlite:///{folder / 'qbank.sqlite'}", folder, some_questions, rates=Unlimited())
    yield Program(made, person(made, "ada", INSTRUCTOR))
    made.store.close()


@pytest.fixture
def quiz(site, school):
    """A quiz of ada's course with two questions."""
    return add_quiz(site, school["course"], ("integer", "integer"))


# What everybody may ask.


def test_topics(programs, some_questions):
    found = programs["nobody"].get("/topics")
    assert [topic["name"] for topic in found] == sorted({question.topic for question in some_questions})
    assert sum(topic["questions"] for topic in found) == len(some_questions)


def test_the_questions_to_the_end_without_doubles(programs, some_questions):
    names = [question["name"] for question in programs["nobody"].all("/questions", size=7)]
    assert len(names) == len(set(names)) == len(some_questions)
    assert names == sorted(names)


def test_questions_of_a_topic_and_level(programs, some_questions):
    topic, level = some_questions[0].topic, some_questions[0].level
    found = programs["nobody"].get("/questions", topic=topic, level=level)["items"]
    wanted = [one for one in some_questions if (one.topic, one.level) == (topic, level)]
    assert len(found) == len(wanted)
    assert {(one["topic"], one["level"]) for one in found} == {(topic, level)}
    assert programs["nobody"].get("/questions", topic="nosuch")["items"] == []


def test_a_question_has_no_key_in_it(programs, site):
    name, question = question_of(site)
    found = programs["nobody"].get(f"/questions/{name}")
    assert found["prompt"] == question.prompt
    assert set(found["parts"][0]) == {"name", "ask", "answer", "unit", "options"}
    assert question.id not in json.dumps(found)
    assert question.template not in json.dumps(found)


def test_a_picture_can_be_got(programs, site):
    drawn = next(question for question in released() if question.figure)
    site.store.write(lambda c: questions.add(c, [drawn]))
    found = next(one for one in programs["nobody"].all("/questions", size=200) if one["figure"])
    answer = programs["nobody"].http.get(found["figure"]["href"])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert found["figure"]["alt"]


@pytest.mark.parametrize("typed", ["right", "mistake", "??"])
def test_checking(programs, site, typed):
    name, question = question_of(site)
    part = question.parts[0]
    mistake = next(each for each in part.mistakes if each.convention is None)
    text = {"right": part.key, "mistake": mistake.key}.get(typed, typed)
    found = programs["nobody"].post(f"/questions/{name}/check", {"answers": {part.name: text}})
    verdict = found["verdicts"][0]
    assert not found["counted"]
    if typed == "right":
        assert (verdict["verdict"], found["score"]) == ("right", 1)
    elif typed == "mistake":
        assert (verdict["verdict"], found["score"]) == ("wrong", 0)
        assert mistake.feedback in verdict["feedback"]
    else:
        assert verdict["verdict"] == "unreadable"


def test_what_counts_is_practice(programs, site):
    name, question = question_of(site)
    sent = {"answers": {question.parts[0].name: question.parts[0].key}, "counts": True}
    programs["nobody"].post(f"/questions/{name}/check", sent, 401)
    assert programs["ben"].post(f"/questions/{name}/check", sent)["counted"]
    assert "1 of" in Browser(site).sign_in("ben").get("/").text


def test_what_cannot_be_read_is_no_practice(programs, site):
    name, question = question_of(site)
    sent = {"answers": {question.parts[0].name: "??"}, "counts": True}
    assert not programs["ben"].post(f"/questions/{name}/check", sent)["counted"]


def test_a_part_that_is_not_there(programs, site):
    name, _ = question_of(site)
    found = programs["nobody"].post(f"/questions/{name}/check", {"answers": {"z": "1"}}, 422)
    assert found["field"] == "answers.z"


# Who one is, and one's courses.


def test_me(programs):
    assert programs["ben"].get("/me") == {
        "name": "ben", "sign_in": "ben", "role": "student", "scopes": ["practise", "learn"],
    }  # fmt: skip


def test_courses_as_their_members_see_them(programs, school):
    own = programs["ben"].all("/courses")
    assert own == [
        {"name": school["course"].public, "title": "Transformers", "role": "student", "code": None}
    ]
    assert programs["ben"].get(f"/courses/{school['course'].public}") == own[0]
    assert programs["ada"].all("/courses")[0]["code"] == school["course"].code


def test_a_course_is_made_and_joined(programs):
    made = programs["ada"].post("/courses", {"title": "  New "}, 201)
    assert (made["title"], made["role"]) == ("New", "instructor")
    joined = programs["cleo"].post("/courses/join", {"code": made["code"].lower()})
    assert (joined["name"], joined["role"]) == (made["name"], "student")
    assert len(programs["cleo"].all("/courses", size=1)) == 2
    assert programs["cleo"].post("/courses/join", {"code": "NOSUCH"}, 422)["field"] == "code"


def test_members_to_the_end(programs, school, site):
    for number in range(5):
        someone = person(site, f"s{number}")
        site.store.write(
            lambda c, who=someone: courses.add_member(
                c, school["course"].id, who.id, courses.STUDENT, site.clock.now()
            )
        )
    found = programs["ada"].all(f"/courses/{school['course'].public}/members", size=3)
    assert sorted(each["shown"] for each in found) == ["ada", "ben", "cleo", *(f"s{n}" for n in range(5))]


# Quizzes.


def test_a_quiz(programs, school, quiz, site):
    found = programs["ben"].get(f"/quizzes/{quiz}")
    assert (found["title"], found["questions"], found["points"]) == ("Week 1", 2, 4.0)
    assert programs["ben"].all(f"/courses/{school['course'].public}/quizzes") == [found]
    change_quiz(site, quiz, state="draft")
    programs["ben"].get(f"/quizzes/{quiz}", 404)
    assert programs["ben"].all(f"/courses/{school['course'].public}/quizzes") == []
    assert programs["ada"].get(f"/quizzes/{quiz}")["state"] == "draft"


def test_a_quiz_is_sat(programs, quiz, site):
    ben = programs["ben"]
    begun = ben.post(f"/quizzes/{quiz}/attempts")
    name = begun["name"]
    assert begun["deadline"] == begun["started"] + 60 * 60_000
    assert ben.post(f"/quizzes/{quiz}/attempts")["name"] == name
    part = begun["questions"][0]["parts"][0]["name"]
    sent = {"answers": {part: key_of(site, name)}, "seen": {part: 0}}
    told = ben.put(f"/attempts/{name}/answers/1", sent)
    assert (told["standing"], told["revisions"]) == ("counts", {part: 1})
    ben.get(f"/attempts/{name}/result", 409)
    ended = ben.post(f"/attempts/{name}/submit")
    assert ended["submitted"] == site.clock.now()
    assert ben.post(f"/attempts/{name}/submit")["submitted"] == ended["submitted"]
    result = ben.get(f"/attempts/{name}/result")
    assert (result["points"], result["worth"], result["provisional"]) == (2.0, 4.0, False)
    assert [each["verdict"] for each in result["parts"]] == ["right", "blank"]
    assert [each["name"] for each in ben.all("/attempts")] == [name]
    assert ben.post(f"/quizzes/{quiz}/attempts", status=409)["title"] == "Conflict"


def test_results_are_for_instructors(programs, quiz):
    for name in ("ben", "cleo"):
        attempt = programs[name].post(f"/quizzes/{quiz}/attempts")["name"]
        programs[name].post(f"/attempts/{attempt}/submit")
    found = programs["ada"].all(f"/quizzes/{quiz}/results", size=1)
    assert len({each["student"] for each in found}) == 2
    programs["ben"].get(f"/quizzes/{quiz}/results", 403)
    programs["zoe"].get(f"/quizzes/{quiz}/results", 404)


def test_late_and_stale_answers_are_kept_and_do_not_count(programs, quiz, site):
    ben = programs["ben"]
    begun = ben.post(f"/quizzes/{quiz}/attempts")
    path, part = f"/attempts/{begun['name']}/answers/1", begun["questions"][0]["parts"][0]["name"]
    ben.put(path, {"answers": {part: "1"}, "seen": {part: 0}})
    stale = ben.put(path, {"answers": {part: "2"}, "seen": {part: 0}})
    assert (stale["standing"], stale["stored"]) == ("stale", {part: "1"})
    site.clock.at = begun["deadline"] + 1
    assert ben.put(path, {"answers": {part: "3"}, "seen": {part: 1}})["standing"] == "late"
    ben.put(f"/attempts/{begun['name']}/answers/99", {"answers": {part: "3"}}, 404)
    ben.put(f"/attempts/{begun['name']}/answers/0", {"answers": {part: "3"}}, 404)


def test_another_feedback(programs, quiz, site):
    change_quiz(site, quiz, feedback="never")
    ben = programs["ben"]
    name = ben.post(f"/quizzes/{quiz}/attempts")["name"]
    ben.post(f"/attempts/{name}/submit")
    ben.get(f"/attempts/{name}/result", 409)


# Banks.


def test_banks_are_for_instructors(programs, some_questions):
    assert programs["ada"].get("/banks") == [
        {"name": "released", "questions": len(some_questions)}, {"name": "own", "questions": 0},
    ]  # fmt: skip
    lines = programs["ada"].all("/banks/released/questions", size=50)
    assert sorted(each["line"]["id"] for each in lines) == sorted(one.id for one in some_questions)
    assert programs["ada"].all("/banks/own/questions") == []
    programs["ada"].get("/banks/nosuch/questions", 404)
    programs["ben"].get("/banks", 403)
    programs["nobody"].get("/banks", 401)


def own_question(site, quiz):
    """A question that the service made, which that quiz draws from."""
    made = next(found for found in released() if found.topic == "mask")._replace(id="q000000000x")
    site.store.write(lambda c: questions.add(c, [made], quiz.course_id) and None)
    row = {"quiz_id": quiz.id, "slot": 0, "question_id": made.id}
    site.store.write(lambda c: c.execute(insert(pool).values(row)) and None)
    return made.id


def ids_of(program):
    return [each["line"]["id"] for each in program.all("/banks/own/questions")]


def test_keys_of_the_own_bank_are_for_who_asks_them(both):
    """Zoe teaches elsewhere: nothing of ada's quiz is hers, nor when she sits it while her own quiz asks the same.

    Her own quiz asks it only where no more of its kind can be made.
    """
    school = make_school(both)
    app = create_app(both)
    programs = {name: Program(both, school[name], app=app) for name in ("ada", "zoe")}
    name = own_question(both, make_quiz(both, school))
    assert ids_of(programs["ada"]) == [name]
    assert programs["ada"].get("/banks")[1] == {"name": "own", "questions": 1}
    assert ids_of(programs["zoe"]) == []
    assert programs["zoe"].get("/banks")[1] == {"name": "own", "questions": 0}
    hers = make_quiz(both, {**school, "ada": school["zoe"], "course": school["other"]}, closes=None)
    assert ids_of(programs["zoe"]) == [], "it was made for another course"
    both.store.write(
        lambda c: c.execute(insert(pool).values(quiz_id=hers.id, slot=0, question_id=name)) and None
    )
    assert ids_of(programs["zoe"]) == [name]
    both.store.write(
        lambda c: courses.add_member(c, school["course"].id, school["zoe"].id, courses.STUDENT, 0) and None
    )
    assert ids_of(programs["zoe"]) == []
    zoe = Browser(both, app).sign_in("zoe")
    here = f"/teach/quizzes/{hers.public}"
    assert name not in zoe.get(f"{here}/questions?topic=mask").text
    seeds = [zoe.get(f"{here}/preview?seed={at}").status_code for at in range(40)]
    assert set(seeds) == {200, 409}, "no preview with that question"
    both.clock.at += 25 * 60 * 60_000
    assert ids_of(programs["zoe"]) == [name], "it is over"


def test_without_an_example_that_may_be_shown_a_kind_is_there_still(site, school):
    quiz = make_quiz(site, school)
    made = next(found for found in released() if found.topic == "mask")
    made = made._replace(id="q000000000x", template="mask.nobodys")
    site.store.write(lambda c: questions.add(c, [made], school["other"].id) and None)
    page = Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/questions?topic=mask").text
    assert "mask.nobodys" in page
    assert "There is no example that may be shown" in page


def test_who_stopped_to_teach_finds_nothing(programs, site):
    site.store.write(lambda c: c.execute(update(people).values(role="student")) and None)
    programs["ada"].get("/banks", 403)


# Errors.


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/nosuch", 404),
        ("GET", "/api/nosuch", 404),
        ("GET", "/api/v1/questions/nosuch", 404),
        ("GET", f"/api/v1/questions/{'x' * (limits.NAME_CHARACTERS + 1)}", 422),
        ("DELETE", "/api/v1/topics", 405),
        ("POST", "/api/v1/topics", 405),
        ("GET", "/api/v1/questions?size=0", 422),
        ("GET", f"/api/v1/questions?size={limits.PAGE_ROWS + 1}", 422),
        ("GET", "/api/v1/questions?level=99999999999999999999", 422),
        ("GET", f"/api/v1/questions?size={'9' * 5000}", 422),
        ("GET", "/api/v1/questions?after=%00", 422),
        ("GET", "/api/v1/questions?after=zzz", 422),
        ("GET", "/api/v1/attempts?after=zzz", 422),
        ("GET", "/api/v1/courses?after=zzz", 422),
        ("GET", "/api/v1/kinds?after=zzz", 422),
        ("GET", "/api/v1/banks/own/questions?after=zzz", 422),
        ("GET", "/api/v1/questions?topic=a%00b", 422),
        ("GET", "/api/v1/questions/a%00b", 422),
        ("GET", "/api/v1/%00", 404),
        ("GET", "/api/v1/questions/%ff%fe", 404),
        ("GET", "/api/v1/questions/%ed%a0%80", 404),
    ],
)
def test_errors_are_problems(still, method, path, status):
    answer = still.http.request(method, path)
    assert answer.status_code == status
    found = check_problem(answer)
    assert ("field" in found) == (status == 422)
    if status == 405:
        assert answer.headers["allow"] == "GET, HEAD"


def test_the_largest_part_of_a_list(still):
    assert still.get("/questions", size=limits.PAGE_ROWS)["next"] is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 422),
        (b"[1]", 422),
        (b"\xff\xfe", 400),
        (b'{"answers": {"": "1"}, "cuonts": true}', 422),
        (b'{"answers": {"": 36}}', 422),
        (b'{"answers": {"": NaN}}', 422),
        (b"[" * 100_000, 400),
        (b'{"answers": {"": "' + b"1" * (limits.FIELD_CHARACTERS + 1) + b'"}}', 422),
        (b'{"answers": ' + b"9" * 5_000 + b"}", 400),
        (b" " * (limits.BODY_BYTES + 1), 413),
    ],
)
def test_bodies_that_do_not_fit(still, body, status):
    name, _ = question_of(still.site)
    answer = still.http.post(
        f"{API}/questions/{name}/check", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == status, answer.text
    check_problem(answer)


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", None])
def test_a_body_of_another_kind_is_told_so(still, kind):
    name, _ = question_of(still.site)
    headers = {"content-type": kind} if kind else {}
    answer = still.http.post(f"{API}/questions/{name}/check", content=b'{"answers": {}}', headers=headers)
    assert answer.status_code == 415
    assert "Content-Type: application/json" in check_problem(answer)["detail"]


def test_head_is_get_without_its_body(still):
    for path in ("/", f"{API}/topics", "/static/qbank.css", "/nosuch"):
        got, headed = still.http.get(path), still.http.head(path)
        assert (headed.status_code, headed.content) == (got.status_code, b"")
        assert headed.headers["content-type"] == got.headers["content-type"]
        assert headed.headers["content-length"] == got.headers["content-length"]


@pytest.mark.parametrize("seen", [True, "1", 1.0])
def test_a_revision_is_a_whole_number(programs, quiz, seen):
    ben = programs["ben"]
    name = ben.post(f"/quizzes/{quiz}/attempts")["name"]
    part = ben.get(f"/attempts/{name}")["questions"][0]["parts"][0]["name"]
    sent = {"answers": {part: "1"}, "seen": {part: seen}}
    assert ben.put(f"/attempts/{name}/answers/1", sent, 422)["field"].startswith("seen.")


def test_sums_have_no_noise(programs, quiz):
    from qbank.web.api import forms

    noisy = forms.Result(
        attempt="a", student="b", submitted=1, points=1.2624999999999997, worth=8.399999999999999, parts=[]
    )
    assert (noisy.points, noisy.worth) == (1.2625, 8.4)


def test_a_body_at_the_bound(still):
    name, _ = question_of(still.site)
    body = b'{"answers": {}}'.ljust(limits.BODY_BYTES)
    answer = still.http.post(
        f"{API}/questions/{name}/check", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 200


def test_as_many_answers_as_a_body_may_have(still):
    name, _ = question_of(still.site)
    sent = {str(number): "" for number in range(limits.FIELDS + 1)}
    found = still.post(f"/questions/{name}/check", {"answers": sent}, 422)
    assert found["field"] == "answers"
    del sent["0"]
    found = still.post(f"/questions/{name}/check", {"answers": sent}, 422)
    assert found["field"] == "answers.1"


def test_too_large_is_too_large_for_pages_too(site):
    browser = Browser(site)
    answer = browser.post("/sign-in", {"sign_in": "a" * (limits.BODY_BYTES + 1)})
    assert answer.status_code == 413
    assert "<h1>Too large</h1>" in answer.text
    assert 'href="/"' in answer.text, "with a way back"


def bodies(document):
    """Every route that takes a body, with the example of one."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if "requestBody" in operation:
                yield method, path, operation["requestBody"]["content"]["application/json"]["example"]


def texts_in(value, place=()):
    """Where in a body there is text: paths of names, and whether it is the name itself."""
    if isinstance(value, str):
        yield place, False
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from texts_in(inner, (*place, at))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield (*place, name), True
            yield from texts_in(inner, (*place, name))


def with_bad(body, place, is_name, bad):
    """The body with that text at the place, or as the name there."""
    body = json.loads(json.dumps(body))
    inner = body
    for step in place[:-1]:
        inner = inner[step]
    if is_name:
        inner[bad] = inner.pop(place[-1])
    else:
        inner[place[-1]] = bad
    return body


@pytest.mark.parametrize("bad", BAD_TEXTS.values(), ids=list(BAD_TEXTS))
def test_no_text_of_any_body_holds_what_cannot_be_kept(still, bad):
    ada = still
    tried = 0
    for method, path, example in bodies(ada.http.get(f"{API}/openapi.json").json()):
        for place, is_name in texts_in(example):
            sent = json.dumps(with_bad(example, place, is_name, bad))
            answer = ada.http.request(
                method, path.format(name="x", position=1, attempt="x", ruling="x"),
                content=sent, headers={"content-type": "application/json"},
            )  # fmt: skip
            assert answer.status_code == 422, (path, place, answer.text)
            assert check_problem(answer)["field"]
            tried += 1
    assert tried >= 10


@pytest.mark.parametrize("bad", ["a\0b", "\0"])
def test_no_form_holds_what_cannot_be_kept(site, bad):
    browser = Browser(site)
    for path in ("/sign-in", "/sign-up"):
        answer = browser.post(path, {"sign_in": bad, "name": "x", "password": "long enough"})
        assert answer.status_code == 422
    assert browser.post("/sign-in", {bad: "x"}).status_code == 422
    assert browser.get("/practice/topics/%00").status_code == 422
    assert browser.get("/sign-in?next=%00").status_code == 422


@pytest.mark.parametrize("charset", ["utf-7", "undefined", "punycode", "rot13", "idna", "nosuch"])
def test_a_form_in_another_character_set(still, charset):
    browser = Browser(still.site, still.http.app)
    body = (
        f'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{browser.csrf()}\r\n'
        '--x\r\nContent-Disposition: form-data; name="sign_in"\r\n\r\n+2AA-\r\n--x--\r\n'
    )
    headers = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
    answer = browser.http.post("/sign-in", content=body.encode(), headers=headers)
    assert answer.status_code in (400, 403, 422)


def test_a_form_of_too_many_fields(site):
    browser = Browser(site)
    assert browser.post("/sign-in", {"a": ["x"] * (limits.FIELDS + 1)}).status_code == 400
    assert browser.post("/sign-in", {"a": ["x" * 200] * 200}).status_code == 413
    assert browser.post("/sign-in", {"csrf": "é"}).status_code == 403


# Rates.


def test_each_token_and_each_address_has_its_own_rate(site, programs, monkeypatch):
    monkeypatch.setattr(rates, "API", RateLimitItemPerSecond(3, 1000))
    for name in ("ben", "cleo", "nobody"):
        for _ in range(3):
            programs[name].get("/topics")
        found = programs[name].http.get(f"{API}/topics")
        assert found.status_code == 429
        assert 1 <= int(found.headers["retry-after"]) <= 1000
        check_problem(found)


def test_guessed_tokens_are_counted_by_address(site, programs, monkeypatch):
    monkeypatch.setattr(rates, "API", RateLimitItemPerSecond(3, 1000))
    told = [
        programs["nobody"].http.get(f"{API}/topics", headers={"authorization": f"Bearer qb_{n}"}).status_code
        for n in range(5)
    ]
    assert told == [401, 401, 401, 429, 429]


def test_every_route_is_counted(site, programs, monkeypatch):
    monkeypatch.setattr(rates, "API", RateLimitItemPerSecond(1, 1000))
    programs["ben"].get("/topics")
    for path, operations in programs["ben"].http.get(f"{API}/openapi.json").json()["paths"].items():
        for method in operations:
            given = {"json": {}} if method != "get" else {}
            answer = programs["ben"].http.request(method, path.replace("{position}", "1"), **given)
            assert answer.status_code == 429, (method, path)


# The database away.


def test_the_database_away_is_said(site, programs, monkeypatch):
    def gone(*_):
        raise OperationalError("", {}, Exception("gone"))

    monkeypatch.setattr(site.store.engine.pool, "connect", gone)
    found = programs["nobody"].ask("GET", "/topics", 503)
    assert found["title"] == "Not available"


@pytest.mark.parametrize("value", [2**70, *BAD_TEXTS.values()], ids=["number", *BAD_TEXTS])
def test_values_that_no_column_holds(both, value):
    """Whatever slips past the doors is a sentence too, on both databases."""
    column = settings.c.value if isinstance(value, str) else people.c.id
    row = {"name": "x", "value": value}

    def work(connection):
        if isinstance(value, str):
            connection.execute(insert(settings).values(row))
        return connection.execute(select(column).where(column == value)).all()

    if both.store.engine.dialect.name == "sqlite" and value == BAD_TEXTS["nul"]:
        assert len(both.store.write(work)) == 1
        return
    with pytest.raises(Refusal) as refused:
        both.store.write(work)
    assert refused.value.status == 422


def test_a_fault_of_ours_is_said_without_its_traceback(site, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(questions, "topics", broken)
    http = TestClient(create_app(site), base_url="http://testserver", raise_server_exceptions=False)
    for path in (f"{API}/topics", "/"):
        answer = http.get(path)
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert answer.headers["cache-control"] == "no-store"
        assert "content-security-policy" in answer.headers
    check_problem(http.get(f"{API}/topics"))


# The document.


def test_the_document_says_all_of_every_route(still):
    document = still.http.get(f"{API}/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    ids = []
    for operations in document["paths"].values():
        for method, operation in operations.items():
            ids.append(operation["operationId"])
            assert operation["summary"]
            assert operation["description"]
            assert {"400", "401", "413", "422", "429", "503"} <= set(operation["responses"])
            if "requestBody" in operation:
                assert operation["requestBody"]["content"]["application/json"]["example"]
                assert method != "get"
    assert len(ids) == len(set(ids))


def test_every_value_of_the_document_has_an_example(still):
    document = still.http.get(f"{API}/openapi.json").json()
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name
        if name == "Problem":
            continue
        for field, value in schema.get("properties", {}).items():
            nested = "#/components" in json.dumps(value)
            assert nested or value.get("examples"), (name, field)


def test_every_reference_of_the_document_leads_somewhere(still):
    document = still.http.get(f"{API}/openapi.json").json()
    text = json.dumps(document)
    named = {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert named <= set(document["components"]["schemas"])
    assert named >= set(document["components"]["schemas"])


def test_every_example_of_a_body_works(programs, site, school):
    """Each is sent to a place where it makes sense, with the names of what is there, and does what it says."""
    quiz = add_quiz(site, school["course"])
    course, attempt = school["course"].public, programs["ben"].post(f"/quizzes/{quiz}/attempts")["name"]
    programs["ben"].post(f"/attempts/{attempt}/submit")
    draft = programs["ada"].post(f"/courses/{course}/quizzes", {"title": "x"}, 201)["name"]
    real = {
        "code": school["course"].code,
        "question": programs["ada"].all(f"/quizzes/{quiz}/questions")[0]["name"],
    }
    places = {
        "/questions/{name}/check": ("ben", question_of(site)[0]),
        "/courses": ("ada", ""),
        "/courses/join": ("cleo", ""),
        "/attempts/{name}/answers/{position}": ("ben", attempt),
        "/courses/{name}/quizzes": ("ada", course),
        "/quizzes/{name}": ("ada", draft),
        "/quizzes/{name}/rulings/plan": ("ada", quiz),
        "/quizzes/{name}/rulings": ("ada", quiz),
        "/quizzes/{name}/rulings/{ruling}/undo/plan": ("ada", quiz),
        "/quizzes/{name}/rulings/{ruling}/undo": ("ada", quiz),
    }
    examples = {
        path.removeprefix(API): (method, example) for method, path, example in bodies(document_of(programs))
    }
    assert set(examples) == set(places)
    for path, (who, name) in places.items():
        method, example = examples[path]
        sent = example | {field: real[field] for field in example if field in real}
        where = path.format(name=name, position=1, ruling=real.get("ruling"))
        answer = programs[who].http.request(method, API + where, json=sent)
        assert answer.status_code in (200, 201), (path, answer.text)
        found = answer.json()
        if path.endswith("/plan"):
            real["digest"] = found["digest"]
        elif path.endswith("/rulings"):
            real["ruling"] = found[0]["name"]


def document_of(programs):
    return programs["nobody"].http.get(f"{API}/openapi.json").json()


# Both databases.


def test_sitting_on_both_databases(both):
    school = make_school(both)
    quiz = add_quiz(both, school["course"])
    ben = Program(both, school["ben"])
    attempt = ben.post(f"/quizzes/{quiz}/attempts", key="k1")["name"]
    part = ben.get(f"/attempts/{attempt}")["questions"][0]["parts"][0]["name"]
    ben.put(f"/attempts/{attempt}/answers/1", {"answers": {part: "a\0"}}, 422)
    with ThreadPoolExecutor(8) as pool:
        told = list(
            pool.map(
                lambda n: ben.put(f"/attempts/{attempt}/answers/1", {"answers": {part: "7"}}, key="k2"),
                range(8),
            )
        )
    assert all(each == told[0] for each in told)
    ben.post(f"/attempts/{attempt}/submit")
    assert len(ben.get(f"/attempts/{attempt}/result")["parts"]) == 1
    assert Program(both, school["ada"]).get(f"/quizzes/{quiz}/results")["items"][0]["attempt"] == attempt


def test_a_token_allows_what_it_says(site, school, quiz):
    practises = Program(site, school["ben"], [Scope.PRACTISE])
    for method, path in (("GET", "/courses"), ("GET", "/attempts"), ("POST", f"/quizzes/{quiz}/attempts")):
        practises.ask(method, path, 403)
    practises.get("/me")
