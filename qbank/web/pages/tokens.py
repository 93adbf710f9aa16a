"""The tokens of one's programs."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from qbank.web.base.refusals import Refusal
from qbank.web.base.sentences import Sentence
from qbank.web.door import tokens
from qbank.web.door.pages import Pages
from qbank.web.door.tokens import Scope
from qbank.web.door.visit import Form, Visit

router = Pages("/account/tokens")

MEANINGS = {
    Scope.PRACTISE: Sentence("Check answers, and have them count as your practice"),
    Scope.LEARN: Sentence("See your courses, sit quizzes, see your results"),
    Scope.TEACH: Sentence("See members, results and keys of courses that you teach, and make courses"),
}


@router.get("")
def own(request: Request) -> Response:
    """The list, and the form for another one."""
    return _page(Visit(request))


@router.post("")
def new(request: Request, form: Form) -> Response:
    """Another token, whose secret is shown this once."""
    visit = Visit(request)
    person, secret = visit.signed_in(), tokens.new_secret()
    try:
        label = form.line("label")
        scopes = [scope for scope in Scope if scope.value in form["scopes"].splitlines()]
        visit.site.store.write(lambda c: tokens.add_token(c, person, label, scopes, secret, visit.now))
    except Refusal as refusal:
        return _page(visit, status=refusal.status, wrong=refusal.beside(), given=form)
    return _page(visit, secret=secret)


@router.post("/{name}/revoke")
def revoke(request: Request, name: str, form: Form) -> Response:
    """Take a token back."""
    visit = Visit(request)
    person = visit.signed_in()
    visit.site.store.write(lambda c: tokens.revoke(c, person, name, visit.now))
    return visit.redirect("/account/tokens")


def _page(visit: Visit, **shown: Any) -> Response:
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = tokens.of_person(connection, person)
    meanings = {scope: text for scope, text in MEANINGS.items() if scope is not Scope.TEACH or person.teaches}
    return visit.page("tokens", **{"tokens": found, "meanings": meanings, "secret": "", "given": {}, **shown})
