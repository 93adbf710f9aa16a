"""Signing up, in and out, and one's own account."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from qbank import limits
from qbank.labels import passage
from qbank.web.base import rates
from qbank.web.base.refusals import Refusal
from qbank.web.door import people
from qbank.web.door.visit import Form, Visit, local

router = APIRouter(include_in_schema=False)


@router.get("/sign-in")
def door(request: Request, next: str = "/") -> Response:  # noqa: A002 - the name in the address
    """The form to sign in, and back to where one came from."""
    return Visit(request).page("sign_in", next=local(next), given={})


@router.post("/sign-in")
def sign_in(request: Request, form: Form) -> Response:
    """Sign in. Who guesses is slowed down; who is right never is."""
    visit = Visit(request)
    name = people.folded(form["sign_in"][: limits.TITLE_CHARACTERS])
    by = visit.address
    measures = (rates.GUESS, name, by), (rates.GUESS_NAME, "name", name), (rates.GUESS_ADDRESS, "address", by)
    with visit.site.rates.guessing(*measures) as guess:
        with visit.site.store.read() as connection:
            found = people.by_sign_in(connection, name)
        person, kept = found or (None, None)
        guess.failed = not visit.site.passwords.fits(form["password"], kept)
    if guess.failed or person is None:
        wrong = {"password": passage("The sign-in name or the password is not right.")}
        return visit.page("sign_in", status=422, next=local(form["next"]), given=form, wrong=wrong)
    visit.begin(person)
    return visit.redirect(form["next"] or "/")


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
    return visit.redirect(form["next"] or "/")


@router.post("/sign-out")
def sign_out(request: Request, form: Form) -> Response:
    """End this session."""
    visit = Visit(request)
    visit.end()
    return visit.forget("/")


@router.get("/account")
def account(request: Request) -> Response:
    """One's own account."""
    visit = Visit(request)
    visit.signed_in()
    return visit.page("account", given={}, changed=False)


@router.post("/account/password")
def change_password(request: Request, form: Form) -> Response:
    """A new password, for whoever knows the old one. Other sessions end with it."""
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
        return visit.page("account", status=422, given={}, changed=False, wrong=refusal.beside())
    visit.site.store.write(lambda connection: people.set_password(connection, person.id, password))
    visit.begin(person)
    return visit.page("account", given={}, changed=True)
