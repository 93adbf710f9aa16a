"""Programs that ask the API with a token, and a quiz for them to sit."""

from sqlalchemy import insert, select, update
from starlette.testclient import TestClient

from qbank.question import canonical
from qbank.web.app import create_app
from qbank.web.asking import questions as stored
from qbank.web.base.names import public_name
from qbank.web.base.rates import Rates
from qbank.web.base.schema import keys, pool
from qbank.web.base.schema import questions as stock
from qbank.web.base.schema import quizzes as table
from qbank.web.course import quizzes
from qbank.web.door import tokens
from qbank.web.door.tokens import Scope

API = "/api/v1"
EVERYTHING = tuple(Scope)


class Unlimited(Rates):
    """Counts nothing: a test asks faster than people do."""

    def take(self, rate, *who):
        """Let it pass."""


class Program:
    """Asks the API in somebody's name, or in nobody's. Whatever it is told is held against the documented errors."""

    def __init__(self, site, person=None, scopes=None, app=None):
        self.site = site
        self.http = TestClient(app or create_app(site), base_url="http://testserver", follow_redirects=False)
        self.secret = None
        if person is not None:
            self.secret = token_of(site, person, scopes)
            self.http.headers["authorization"] = f"Bearer {self.secret}"

    def ask(self, method, path, status=200, **given):
        """The answer's JSON, whose status is the expected one."""
        answer = self.http.request(method, API + path, **given)
        assert answer.status_code == status, (answer.status_code, answer.text)
        if status >= 400:
            check_problem(answer)
        return answer.json()

    def get(self, path, status=200, **params):
        return self.ask("GET", path, status, params=params)

    def post(self, path, body=None, status=200, key=None):
        return self.ask("POST", path, status, json=body, headers={"idempotency-key": key} if key else {})

    def put(self, path, body=None, status=200, key=None):
        return self.ask("PUT", path, status, json=body, headers={"idempotency-key": key} if key else {})

    def all(self, path, size=2, **params):
        """Every item of a list, part by part."""
        found, after = [], ""
        while after is not None:
            part = self.get(path, after=after, size=size, **params)
            assert len(part["items"]) <= size
            found += part["items"]
            after = part["next"]
        return found


def check_problem(answer):
    """RFC 9457, in all its parts."""
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert set(body) - {"field"} == {"type", "title", "status", "detail"}
    assert body["status"] == answer.status_code
    assert body["title"]
    assert body["detail"].endswith((".", "…"))
    assert "content-security-policy" in answer.headers
    assert ("retry-after" in answer.headers) == (answer.status_code in (429, 503))
    assert ("www-authenticate" in answer.headers) == (answer.status_code == 401)
    return body


def token_of(site, person, scopes=None):
    """The secret of a new token; without scopes one that allows all that the person may do."""
    chosen = [scope for scope in EVERYTHING if scope is not Scope.TEACH or person.teaches]
    secret = tokens.new_secret()
    site.store.write(
        lambda c: tokens.add_token(
            c, person, "test", chosen if scopes is None else scopes, secret, site.clock.now()
        )
    )
    return secret


def add_quiz(site, course, kinds=("integer",), questions=(), **changed):
    """An open quiz of these questions, or of released ones with one part of these kinds; its public name."""
    row = {
        "public": public_name(), "course_id": course.id, "title": "Week 1", "instructions": "Good luck.",
        "state": "open", "opens": None, "closes": None, "minutes": 60, "attempts": 1, "feedback": "submission",
        "rules": canonical({}), "released": True, "link": public_name(), "created": site.clock.now(),
        **changed,
    }  # fmt: skip

    def work(connection):
        chosen = list(questions)
        for kind in kinds if not chosen else ():
            chosen.append(_one_of(connection, kind, [question.id for question in chosen]))
        slots = [
            {"topic": question.topic, "template": None, "level": None, "size": 1, "points": 2.0}
            for question in chosen
        ]
        new = connection.execute(
            insert(table).values({**row, "slots": canonical(slots)}).returning(table.c.id)
        ).scalar_one()
        rows = [
            {"quiz_id": new, "slot": at, "question_id": question.id} for at, question in enumerate(chosen)
        ]
        connection.execute(insert(pool), rows)
        return row["public"]

    return site.store.write(work)


def _one_of(connection, kind, besides=()):
    for line in connection.scalars(select(keys.c.line).order_by(keys.c.question_id)):
        question = stored.whole(line)
        if (
            question.id not in besides
            and len(question.parts) == 1
            and question.parts[0].answer["kind"] == kind
        ):
            return question
    raise AssertionError(kind)


def question_of(site, kind="integer"):
    """The public name of a released question with one part of that kind, and the whole of it."""
    with site.store.read() as connection:
        question = _one_of(connection, kind)
        return connection.scalar(select(stock.c.public).where(stock.c.id == question.id)), question


def change_quiz(site, public, **values):
    """Other values of a quiz."""
    site.store.write(
        lambda c: c.execute(update(table).where(table.c.public == public).values(values)) and None
    )


def key_of(site, attempt, position=1):
    """The answer that is right, as the attempt's letters and parts have it."""
    from qbank.web.base.schema import asked_keys
    from qbank.web.base.schema import attempts as sittings

    with site.store.read() as connection:
        line = connection.scalar(
            select(asked_keys.c.line)
            .join(sittings, sittings.c.id == asked_keys.c.attempt_id)
            .where(sittings.c.public == attempt, asked_keys.c.position == position)
        )
    return stored.whole(line).parts[0].key


def quiz_row(site, person, public):
    """The quiz as the person sees it."""
    with site.store.read() as connection:
        return quizzes.quiz(connection, person, public)
