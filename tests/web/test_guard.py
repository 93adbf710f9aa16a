"""What every answer carries, and what is not even read: bodies, forms and hosts beyond their bounds."""

import asyncio
from dataclasses import replace

import pytest

from qbank import limits
from qbank.web.app import create_app
from qbank.web.door.guard import HEADERS, POLICY

from .conftest import Browser

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def faulty(site):
    """A visitor of a service with a page that breaks."""
    app = create_app(site)

    @app.get("/breaks", include_in_schema=False)
    def breaks():
        raise ZeroDivisionError("the cookie is 42")

    visitor = Browser(site, app)
    visitor.http._transport.raise_server_exceptions = False
    return visitor


ANSWERS = {
    "a page": ("GET", "/", 200),
    "a redirect": ("GET", "/practice", 303),
    "the style": ("GET", "/static/qbank.css", 200),
    "the script": ("GET", "/static/qbank.js", 200),
    "no file": ("GET", "/static/none.css", 404),
    "a way out of the folder": ("GET", "/static/..%2f..%2fschema.py", 404),
    "no page": ("GET", "/nothing", 404),
    "no picture": ("GET", "/pictures/none.svg", 404),
    "a wrong method": ("DELETE", "/sign-in", 405),
    "a form from nowhere": ("POST", "/sign-in", 403),
    "who is not signed in": ("GET", "/account", 303),
    "a program without a token": ("GET", "/api/v1/courses", 401),
    "a program's document": ("GET", "/api/v1/openapi.json", 200),
    "a report": ("POST", "/csp", 204),
    "a fault": ("GET", "/breaks", 500),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_has_the_headers(faulty, name):
    method, path, status = ANSWERS[name]
    answer = faulty.http.request(method, path)
    assert answer.status_code == status, answer.text
    assert {header: answer.headers.get(header) for header in HEADERS} == HEADERS
    assert answer.headers["cache-control"], name
    assert "server" not in answer.headers
    assert "x-powered-by" not in answer.headers


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/sign-in", "GET, HEAD, POST"),
        ("/sign-out", "POST"),
        ("/attempts/x/1", "GET, HEAD, POST"),
        ("/static/qbank.css", "GET, HEAD"),
        ("/api/v1/topics", "GET, HEAD"),
        ("/api/v1/courses", "GET, HEAD, POST"),
        ("/api/v1/quizzes/x", "DELETE, GET, HEAD, PATCH"),
    ],
)
def test_a_wrong_method_is_told_all_right_ones(browser, path, methods):
    answer = browser.http.request("PUT", path)
    assert (answer.status_code, answer.headers["allow"]) == (405, methods)


def test_a_policy_without_a_gap():
    rules = dict(rule.strip().split(" ", 1) for rule in POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in POLICY
    assert "*" not in POLICY


def test_pages_are_not_kept(browser):
    assert browser.get("/").headers["cache-control"] == "no-store"
    assert browser.get("/nothing").headers["cache-control"] == "no-store"


def test_a_fault_says_nothing_of_what_broke(faulty):
    text = faulty.get("/breaks").text
    assert "Something went wrong here" in text
    assert "42" not in text
    assert "Traceback" not in text
    assert "ZeroDivisionError" not in text


def test_over_https_browsers_are_told_to_stay_there(site):
    sealed = replace(site, settings=replace(site.settings, origin="https://testserver"))
    assert "max-age=31536000" in Browser(sealed).get("/").headers["strict-transport-security"]
    assert "strict-transport-security" not in Browser(site).get("/").headers


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "evil.example:80", "", "[::ffff:7f00:1]", "testserver@evil"])  # fmt: skip
def test_another_host_is_not_served(browser, host):
    answer = browser.get("/sign-in", headers={"host": host})
    assert answer.status_code == 400
    assert "evil" not in answer.text


@pytest.mark.parametrize(
    "header", ["x-forwarded-host", "forwarded", "x-host", "x-original-url", "x-rewrite-url"]
)
def test_no_header_names_another_host_or_path(browser, header):
    answer = browser.get("/account", headers={header: "host=evil.example"})
    assert answer.headers["location"] == "/sign-in?next=/account"


def padded(size, csrf):
    """A form's body of that many bytes."""
    body = f"csrf={csrf}&sign_in=a&password=b"
    fields = [f"f{at}={'x' * 1_000}" for at in range(size // 1_010)]
    body = "&".join([body, *fields])
    return body + "&z=" + "x" * (size - len(body) - 3)


def test_a_body_at_the_bound_is_read_and_one_past_it_is_not(browser, monkeypatch):
    csrf = browser.csrf()
    monkeypatch.setattr(limits, "FIELDS", 2_000)
    at = padded(limits.BODY_BYTES, csrf)
    assert len(at) == limits.BODY_BYTES
    assert browser.http.post("/sign-in", content=at, headers=FORM).status_code == 422
    past = browser.http.post("/sign-in", content=at + "x", headers=FORM)
    assert past.status_code == 413
    assert past.headers["connection"] == "close"
    assert {header: past.headers.get(header) for header in HEADERS} == HEADERS


def test_a_body_is_counted_as_it_comes_not_as_it_says(browser):
    def pieces():
        for _ in range(40):
            yield b"x" * 10_000

    answer = browser.http.post("/sign-in", content=pieces(), headers={**FORM, "content-length": "10"})
    assert answer.status_code == 413


@pytest.mark.parametrize(("pieces", "read"), [(10, 10), (60, 21)])
def test_what_is_too_large_is_read_on_within_a_bound(browser, pieces, read):
    """Browsers hear nothing before they have sent everything; who sends without end is hung up on."""
    received, sent = [], []

    async def receive():
        received.append(None)
        more = len(received) < pieces
        return {"type": "http.request", "body": b"x" * 1_000_000, "more_body": more}

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"testserver"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope = {"type": "http", "method": "POST", "path": "/sign-in", "query_string": b"", "headers": headers,
             "scheme": "http", "server": ("testserver", 80), "client": ("t", 1)}  # fmt: skip
    asyncio.run(browser.http.app(scope, receive, send))
    assert (sent[0]["status"], len(received)) == (413, read)
    assert b"This is larger than the service takes." in sent[1]["body"]


def test_an_upload_at_the_bound_is_read_and_one_past_it_is_not(browser):
    for size, status in ((limits.UPLOAD_BYTES, 422), (limits.UPLOAD_BYTES + 10_000, 413)):
        sent = browser.post(
            "/sign-in", {"sign_in": "a", "password": "b"}, files={"list": ("a.csv", b"x" * size)}
        )
        assert sent.status_code == status


def test_as_many_fields_as_a_form_can_have_and_one_more(browser):
    for extra, status in ((limits.FIELDS - 3, 422), (limits.FIELDS - 2, 400), (1_000, 400)):
        fields = {"sign_in": "a", "password": "b"} | {f"f{at}": "x" for at in range(extra)}
        assert browser.post("/sign-in", fields).status_code == status, "of a plain form"
        boundary = browser.post("/sign-in", fields, files={"f": ("f", b"")}).status_code
        assert boundary == status, "of one with a file"


def test_too_many_files(browser):
    files = [("f", ("f", b"x"))] * 3
    assert browser.post("/sign-in", {"sign_in": "a", "password": "b"}, files=files).status_code == 400


def test_a_field_at_the_bound_and_past_it(browser):
    for size, status in ((limits.FIELD_CHARACTERS, 422), (limits.FIELD_CHARACTERS + 1, 413)):
        assert browser.post("/sign-in", {"sign_in": "ä" * size, "password": "b"}).status_code == status


def test_fields_of_one_name_do_not_add_up_to_more(browser):
    half = "x" * (limits.FIELD_CHARACTERS // 2)
    fields = {"sign_in": [half, half], "password": "b"}
    assert browser.post("/sign-in", fields).status_code == 413


@pytest.mark.parametrize(
    "body",
    [b"%", b"&&&&", b"=", b"csrf=%00", b"csrf=\xff\xfe", b"csrf=a&csrf=b", b"csrf[]=a", b"\x00" * 100],
)
def test_bodies_that_are_no_form(browser, body):
    browser.csrf()
    assert browser.http.post("/sign-in", content=body, headers=FORM).status_code in (400, 403, 422)


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=x" + "y" * 1_000,
        "application/json",
        "application/x-www-form-urlencoded; charset=utf-7",
        "text/plain",
        "",
    ],
)
def test_bodies_of_another_kind(browser, kind):
    browser.csrf()
    answer = browser.http.post("/sign-in", content=b'{"csrf": 1}', headers={"content-type": kind})
    assert answer.status_code in (400, 403)


def test_a_report_of_any_size_is_taken(browser):
    assert browser.http.post("/csp", content=b"x" * limits.BODY_BYTES).status_code == 204
    assert browser.http.post("/csp", content=b"x" * (limits.BODY_BYTES + 1)).status_code == 413


def test_who_hangs_up_in_the_middle_of_a_form_is_no_fault_of_ours(site, caplog):
    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        pass

    scope = {
        "type": "http", "method": "POST", "path": "/sign-in", "raw_path": b"/sign-in", "query_string": b"",
        "headers": [(b"host", b"testserver"), (b"content-type", b"application/x-www-form-urlencoded")],
        "server": ("testserver", 80), "scheme": "http", "client": ("192.0.2.1", 1), "http_version": "1.1", "root_path": "",
    }  # fmt: skip
    asyncio.run(create_app(site)(scope, receive, send))
    assert caplog.records == []
