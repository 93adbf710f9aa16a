"""Sessions, cookies, forms from elsewhere, and where redirects lead."""

from dataclasses import replace
from urllib.parse import urljoin, urlsplit

import pytest

from qbank.web.app import create_app
from qbank.web.door.people import SESSION_LASTS
from qbank.web.door.visit import local

from .conftest import PASSWORD, Browser, person

OPEN_TO_ALL = {"/csp"}
ELSEWHERE = [
    "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\\/evil.example", "https://evil.example",
    "HTTPS:evil.example", "http:/evil.example", "javascript:alert(1)", "data:text/html,x", "//evil.example/%2f..",
    "/\t/evil.example", "/\n/evil.example", "\t//evil.example", " //evil.example", "/ /evil.example/../..//x",
    "/x\r\nset-cookie: a=b", "/x\r\nlocation: //evil.example", "evil.example", "@evil.example", ".evil.example", ":80",
    "//evil.example:80", "//user@evil.example", "//[::1]", "/\u2028/evil.example", "/\u0000/evil.example", "?next=//evil.example",
    "#//evil.example", "", "%2f%2fevil.example", "/%2f%2fevil.example", "/%5cevil.example", "//%65vil.example", "/%0d%0a//x",
]  # fmt: skip


def stays(location):
    """Whether a browser that is sent there is still with us."""
    there = urlsplit(urljoin("http://testserver/sign-in", location.replace("\\", "/")))
    return (there.scheme, there.netloc) == ("http", "testserver")


def routes(site):
    """Every path of a page that takes a form, its places filled in."""
    found = []
    for route in create_app(site).routes:
        inner = getattr(route, "original_router", None)
        for each in inner.routes if inner is not None else [route]:
            if "POST" in (getattr(each, "methods", None) or ()) and not each.path.startswith("/api/"):
                found.append(each.path)
    return sorted(set(found) - OPEN_TO_ALL)


def filled(path):
    """The path with something in each of its places."""
    return "/".join("1" if piece.startswith("{") else piece for piece in path.split("/"))


# Forms from elsewhere.


def test_there_are_forms(site):
    assert {"/sign-in", "/sign-up", "/sign-out", "/account/password", "/practice/{name}"} <= set(routes(site))


def test_no_form_is_taken_without_the_word_of_its_session(site, school):
    ben, other = Browser(site).sign_in("ben"), Browser(site).sign_in("cleo")
    words = {
        "none": {},
        "empty": {"csrf": ""},
        "made up": {"csrf": "0" * 32},
        "another's": {"csrf": other.csrf()},
    }
    words["not ASCII"] = {"csrf": "ß" * 32}
    for path in routes(site):
        for name, fields in words.items():
            answer = ben.http.post(filled(path), data=fields)
            assert answer.status_code == 403, (path, name)
        stranger = Browser(site).http.post(filled(path), data={"csrf": ben.csrf()})
        assert stranger.status_code == 403, path


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 422),
        ({"origin": "http://testserver"}, 422),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "https://testserver"}, 403),
        ({"origin": "http://testserver:81"}, 403),
        ({"origin": "http://testserver.evil.example"}, 403),
        ({"sec-fetch-site": "same-origin"}, 422),
        ({"sec-fetch-site": "none"}, 422),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "anything"}, 403),
    ],
)
def test_where_a_form_was_sent_from(browser, headers, status):
    sent = {"sign_in": "nobody", "password": "wrong"}
    assert browser.post("/sign-in", sent, headers=headers).status_code == status


# Where one is led.


@pytest.mark.parametrize("path", ELSEWHERE)
def test_a_path_from_elsewhere_leads_nowhere_else(path):
    assert stays(local(path))
    assert local(path).startswith("/")
    assert local(path).isprintable()


@pytest.mark.parametrize("path", ["/", "/courses", "/quizzes/abc?part=1", "/practice/topics/mask", "/a%20b"])
def test_a_path_of_ours_is_kept(path):
    assert local(path) == path


@pytest.mark.parametrize("path", ELSEWHERE)
def test_signing_in_leads_to_this_site_alone(site, path):
    site.rates.__init__()
    person(site, "ben")
    visitor = Browser(site)
    page = visitor.http.get("/sign-in", params={"next": path})
    assert page.status_code in (200, 422)
    answer = visitor.post("/sign-in", {"sign_in": "ben", "password": PASSWORD, "next": path})
    if "\0" in path:
        assert answer.status_code == 422
        return
    assert answer.status_code == 303
    assert stays(answer.headers["location"])
    assert "a=b" not in answer.headers.get("set-cookie", "")


@pytest.mark.parametrize("path", ["//evil.example", "/account/..//evil.example", "/account%0d%0aset-cookie:%20a=b", "/%2f%2fevil.example"])  # fmt: skip
def test_whoever_is_led_to_the_door_comes_back_to_this_site(browser, path):
    answer = browser.http.get("http://testserver" + path)
    location = answer.headers.get("location", "/")
    assert stays(location)
    assert "a" not in browser.http.cookies


@pytest.mark.parametrize("topic", ["//evil.example", "x&y=z#", "x\r\nlocation: //evil.example"])
def test_what_a_redirect_carries_along_is_no_address(browser, site, topic):
    for path in ("/practice", "/practice/topics/mask"):
        answer = browser.http.get(path, params={"topic": topic})
        assert stays(answer.headers.get("location", "/"))
    name = browser.get("/practice").headers["location"]
    answer = browser.http.get(f"{name.partition('?')[0]}/another", params={"topic": topic})
    assert stays(answer.headers.get("location", "/"))


# Sessions.


def cookie_of(answer):
    """The cookie that an answer sets, and its flags in small letters."""
    first, *flags = answer.headers["set-cookie"].split("; ")
    return first, {flag.lower().partition("=")[0]: flag.partition("=")[2] for flag in flags}


def test_a_cookie_is_for_this_host_and_no_script(browser):
    first, flags = cookie_of(browser.get("/sign-in"))
    assert first.startswith("qbank=")
    assert len(first) > 40
    assert flags["samesite"].lower() == "lax"
    assert flags["path"] == "/"
    assert "httponly" in flags
    assert "domain" not in flags
    assert "secure" not in flags, "over HTTP no browser would keep it"


def test_over_https_the_cookie_stays_there(site):
    sealed = replace(site, settings=replace(site.settings, origin="https://testserver"))
    browser = Browser(sealed)
    browser.http.base_url = "https://testserver"
    first, flags = cookie_of(browser.get("/sign-in"))
    assert first.startswith("__Host-qbank=")
    assert {"secure", "httponly"} <= set(flags)
    assert flags["path"] == "/"
    assert "domain" not in flags
    person(sealed, "ben")
    browser.sign_in("ben")
    assert "Sign out" in browser.get("/").text
    answer = browser.post("/sign-out")
    _, flags = cookie_of(answer)
    assert {"secure", "httponly"} <= set(flags), "a browser ignores a __Host- cookie without them"


def test_a_session_that_somebody_prepared_is_not_the_one_that_is_signed_in(site, school):
    victim, attacker = Browser(site), Browser(site)
    attacker.get("/sign-in")
    prepared = attacker.http.cookies["qbank"]
    victim.http.cookies.set("qbank", prepared, domain="testserver.local")
    victim.sign_in("ben")
    assert victim.http.cookies.get("qbank", domain="testserver.local") != prepared
    assert "Sign out" not in attacker.get("/").text
    assert attacker.get("/account").status_code == 303


def test_signing_in_again_ends_nothing_of_another_browser(site, school):
    one, two = Browser(site).sign_in("ben"), Browser(site).sign_in("ben")
    assert one.get("/account").status_code == two.get("/account").status_code == 200


def test_signing_out_ends_the_session_on_the_server(site, school):
    ben, thief = Browser(site).sign_in("ben"), Browser(site)
    thief.http.cookies.set("qbank", ben.http.cookies["qbank"], domain="testserver.local")
    assert thief.get("/account").status_code == 200
    assert ben.post("/sign-out").status_code == 303
    assert thief.get("/account").status_code == 303
    assert ben.get("/account").status_code == 303


def test_another_password_ends_every_other_session(site, school):
    here, there = Browser(site).sign_in("ben"), Browser(site).sign_in("ben")
    old = here.http.cookies["qbank"]
    answer = here.post("/account/password", {"old": PASSWORD, "password": "another password"})
    assert "every other session has ended" in answer.text
    assert here.http.cookies["qbank"] != old
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 303
    assert Browser(site).post("/sign-in", {"sign_in": "ben", "password": PASSWORD}).status_code == 422


def test_a_session_ends_by_itself(site, school):
    ben = Browser(site).sign_in("ben")
    site.clock.at += SESSION_LASTS - 1
    assert ben.get("/account").status_code == 200
    site.clock.at += 1
    assert ben.get("/account").status_code == 303


@pytest.mark.parametrize(
    "token", ["", "x", "a" * 10_000, "é", "' or 1=1 --", "../../etc/passwd", "%00", "null"]
)
def test_cookies_that_mean_nothing(site, token):
    answer = Browser(site).http.get("/account", headers={"cookie": f"qbank={token}".encode()})
    assert answer.status_code == 303
