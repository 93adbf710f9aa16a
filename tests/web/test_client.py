"""The client and its page: every example is run against a real server, on a port of this machine."""

import json
import re
import threading
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import uvicorn

from qbank import client
from qbank.client import Client, Refused, asking
from qbank.errors import QbankError
from qbank.web.app import create_app

from .programs import add_quiz, token_of

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.fixture
def address(site):
    """Where the site is served."""
    local = replace(site, settings=replace(site.settings, hosts=("127.0.0.1",)))
    config = uvicorn.Config(create_app(local), host="127.0.0.1", port=0, log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


def test_every_example_of_the_page_runs(address, site, school, capsys):
    names = {
        "ADDRESS": address,
        "TEACHERS_TOKEN": token_of(site, school["ada"]),
        "STUDENTS_TOKEN": token_of(site, school["ben"]),
    }
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    said = capsys.readouterr().out
    assert "open join with" in said
    assert "2 counts" in said
    assert " of 4.0" in said


def test_the_records_are_those_of_the_document(site):
    schemas = create_app(site).openapi()["components"]["schemas"]
    for name in client.__all__:
        record = getattr(client, name)
        if hasattr(record, "_fields"):
            assert set(record._fields) == set(schemas[name]["properties"]), name


def test_all_of_a_teachers_and_a_students_questions(address, site, school):
    ada, ben = (Client(address, token_of(site, school[name])) for name in ("ada", "ben"))
    quiz = add_quiz(site, school["course"])
    assert (ben.me().name, ben.me().scopes) == ("ben", ["practise", "learn"])
    assert [course.title for course in ben.courses()] == ["Transformers"]
    assert {member.shown for member in ada.members(school["course"].public)} == {"ada", "ben", "cleo"}
    assert [each.name for each in ben.quizzes(school["course"].public)] == [quiz]
    attempt = ben.begin(quiz)
    assert ben.attempt(attempt.name).questions == attempt.questions
    assert ada.close(quiz).state == "closed"
    assert len(list(ben.questions())) == len({question.name for question in ben.questions()}) > 40


def test_what_is_refused_is_raised(address, site, school):
    ben = Client(address, token_of(site, school["ben"]))
    with pytest.raises(Refused, match="There is nothing here") as refused:
        ben.begin("../../nosuch?x=1#y")
    assert refused.value.status == 404
    with pytest.raises(Refused) as refused:
        ben.join("NOSUCH")
    assert (refused.value.status, refused.value.field) == (422, "code")
    with pytest.raises(Refused, match="not valid"):
        Client(address, "qb_x").me()


@pytest.fixture
def moody(monkeypatch):
    """A server that first hangs up, then is busy, then answers; and what it was sent."""
    seen = []

    class Moody(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["content-length"] or 0))
            seen.append(self.headers["idempotency-key"])
            if len(seen) == 1:
                self.close_connection = True
                return
            body = json.dumps({"detail": "Busy.", "status": 429} if len(seen) == 2 else {"ok": True}).encode()
            self.send_response(429 if len(seen) == 2 else 200)
            self.send_header("retry-after", "0")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            seen.append(self.headers["authorization"])
            self.send_response(302)
            self.send_header("location", f"http://localhost:{self.server.server_port}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            """Quiet."""

    monkeypatch.setattr(asking.time, "sleep", lambda _: None)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Moody)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", seen
    server.shutdown()
    server.server_close()


def test_a_lost_answer_is_asked_for_again_under_the_same_key(moody):
    address, seen = moody
    assert Client(address).ask("POST", "/x", {}) == {"ok": True}
    assert len(seen) == 3
    assert len(set(seen)) == 1


def test_a_token_follows_no_redirect(moody):
    address, seen = moody
    with pytest.raises(Refused) as refused:
        Client(address, "qb_secret").topics()
    assert refused.value.status == 302
    assert seen == ["Bearer qb_secret"]


def test_nobody_there(monkeypatch):
    monkeypatch.setattr(asking.time, "sleep", lambda _: None)
    with pytest.raises(QbankError, match="does not answer"):
        Client("http://127.0.0.1:9").topics()
    with pytest.raises(QbankError, match="no address"):
        Client("file:///etc/passwd")
