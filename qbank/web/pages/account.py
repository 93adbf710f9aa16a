"""Signing up, in and out, and one's own account."""

from typing import Any

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from qbank import limits
from qbank.web.base import rates
from qbank.web.base.refusals import Refusal
from qbank.web.base.sentences import Sentence
from qbank.web.door import people, tokens
from qbank.web.door.familiar import familiar, remember
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Form, Visit, local

router = Pages()


@router.get("/sign-in")
def door(request: Request, next: str = "/") -> Response:  # noqa: A002 - the name in the address
    """The form to sign in, and back to where one came from."""
    return Visit(request).page("sign_in", next=local(next), given={})


@router.post("/sign-in")
def sign_in(request: Request, form: Form) -> Response:
    """Sign in. Who guesses is slowed down; who is right never is."""
    visit = Visit(request)
    name = people.folded(form["sign_in"][: limits.TITLE_CHARACTERS])
    with visit.site.rates.guessing(*_measures(visit, name)) as guess:
        with visit.site.store.read() as connection:
            found = people.by_sign_in(connection, name)
        person, kept = found or (None, None)
        guess.failed = not visit.site.passwords.fits(form["password"], kept)
    if guess.failed or person is None:
        wrong = {"password": Sentence("The sign-in name or the password is not right.")}
        return visit.page("sign_in", status=422, next=local(form["next"]), given=form, wrong=wrong)
    visit.begin(person)
    return remember(visit.site, visit.redirect(form["next"] or "/"), name)


def _measures(visit: Visit, name: str) -> tuple[rates.Measure, ...]:
    """By what wrong passwords are counted: a browser that has signed in before is kept out by nobody but itself."""
    if word := familiar(visit.site, visit.request, name):
        return ((rates.GUESS, name, word),)
    by = visit.address
    return (rates.GUESS, name, by), (rates.GUESS_NAME, "name", name), (rates.GUESS_ADDRESS, "address", by)


@router.get("/sign-up")
def new(request: Request, next: str = "/") -> Response:  # noqa: A002
    """The form for a student's account."""
    return Visit(request).page("sign_up", next=local(next), given={})


@router.post("/sign-up")
def sign_up(request: Request, form: Form) -> Response:
    """A student's account, under which a guest's practice goes on."""
    visit = Visit(request)
    visit.site.rates.take(rates.SIGN_UP, visit.address)
    try:
        name, sign_in_name = form.line("name"), form.line("sign_in")
        password = visit.site.passwords.hashed(form["password"])
        person = visit.site.store.write(
            lambda connection: people.add_person(
                connection, visit.now, name=name, role=people.STUDENT, sign_in=sign_in_name, password=password
            )
        )
    except Refusal as refusal:
        return visit.page(
            "sign_up", status=refusal.status, next=local(form["next"]), given=form, wrong=refusal.beside()
        )
    if visit.somebody is not None and visit.somebody.role == people.GUEST:
        guest = visit.somebody.id
        visit.site.store.write(lambda connection: people.hand_over(connection, guest, person.id))
    visit.begin(person)
    return remember(visit.site, visit.redirect(form["next"] or "/"), people.folded(sign_in_name))


@router.post("/sign-out")
def sign_out(request: Request, form: Form) -> Response:
    """End this session."""
    visit = Visit(request)
    visit.end()
    return visit.forget("/")


@router.get("/account")
def account(request: Request) -> Response:
    """One's own account."""
    return _account(Visit(request))


@router.post("/account/password")
def change_password(request: Request, form: Form) -> Response:
    """A new password, for whoever knows the old one. Other sessions end with it, and tokens that are not to be kept.

    Whoever changes it may do so because another knew it, who could have made a token that outlasts the password.
    """
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = people.by_sign_in(connection, person.sign_in or "")
    try:
        with visit.site.rates.guessing((rates.GUESS, "password", person.public)) as guess:
            guess.failed = not visit.site.passwords.fits(form["old"], found and found[1])
        if guess.failed:
            raise Refusal(422, "This is not the password that you have now.", field="old")
        password = visit.site.passwords.hashed(form["password"])
    except Refusal as refusal:
        return _account(visit, status=422, given=form, wrong=refusal.beside())

    def work(connection: Connection) -> int:
        people.set_password(connection, person.id, password)
        return 0 if form["keep"] else tokens.revoke_all(connection, person, visit.now)

    taken = visit.site.store.write(work)
    visit.begin(person)
    return _account(visit, changed=True, taken=taken)


def _account(visit: Visit, **shown: Any) -> Response:
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        held = len(tokens.of_person(connection, person))
    return visit.page("account", **{"given": {}, "changed": False, "taken": 0, "held": held, **shown})
