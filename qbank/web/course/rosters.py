"""From an uploaded list to a course: what it would change is shown first, then done."""

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from qbank.check.layout import short
from qbank.question import canonical
from qbank.web.base.names import public_name
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import members, people, rosters
from qbank.web.base.sentences import Sentence, packed, unpacked
from qbank.web.course import courses, invitations, membership
from qbank.web.course.courses import INSTRUCTOR, STUDENT, Course
from qbank.web.course.invitations import CHUNK
from qbank.web.course.membership import Member
from qbank.web.course.roster_match import There, is_another
from qbank.web.course.roster_table import Listed, Problem, Read
from qbank.web.door.people import Person
from qbank.web.door.people import folded as sign_in_folded


class Fate(StrEnum):
    """What becomes of a row."""

    ADD = "add"  # has an account, and comes into the course
    INVITE = "invite"  # has none, and gets a link
    CHANGE = "change"  # is there, under another label or with other extra time
    THERE = "there"  # is there as the list says


class Planned(NamedTuple):
    """A row with what becomes of it; `place` is the free place that an account takes."""

    listed: Listed
    fate: Fate
    person_id: int | None = None
    place: int | None = None


class Plan(NamedTuple):
    """What a list would change, and what is wrong in it; `sheet` is the one of several that it stands on."""

    public: str
    planned: list[Planned]
    problems: list[Problem]
    sheet: str

    def of(self, fate: str) -> list[Listed]:
        """The rows with that fate."""
        return [each.listed for each in self.planned if each.fate == fate]

    @property
    def changes(self) -> int:
        """How many rows change something."""
        return sum(each.fate is not Fate.THERE for each in self.planned)


def keep(connection: Connection, person: Person, course: str, read: Read, now: int) -> None:
    """Keep the list until the instructor has looked at it; it takes the place of the one before."""
    taught = courses.course(connection, person, course, teaching=True)
    mine = (rosters.c.course_id == taught.id) & (rosters.c.person_id == person.id)
    connection.execute(delete(rosters).where(mine))
    row = {
        "course_id": taught.id, "person_id": person.id, "public": public_name(),
        "listed": canonical([list(each) for each in read.listed]),
        "problems": canonical([[each.line, packed(each.said)] for each in read.problems]),
        "sheet": read.sheet, "made": now,
    }  # fmt: skip
    connection.execute(insert(rosters).values(row))


def kept(connection: Connection, person: Person, course: Course) -> Plan | None:
    """What the list that the instructor has uploaded would change now; None where there is none."""
    mine = (rosters.c.course_id == course.id) & (rosters.c.person_id == person.id)
    row = connection.execute(select(rosters).where(mine)).one_or_none()
    if row is None:
        return None
    listed = [Listed(*each) for each in json.loads(row.listed)]
    problems = [Problem(line, unpacked(said)) for line, said in json.loads(row.problems)]
    planned, more = _planned(connection, course, listed)
    return Plan(row.public, planned, sorted(problems + more), row.sheet)


def apply(connection: Connection, person: Person, course: str, public: str, now: int) -> Plan:
    """Do what was shown. Raises Refusal(409) where another list was uploaded meanwhile, or this is done already."""
    taught = courses.course(connection, person, course, teaching=True)
    plan = kept(connection, person, taught)
    if plan is None or plan.public != public:
        raise Refusal(409, "This list is not waiting any more. Look at the members, or upload it again.")
    _change(connection, taught, [each for each in plan.planned if each.fate is Fate.CHANGE])
    for each in plan.planned:
        if each.fate is Fate.ADD and each.place is not None and each.person_id is not None:
            invitations.settle(connection, each.place, each.person_id, taught.id, now)
            _change(connection, taught, [each])
    known = [each for each in plan.planned if each.fate is Fate.ADD and each.place is None]
    new = [each for each in plan.planned if each.fate is Fate.INVITE]
    ids = invitations.add(
        connection, taught.id, [(each.listed.name, each.listed.sign_in) for each in new], now
    )
    rows = [
        {"course_id": taught.id, "person_id": person_id, "role": STUDENT, "label": each.listed.label,
         "extra": each.listed.extra or 0, "joined": now}
        for each, person_id in (*((each, each.person_id) for each in known), *zip(new, ids, strict=True))
    ]  # fmt: skip
    if rows:
        connection.execute(insert(members), rows)
    connection.execute(delete(rosters).where(rosters.c.public == public))
    return plan


def _change(connection: Connection, course: Course, planned: Sequence[Planned]) -> None:
    """In two steps, since two members may swap their labels, and no two have the same one at any moment."""
    for start in range(0, len(planned), CHUNK):
        some = [each.person_id for each in planned[start : start + CHUNK]]
        here = (members.c.course_id == course.id) & members.c.person_id.in_(some)
        connection.execute(update(members).where(here).values(label=""))
    for each in planned:
        mine = (members.c.course_id == course.id) & (members.c.person_id == each.person_id)
        extra = {} if each.listed.extra is None else {"extra": each.listed.extra}
        connection.execute(update(members).where(mine).values(label=each.listed.label, **extra))


def _planned(
    connection: Connection, course: Course, listed: Sequence[Listed]
) -> tuple[list[Planned], list[Problem]]:
    accounts = _accounts(connection, [row.sign_in for row in listed if row.sign_in])
    who = [accounts.get(sign_in_folded(row.sign_in)) if row.sign_in else None for row in listed]
    members_now = membership.of_course(connection, course, 0, membership.counted(connection, course))
    there = There.of(members_now, invitations.sign_ins(connection, course))
    leaving = there.leaving(zip(listed, who, strict=True))
    planned: list[Planned] = []
    problems: list[Problem] = []
    for row, account in zip(listed, who, strict=True):
        called = there.called(row.label)
        found = _fate(row, account, there, None if called and called.id in leaving - {account} else called)
        if isinstance(found, Planned):
            planned.append(found)
        else:
            problems.append(Problem(row.line, found))
    return planned, problems


def _fate(row: Listed, account: int | None, there: There, called: Member | None) -> Planned | str:
    """What becomes of a row, given who has its sign-in name and who is `called` as it says; or what is wrong.

    Whom the same list calls otherwise is not `called` so any more.
    """
    if account is None:
        return Planned(row, Fate.INVITE) if called is None else _by_label(row, called, there)
    mine = there.by_id.get(account)
    if called is not None and called.id != account:
        if called.invited and mine is None:
            return Planned(row, Fate.ADD, account, called.id)
        return Sentence(
            "%(label)s is %(name)s here, who signs in by another name.",
            label=repr(short(row.label)),
            name=short(called.name),
        )
    return Planned(row, Fate.ADD, account) if mine is None else _as_listed(row, mine)


def _by_label(row: Listed, called: Member, there: There) -> Planned | str:
    """Who is known by the label alone must not plainly be somebody else."""
    if not is_another(row, called, there.invited.get(called.id, "")):
        return _as_listed(row, called)
    return Sentence(
        "%(label)s is %(name)s here, and %(listed)s in the list. Write the sign-in name into the row if that is "
        "the same student, or else another label.",
        label=repr(short(row.label)),
        name=short(called.name),
        listed=short(row.name),
    )


def _as_listed(row: Listed, member: Member) -> Planned:
    """Who is there already, and what changes. Who teaches stays as he is."""
    same = member.label == row.label and row.extra in (None, member.extra)
    return Planned(row, Fate.THERE if same or member.role == INSTRUCTOR else Fate.CHANGE, member.id)


def _accounts(connection: Connection, sign_ins: Sequence[str]) -> dict[str, int]:
    """Which of these names somebody signs in by."""
    found: dict[str, int] = {}
    for start in range(0, len(sign_ins), CHUNK):
        some = [sign_in_folded(name) for name in sign_ins[start : start + CHUNK]]
        rows: Any = connection.execute(
            select(people.c.sign_in, people.c.id).where(people.c.sign_in.in_(some))
        )
        found |= {row.sign_in: row.id for row in rows}
    return found
