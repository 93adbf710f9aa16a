"""Regrading: shown first, written only as it was shown, and taken back to exactly what there was."""

import pytest
from sqlalchemy import func, select

from qbank.draws import Draws
from qbank.web.base.schema import marks as marks_made
from qbank.web.base.schema import rulings as rulings_made
from qbank.web.outcome import planning, regrade, reviewing
from qbank.web.sitting import marks, rulings

from .conftest import make_school
from .quizzing import make_quiz, save, slot, start, submit
from .sat import (
    ATTENTION,
    CELLS,
    SLOTS,
    blank,
    classroom,
    latest,
    mistaken,
    papers,
    promote,
    right,
    rule,
    ruling,
    sat_quiz,
    sit,
    totals,
    undo,
    unreadable,
)


def count(site, table):
    with site.store.read() as connection:
        return connection.scalar(select(func.count()).select_from(table))


def first(site, attempt, position=1):
    return papers(site, attempt)[position - 1].question


@pytest.mark.parametrize("action", ["void", "full_marks", "rekey", "accept"])
def test_a_ruling_and_its_undo(both, action):
    school = make_school(both)
    quiz, ben, cleo = sat_quiz(both, school)
    before, marks_before = totals(both, quiz), latest(both, cleo)
    question = first(both, cleo)
    value = question.parts[0].mistakes[0].key if action in rulings.VALUED else None
    line = ruling(question.id, action, value=value, now=both.clock.now())
    plan = rule(both, quiz, school["ada"], line)
    assert totals(both, quiz) == plan.after != before
    expected = {  # (ben, cleo): points and what they are out of
        "void": ((5, 5), (4, 5)), "full_marks": ((7, 7), (6, 7)), "rekey": ((5, 7), (6, 7)), "accept": ((7, 7), (6, 7)),
    }[action]  # fmt: skip
    assert (plan.after[ben.id], plan.after[cleo.id]) == expected
    assert (plan.up, plan.down) == {"void": (1, 0), "full_marks": (1, 0), "rekey": (1, 1), "accept": (1, 0)}[
        action
    ]
    undo(both, quiz, school["ada"], line)
    assert totals(both, quiz) == before
    assert latest(both, cleo) == marks_before


def test_undoing_restores_the_totals_exactly(site, school):
    """Whatever rulings come in whichever order, what stands decides; without any, all is as it was."""
    students = classroom(site, school, 6)
    quiz = make_quiz(site, school, slots=SLOTS)
    hows = [right, mistaken, unreadable, blank]
    draws = Draws("undo", "test")
    for at, student in enumerate(students):
        sat = sit(site, student, quiz, *(hows[draws.below(4)] for _ in SLOTS))
        assert at or sat.number == 1
    original = totals(site, quiz)
    with site.store.read() as connection:
        asked = [papers(site, sat)[place].question for place in range(3)]
        assert marks.latest(connection, list(original))
    for _ in range(4):
        standing, known = [], {frozenset(): original}
        for _ in range(6):
            if standing and draws.below(3) == 0:
                undo(site, quiz, school["ada"], standing.pop(draws.below(len(standing))))
            else:
                question = asked[draws.below(3)]
                part = question.parts[draws.below(len(question.parts))]
                action = rulings.ACTIONS[draws.below(4)]
                value = part.mistakes[0].key if action in rulings.VALUED else None
                standing.append(
                    ruling(question.id, action, part=part.name, value=value, now=site.clock.now())
                )
                rule(site, quiz, school["ada"], standing[-1])
            key = frozenset((one.public) for one in standing)
            assert known.setdefault(key, totals(site, quiz)) == totals(site, quiz)
        while standing:
            undo(site, quiz, school["ada"], standing.pop(draws.below(len(standing))))
        assert totals(site, quiz) == original


def test_of_two_rulings_that_overlap_either_can_go_first(both):
    school = make_school(both)
    quiz, _, cleo = sat_quiz(both, school)
    before = totals(both, quiz)
    question = first(both, cleo)
    void = ruling(question.id, "void", now=both.clock.now())
    full = ruling(question.id, "full_marks", now=both.clock.now())
    voided = rule(both, quiz, school["ada"], void).after
    rule(both, quiz, school["ada"], full)
    undo(both, quiz, school["ada"], full)
    assert totals(both, quiz) == voided
    rule(both, quiz, school["ada"], again := ruling(question.id, "full_marks", now=both.clock.now()))
    undo(both, quiz, school["ada"], void)
    assert totals(both, quiz)[cleo.id] == (6, 7)
    undo(both, quiz, school["ada"], again)
    assert totals(both, quiz) == before


def test_a_persons_mark_stays_and_is_listed(both):
    school = make_school(both)
    quiz, _, cleo = sat_quiz(both, school)
    with both.store.read() as connection:
        (group,) = reviewing.groups(connection, quiz)
    decide = lambda c: reviewing.decide(c, quiz, school["ada"], group.name, 0.5, "nearly", both.clock.now())  # noqa: E731
    assert both.store.write(decide) == 1
    assert both.store.write(decide) == 0
    decided = latest(both, cleo)[1]
    assert (decided.verdict, decided.points, decided.code) == ("partly", 0.5, "reviewed")
    question = first(both, cleo, 2)
    rekey = ruling(question.id, "rekey", value=question.parts[0].mistakes[0].key, now=both.clock.now())
    plan = rule(both, quiz, school["ada"], rekey)
    assert [one.before.points for one in plan.kept] == [0.5]
    assert latest(both, cleo)[1] == decided
    full = ruling(question.id, "full_marks", now=both.clock.now())
    rule(both, quiz, school["ada"], full)
    assert latest(both, cleo)[1].points == 1
    undo(both, quiz, school["ada"], full)
    assert latest(both, cleo)[1] == decided


def test_a_persons_mark_is_about_what_was_typed_then(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    with site.store.read() as connection:
        (group,) = reviewing.groups(connection, quiz)
    site.store.write(
        lambda c: reviewing.decide(c, quiz, school["ada"], group.name, None, "fine", site.clock.now())
    )
    from sqlalchemy import update

    from qbank.web.base.schema import attempts

    reopened = {"submitted": None, "ended": None, "marked": None}
    site.store.write(
        lambda c: c.execute(update(attempts).where(attempts.c.id == cleo.id).values(reopened)) and None
    )
    site.clock.at += 1000
    submit(site, school["cleo"], cleo)
    marks.mark(site, cleo.id)
    assert latest(site, cleo)[1].points == 1  # the same text: the person's word holds
    site.store.write(
        lambda c: c.execute(update(attempts).where(attempts.c.id == cleo.id).values(reopened)) and None
    )
    site.clock.at += 1000
    save(site, school["cleo"], cleo, 2, {"": "17"}, seen={"": 1})
    submit(site, school["cleo"], cleo)
    marks.mark(site, cleo.id)
    assert latest(site, cleo)[1].points == 0
    assert latest(site, cleo)[1].code != "reviewed"


def test_what_has_changed_is_shown_again_and_not_written(both):
    school = make_school(both)
    quiz, _, cleo = sat_quiz(both, school)
    line = ruling(first(both, cleo).id, "void", now=both.clock.now())
    digest = planning.planned(both, quiz, [line]).digest
    (late,) = classroom(both, school, 1)
    sit(both, late, quiz, right)
    other = regrade.applied(both, quiz, school["ada"], [line], digest)
    assert other is not None
    assert len(other.before) == 3
    assert count(both, rulings_made) == 0
    assert regrade.applied(both, quiz, school["ada"], [line], other.digest) is None


def test_one_request_is_carried_out_once(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    line = ruling(first(site, cleo).id, "void", now=site.clock.now(), request="r1")
    rule(site, quiz, school["ada"], line)
    made, given = count(site, rulings_made), count(site, marks_made)
    again = ruling(first(site, cleo).id, "void", now=site.clock.now(), request="r1")
    assert regrade.applied(site, quiz, school["ada"], [again], "whatever") is None
    assert (count(site, rulings_made), count(site, marks_made)) == (made, given)


def test_an_attempt_that_is_marked_later_obeys_what_stands(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    ben = sit(site, school["ben"], quiz, right, right, right)
    rule(site, quiz, school["ada"], ruling(first(site, ben).id, "void", now=site.clock.now()))
    cleo = sit(site, school["cleo"], quiz, right, right, right)
    assert totals(site, quiz) == {ben.id: (5, 5), cleo.id: (5, 5)}


def test_a_running_attempt_is_left_alone(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    ben = sit(site, school["ben"], quiz, right, right, right)
    start(site, school["cleo"], quiz)
    plan = rule(site, quiz, school["ada"], ruling(first(site, ben).id, "void", now=site.clock.now()))
    assert list(plan.before) == [ben.id]


def test_another_key_for_options_holds_in_the_letters_of_each_attempt(site, school):
    quiz = make_quiz(site, school, slots=[slot(template="decoding.path_probabilities", points=3.0)])
    ben = sit(site, school["ben"], quiz, right)
    cleo = sit(
        site,
        school["cleo"],
        quiz,
        lambda part: {"A": "B", "B": "A"}[part.display] if part.options else right(part),
    )
    assert [totals(site, quiz)[one.id].points for one in (ben, cleo)] == [3, 2]
    question = first(site, ben)
    part = question.part("likelier")
    other = "A" if part.key == "B" else "B"
    line = ruling(question.id, "rekey", part="likelier", value=other, now=site.clock.now())
    rule(site, quiz, school["ada"], line)
    assert [totals(site, quiz)[one.id].points for one in (ben, cleo)] == [2, 3]
    undo(site, quiz, school["ada"], line)
    assert [totals(site, quiz)[one.id].points for one in (ben, cleo)] == [3, 2]


def test_only_the_part_that_is_named_changes(site, school):
    quiz = make_quiz(site, school, slots=[slot(template=CELLS, points=4.0), slot(template=ATTENTION)])
    ben = sit(site, school["ben"], quiz, mistaken, right)
    assert totals(site, quiz)[ben.id] == (1, 5)
    rule(
        site,
        quiz,
        school["ada"],
        ruling(first(site, ben).id, "full_marks", part="open", now=site.clock.now()),
    )
    assert totals(site, quiz)[ben.id] == (3, 5)
    assert {each.part: each.points for each in latest(site, ben) if each.position == 1} == {
        "blocked": 0,
        "open": 2,
    }


def test_marks_are_added_and_none_is_changed(site, school):
    quiz, _, cleo = sat_quiz(site, school)
    with site.store.read() as connection:
        before = connection.execute(select(marks_made).order_by(marks_made.c.id)).all()
    line = ruling(first(site, cleo).id, "void", now=site.clock.now())
    rule(site, quiz, school["ada"], line)
    undo(site, quiz, school["ada"], line)
    with site.store.read() as connection:
        after = connection.execute(select(marks_made).order_by(marks_made.c.id)).all()
    assert after[: len(before)] == before
    added = after[len(before) :]
    assert {row.who_id for row in added} == {school["ada"].id}
    assert all(row.ruling_id and row.reason for row in added)


def test_who_sat_it_and_teaches_now_is_none_of_the_class(site, school):
    quiz, ben, cleo = sat_quiz(site, school)
    promote(site, school["cleo"])
    plan = rule(site, quiz, school["ada"], ruling(first(site, ben).id, "full_marks", now=site.clock.now()))
    assert list(plan.before) == [ben.id]
    assert plan.changed == [one for one in plan.changed if one.attempt_id == ben.id]
    assert latest(site, cleo)[0].code == "full_marks"
