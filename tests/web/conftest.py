"""Real databases, a clock that is set by hand, and visitors who fill in forms as browsers do."""

import os
import re
import shutil
from itertools import count

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, inspect, text
from starlette.testclient import TestClient

from qbank.bank import released
from qbank.web.app import create_app
from qbank.web.asking import questions
from qbank.web.base.migrate import migrate
from qbank.web.base.site import Settings, Site, secret_of
from qbank.web.base.store import Store, engine_for
from qbank.web.course import courses
from qbank.web.door import people

from . import postgres

PASSWORD = "correct horse battery"
START = 1_800_000_000_000  # January 2027
_NUMBERS = count()


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at=START):
        self.at = at

    def now(self):
        return self.at


class QuickPasswords(people.Passwords):
    """Argon2 with its cheapest settings: what it costs to guess is not what these tests are about."""

    def __init__(self):
        super().__init__(hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(scope="session")
def some_questions():
    """Three questions of each topic of the released bank."""
    found = {}
    for question in released():
        found.setdefault(question.topic, []).append(question)
    return [question for topic in sorted(found) for question in found[topic][:3]]


@pytest.fixture(scope="session")
def server():
    """The address of a PostgreSQL server, started when the first test asks for it."""
    if postgres.programs() is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(postgres.WANTED)
    with postgres.cluster() as address:
        yield address


def _sqlite(tmp_path):
    return f"sqlite:///{tmp_path / 'qbank.sqlite'}"


def new_database(server, template="template1"):
    """A database on that server, empty or as its template."""
    name = f"qbank_{os.getpid()}_{next(_NUMBERS)}"
    admin = create_engine(server + "postgres", isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    admin.dispose()
    return server + name


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The address of an empty database: tests that ask for it run on both."""
    return _sqlite(tmp_path) if request.param == "sqlite" else new_database(request.getfixturevalue("server"))


def make_site(database, folder, some_questions, **changed):
    """A site on that database, with a clock that stands still and some released questions."""
    site = opened(database, folder, **changed)
    site.store.write(lambda connection: questions.add(connection, some_questions))
    return site


def opened(database, folder, **changed):
    """A site on that database, which may be made already."""
    store = Store(engine_for(database))
    if not inspect(store.engine).has_table("people"):
        store.write(migrate)
    settings = Settings(database, folder, origin="http://testserver", hosts=("testserver",), generates=False)
    return Site(settings, store, secret_of(store), clock=HandClock(), passwords=QuickPasswords(), **changed)


@pytest.fixture(scope="session")
def made_file(tmp_path_factory, some_questions):
    """A database in a file as a site has it at its start: copied, since to make one takes a second."""
    folder = tmp_path_factory.mktemp("made")
    make_site(_sqlite(folder), folder, some_questions).store.close()
    return folder / "qbank.sqlite"


@pytest.fixture(scope="session")
def made_database(server, tmp_path_factory, some_questions):
    """The same on the server: the name of a template."""
    address = new_database(server)
    make_site(address, tmp_path_factory.mktemp("made"), some_questions).store.close()
    return address.rpartition("/")[2]


@pytest.fixture
def site(tmp_path, made_file):
    """A site on SQLite."""
    shutil.copy(made_file, tmp_path)
    made = opened(_sqlite(tmp_path), tmp_path)
    yield made
    made.store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request, tmp_path):
    """A site on SQLite, and once more on PostgreSQL."""
    if request.param == "sqlite":
        address = _sqlite(tmp_path)
        shutil.copy(request.getfixturevalue("made_file"), tmp_path)
    else:
        template = request.getfixturevalue("made_database")
        address = new_database(request.getfixturevalue("server"), template)
    made = opened(address, tmp_path)
    yield made
    made.store.close()


class Browser:
    """A visitor with cookies, who sends forms from pages that he has got."""

    def __init__(self, site, app=None):
        self.site = site
        self.http = TestClient(app or create_app(site), base_url="http://testserver", follow_redirects=False)

    def get(self, path, **given):
        return self.http.get(path, **given)

    def csrf(self):
        """The word that this visitor's forms bring along, from a page as a browser gets it."""
        return re.search(r'name="csrf" value="([0-9a-f]+)"', self.get("/sign-in").text).group(1)

    def post(self, path, fields=None, files=None, **given):
        return self.http.post(path, data={"csrf": self.csrf(), **(fields or {})}, files=files, **given)

    def sign_in(self, name):
        answer = self.post("/sign-in", {"sign_in": name, "password": PASSWORD})
        assert answer.status_code == 303, answer.text
        return self


@pytest.fixture
def browser(site):
    """A stranger."""
    return Browser(site)


def person(site, name, role=people.STUDENT):
    """An account whose sign-in name is its name."""
    kept = site.passwords.hashed(PASSWORD)
    return site.store.write(
        lambda c: people.add_person(c, site.clock.now(), name=name, role=role, sign_in=name, password=kept)
    )


@pytest.fixture
def school(site):
    """A course with an instructor `ada` and the students `ben` and `cleo`; `zoe` teaches another."""
    return make_school(site)


def make_school(site):
    """People and two courses, as a mapping by name."""
    now = site.clock.now()
    found = {name: person(site, name, people.INSTRUCTOR) for name in ("ada", "zoe")}
    found |= {name: person(site, name) for name in ("ben", "cleo")}
    course = site.store.write(lambda c: courses.add_course(c, found["ada"], "Transformers", now))
    other = site.store.write(lambda c: courses.add_course(c, found["zoe"], "Elsewhere", now))
    for name in ("ben", "cleo"):
        site.store.write(
            lambda c, who=found[name]: courses.add_member(
                c, course.id, who.id, courses.STUDENT, now, label=who.name
            )
        )
    return {**found, "course": course, "other": other}


from .chromium import chromium, served, served_both, visitor, visitors  # noqa: E402, F401 - fixtures of every module
