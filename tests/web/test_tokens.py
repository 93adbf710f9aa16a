"""Tokens: made on the account's page, shown once, bounded, taken back, and over after a year."""

import re

import pytest
from sqlalchemy import select

from qbank import limits
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import tokens as table
from qbank.web.door import tokens
from qbank.web.door.tokens import Scope

from .conftest import PASSWORD, Browser, make_school
from .programs import Program, token_of


def made(browser, **fields):
    """The page after a token was asked for."""
    return browser.post("/account/tokens", {"label": "My script", "scopes": ["learn"], **fields})


def secret_in(page):
    return re.search(r"<code>(qb_[\w-]+)</code>", page).group(1)


def test_a_token_is_shown_once_and_acts_for_its_person(site, school):
    browser = Browser(site).sign_in("ben")
    secret = secret_in(made(browser, scopes=["learn", "practise"]).text)
    assert secret not in browser.get("/account/tokens").text
    program = Program(site)
    program.http.headers["authorization"] = f"Bearer {secret}"
    assert program.get("/me")["scopes"] == ["practise", "learn"]
    with site.store.read() as connection:
        assert secret not in str(connection.execute(select(table)).all())


def test_the_page_keeps_what_was_typed_and_says_what_is_wrong(site, school):
    browser = Browser(site).sign_in("ben")
    page = made(browser, scopes=[])
    assert page.status_code == 422
    assert "Tick at least one thing" in page.text
    assert "My script" in page.text
    page = made(browser, label="")
    assert page.status_code == 422
    assert "checked" in page.text
    assert made(browser, label="x" * (limits.TITLE_CHARACTERS + 1)).status_code == 422
    assert made(browser, scopes=["all"]).status_code == 422


def test_students_cannot_let_a_program_teach(site, school):
    browser = Browser(site).sign_in("ben")
    assert "teach" not in browser.get("/account/tokens").text.split("<form")[-1]
    assert made(browser, scopes=["teach"]).status_code == 422
    assert made(Browser(site).sign_in("ada"), scopes=["teach"]).status_code == 200


def test_strangers_and_guests_have_none(browser):
    assert browser.get("/account/tokens").headers["location"] == "/sign-in?next=/account/tokens"
    assert made(browser).headers["location"].startswith("/sign-in")


def test_a_token_is_taken_back(site, school):
    program = Program(site, school["ben"])
    program.get("/me")
    browser = Browser(site).sign_in("ben")
    name = re.search(r"/account/tokens/(\w+)/revoke", browser.get("/account/tokens").text).group(1)
    assert Browser(site).sign_in("cleo").post(f"/account/tokens/{name}/revoke").status_code == 404
    program.get("/me")
    assert browser.post(f"/account/tokens/{name}/revoke").status_code == 303
    for path in ("/me", "/topics"):
        program.get(path, 401)
    assert browser.post(f"/account/tokens/{name}/revoke").status_code == 404


def test_a_token_is_over_after_a_year(site, school):
    program = Program(site, school["ben"])
    site.clock.at += tokens.LASTS - 1
    program.get("/me")
    site.clock.at += 1
    program.get("/me", 401)


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer ", "Basic cWJfeA==", "bearer qb_\xe9", "qb_x"])
def test_what_is_no_token(site, school, shown):
    program = Program(site)
    answer = program.http.get("/api/v1/me", headers={"authorization": shown.encode("latin-1")})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_bound_on_tokens(both):
    ben = make_school(both)["ben"]
    for _ in range(limits.TOKENS_A_PERSON):
        token_of(both, ben)
    with pytest.raises(Refusal, match="Take one back first"):
        token_of(both, ben)
    with both.store.read() as connection:
        first = tokens.of_person(connection, ben)[-1]
    both.store.write(lambda c: tokens.revoke(c, ben, first.public, both.clock.now()))
    token_of(both, ben, [Scope.LEARN])


def test_a_session_is_no_token_and_a_token_no_session(site, school):
    browser = Browser(site).sign_in("ben")
    assert browser.get("/api/v1/me").status_code == 401
    program = Program(site, school["ben"])
    assert program.http.get("/account").status_code == 303


NEW = "another horse battery"


def test_a_new_password_ends_sessions_and_takes_tokens_back(site, school):
    program, others = Program(site, school["ben"]), Program(site, school["cleo"])
    here, there = Browser(site).sign_in("ben"), Browser(site).sign_in("ben")
    wrong = here.post("/account/password", {"old": "no", "password": NEW, "keep": "yes"})
    assert "checked" in wrong.text, "what was ticked stays ticked"
    program.get("/me")
    changed = here.post("/account/password", {"old": PASSWORD, "password": NEW})
    assert "1 token was taken back" in changed.text
    assert "Keep the tokens" not in changed.text, "there are none"
    program.get("/me", 401)
    others.get("/me")
    assert there.get("/account").status_code == 303
    assert here.get("/account").status_code == 200


def test_tokens_can_be_kept_and_sessions_end_all_the_same(site, school):
    program = Program(site, school["ben"])
    here, there = Browser(site).sign_in("ben"), Browser(site).sign_in("ben")
    assert "Keep the tokens of my programs" in here.get("/account").text
    changed = here.post("/account/password", {"old": PASSWORD, "password": NEW, "keep": "yes"})
    assert "1 token was taken back" not in changed.text
    program.get("/me")
    assert there.get("/account").status_code == 303
