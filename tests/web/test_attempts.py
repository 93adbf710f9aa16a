"""Sitting a quiz in the database: drawing, saving, ending, on the server's clock."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise

import pytest
from sqlalchemy import func, select, update

from qbank import limits
from qbank.draws import Draws
from qbank.web.asking import questions
from qbank.web.base import clock
from qbank.web.base.again import settled
from qbank.web.base.clock import MINUTE
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import answers, asked, pool
from qbank.web.base.schema import attempts as table
from qbank.web.base.store import Store, engine_for
from qbank.web.course import quizzes
from qbank.web.door import views
from qbank.web.sitting import attempts, drawing
from qbank.web.sitting.attempts import Attempt

from .conftest import make_school
from .quizzing import counting, give_extra, keys_of, make_quiz, own, rows, save, seen_by, slot, start, submit
from .sat import rule, ruling


@pytest.fixture
def running(site, school):
    """Ben's attempt at a quiz of two questions."""
    quiz = make_quiz(site, school)
    return site, school["ben"], quiz, start(site, school["ben"], quiz)


def part_of(site, attempt, position=1):
    return next(iter(keys_of(site, attempt, position)))


# Starting.


def test_sixteen_starts_at_once_are_one_attempt(both):
    school = make_school(both)
    quiz = make_quiz(both, school)
    with ThreadPoolExecutor(16) as crowd:
        begun = list(crowd.map(lambda _: start(both, school["ben"], quiz).public, range(16)))
    assert len(set(begun)) == len(rows(both, table)) == 1
    assert len(rows(both, asked)) == quiz.positions


def test_two_services_on_one_database_start_one_attempt(both):
    """Each service has a writer of its own; the constraint decides, and the loser looks again."""
    school = make_school(both)
    quiz = make_quiz(both, school)
    stores = [Store(engine_for(both.settings.database)) for _ in range(8)]

    def begin(store):
        work = lambda c: attempts.start(  # noqa: E731
            c, school["ben"], quizzes.quiz(c, school["ben"], quiz.public), both.clock.now()
        )
        return settled(store, work).public

    with ThreadPoolExecutor(8) as crowd:
        begun = list(crowd.map(begin, stores))
    for store in stores:
        store.close()
    assert len(set(begun)) == len(rows(both, table)) == 1


def test_who_is_always_second_is_refused_and_nothing_breaks(site, school):
    from sqlalchemy import insert

    from qbank.web.base.schema import members

    again = {"course_id": school["course"].id, "person_id": school["ben"].id, "role": "student", "label": "",
             "extra": 0, "joined": 0}  # fmt: skip
    with pytest.raises(Refusal) as refused:
        settled(site.store, lambda c: c.execute(insert(members).values(again)))
    assert refused.value.status == 409


def test_an_attempt_is_gone_on_with_until_it_ends(running):
    site, ben, quiz, attempt = running
    site.clock.at += 10 * MINUTE
    assert start(site, ben, quiz) == attempt
    submit(site, ben, attempt)
    with pytest.raises(Refusal, match="All attempts are used"):
        start(site, ben, quiz)


def test_a_second_attempt_asks_what_the_first_did_not(site, school):
    quiz = make_quiz(site, school, [slot("mask", size=1)], attempts=3)
    seen = []
    for _ in range(3):
        attempt = start(site, school["ben"], quiz)
        seen += [row.question_id for row in rows(site, asked, asked.c.attempt_id == attempt.id)]
        submit(site, school["ben"], attempt)
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    "changed", [{"state": "closed"}, {"opens": 1_900_000_000_000}, {"closes": 1_800_000_000_000}]
)
def test_it_cannot_be_begun_outside_its_window(site, school, changed):
    quiz = make_quiz(site, school, **changed)
    with pytest.raises(Refusal, match="cannot be begun now") as refused:
        start(site, school["ben"], quiz)
    assert refused.value.status == 409


def test_a_draft_is_not_there_for_students_and_another_course_for_nobody(site, school):
    draft, quiz = make_quiz(site, school, state="draft"), make_quiz(site, school)
    for person, wanted in ((school["ben"], draft), (school["zoe"], quiz), (school["zoe"], draft)):
        with pytest.raises(Refusal) as refused:
            seen_by(site, person, wanted)
        assert refused.value.status == 404


def test_a_pool_that_is_too_small_says_so_and_begins_nothing(site, school):
    quiz = make_quiz(site, school, [slot("mask", size=50)])
    with pytest.raises(Refusal, match="not enough questions yet"):
        start(site, school["ben"], quiz)
    assert rows(site, table) == []


def test_a_wide_slot_leaves_a_narrow_one_what_it_needs(site, school, some_questions):
    """Three questions of a topic: one slot takes any two, the other needs the only one of a template."""
    counted = Counter(question.template for question in some_questions)
    alone = next(question for question in some_questions if counted[question.template] == 1)
    slots = [slot(alone.topic, size=2), slot(template=alone.template)]
    quiz = make_quiz(site, school, slots)
    with site.store.read() as connection:
        for seed in range(20):
            drawn = drawing.draw(connection, quiz, school["ben"], Draws(seed, "test"))
            assert [place for place, _ in drawn] == [0, 0, 1]
            assert len({name for _, name in drawn}) == 3
            assert drawn[-1][1] == alone.id


def test_extra_time_makes_the_attempt_and_the_window_longer(site, school):
    now = site.clock.now()
    quiz = make_quiz(site, school, closes=now + 30 * MINUTE)
    assert start(site, school["cleo"], quiz).deadline == now + 30 * MINUTE
    give_extra(site, school["ben"], 50)
    assert seen_by(site, school["ben"], quiz).ends == now + 60 * MINUTE
    assert start(site, school["ben"], quiz).deadline == now + 60 * MINUTE  # 90 minutes, but the window ends
    wide = make_quiz(site, school)
    assert start(site, school["ben"], wide).deadline == now + 90 * MINUTE
    assert start(site, school["cleo"], make_quiz(site, school, minutes=None, closes=None)).deadline is None


# Saving.


def test_what_is_typed_is_kept_as_typed_for_every_part(site, school, some_questions):
    template = next(question.template for question in some_questions if len(question.parts) > 2)
    attempt = start(site, school["ben"], make_quiz(site, school, [slot(template=template)]))
    typed = {part: f"  {part} = ½ " for part in keys_of(site, attempt, 1)}
    receipt = save(site, school["ben"], attempt, 1, typed)
    assert len(typed) > 2
    assert receipt.revisions == dict.fromkeys(typed, 1)
    assert counting(site, attempt) == {(1, part): text for part, text in typed.items()}


def test_one_request_is_one_row_however_often_it_comes(both):
    school = make_school(both)
    attempt = start(both, school["ben"], make_quiz(both, school))
    send = partial(save, both, school["ben"], attempt, 1, {part_of(both, attempt): "12"}, request="r1")
    with ThreadPoolExecutor(16) as crowd:
        receipts = list(crowd.map(lambda _: send(), range(16)))
    assert len(rows(both, answers)) == 1
    assert {receipt.standing for receipt in receipts} == {"counts"}
    assert {tuple(receipt.revisions.values()) for receipt in receipts} == {(1,)}


def test_going_back_in_the_browser_loses_no_second_answer(running):
    """The form brings the request and revision of before, but another text: both are kept, and its sender decides."""
    site, ben, _, attempt = running
    part = part_of(site, attempt)
    save(site, ben, attempt, 1, {part: "12"}, request="r1")
    receipt = save(site, ben, attempt, 1, {part: "13"}, request="r1")
    assert (receipt.standing, receipt.stored, receipt.conflicts) == ("stale", {part: "12"}, (part,))
    assert [row.typed for row in rows(site, answers)] == ["12", "13"]
    chosen = save(site, ben, attempt, 1, {part: "13"}, seen=receipt.revisions)
    assert chosen.standing == "counts"
    assert counting(site, attempt) == {(1, part): "13"}


def test_a_stale_page_gets_both_texts_and_spoils_no_other_part(site, school, some_questions):
    template = next(question.template for question in some_questions if len(question.parts) > 1)
    attempt = start(site, school["ben"], make_quiz(site, school, [slot(template=template)]))
    first, second = list(keys_of(site, attempt, 1))[:2]
    save(site, school["ben"], attempt, 1, {first: "1", second: ""})
    receipt = save(site, school["ben"], attempt, 1, {first: "2", second: "5"}, request="r9")
    assert (receipt.standing, receipt.stored, receipt.conflicts) == ("stale", {first: "1"}, (first,))
    assert counting(site, attempt) == {(1, first): "1", (1, second): "5"}
    again = save(site, school["ben"], attempt, 1, {first: "2", second: "5"}, request="r9")
    assert again._replace(received=0) == receipt._replace(received=0)


def test_a_page_that_left_a_part_alone_is_in_no_conflict_about_it(site, school, some_questions):
    template = next(question.template for question in some_questions if len(question.parts) > 1)
    attempt = start(site, school["ben"], make_quiz(site, school, [slot(template=template)]))
    first, second = list(keys_of(site, attempt, 1))[:2]
    save(site, school["ben"], attempt, 1, {first: "1", second: ""})
    receipt = save(site, school["ben"], attempt, 1, {first: "", second: "5"})
    assert (receipt.standing, receipt.stored, receipt.conflicts) == ("counts", {first: "1"}, ())
    assert counting(site, attempt) == {(1, first): "1", (1, second): "5"}


def test_an_answer_can_be_taken_away(running):
    site, ben, _, attempt = running
    part = part_of(site, attempt)
    save(site, ben, attempt, 1, {part: "12"})
    assert save(site, ben, attempt, 1, {part: ""}, seen={part: 1}).standing == "counts"
    assert counting(site, attempt) == {(1, part): ""}


def test_foreign_attempts_and_parts_are_not_there(running, school):
    site, ben, _, attempt = running
    part = part_of(site, attempt)
    for person, position, name in (
        (school["cleo"], 1, part),
        (school["ada"], 1, part),
        (ben, 3, part),
        (ben, 1, "x"),
    ):
        with pytest.raises(Refusal) as refused:
            save(site, person, attempt, position, {name: "12"})
        assert refused.value.status == 404
    assert rows(site, answers) == []


def test_the_length_of_an_answer(running):
    site, ben, _, attempt = running
    part = part_of(site, attempt)
    assert save(site, ben, attempt, 1, {part: "1" * limits.ANSWER_CHARACTERS}).standing == "counts"
    with pytest.raises(Refusal, match="at most 2,000") as refused:
        save(site, ben, attempt, 1, {part: "1" * (limits.ANSWER_CHARACTERS + 1)}, seen={part: 1})
    assert (refused.value.status, refused.value.field) == (422, part)


def test_the_versions_of_an_answer(running, monkeypatch):
    """Lowered: a thousand would have to be written."""
    site, ben, _, attempt = running
    part = part_of(site, attempt)
    monkeypatch.setattr(limits, "REVISIONS", 3)
    for revision in range(3):
        save(site, ben, attempt, 1, {part: str(revision)}, seen={part: revision})
    with pytest.raises(Refusal, match="3 versions") as refused:
        save(site, ben, attempt, 1, {part: "9"}, seen={part: 3})
    assert refused.value.status == 409


# The clock.


def test_at_the_deadline_it_counts_and_a_millisecond_later_it_is_late_and_kept(both):
    school = make_school(both)
    attempt = start(both, school["ben"], make_quiz(both, school))
    part = part_of(both, attempt)
    for at, seen, standing in ((-1, 0, "counts"), (0, 1, "counts"), (1, 2, "late")):
        receipt = save(
            both,
            school["ben"],
            attempt,
            1,
            {part: str(at)},
            seen={part: seen},
            received=attempt.deadline + at,
        )
        assert receipt.standing == standing
    assert counting(both, attempt) == {(1, part): "0"}
    with both.store.read() as connection:
        assert [kept.typed for _, _, kept in attempts.late_in(connection, attempt)] == ["1"]
    save(both, school["ben"], attempt, 1, {part: "1"}, seen={part: 2}, received=attempt.deadline + 9)
    assert len(rows(both, answers)) == 3  # the same late text is kept once


def test_what_arrived_in_time_counts_though_the_end_was_noted_first_and_is_marked_again(both):
    school = make_school(both)
    attempt = start(both, school["ben"], make_quiz(both, school, [slot("mask")]))
    keys = keys_of(both, attempt, 1)
    both.clock.at = attempt.deadline + 1
    assert attempts.end_overdue(both) == 1
    ended = own(both, school["ben"], attempt)
    assert (ended.submitted, ended.ended, ended.marked) == (attempt.deadline, "deadline", both.clock.at)
    assert save(both, school["ben"], attempt, 1, keys, received=attempt.deadline).standing == "counts"
    assert own(both, school["ben"], attempt).marked is None
    assert attempts.end_overdue(both) == 1
    assert attempts.end_overdue(both) == 0


def test_an_attempt_is_not_ended_at_its_last_millisecond(running):
    site, ben, _, attempt = running
    site.clock.at = attempt.deadline
    assert attempts.end_overdue(site) == 0
    assert submit(site, ben, attempt) == attempt.deadline
    assert own(site, ben, attempt).ended == "student"


def test_sixteen_submissions_at_once_are_one(both):
    school = make_school(both)
    attempt = start(both, school["ben"], make_quiz(both, school))
    with ThreadPoolExecutor(16) as crowd:
        told = set(
            crowd.map(lambda at: submit(both, school["ben"], attempt, attempt.started + at), range(16))
        )
    assert len(told) == 1
    assert own(both, school["ben"], attempt).submitted in told


def test_after_submitting_nothing_counts_but_what_was_under_way(running):
    site, ben, _, attempt = running
    part = part_of(site, attempt)
    submit(site, ben, attempt, attempt.started + 100)
    assert save(site, ben, attempt, 1, {part: "1"}, received=attempt.started + 99).standing == "counts"
    assert (
        save(site, ben, attempt, 1, {part: "2"}, seen={part: 1}, received=attempt.started + 100).standing
        == "late"
    )


def test_ten_thousand_answers_around_the_deadline_none_misjudged():
    """Against what the words say: in time is up to the deadline, and before one's own submission."""
    draws, misjudged = Draws(7, "deadline"), 0
    for _ in range(10_000):
        deadline = 1_000_000 if draws.below(10) else None
        received, clicked = 999_997 + draws.below(7), 999_997 + draws.below(7)
        in_time = deadline is None or received <= deadline
        if draws.below(2) and (deadline is None or clicked <= deadline):
            ended, submitted, in_time = "student", clicked, in_time and received < clicked
        else:  # not ended yet, or ended by the watch before this answer was written
            noted = deadline is not None and draws.below(2)
            ended, submitted = ("deadline", deadline) if noted else (None, None)
        attempt = Attempt(1, "a", 1, 1, 1, 0, deadline, submitted, ended, None)
        misjudged += attempt.takes_answers(received) is not in_time
    assert misjudged == 0


def test_a_clock_that_is_set_back_goes_on(monkeypatch):
    wall, steady = [1_000_000_000_000_000_000], [5_000_000_000]
    monkeypatch.setattr(clock.time, "time_ns", lambda: wall[0])
    monkeypatch.setattr(clock.time, "monotonic_ns", lambda: steady[0])
    server, told = clock.ServerClock(), []
    for step in (0, 1_000, -3_600_000, 2, 7_200_000):  # an hour back, in milliseconds
        wall[0] += step * 1_000_000
        steady[0] += 1_000_000
        told.append(server.now())
    assert all(later > earlier for earlier, later in pairwise(told))
    assert told[2] - told[1] == 1


def test_summer_time_changes_nothing_that_is_said():
    """An hour before and after clocks go forward in Europe, 28 March 2027: two hours, by the page as by the clock."""
    before, after = 1_806_192_000_000, 1_806_192_000_000 + 120 * MINUTE
    assert "28 March 2027, 00:00 UTC" in views.moment(before)
    assert "28 March 2027, 02:00 UTC" in views.moment(after)
    assert 'datetime="2027-03-28T02:00:00.000+00:00"' in views.moment(after)


# Receipts.


def test_a_receipt_is_of_these_answers_alone(running):
    site, ben, _, attempt = running
    part, codes = part_of(site, attempt), set()
    for revision, text in enumerate(("1", "2", "1")):
        save(site, ben, attempt, 1, {part: text}, seen={part: revision})
        with site.store.read() as connection:
            codes.add(attempts.receipt_code(site, attempt, attempts.saved_in(connection, attempt)))
    assert len(codes) == 3


def test_public_names_are_all_that_a_student_gets(running):
    """An attempt's own form is the public one."""
    site, _, _, attempt = running
    with site.store.read() as connection:
        for each in attempts.asked_in(connection, attempt):
            question = questions.with_key(connection, each.question_id)
            assert each.form == questions.form_of(question)
        assert connection.scalar(select(func.count()).select_from(asked)) == 2


def test_making_final_is_for_quizzes_that_tell_after_each(running, school):
    site, ben, quiz, attempt = running
    work = lambda c, q=quiz, a=attempt: attempts.check_one(c, a, q, 1, site.clock.now())  # noqa: E731
    with pytest.raises(Refusal, match="cannot be made final"):
        site.store.write(work)
    each = make_quiz(site, school, feedback="each")
    other = start(site, ben, each)
    site.store.write(lambda c: work(c, each, other))
    part = part_of(site, other)
    assert save(site, ben, other, 1, {part: "1"}).standing == "late"
    ended = other._replace(deadline=site.clock.now() - 1)
    with pytest.raises(Refusal):
        site.store.write(lambda c: work(c, each, ended))


def test_what_cannot_be_marked_keeps_nobody_else_waiting(site, school, monkeypatch):
    from qbank.web.base.schema import asked_keys

    quiz = make_quiz(site, school)
    bad, good = start(site, school["ben"], quiz), start(site, school["cleo"], quiz)
    broken = update(asked_keys).where(asked_keys.c.attempt_id == bad.id).values(line="{}")
    site.store.write(lambda c: c.execute(broken) and None)
    site.clock.at = good.deadline + 1
    assert attempts.end_overdue(site) == 1
    assert own(site, school["cleo"], good).marked is not None
    assert own(site, school["ben"], bad).marked is None


def test_a_question_that_counts_for_nobody_is_drawn_last(site, school):
    """Neither on paper nor by who begins later, while there are others."""
    quiz = make_quiz(site, school, [slot("mask", size=2)])
    with site.store.read() as connection:
        names = list(connection.scalars(select(pool.c.question_id).where(pool.c.quiz_id == quiz.id)))
        parts = {name: questions.with_key(connection, name).parts[0].name for name in names}
    assert len(names) > 2
    void, free = names[:-2], set(names[-2:])
    for name in void:
        rule(site, quiz, school["ada"], ruling(name, "void", part=parts[name]))
    attempt = start(site, school["ben"], quiz)
    with site.store.read() as connection:
        assert {each.question_id for each in attempts.asked_in(connection, attempt)} == free
