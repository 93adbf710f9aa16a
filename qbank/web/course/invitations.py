"""Places in a course for people without an account: a signed link, under which the student takes the place, once.

The link names the place and until when it holds. Whether the place is still free, the database knows: taking it
away, or taking it, makes every link to it lead nowhere.
"""

from typing import Any, NamedTuple

from itsdangerous import BadData
from sqlalchemy import Connection, delete, insert, select, update

from qbank.check.faces.csv import harmless, line
from qbank.web.base.clock import DAY
from qbank.web.base.names import public_name
from qbank.web.base.refusals import Refusal, missing
from qbank.web.base.schema import courses as course_table
from qbank.web.base.schema import invitations, members, people
from qbank.web.base.site import Site
from qbank.web.course import courses
from qbank.web.course.courses import Course
from qbank.web.door.people import STUDENT, Person, folded, set_password

PURPOSE = "invitation"
LASTS = 30 * DAY
CHUNK = 500  # rows that are asked for by their names at once


class Invitation(NamedTuple):
    """A free place: for whom, as the list of the course had it."""

    person_id: int
    public: str
    name: str
    sign_in: str
    course_id: int
    course: str
    title: str
    label: str


_FREE = (
    select(
        invitations.c.person_id, people.c.public, people.c.name, invitations.c.sign_in, invitations.c.course_id,
        course_table.c.public.label("course"), course_table.c.title, members.c.label,
    )
    .join(people, people.c.id == invitations.c.person_id)
    .join(course_table, course_table.c.id == invitations.c.course_id)
    .join(
        members,
        (members.c.person_id == invitations.c.person_id) & (members.c.course_id == invitations.c.course_id),
    )
    .where(course_table.c.archived.is_(None))
)  # fmt: skip


def of_course(connection: Connection, course: Course) -> list[Invitation]:
    """The free places of a course, by label."""
    rows = connection.execute(_FREE.where(invitations.c.course_id == course.id).order_by(members.c.label))
    return [_invitation(row) for row in rows]


def sign_ins(connection: Connection, course: Course) -> dict[int, str]:
    """By which sign-in name each free place of a course was listed, by the number of its person."""
    found = select(invitations.c.person_id, invitations.c.sign_in).where(invitations.c.course_id == course.id)
    return {row.person_id: row.sign_in for row in connection.execute(found)}


def add(connection: Connection, course_id: int, places: list[tuple[str, str]], now: int) -> list[int]:
    """A free place for each name and sign-in name. Returns under which number of a person each stands."""
    names = [public_name() for _ in places]
    rows = [
        {"public": public, "sign_in": None, "name": name, "password": None, "role": STUDENT, "created": now}
        for public, (name, _) in zip(names, places, strict=True)
    ]
    if not rows:
        return []
    connection.execute(insert(people), rows)
    found: dict[str, int] = {}
    for start in range(0, len(names), CHUNK):
        some = people.c.public.in_(names[start : start + CHUNK])
        found |= {
            row.public: row.id for row in connection.execute(select(people.c.public, people.c.id).where(some))
        }
    ids = [found[public] for public in names]
    free = [
        {"person_id": person_id, "course_id": course_id, "sign_in": sign_in, "made": now}
        for person_id, (_, sign_in) in zip(ids, places, strict=True)
    ]
    connection.execute(insert(invitations), free)
    return ids


def link(site: Site, public: str) -> str:
    """The address to hand out. It holds for 30 days from now."""
    word = site.signed(PURPOSE).dumps([public, site.clock.now() + LASTS])
    return f"{site.settings.origin}/invitations/{word if isinstance(word, str) else word.decode('ascii')}"


def named(site: Site, word: str) -> str:
    """Which place a link leads to. Raises Refusal where it is none of ours, or too old."""
    try:
        public, until = site.signed(PURPOSE).loads(word)
    except (BadData, TypeError, ValueError) as error:
        raise missing() from error
    if site.clock.now() >= until:
        raise Refusal(
            410, "This invitation was for 30 days, which are over. Ask your instructor for another."
        )
    return str(public)


def free(connection: Connection, public: str) -> Invitation:
    """The place, while it is free. Raises Refusal(410) afterwards."""
    row = connection.execute(_FREE.where(people.c.public == public)).one_or_none()
    if row is None:
        raise Refusal(410, "This place is taken, or there is none any more. Sign in, or ask your instructor.")
    return _invitation(row)


def take(connection: Connection, public: str, sign_in: str, password: str) -> tuple[Person, Invitation]:
    """Make the place an account of its own; `password` is hashed already. Raises Refusal, by its field."""
    place = free(connection, public)
    taken = select(people.c.id).where(people.c.sign_in == folded(sign_in))
    if connection.scalar(taken) is not None:
        raise Refusal(
            409,
            "There is an account with this sign-in name. If it is yours, sign in first, then open the link.",
            field="sign_in",
        )
    set_password(connection, place.person_id, password, sign_in)
    connection.execute(delete(invitations).where(invitations.c.person_id == place.person_id))
    return Person(place.person_id, place.public, folded(sign_in), place.name, STUDENT), place


def take_as(connection: Connection, public: str, person: Person, now: int) -> Invitation:
    """Give the place to somebody who has an account already."""
    place = free(connection, public)
    settle(connection, place.person_id, person.id, place.course_id, now)
    return place


def settle(connection: Connection, place: int, person_id: int, course_id: int, now: int) -> None:
    """The person is in the course instead of the place, under its label and with its extra time."""
    here = members.c.course_id == course_id
    old = connection.execute(select(members).where(here, members.c.person_id == place)).one()
    connection.execute(delete(members).where(here, members.c.person_id == place))
    connection.execute(delete(invitations).where(invitations.c.person_id == place))
    connection.execute(delete(people).where(people.c.id == place, people.c.password.is_(None)))
    if not courses.add_member(
        connection, course_id, person_id, courses.STUDENT, now, label=old.label, extra=old.extra
    ):
        mine = here & (members.c.person_id == person_id)
        connection.execute(update(members).where(mine).values(label=old.label, extra=old.extra))


def as_csv(site: Site, places: list[Invitation]) -> str:
    """The links as a table for a spreadsheet, which computes nothing in it."""
    texts = [True] * 4
    rows = [line(("student", "name", "email", "link"), texts=texts)]
    for place in places:
        cells = (place.label, place.name, place.sign_in, link(site, place.public))
        rows.append(line([harmless(cell) for cell in cells], texts=texts))
    return "\ufeff" + "".join(rows)


def _invitation(row: Any) -> Invitation:
    return Invitation(*row)
