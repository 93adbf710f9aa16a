"""Accounts: names, passwords, who guesses, and the tokens of programs."""

from collections import Counter
from dataclasses import replace

import pytest

from qbank import limits
from qbank.web.app import create_app
from qbank.web.base import rates
from qbank.web.base.refusals import Refusal
from qbank.web.door import people, tokens
from qbank.web.door.familiar import COOKIE
from qbank.web.door.tokens import Scope

from .conftest import PASSWORD, Browser, QuickPasswords, person

NEW = {"name": "Dora", "sign_in": "dora", "password": PASSWORD}


def signing_up(browser, **changed):
    """What becomes of a new account like that."""
    browser.site.rates.__init__()
    return browser.post("/sign-up", {**NEW, **changed})


@pytest.mark.parametrize(
    ("size", "status"),
    [
        (limits.PASSWORD_LEAST - 1, 422),
        (limits.PASSWORD_LEAST, 303),
        (limits.PASSWORD_MOST, 303),
        (limits.PASSWORD_MOST + 1, 422),
    ],
)
def test_how_long_a_password_is(browser, size, status):
    answer = signing_up(browser, password="p" * size)
    assert answer.status_code == status
    if status == 422:
        assert "A password has 8 to 200 characters." in answer.text
        assert 'value="Dora"' in answer.text, "what was typed is kept"
        assert "p" * size not in answer.text, "but never a password"


@pytest.mark.parametrize("field", ["name", "sign_in"])
@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 422), (" ", 422), ("x", 303), ("x" * limits.TITLE_CHARACTERS, 303), ("x" * (limits.TITLE_CHARACTERS + 1), 422),
        ("two\u202ewords", 422), ("a\u0000b", 422), ("a\tb", 303), ("李小龍", 303), ("O’Brien-Núñez", 303),
    ],
)  # fmt: skip
def test_what_a_name_is(browser, field, text, status):
    assert signing_up(browser, **{field: text}).status_code == status


def test_a_sign_in_name_is_one_persons_however_it_is_written(browser, site):
    assert signing_up(browser, sign_in="Strasse").status_code == 303
    answer = signing_up(Browser(site), sign_in="STRASSE")
    assert answer.status_code == 409
    assert "There is an account with this sign-in name already." in answer.text
    assert Browser(site).post("/sign-in", {"sign_in": " straSSe ", "password": PASSWORD}).status_code == 303


def test_nobody_makes_himself_an_instructor(browser, site):
    assert signing_up(browser, role="instructor", teaches="1").status_code == 303
    with site.store.read() as connection:
        found, _ = people.by_sign_in(connection, "dora")
    assert found.role == people.STUDENT


class Counting(QuickPasswords):
    """Counts how often argon2 has run."""

    def __init__(self):
        super().__init__()
        self.runs = Counter()
        hasher, runs = self._hasher, self.runs

        class Hasher:
            def hash(self, password):
                return hasher.hash(password)

            def verify(self, kept, password):
                runs[kept.split("$")[1]] += 1
                return hasher.verify(kept, password)

        self._hasher = Hasher()


def test_nobody_learns_from_the_time_who_has_an_account(site):
    slow = Counting()
    watched = replace(site, passwords=slow)
    person(watched, "ben")
    person(watched, "invited")
    watched.store.write(
        lambda c: people.add_person(c, 0, name="Ida", role=people.STUDENT, sign_in="ida", password=None)
    )
    answers = set()
    for at, name in enumerate(("ben", "nobody", "ida", "", "ben" * 100), start=1):
        answer = Browser(watched).post("/sign-in", {"sign_in": name, "password": "wrong password"})
        answers.add((answer.status_code, "The sign-in name or the password is not right." in answer.text))
        assert slow.runs == {"argon2id": at}, name
    assert answers == {(422, True)}


def test_an_account_without_a_password_is_nobodys(site):
    assert not site.passwords.fits("", None)
    assert not site.passwords.fits("x" * (limits.PASSWORD_MOST + 1), site.passwords.hashed(PASSWORD))
    assert not site.passwords.fits(PASSWORD, "no hash")
    assert site.passwords.fits(PASSWORD, site.passwords.hashed(PASSWORD))


def test_passwords_are_kept_by_argon2_with_its_own_settings():
    kept = people.Passwords().hashed(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert PASSWORD not in kept


def wrong(visitor, name, times):
    """What becomes of so many wrong passwords."""
    sent = {"sign_in": name, "password": "a wrong password"}
    return [visitor.post("/sign-in", sent).status_code for _ in range(times)]


def from_address(site, address):
    return Browser(site, Elsewhere(create_app(site), address))


class Elsewhere:
    """The application as a visitor from that address reaches it."""

    def __init__(self, app, address):
        self.app, self.address = app, address

    async def __call__(self, scope, receive, send):
        scope["client"] = (self.address, 1)
        await self.app(scope, receive, send)


def test_who_guesses_a_password_is_slowed_down_where_he_is(site):
    """And keeps nobody out elsewhere."""
    person(site, "ben")
    here, there = from_address(site, "192.0.2.1"), from_address(site, "192.0.2.2")
    assert wrong(here, "BEN", rates.GUESS.amount) == [422] * rates.GUESS.amount
    answer = here.post("/sign-in", {"sign_in": "ｂｅｎ", "password": PASSWORD})
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    there.sign_in("ben")


def test_a_neighbour_keeps_nobody_out_of_a_browser_that_is_familiar(site):
    """Who guesses behind the same address bars others' first visit for a while, and no later one."""
    for name in ("ben", "eve"):
        person(site, name)
    bens, eves = Browser(site).sign_in("ben"), Browser(site).sign_in("eve")
    for visitor in (bens, eves):
        visitor.post("/sign-out")
    assert wrong(Browser(site), "ben", rates.GUESS.amount) == [422] * rates.GUESS.amount
    assert wrong(Browser(site), "ben", 1) == wrong(eves, "ben", 1) == [429], "familiar with eve, not with ben"
    bens.sign_in("ben")
    bens.post("/sign-out")
    school = from_address(site, "192.0.2.7").sign_in("ben")  # a machine that others use too
    school.post("/sign-out")
    assert wrong(school, "ben", rates.GUESS.amount + 1) == [422] * rates.GUESS.amount + [429]
    bens.sign_in("ben")


def test_who_makes_an_account_is_familiar_at_once(browser, site):
    made = {"name": "Dora", "sign_in": "Dora", "password": PASSWORD}
    assert browser.post("/sign-up", made).status_code == 303
    browser.post("/sign-out")
    wrong(Browser(site), "dora", rates.GUESS.amount)
    browser.sign_in("dora")


def test_a_made_up_word_makes_no_browser_familiar(site):
    person(site, "ben")
    visitor = Browser(site)
    visitor.http.cookies.set(COOKIE, site.signed("invitation").dumps("ben"))
    assert wrong(visitor, "ben", rates.GUESS.amount + 1)[-1] == 429
    assert wrong(Browser(site), "ben", 1) == [429], "it was counted by the address"


def test_a_class_signs_in_behind_one_address(site):
    """Right passwords are not counted, however many."""
    person(site, "ben")
    assert wrong(Browser(site), "ben", rates.GUESS.amount - 1) == [422] * (rates.GUESS.amount - 1)
    for _ in range(2 * rates.GUESS.amount):
        Browser(site).sign_in("ben")


@pytest.mark.parametrize(("measure", "name"), [("GUESS_NAME", "ben"), ("GUESS_ADDRESS", "name{at}")])
def test_who_guesses_from_everywhere_or_everybodys(site, monkeypatch, measure, name):
    monkeypatch.setattr(rates, measure, rates.RateLimitItemPerMinute(3))
    said = []
    for at in range(4):
        where = f"192.0.2.{at}" if measure == "GUESS_NAME" else "192.0.2.1"
        said += wrong(from_address(site, where), name.format(at=at), 1)
    assert said == [422] * 3 + [429]


def test_guesses_at_once_are_no_more_than_one_after_another():
    made, measure = rates.Rates(), (rates.RateLimitItemPerMinute(2), "x")
    with made.guessing(measure), made.guessing(measure), pytest.raises(Refusal), made.guessing(measure):
        pass
    for _ in range(2):
        with made.guessing(measure) as guess:
            guess.failed = True
    with pytest.raises(Refusal), made.guessing(measure):
        pass


def test_who_guesses_the_old_password_is_slowed_down(site, school):
    ben = Browser(site).sign_in("ben")
    answers = [
        ben.post("/account/password", {"old": f"guess {at}", "password": "another one"}).status_code
        for at in range(rates.GUESS.amount + 1)
    ]
    assert answers == [422] * rates.GUESS.amount + [429]


@pytest.mark.parametrize("twin", ["Jos\u00e9", "Jose\u0301", "ＪＯＳÉ", "jos\u00e9 "])
def test_twins_of_a_sign_in_name_are_one(site, twin):
    person(site, "jos\u00e9")
    assert signing_up(Browser(site), sign_in=twin).status_code == 409
    assert Browser(site).post("/sign-in", {"sign_in": twin, "password": PASSWORD}).status_code == 303


def test_how_many_accounts_come_from_one_address(site, monkeypatch):
    monkeypatch.setattr(rates, "SIGN_UP", rates.RateLimitItemPerMinute(5))
    visitor = Browser(site)
    answers = [
        visitor.post("/sign-up", {**NEW, "sign_in": f"n{at}", "password": "x"}).status_code
        for at in range(rates.SIGN_UP.amount + 1)
    ]
    assert answers == [422] * rates.SIGN_UP.amount + [429]


def test_as_many_tokens_as_a_person_has_and_one_more(both):
    ada = person(both, "ada", people.INSTRUCTOR)

    def made(secret):
        return both.store.write(lambda c: tokens.add_token(c, ada, "x", [Scope.LEARN], secret, 0))

    last = [made(f"s{at}") for at in range(limits.TOKENS_A_PERSON)][-1]
    with pytest.raises(Refusal, match="There are 20 tokens already"):
        made("one more")
    both.store.write(lambda c: tokens.revoke(c, ada, last.public, 1))
    assert made("instead").label == "x"


def test_a_form_for_a_token_says_what_is_wrong_with_it(site, school):
    ben, ada = Browser(site).sign_in("ben"), Browser(site).sign_in("ada")
    path = "/account/tokens"
    assert "Tick at least one thing" in ben.post(path, {"label": "Grades"}).text
    assert "Only instructors" in ben.post(path, {"label": "Grades", "scopes": "teach"}).text
    assert "Tick at least one thing" in ben.post(path, {"label": "Grades", "scopes": "admin"}).text
    past = ben.post(path, {"label": "x" * (limits.TITLE_CHARACTERS + 1), "scopes": "learn"})
    assert past.status_code == 422
    at = ben.post(path, {"label": "x" * limits.TITLE_CHARACTERS, "scopes": "learn"})
    assert "It is shown this once" in at.text
    made = ada.post(path, {"label": "Grades", "scopes": ["learn", "teach"]})
    assert "It is shown this once" in made.text
    with site.store.read() as connection:
        name = tokens.of_person(connection, school["ada"])[0].public
    assert ben.post(f"{path}/{name}/revoke").status_code in (303, 404)
    with site.store.read() as connection:
        assert tokens.of_person(connection, school["ada"]), "another's token stays"
