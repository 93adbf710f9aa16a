"""Every page for every eye: axe-core finds nothing, in light and dark, on a telephone; the keyboard is enough."""

import os
import re
from itertools import pairwise
from pathlib import Path

import pytest

from qbank.web.base import rates

from .chromium import LAPTOP, PHONE
from .school import first_part, furnished

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  (found) => found.id + ": " + found.nodes.map((node) => node.target.join(" ") + " " + node.failureSummary).join("; "))"""
DARK = {**LAPTOP, "color_scheme": "dark"}


@pytest.fixture(scope="module")
def axe():
    """The program that looks for what keeps people out."""
    if not AXE.is_file():
        wanted = "axe-core is missing: npm ci --prefix tests/web"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(wanted)
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def place(served):
    """A course in full swing, and the addresses of all its pages by who looks at them."""
    made = furnished(served)
    made.field = (
        f"part-{first_part(made.site, made.running)}"  # of both attempts, which are asked the same kind
    )
    assert made.field == f"part-{first_part(made.site, made.attempt)}"
    return made


STATES = {
    # who, address or name of one, what is done there
    "front": (None, "/", None),
    "sign in": (None, "/sign-in", None),
    "sign in, wrong": (None, "/sign-in", lambda w: refused(w, "Sign in")),
    "sign up": (None, "/sign-up", None),
    "sign up, wrong": (None, "/sign-up", lambda w: refused(w, "Make the account", Password="x")),
    "not found": (None, "/nothing", None),
    "not allowed": (None, "/account/tokens/x/revoke", None),
    "question": (None, "integer", None),
    "question, read": (None, "integer", lambda w: answered(w, "12", "How is this read?")),
    "question, not readable": (None, "integer", lambda w: answered(w, "about ten", "Answer")),
    "question, answered": (None, "integer", lambda w: answered(w, "12", "Answer")),
    "question, solution": (None, "integer", lambda w: w.press("Show the solution")),
    "question, choice": (None, "choice", None),
    "question, choices": (None, "choices", None),
    "question, parts": (None, "parts", None),
    "question, picture": (None, "picture", None),
    "account": ("ben", "/account", None),
    "account, wrong": ("ben", "/account", lambda w: refused(w, "Change it")),
    "tokens": ("ada", "/account/tokens", None),
    "tokens, made": ("ada", "/account/tokens", lambda w: token(w)),
    "courses": ("ben", "/courses", None),
    "course": ("ben", "course", None),
    "join": ("dora", "join", None),
    "join, wrong": ("dora", "/join", lambda w: refused(w, "Join")),
    "quiz": ("ben", "quiz", None),
    "quiz, sat": ("ben", "quiz, sat", None),
    "quiz, linked": ("dora", "quiz, linked", None),
    "attempt": ("cleo", "attempt", None),
    "sit": ("cleo", "sit", None),
    "sit, conflict": ("cleo", "sit", lambda w: torn(w)),
    "submit": ("cleo", "submit", None),
    "receipt": ("ben", "receipt", None),
    "teach": ("ada", "/teach", None),
    "course, taught": ("ada", "course, taught", None),
    "roster": ("ada", "roster", None),
    "invitations": ("ada", "invitations", None),
    "invitation": (None, "invitation", None),
    "member": ("ada", "member", None),
    "quiz, new": ("ada", "quiz, new", None),
    "quiz, new, wrong": ("ada", "quiz, new", lambda w: unfit(w)),
    "quiz, draft": ("ada", "quiz, draft", None),
    "quiz, open": ("ada", "quiz, open", None),
    "questions": ("ada", "questions", None),
    "preview": ("ada", "preview", None),
    "preview, judged": ("ada", "preview", lambda w: w.press("What would that earn?")),
    "print": ("ada", "print", None),
    "live": ("ada", "live", None),
    "attempt, looked at": ("ada", "attempt, looked at", None),
    "attempt, running": ("ada", "attempt, running", None),
    "items": ("ada", "items", None),
    "grades": ("ada", "grades", None),
    "review": ("ada", "review", None),
    "rulings": ("ada", "rulings", None),
    "ruling": ("ada", "ruling", None),
    "ruling, tried": ("ada", "ruling", lambda w: ruled(w, "Full marks for everybody who had it")),
    "ruling, void": ("ada", "ruling", lambda w: ruled(w, "Void: it counts for nobody")),
    "ruling, another key": ("ada", "ruling", lambda w: ruled(w, "Another key instead", "5")),
    "ruling, taken back": ("ada", "rulings", lambda w: w.page.get_by_role("link", name="Take back").first.click()),
    "late": ("ben", "quiz, sat", lambda w: late(w)),
    "sit, conflict without a script": ("cleo", "attempt", lambda w: stale(w, 409, "two answers")),
    "sit, signed out": (None, "/sign-in", lambda w: stale(w, 401, "Your session is over.")),
    "sit, database away": ("cleo", "attempt", lambda w: away(w, lambda: stale(w, 503, "Not saved yet"))),
    "database away": ("ben", "/courses", lambda w: away(w, lambda: told(w.page.reload(), 503))),
    "too often": ("ben", "/join", lambda w: hurried(w)),
}  # fmt: skip


def refused(window, button, **typed):
    """Send a form that is refused."""
    for box in window.page.locator("main input:not([type=hidden]):not([type=checkbox])").all():
        box.fill("x")
    for label, text in typed.items():
        window.page.get_by_label(label, exact=True).fill(text)
    window.press(button)
    assert window.page.locator(".wrong").count()


def answered(window, text, button):
    """Answer the question that is open."""
    window.page.get_by_label("Answer", exact=True).fill(text)
    window.press(button)


def unfit(window):
    """Save a quiz whose times do not fit."""
    window.page.get_by_label("Title", exact=True).fill("Week 4")
    window.page.get_by_label("Opens", exact=True).fill("2027-01-02T10:00")
    window.page.get_by_label("Closes", exact=True).fill("2027-01-01T10:00")
    window.page.locator("button[value=save]:not(.hidden)").click()
    window.page.locator(".wrong").first.wait_for()


def ruled(window, action, value=""):
    """See what a ruling would change."""
    window.page.get_by_label(action).check()
    window.page.get_by_label("The answer or key").fill(value)
    window.page.get_by_label("Reason", exact=True).fill("Not asked clearly.")
    window.press("See what would change")
    assert window.page.get_by_role("button", name="Make it so").count()


SEND = """([path, fields]) => {
  const form = Object.assign(document.createElement("form"), {method: "post", action: path});
  const csrf = document.querySelector("[name=csrf]").value;
  for (const [name, value] of Object.entries({...fields, csrf}))
    form.append(Object.assign(document.createElement("input"), {type: "hidden", name, value}));
  document.body.append(form);
  form.submit(); }"""


def sent(window, path, **fields):
    """The answer to a form as a page sends it that was opened long ago, without a script."""
    with window.page.expect_navigation() as found:
        window.page.evaluate(SEND, [path, fields])
    return found.value


def told(answer, status):
    """See that it was refused so."""
    assert answer.status == status


def stale(window, status, words):
    """Send another answer from a page that knows none."""
    told(sent(window, window.place.paths["sit"], **{window.place.field: "99"}), status)
    assert window.says(words)


def late(window):
    """Send an answer when the attempt has ended."""
    told(sent(window, f"/attempts/{window.place.attempt.public}/1", **{window.place.field: "late"}), 200)
    assert window.says("Too late to count")


def away(window, act):
    """Do that while the database's file is somewhere else."""
    file = Path(window.place.site.settings.database.removeprefix("sqlite:///"))
    window.allowed.add("status of 503")
    there = file.rename(file.with_name("away"))
    try:
        act()
    finally:
        there.rename(file)


def hurried(window):
    """Try codes of courses until that is too many."""
    fetch = """(times) => Promise.all(Array.from({length: times}, () => fetch("/join",
      {method: "post", body: new FormData(document.querySelector("main form"))})))"""
    window.page.evaluate(fetch, rates.JOIN.amount)
    told(sent(window, "/join", code="ABCD"), 429)


def torn(window):
    """Answer the same question in another window, then here."""
    other = window.context.new_page()
    other.goto(window.page.url)
    for page, text in ((other, "1"), (window.page, "2")):
        box = page.get_by_label("Answer", exact=True)
        box.fill(box.input_value() + text)
        page.locator("[data-status] .saved, .conflict button").first.wait_for()
    other.close()
    window.page.get_by_role("button", name="Use the one in this page").wait_for()


def token(window):
    """Make a token."""
    window.page.get_by_label("What it is for").fill("Grades")
    window.page.get_by_role("checkbox").first.check()
    window.press("Make the token")


def opened(visitor, place, name, look):
    """A window before that state of a page."""
    who, path, act = STATES[name]
    window = visitor(who and place.people[who], look=look)
    window.place = place
    window.go(place.paths.get(path, path))
    if act is not None:
        act(window)
    return window


@pytest.mark.parametrize("name", STATES)
def test_nothing_keeps_anybody_out(visitor, axe, place, name):
    window = opened(visitor, place, name, PHONE)
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    well_formed(window)
    one_line(window)
    window.page.evaluate(axe)
    assert window.page.evaluate(RUN) == []
    window.page.emulate_media(color_scheme="light")
    window.page.set_viewport_size(LAPTOP["viewport"])
    assert window.page.evaluate(RUN) == []


def one_line(window):
    """All that stands in the header is on one line, none of it over another."""
    window.page.wait_for_load_state()  # before its style is there everything is on a line of its own
    boxes = """[...document.querySelectorAll("header.site .ways > *, header.site summary")]
      .map((box) => box.getBoundingClientRect()).map((box) => [box.left, box.right, box.top, box.bottom])"""
    found = sorted(window.page.evaluate(boxes))
    assert max(top for *_, top, _ in found) < min(bottom for *_, bottom in found), (
        "the header takes two lines"
    )
    assert all(right <= left for (_, right, *_), (left, *_) in pairwise(found)), "one covers another"
    assert window.page.locator("header.site").bounding_box()["height"] < 60


def well_formed(window):
    """One heading above all, a title of its own, a language, a label for each field."""
    page = window.page
    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1
    assert re.fullmatch(r".+ · qbank", page.title())
    assert page.get_attribute("html", "lang") == "en"
    unlabelled = """[...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
      .filter((box) => !box.labels.length && !box.ariaLabel).map((box) => box.name)"""
    assert page.evaluate(unlabelled) == []


def tab_to(window, name):
    """Go on by the Tab key until the focus is on what is called so, which is then seen to be focused."""
    for _ in range(200):
        window.page.keyboard.press("Tab")
        here = window.page.locator(":focus")
        if (
            here.count()
            and (here.get_attribute("aria-label") or here.inner_text() or named(here)).strip() == name
        ):
            outline = here.evaluate("(e) => getComputedStyle(e).outlineStyle")
            assert outline == "solid", f"{name}: the focus is not seen"
            return
    raise AssertionError(f"no key leads to {name}")


def named(box):
    """The label of a field."""
    return box.evaluate("(e) => [...(e.labels || [])].map((label) => label.innerText).join(' ')")


@pytest.mark.parametrize("name", ["integer", "choice"])
def test_a_question_is_practised_by_the_keyboard_alone(visitor, place, name):
    window = visitor()
    window.go("/")
    window.page.keyboard.press("Tab")
    assert window.page.evaluate("document.activeElement.className") == "skip"
    tab_to(window, place.topics[name])
    window.page.keyboard.press("Enter")
    window.page.wait_for_url("**/practice/*")
    window.go(place.paths[name])
    if name == "integer":
        tab_to(window, "Answer")
        window.page.keyboard.type("12")
    else:
        while window.page.evaluate("document.activeElement.type") != "radio":
            window.page.keyboard.press("Tab")
        window.page.keyboard.press("Space")
    tab_to_button(window, "Answer")
    window.page.keyboard.press("Space")
    window.page.wait_for_selector("#verdict")
    window.until("document.activeElement.id === 'verdict'")
    tab_to(window, "What is due next")
    window.page.keyboard.press("Enter")
    window.page.wait_for_selector("form.question")


def tab_to_button(window, name):
    """Go on to the button of that name."""
    while window.page.evaluate("document.activeElement.tagName") != "BUTTON":
        window.page.keyboard.press("Tab")
    assert window.page.locator(":focus").inner_text() == name


def test_what_is_printed_is_the_content_alone(visitor, place):
    for path in ("/", place.paths["integer"], "/nothing"):
        window = visitor()
        window.go(path)
        window.page.emulate_media(media="print", color_scheme="dark")
        for part in ("header.site", "footer.site", ".skip", ".buttons"):
            assert not any(box.is_visible() for box in window.page.locator(part).all()), f"{path}: {part}"
        assert window.page.locator("h1").is_visible()
        ink = window.page.evaluate("getComputedStyle(document.body).color")
        assert ink == "rgb(0, 0, 0)", "paper is white, whatever the screen is"
        links = window.page.evaluate("getComputedStyle(document.querySelector('main a:not(.button)')).color")
        assert contrast(links) > 4.5, f"{path}: links cannot be read on paper"


def contrast(colour):
    """Of a colour with white, as WCAG 2 computes it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
