"""Who may ask for what: every route × every role × whose object it is. A route that the table lacks fails the test.

A new route gets a line in `MAY`: its group says which roles are let in for which objects. Whoever is not let in is
told that there is nothing (404; a stranger: sign in; a token without the scope: 403), and nothing changes.
"""

import shutil
from dataclasses import dataclass, field, replace

import anyio
import httpx
import pytest
from sqlalchemy import select

from qbank.bank import released
from qbank.question import digest_of
from qbank.web.app import create_app
from qbank.web.asking import questions
from qbank.web.base.names import token
from qbank.web.base.schema import metadata, quizzes
from qbank.web.base.schema import people as table
from qbank.web.base.store import Store, engine_for
from qbank.web.course import courses, invitations, membership
from qbank.web.door import people, tokens
from qbank.web.door.people import GUEST, begin_session
from qbank.web.door.tokens import Scope

from .conftest import make_school, make_site, person
from .programs import Program, Unlimited, add_quiz, question_of, token_of

ROLES = ("stranger", "guest", "ben", "dan", "zoe", "ada")
"""Nobody; a guest; a student of course A; one of course B; the instructor of B; the instructor of A."""

A, B, OTHERS, ABSENT = "A", "B", "others", "absent"
"""Things of course A (an attempt: ben's), of course B (dan's), another student's of A (cleo's), and no things."""

HOME = {"ben": A, "ada": A, "dan": B, "zoe": B}
LET_IN = {200, 201, 204, 302, 303, 307, 409, 422}
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
NO_NAME = "nosuchthing2345a"


@dataclass(frozen=True)
class Group:
    """Which roles are let in: `at_home` for the things of their own course, `anywhere` whatever the thing."""

    anywhere: tuple[str, ...] = ()
    at_home: tuple[str, ...] = ()
    others: bool = False  # whether the things of another member are among those of one's own course
    of: str | None = None  # what the first name in the path is
    scope: Scope | None = None
    fields: dict = field(default_factory=dict)
    absent: int = 404  # what is said of what is not there
    door: int = 303  # a stranger is led to the door; 401 where a page keeps what was typed

    def let_in(self, role, thing):
        """Whether somebody is let in."""
        if role in self.anywhere:
            return thing != ABSENT or self.absent != 404
        if role not in self.at_home:
            return False
        return HOME[role] == thing or (thing == OTHERS and self.others and HOME[role] == A)

    def to(self, of, **fields):
        """The same, of that thing, with these fields in the form."""
        return replace(self, of=of, fields=fields)


EVERYBODY = Group(anywhere=ROLES)
SIGNED_IN = Group(anywhere=("ben", "dan", "zoe", "ada"))
TEACHERS = Group(anywhere=("zoe", "ada"))
MEMBERS = Group(at_home=("ben", "dan", "zoe", "ada"), others=True)
OWNERS = Group(at_home=("ben", "dan"))
THEIR_TEACHERS = Group(at_home=("zoe", "ada"), others=True)

LEARN = replace(SIGNED_IN, scope=Scope.LEARN)
LEARNS = replace(MEMBERS, scope=Scope.LEARN)
SITS = replace(OWNERS, scope=Scope.LEARN)
TEACH = replace(TEACHERS, scope=Scope.TEACH)
TEACHES = replace(THEIR_TEACHERS, scope=Scope.TEACH)

LINKS = replace(SIGNED_IN, of="link")

MAY = {
    "GET /": EVERYBODY,
    "GET /sign-in": EVERYBODY, "POST /sign-in": EVERYBODY, "GET /sign-up": EVERYBODY,
    "POST /sign-up": EVERYBODY, "POST /sign-out": EVERYBODY, "POST /csp": EVERYBODY,
    "GET /pictures/{name}.svg": EVERYBODY.to("picture"),
    "GET /practice": EVERYBODY, "GET /practice/topics/{topic}": EVERYBODY.to("topic"),
    "GET /practice/{name}": EVERYBODY.to("released"), "POST /practice/{name}": EVERYBODY.to("released"),
    "GET /practice/{name}/another": EVERYBODY.to("released"),
    "GET /invitations/{word}": EVERYBODY.to("word"), "POST /invitations/{word}": EVERYBODY.to("word"),

    "GET /account": SIGNED_IN, "POST /account/password": SIGNED_IN,
    "GET /account/tokens": SIGNED_IN, "POST /account/tokens": SIGNED_IN,
    "POST /account/tokens/{name}/revoke": OWNERS.to("token"),
    "GET /courses": SIGNED_IN, "GET /join": SIGNED_IN, "POST /join": SIGNED_IN,
    "GET /join/{code}": replace(SIGNED_IN, of="code", absent=200),
    "GET /quizzes/link/{link}": LINKS, "POST /quizzes/link/{link}": LINKS,

    "GET /courses/{public}": MEMBERS.to("course"),
    "GET /quizzes/{public}": MEMBERS.to("quiz"), "POST /quizzes/{public}/begin": MEMBERS.to("quiz"),
    **{f"GET /attempts/{{public}}{more}": OWNERS.to("attempt")
       for more in ("", "/receipt", "/submit", "/time", "/{position:int}")},
    "POST /attempts/{public}/submit": OWNERS.to("attempt"),
    "POST /attempts/{public}/{position:int}": replace(OWNERS, of="attempt", door=401),

    "GET /teach": TEACHERS, "POST /teach/courses": TEACHERS.to(None, title="New"),
    **{f"GET /teach/courses/{{public}}{more}": THEIR_TEACHERS.to("course")
       for more in ("", "/invitations", "/invitations.csv", "/quizzes/new", "/roster")},
    **{f"POST /teach/courses/{{public}}{more}": THEIR_TEACHERS.to("course")
       for more in ("/archive", "/code", "/instructors", "/quizzes/new", "/roster", "/roster/apply")},
    "POST /teach/courses/{public}/restore": THEIR_TEACHERS.to("archived"),
    "POST /teach/courses/{public}/title": THEIR_TEACHERS.to("course", title="Other"),
    "GET /teach/courses/{public}/members/{who}": THEIR_TEACHERS.to("course"),
    "POST /teach/courses/{public}/members/{who}": THEIR_TEACHERS.to("course", label="x", extra="10"),
    "POST /teach/courses/{public}/members/{who}/remove": THEIR_TEACHERS.to("course"),
    **{f"GET /teach/quizzes/{{public}}{more}": THEIR_TEACHERS.to("quiz")
       for more in ("", "/grades", "/grades.csv", "/grades.xlsx", "/items", "/live", "/preview", "/print",
                    "/questions", "/review", "/rulings", "/rulings/undo/{name}", "/rulings/{name}")},
    **{f"POST /teach/quizzes/{{public}}{more}": THEIR_TEACHERS.to("quiz", reason="So it is.", action="void")
       for more in ("", "/close", "/delete", "/duplicate", "/preview", "/print", "/questions", "/reopen",
                    "/review", "/rulings/undo/{name}", "/rulings/{name}", "/withdraw")},
    "GET /teach/attempts/{public}": THEIR_TEACHERS.to("attempt"),
    "POST /teach/attempts/{public}": THEIR_TEACHERS.to("attempt", action="end", reason="So it is."),

    "GET /api/v1/openapi.json": EVERYBODY,
    "GET /api/v1/topics": EVERYBODY, "GET /api/v1/questions": EVERYBODY,
    "GET /api/v1/questions/{name}": EVERYBODY.to("released"),
    "POST /api/v1/questions/{name}/check": EVERYBODY.to("released"),
    "GET /api/v1/me": SIGNED_IN,
    "GET /api/v1/courses": LEARN, "GET /api/v1/attempts": LEARN, "POST /api/v1/courses/join": LEARN,
    "GET /api/v1/courses/{name}": LEARNS.to("course"), "GET /api/v1/courses/{name}/quizzes": LEARNS.to("course"),
    "GET /api/v1/quizzes/{name}": LEARNS.to("quiz"), "POST /api/v1/quizzes/{name}/attempts": LEARNS.to("quiz"),
    "GET /api/v1/attempts/{name}": SITS.to("attempt"), "POST /api/v1/attempts/{name}/submit": SITS.to("attempt"),
    "GET /api/v1/attempts/{name}/result": SITS.to("attempt"),
    "PUT /api/v1/attempts/{name}/answers/{position}": SITS.to("attempt"),
    "POST /api/v1/attempts/{name}/answers/{position}/final": SITS.to("attempt"),
    "GET /api/v1/banks": TEACH, "GET /api/v1/kinds": TEACH, "POST /api/v1/courses": TEACH,
    "GET /api/v1/banks/{name}/questions": TEACH.to("bank"),
    "GET /api/v1/courses/{name}/members": TEACHES.to("course"),
    "POST /api/v1/courses/{name}/quizzes": TEACHES.to("course"),
    **{f"GET /api/v1/quizzes/{{name}}{more}": TEACHES.to("quiz")
       for more in ("/making", "/questions", "/results", "/rulings")},
    **{f"POST /api/v1/quizzes/{{name}}{more}": TEACHES.to("quiz")
       for more in ("/close", "/copy", "/publish", "/reopen", "/withdraw", "/rulings", "/rulings/plan",
                    "/rulings/{ruling}/undo", "/rulings/{ruling}/undo/plan")},
    "PATCH /api/v1/quizzes/{name}": TEACHES.to("quiz"), "DELETE /api/v1/quizzes/{name}": TEACHES.to("quiz"),
}  # fmt: skip

OPEN_TO_LEARN_OR_TEACH = ("GET /api/v1/courses", "GET /api/v1/courses/{name}", "GET /api/v1/courses/{name}/quizzes",
                          "GET /api/v1/quizzes/{name}")  # fmt: skip


def routes_of(routes):
    """Every route of the application, as `METHOD /path`."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from routes_of(inner.routes)
        elif getattr(route, "methods", None):
            yield from (f"{method} {route.path}" for method in route.methods - {"HEAD"})


class World:
    """Two courses with all that can be in them, as a file that every change begins from."""

    def __init__(self, folder, some_questions):
        self.file, self.kept = folder / "qbank.sqlite", folder / "kept.sqlite"
        self.site = make_site(f"sqlite:///{self.file}", folder, some_questions, rates=Unlimited())
        self.app = create_app(self.site)
        school = make_school(self.site)
        dan = person(self.site, "dan")
        self.site.store.write(
            lambda c: courses.add_member(c, school["other"].id, dan.id, courses.STUDENT, 0, label="dan")
        )
        self.people = {**{name: school[name] for name in ("ada", "zoe", "ben", "cleo")}, "dan": dan}
        self.document = self.app.openapi()
        drawn = next(question for question in released() if question.figure)
        self.site.store.write(lambda c: questions.add(c, [drawn]))
        self.picture = digest_of(questions.form_of(drawn)["figure"])
        self.things = self._things(school)
        self.cookies = {role: self._session(role) for role in ROLES}
        self.tokens = {name: token_of(self.site, who) for name, who in self.people.items()}
        self.other_scope = {
            scope: token_of(self.site, school["ada"], [Scope.PRACTISE if scope is None else other])
            for scope, other in (
                (Scope.LEARN, Scope.PRACTISE),
                (Scope.TEACH, Scope.LEARN),
                (None, Scope.PRACTISE),
            )
        }
        self.site.store.close()
        shutil.copy(self.file, self.kept)
        self.renew()

    def renew(self):
        """Everything as it was at the beginning."""
        self.site.store.close()
        for suffix in ("-wal", "-shm"):
            self.file.with_name(self.file.name + suffix).unlink(missing_ok=True)
        shutil.copy(self.kept, self.file)
        self.site = replace(self.site, store=Store(engine_for(f"sqlite:///{self.file}")))
        self.app.state.site = self.site

    def _session(self, role):
        if role == "stranger":
            return token()
        who = self.people.get(role) or self.site.store.write(
            lambda c: people.add_person(c, 0, name="guest", role=GUEST)
        )
        secret = token()
        self.site.store.write(lambda c: begin_session(c, secret, who.id, self.site.clock.now()))
        return secret

    def _things(self, school):
        found = {
            A: self._of(school["course"], "ada", "ben", school["cleo"]),
            B: self._of(school["other"], "zoe", "dan", None),
        }
        found[OTHERS] = {**found[A], "attempt": found[A]["others"], "token": found[A]["others_token"]}
        found[ABSENT] = dict.fromkeys((*found[A], "position"), NO_NAME) | {"position": "99"}
        return found

    def _of(self, course, teacher, student, other):
        teaches, sits = (
            Program(self.site, self.people.get(name), app=self.app) for name in (teacher, student)
        )
        quiz = add_quiz(self.site, course)
        if other is not None:
            others = Program(self.site, other, app=self.app).post(f"/quizzes/{quiz}/attempts")["name"]
        attempt = sits.post(f"/quizzes/{quiz}/attempts")["name"]
        question = teaches.all(f"/quizzes/{quiz}/questions")[0]["name"]
        sent = {"question": question, "action": "full_marks", "reason": "So it is."}
        plan = teaches.post(f"/quizzes/{quiz}/rulings/plan", sent)
        ruling = teaches.post(f"/quizzes/{quiz}/rulings", {**sent, "digest": plan["digest"]}, 201)[0]["name"]
        return {
            "course": course.public, "quiz": quiz, "attempt": attempt, "question": question, "ruling": ruling,
            "others": others if other else NO_NAME, "who": self.people[student].public, "code": course.code,
            "link": self._link(quiz), "token": self._token_name(student), "position": "1", "bank": "released",
            "others_token": self._token_name("cleo"), "released": question_of(self.site)[0], "topic": "mask",
            "picture": self.picture, "word": self._invited(course), "archived": self._archived(teacher),
        }  # fmt: skip

    def _invited(self, course):
        def work(connection):
            places = [("Eve", f"eve@{course.public}")]
            number = invitations.add(connection, course.id, places, self.site.clock.now())[0]
            courses.add_member(connection, course.id, number, courses.STUDENT, 0, label="eve")
            return number

        number = self.site.store.write(work)
        with self.site.store.read() as connection:
            place = connection.scalar(select(table.c.public).where(table.c.id == number))
        return invitations.link(self.site, place).rpartition("/")[2]

    def _archived(self, teacher):
        who, now = self.people[teacher], self.site.clock.now()
        course = self.site.store.write(lambda c: courses.add_course(c, who, "Last year", now))
        self.site.store.write(lambda c: membership.archive(c, who, course.public, now))
        return course.public

    def _link(self, quiz):
        with self.site.store.read() as connection:
            return connection.scalar(select(quizzes.c.link).where(quizzes.c.public == quiz))

    def _token_name(self, name):
        token_of(self.site, self.people[name], [Scope.LEARN])
        with self.site.store.read() as connection:
            return tokens.of_person(connection, self.people[name])[0].public

    def path(self, line, group, thing):
        """The path with the names of that thing."""
        _, path = line.split(" ", 1)
        names = self.things[thing]
        second = names["ruling"] if "/undo/" in path else names["question"]
        path = path.replace("{position:int}", names["position"]).replace("{position}", names["position"])
        path = path.replace("{ruling}", names["ruling"]).replace("{who}", names["who"])
        first = next(
            (part for part in ("{public}", "{link}", "{word}", "{code}", "{topic}") if part in path), None
        )
        if first is not None:
            path = path.replace(first, names[group.of])
            return path.replace("{name}", second)
        return path.replace("{name}", names[group.of] if group.of else "")

    def example(self, line):
        """The document's example of what is sent there."""
        method, path = line.split(" ", 1)
        operation = self.document["paths"].get(path, {}).get(method.lower(), {})
        return operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")

    def state(self):
        """All that is kept, besides what never changes and what is only about requests."""
        passed = {"questions", "keys", "pictures", "requests"}
        with self.site.store.read() as connection:
            return {
                table.name: digest_of([list(map(str, row)) for row in connection.execute(select(table))])
                for table in metadata.sorted_tables
                if table.name not in passed
            }


@pytest.fixture(scope="module")
def world(tmp_path_factory, some_questions):
    """The world of all tests here."""
    made = World(tmp_path_factory.mktemp("matrix"), some_questions)
    yield made
    made.site.store.close()


def asked_as(world, line, role, thing, secret=None):
    """What somebody sends along."""
    if line.split(" ", 1)[1].startswith("/api/"):
        shown = secret or world.tokens.get(role)
        given = {"headers": {"authorization": f"Bearer {shown}"} if shown else {}}
        body = world.example(line)
        if body is not None and "question" in body:
            body = body | {"question": world.things[thing]["question"]}
        return given | ({"json": body} if body is not None else {})
    cookie = world.cookies[role]
    given = {"headers": {"cookie": f"{world.site.settings.cookie}={cookie}"}}
    if line.startswith("POST"):
        given["data"] = {"csrf": world.site.csrf(cookie), **MAY[line].fields}
    return given


def told(line, group, role, thing):
    """Which statuses are right."""
    is_api = line.split(" ", 1)[1].startswith("/api/")
    if group.let_in(role, thing):
        return LET_IN
    if role in ("stranger", "guest") and role not in group.anywhere:
        return {401} if is_api else {group.door}
    if is_api and group.scope is Scope.TEACH and role in ("ben", "dan"):
        return {403}
    return {404}


def is_led_to_the_door(answer):
    return answer.status_code == 303 and answer.headers["location"].startswith("/sign-in")


def cases():
    """Every route with every role and thing that there is of it."""
    for line, group in MAY.items():
        things = (None,) if group.of is None else (A, B, OTHERS, ABSENT)
        for thing in things:
            yield from ((line, group, role, thing or A) for role in ROLES)


def in_one_loop(world, work):
    """Run the work with a client that speaks to the application without a network."""

    async def run():
        transport = httpx.ASGITransport(app=world.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            return await work(client)

    return anyio.run(run)


async def ask(world, client, line, group, role, thing, secret=None):
    given = asked_as(world, line, role, thing, secret)
    return await client.request(line.split(" ", 1)[0], world.path(line, group, thing), **given)


def test_the_table_has_every_route_and_no_other(world):
    there = set(routes_of(world.app.routes))
    documented = {
        f"{method.upper()} {path}" for path, found in world.document["paths"].items() for method in found
    }
    assert sorted(there - set(MAY)) == []
    assert sorted(set(MAY) - there) == []
    assert documented == {line for line in there if "/api/" in line} - {"GET /api/v1/openapi.json"}


def test_who_is_not_let_in_is_told_nothing_and_changes_nothing(world):
    world.renew()
    before = world.state()

    async def work(client):
        wrong, tried = [], 0
        for line, group, role, thing in cases():
            right = told(line, group, role, thing)
            if right is LET_IN:
                continue
            answer = await ask(world, client, line, group, role, thing)
            tried += 1
            door = right != {303} or is_led_to_the_door(answer)
            if answer.status_code not in right or not door:
                wrong.append((line, role, thing, answer.status_code, right))
        return wrong, tried

    wrong, tried = in_one_loop(world, work)
    assert wrong == []
    assert world.state() == before
    assert tried > 1_000


def test_who_is_let_in_gets_what_there_is(world):
    async def work(client):
        wrong, tried, fresh = [], 0, False
        for line, group, role, thing in cases():
            if told(line, group, role, thing) is not LET_IN:
                continue
            if not fresh:
                world.renew()
            answer = await ask(world, client, line, group, role, thing)
            tried, fresh = tried + 1, line.startswith("GET")
            if answer.status_code not in LET_IN or (is_led_to_the_door(answer) and role != "stranger"):
                wrong.append((line, role, thing, answer.status_code))
        return wrong, tried

    wrong, tried = in_one_loop(world, work)
    assert wrong == []
    assert tried > 200


def test_a_token_without_the_scope_is_refused_whatever_the_thing(world):
    world.renew()
    before = world.state()
    scoped = [(line, group) for line, group in MAY.items() if group.scope is not None]

    async def work(client):
        wrong = []
        for line, group in scoped:
            scope = None if line in OPEN_TO_LEARN_OR_TEACH else group.scope
            for thing in (A, B, ABSENT) if group.of else (A,):
                secret = world.other_scope[scope]
                answer = await ask(world, client, line, group, "ada", thing, secret)
                if answer.status_code != 403:
                    wrong.append((line, thing, answer.status_code))
        return wrong

    assert in_one_loop(world, work) == []
    assert world.state() == before
    assert len(scoped) > 25
