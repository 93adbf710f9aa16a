"""The list of a course: uploaded, looked at, taken over; and the invitations for those without an account."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from qbank import limits
from qbank.web.base import rates
from qbank.web.base.refusals import Refusal
from qbank.web.course import courses, invitations, rosters
from qbank.web.course.roster_table import read
from qbank.web.door import people
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Form, Visit

router = Pages(slow=True)


@router.get("/teach/courses/{public}/roster")
def roster(request: Request, public: str) -> Response:
    """Room for a list, and what the one that was uploaded would change."""
    return _roster(Visit(request), public)


@router.post("/teach/courses/{public}/roster")
def upload(request: Request, public: str, form: Form) -> Response:
    """Read the list and show what it would change; nothing is changed yet."""
    visit = Visit(request)
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        courses.course(connection, person, public, teaching=True)
    try:
        visit.site.rates.take(rates.UPLOAD, person.public)
        content = form.files.get("roster", b"") or form["roster"].encode("utf-8")
        if not content.strip():
            raise Refusal(422, "Choose a file that is not empty, or paste the list.", field="roster")
        found = read(content)
    except Refusal as refusal:
        return _roster(visit, public, status=refusal.status, given=form, wrong=refusal.beside("roster"))
    visit.site.store.write(lambda connection: rosters.keep(connection, person, public, found, visit.now))
    return visit.redirect(f"/teach/courses/{public}/roster")


@router.post("/teach/courses/{public}/roster/apply")
def apply(request: Request, public: str, form: Form) -> Response:
    """Do what was shown."""
    visit = Visit(request)
    person = visit.signed_in()
    plan = visit.site.store.write(
        lambda connection: rosters.apply(connection, person, public, form["list"], visit.now)
    )
    place = "/invitations" if plan.of(rosters.Fate.INVITE) else ""
    return visit.redirect(f"/teach/courses/{public}{place}")


@router.get("/teach/courses/{public}/invitations")
def links(request: Request, public: str) -> Response:
    """The links to hand out."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        found = courses.course(connection, visit.signed_in(), public, teaching=True)
        places = invitations.of_course(connection, found)
    shown = [(place, invitations.link(visit.site, place.public)) for place in places[: limits.PAGE_ROWS]]
    return visit.page("teach_invitations", course=found, places=shown, counted=len(places))


@router.get("/teach/courses/{public}/invitations.csv")
def links_csv(request: Request, public: str) -> Response:
    """The links as a table."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        found = courses.course(connection, visit.signed_in(), public, teaching=True)
        places = invitations.of_course(connection, found)
    headers = {"content-disposition": 'attachment; filename="invitations.csv"'}
    return Response(invitations.as_csv(visit.site, places), media_type="text/csv", headers=headers)


@router.get("/invitations/{word}")
def invitation(request: Request, word: str) -> Response:
    """The place that the link leads to, with room for a sign-in name and a password."""
    return _invitation(Visit(request), word)


@router.post("/invitations/{word}")
def take(request: Request, word: str, form: Form) -> Response:
    """Take the place, as a new account or as the one that is signed in."""
    visit = Visit(request)
    visit.site.rates.take(rates.SIGN_UP, visit.address)
    public = invitations.named(visit.site, word)
    if (mine := visit.person) is not None:
        place = visit.site.store.write(
            lambda connection: invitations.take_as(connection, public, mine, visit.now)
        )
        return visit.redirect(f"/courses/{place.course}")
    try:
        sign_in = form.line("sign_in")
        password = visit.site.passwords.hashed(form["password"])
        person, place = visit.site.store.write(
            lambda connection: invitations.take(connection, public, sign_in, password)
        )
    except Refusal as refusal:
        return _invitation(visit, word, status=refusal.status, given=form, wrong=refusal.beside())
    if (guest := visit.somebody) is not None:
        visit.site.store.write(lambda connection: people.hand_over(connection, guest.id, person.id))
    visit.begin(person)
    return visit.redirect(f"/courses/{place.course}")


def _roster(
    visit: Visit, public: str, *, status: int = 200, given: Any = None, wrong: Any = None
) -> Response:
    person = visit.signed_in()
    with visit.site.store.read() as connection:
        found = courses.course(connection, person, public, teaching=True)
        plan = None if wrong else rosters.kept(connection, person, found)
    return visit.page(
        "teach_roster", status=status, course=found, plan=plan, given=given or {}, wrong=wrong or {},
        most=limits.PAGE_ROWS, most_bytes=limits.UPLOAD_BYTES, most_rows=limits.ROSTER_ROWS,
    )  # fmt: skip


def _invitation(
    visit: Visit, word: str, *, status: int = 200, given: Any = None, wrong: Any = None
) -> Response:
    public = invitations.named(visit.site, word)
    with visit.site.store.read() as connection:
        place = invitations.free(connection, public)
    typed = given or {"sign_in": place.sign_in}
    return visit.page("teach_invited", status=status, place=place, word=word, given=typed, wrong=wrong or {})
