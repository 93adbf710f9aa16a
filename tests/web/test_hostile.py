"""Whatever somebody types is text on everybody's page: nothing runs, nothing is loaded, nothing leads away."""

from html import unescape
from urllib.parse import quote

import pytest

from qbank.web.door.visit import local

from .chromium import serving, windows
from .school import furnished
from .test_accessible import STATES
from .test_visit import ELSEWHERE

PAYLOADS = [
    "<script>alert({})</script>",
    "<img src=x onerror=alert({})>",
    "<svg/onload=alert({})>",
    '"><script>alert({})</script>',
    "'><img src=x onerror=alert({})>",
    '" autofocus onfocus=alert({}) x="',
    "' onmouseover=alert({}) x='",
    "</title><script>alert({})</script>",
    "</textarea><script>alert({})</script>",
    "</script><script>alert({})</script>",
    "<iframe src=javascript:alert({})>",
    "<a href=javascript:alert({})>x</a>",
    "[x](javascript:alert({}))",
    "![x](//evil.example/{}.png)",
    "<base href=//evil.example/{}>",
    "<style>@import'//evil.example/{}'</style>",
    "<math><mi xlink:href=javascript:alert({})>x",
    "<details open ontoggle=alert({})>",
    "{{{{7*7}}}}{{% raw %}}{}",
    "${{alert({})}}",
    "javascript:alert({})",
    "&lt;script&gt;alert({})&lt;/script&gt;",
    "<!--{}--!><img src=x onerror=alert(1)>",
    "<form action=//evil.example><button>{}",
    "$\\href{{javascript:alert({})}}{{x}}$",
    "%(alert{})s {{0}} %s",
]
ROOM = 500  # characters of them in one text: more than a form takes, since what counts is how it is shown
SHOWN = """() => {
  const said = [document.body.textContent, document.title];
  for (const box of document.querySelectorAll("*"))
    for (const name of ["value", "aria-label", "href", "action", "alt"]) said.push(box.getAttribute(name) ?? "");
  for (const box of document.querySelectorAll("textarea, input")) said.push(box.value);
  return said.join("\\n");
}"""


def numbered():
    """The payloads, each with a number of its own by which it is found again."""
    return [payload.format(7000 + at) for at, payload in enumerate(PAYLOADS)]


def bundles():
    """So many payloads together as a title has room for."""
    found = [""]
    for payload in numbered():
        if len(found[-1]) + len(payload) > ROOM:
            found.append("")
        found[-1] += payload
    return found


def test_there_are_enough_of_them():
    assert len(set(PAYLOADS)) >= 20
    assert "".join(bundles()) == "".join(numbered())
    assert max(map(len, bundles())) <= ROOM


@pytest.mark.parametrize("at", range(len(bundles())))
def test_what_somebody_typed_is_text_for_everybody(chromium, tmp_path, at):
    bundle = bundles()[at]
    hostile = [payload for payload in numbered() if payload in bundle]
    seen, places = set(), 0
    with serving(f"sqlite:///{tmp_path / 'qbank.sqlite'}", tmp_path) as served:
        place = furnished(served, lambda plain: f"{plain} {bundle}")
        with windows(chromium, served) as opened:
            people = {who: opened(who and place.people[who]) for who in (None, *place.people)}
            for name, (who, path, act) in STATES.items():
                if act is not None or path in ("integer", "choice", "choices", "parts", "picture"):
                    continue
                window = people[who]
                answer = window.go(place.paths.get(path, path))
                assert answer.status < 500, name
                sent, shown = answer.text(), window.page.evaluate(SHOWN)
                there = [payload for payload in hostile if payload in unescape(sent)]
                for payload in there:
                    assert payload in shown.replace("\n", ""), (
                        f"{name}: {payload} is not shown as it was typed"
                    )
                seen |= set(there)
                places += bool(there)
                assert not window.complaints, name
    assert seen == set(hostile)
    assert places >= 20


FORMS = {
    # address, fields, the button
    "/sign-in": (("Sign-in name", "Password"), "Sign in"),
    "/sign-up": (("Your name", "Sign-in name", "Password"), "Make the account"),
}


@pytest.mark.parametrize("path", FORMS)
def test_what_is_refused_comes_back_as_text(visitor, path):
    window = visitor()
    labels, button = FORMS[path]
    for payload in bundles():
        window.go(path)
        for label in labels:
            window.page.get_by_label(label, exact=True).fill(payload * 2)
        window.press(button)
        assert window.page.locator("h1").count() == 1


def test_answers_in_practice_are_text(visitor, served):
    window = visitor()
    place = furnished(served)
    for payload in bundles():
        window.go(place.paths["integer"])
        window.page.get_by_label("Answer", exact=True).fill(payload)
        window.press("Answer")
        assert window.page.get_by_label("Answer", exact=True).input_value() == payload


@pytest.mark.parametrize("payload", bundles())
def test_addresses_and_headers_are_text(visitor, payload):
    window = visitor(
        extra_http_headers={"x-forwarded-host": "evil.example", "referer": "http://evil.example"}
    )
    written = quote(payload, safe="")
    for path in (f"/{written}", f"/practice/topics/{written}", f"/practice?topic={written}", f"/sign-in?next={written}",
                 f"/sign-up?next=/{written}", f"/pictures/{written}.svg", f"/static/{written}"):  # fmt: skip
        window.go(path)
    window.context.add_cookies([{"name": "qbank", "value": written, "url": window.origin}])
    window.go("/sign-in")


def test_no_redirect_leads_a_browser_elsewhere(visitor):
    """What the service sends after a sign-in, resolved as Chromium resolves it."""
    window = visitor()
    window.go("/sign-in")
    led = "(paths) => paths.map((path) => new URL(path, location.href).origin)"
    origins = window.page.evaluate(led, [local(path) for path in ELSEWHERE])
    assert set(origins) == {window.origin}


def test_the_policy_is_not_for_show(visitor):
    """The browser of these tests does complain of what must not be: a page that breaks the rules is seen."""
    window = visitor()
    window.go("/")
    window.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')")
    window.page.wait_for_timeout(300)
    assert any("/csp" in found for found in window.complaints)
    window.page.evaluate("setTimeout(() => alert(2), 0)")
    window.page.wait_for_timeout(300)
    assert any("dialog: 2" in found for found in window.complaints)
    window.complaints.clear()
