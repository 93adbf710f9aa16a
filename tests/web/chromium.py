"""A `qbank serve` of the tests' own in a process, and Debian's Chromium before it, which complains about what it sees."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import pytest

from qbank.web.base.names import token
from qbank.web.base.site import Settings, Site, secret_of
from qbank.web.base.store import Store, engine_for
from qbank.web.door import people

WANTED = "chromium is missing: run make system (apt-get install chromium)"
LAPTOP = {"viewport": {"width": 1100, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "has_touch": True}
# What Chromium says of every answer that is no success, whether or not it was meant.
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


@contextmanager
def started():
    """A Chromium; without one the test is skipped, and fails where everything should be there."""
    found = shutil.which("chromium")
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(WANTED)
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        try:
            yield browser
        finally:
            browser.close()


class Served:
    """A running service: its address, and its database for what only an administrator does."""

    def __init__(self, origin, database, folder):
        self.origin = origin
        store = Store(engine_for(database))
        settings = Settings(database, folder, origin, generates=False)
        self.site = Site(settings, store, secret_of(store))
        self._now = self.site.clock.now

    def write(self, work):
        """Do the work in a transaction, beside the service."""
        return self.site.store.write(work)

    def close(self):
        """End the site in this process."""
        self.site.store.close()

    def person(self, name, role=people.STUDENT, sign_in=None, password=None):
        """A new account."""
        kept = password and people.Passwords().hashed(password)
        return self.write(
            lambda c: people.add_person(c, self._now(), name=name, role=role, sign_in=sign_in, password=kept)
        )

    def session(self, person):
        """The cookie of somebody who has signed in: tests do not queue at the door, which takes ten a minute."""
        name = token()
        self.write(lambda c: people.begin_session(c, name, person.id, self._now()))
        return {"name": "qbank", "value": name, "url": self.origin, "httpOnly": True, "sameSite": "Lax"}


@contextmanager
def serving(database, folder, *options):
    """`qbank serve` on that database, until the block ends."""
    call = [sys.executable, "-m", "qbank", "serve", "--port", "0", "--data", str(folder), "--no-generate"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with (folder / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [*call, "--database", database, *options], stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        )  # fmt: skip
        try:
            said = re.match(r"qbank serves (\S+) ", process.stdout.readline())
            assert said, (folder / "log").read_text(encoding="utf-8")
            beside = Served(said[1], database, folder)
            yield beside
            beside.close()
        finally:
            process.terminate()
            process.wait(timeout=30)
            process.stdout.close()
    assert "Traceback" not in (folder / "log").read_text(encoding="utf-8")


class Visitor(SimpleNamespace):
    """A browser window of one person. Whatever it complains of is kept in `complaints`."""

    def __init__(self, context, served, person=None):
        super().__init__(context=context, origin=served.origin, complaints=[], allowed=set())
        if person is not None:
            context.add_cookies([served.session(person)])
        context.on("request", self._requested)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.complaints.append(f"script: {error.error}"))
        context.on("dialog", self._asked)
        context.set_default_timeout(10_000)
        self.page = context.new_page()

    def _requested(self, request):
        inside = request.url.startswith((self.origin, "data:", "blob:"))
        if not inside or request.url == f"{self.origin}/csp":
            self.complaints.append(f"request: {request.method} {request.url} {request.post_data or ''}")

    def _said(self, message):
        meant = REFUSED.match(message.text) or any(words in message.text for words in self.allowed)
        if message.type in ("error", "warning") and not meant:
            self.complaints.append(f"console: {message.text}")

    def _asked(self, dialog):
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def go(self, path):
        """Open that page of the site."""
        return self.page.goto(self.origin + path)

    def press(self, name, role="button"):
        """Click on what is called so, and wait for where it leads."""
        with self.page.expect_navigation():
            self.page.get_by_role(role, name=name, exact=True).click()

    def until(self, script):
        """Wait until that is so. Playwright's own waiting looks again by `eval`, which the site's policy forbids."""
        for _ in range(100):
            if self._is_so(script):
                return
            self.page.wait_for_timeout(100)
        pytest.fail(f"it never became so: {script}")

    def _is_so(self, script):
        """Whether that is so now; nothing is in a page that goes away while it is asked."""
        from playwright.sync_api import Error

        try:
            return self.page.evaluate(script)
        except Error as error:
            if "navigation" in str(error):
                return False
            raise

    def says(self, text):
        """Whether the page shows the text."""
        return text in self.page.inner_text("body")


@contextmanager
def visiting(browser, served, person=None, *, look=LAPTOP, **options):
    """A visitor; the block fails where the browser has complained."""
    context = browser.new_context(**look, **options)
    visitor = Visitor(context, served, person)
    try:
        yield visitor
        assert visitor.complaints == []
    finally:
        context.close()


@pytest.fixture(scope="module")
def chromium():
    """A browser for the tests of one module: two of Playwright's cannot run beside each other."""
    with started() as browser:
        yield browser


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served_both(request, tmp_path_factory):
    """A running service on SQLite, and once more on PostgreSQL."""
    from .conftest import new_database

    folder = tmp_path_factory.mktemp("served")
    sqlite = f"sqlite:///{folder / 'qbank.sqlite'}"
    made = sqlite if request.param == "sqlite" else new_database(request.getfixturevalue("server"))
    with serving(made, folder) as served:
        yield served


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A running service on SQLite."""
    folder = tmp_path_factory.mktemp("served")
    with serving(f"sqlite:///{folder / 'qbank.sqlite'}", folder) as served:
        yield served


@pytest.fixture
def visitor(chromium, served):
    """Opens windows before that service, each for its own person."""
    with windows(chromium, served) as opened:
        yield opened


@pytest.fixture
def visitors(chromium, served_both):
    """The same before the service on either database."""
    with windows(chromium, served_both) as opened:
        yield opened


@contextmanager
def windows(browser, served):
    """A function that opens windows, which are looked over and closed when the block ends."""
    with ExitStack() as opened:
        yield lambda person=None, **look: opened.enter_context(visiting(browser, served, person, **look))
