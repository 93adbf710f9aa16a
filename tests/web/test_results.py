"""What an instructor sees of a quiz, does to an attempt, and decides by hand; and that nobody else does."""

import re

import pytest

from qbank import limits
from qbank.web.base.clock import MINUTE
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import attempts as table
from qbank.web.base.schema import interventions, members
from qbank.web.base.schema import marks as marks_made
from qbank.web.base.schema import questions as stock
from qbank.web.pages import reviewing, watching
from qbank.web.sitting import attempts, marks

from .conftest import Browser, make_school, person
from .quizzing import give_extra, make_quiz, own, rows, save, slot, start, submit
from .sat import FORWARD, SLOTS, classroom, latest, mistaken, papers, right, sat_quiz, sit, totals, unreadable


def paths(site, quiz, attempt):
    question = rows(site, stock, stock.c.id == papers(site, attempt)[0].question.id)[0].public
    base = f"/teach/quizzes/{quiz.public}"
    return [
        *(f"{base}/{name}" for name in ("live", "items", "review", "rulings", "grades", "grades.csv", "grades.xlsx")),
        f"{base}/rulings/{question}", f"/teach/attempts/{attempt.public}",
    ]  # fmt: skip


def posts(site, quiz, attempt):
    return [path for path in paths(site, quiz, attempt) if re.search("review$|rulings/|attempts/", path)]


def test_only_the_courses_instructors_are_let_in(site, school):
    quiz, ben, _ = sat_quiz(site, school)
    person(site, "guest-teacher", "instructor")
    for name in ("ben", "cleo", "zoe", "guest-teacher"):
        visitor = Browser(site).sign_in(name)
        assert {visitor.get(path).status_code for path in paths(site, quiz, ben)} == {404}
        assert {
            visitor.post(path, {"reason": "x", "action": "end"}).status_code
            for path in posts(site, quiz, ben)
        } == {404}
    stranger = Browser(site)
    assert {stranger.get(path).status_code for path in paths(site, quiz, ben)} == {303}
    ada = Browser(site).sign_in("ada")
    assert {ada.get(path).status_code for path in paths(site, quiz, ben)} == {200}
    assert len(posts(site, quiz, ben)) == 3
    assert rows(site, interventions) == []


def test_of_an_archived_course_nothing_is_there(site, school):
    from sqlalchemy import update

    from qbank.web.base.schema import courses

    quiz, ben, _ = sat_quiz(site, school)
    site.store.write(lambda c: c.execute(update(courses).values(archived=1)) and None)
    ada = Browser(site).sign_in("ada")
    assert {ada.get(path).status_code for path in paths(site, quiz, ben)} == {404}


# Live.


def test_the_live_page(both):
    school = make_school(both)
    quiz = make_quiz(both, school, slots=SLOTS)
    ben = start(both, school["ben"], quiz)
    both.clock.at += 10 * MINUTE
    save(both, school["ben"], ben, 2, {"": "384"})
    answer = Browser(both).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/live")
    assert "1 of 2 have begun; 1 sit it now, 0 have submitted." in answer.text
    assert re.search(r"1 of 3.*question 2,.*50 min", answer.text, re.DOTALL)
    assert "not begun" in answer.text
    assert answer.headers["refresh"] == str(watching.EVERY_SECONDS)
    paused = Browser(both).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/live?refresh=off")
    assert "refresh" not in paused.headers
    both.clock.at += 51 * MINUTE
    attempts.end_overdue(both)
    assert "by the deadline" in Browser(both).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/live").text


# Interventions.


def change(site, attempt, **sent):
    return (
        Browser(site)
        .sign_in("ada")
        .post(f"/teach/attempts/{attempt.public}", {"reason": "fire alarm", **sent})
    )


def test_more_time_moves_the_deadline_once(both):
    school = make_school(both)
    quiz = make_quiz(both, school, slots=SLOTS)
    ben = start(both, school["ben"], quiz)
    for _ in range(2):
        assert change(both, ben, action="extra", minutes="15", request="r1").status_code == 303
    assert own(both, school["ben"], ben).deadline == ben.deadline + 15 * MINUTE
    (line,) = rows(both, interventions)
    assert (line.action, line.before, line.after, line.reason) == (
        "extra",
        ben.deadline,
        ben.deadline + 15 * MINUTE,
        "fire alarm",
    )
    assert line.who_id == school["ada"].id
    both.clock.at = ben.deadline + MINUTE
    assert save(both, school["ben"], ben, 1, {"": "264"}).standing == "counts"
    assert "fire alarm" in Browser(both).sign_in("ada").get(f"/teach/attempts/{ben.public}").text


def test_minutes_that_are_none(site, school):
    ben = start(site, school["ben"], make_quiz(site, school, slots=SLOTS))
    ada = Browser(site).sign_in("ada")
    for minutes in ("0", str(limits.QUIZ_MINUTES + 1), "", "ten", "-5", "1.5"):
        sent = {"action": "extra", "minutes": minutes, "reason": "fire alarm"}
        answer = ada.post(f"/teach/attempts/{ben.public}", sent)
        assert answer.status_code == 422
        assert "Write a whole number" in answer.text
        assert 'value="fire alarm"' in answer.text
    assert rows(site, interventions) == []


def test_the_longest_extra_time(site, school):
    ben = start(site, school["ben"], make_quiz(site, school, slots=SLOTS))
    assert change(site, ben, action="extra", minutes=str(limits.QUIZ_MINUTES)).status_code == 303


def test_nothing_is_done_without_a_reason_or_a_deed(site, school):
    ben = start(site, school["ben"], make_quiz(site, school, slots=SLOTS))
    ada = Browser(site).sign_in("ada")
    for action, reason in [
        *((action, " ") for action in ("extra", "end", "reopen")),
        ("explode", "x"),
        ("", "x"),
        ("reopen", "x"),
    ]:
        sent = {"action": action, "minutes": "5", "reason": reason}
        assert ada.post(f"/teach/attempts/{ben.public}", sent).status_code == 422
    assert rows(site, interventions) == []


def test_ending_now(both):
    school = make_school(both)
    ben = sit(both, school["ben"], make_quiz(both, school, slots=SLOTS), right, ended=False)
    both.clock.at += MINUTE
    assert change(both, ben, action="end").status_code == 303
    ended = own(both, school["ben"], ben)
    assert (ended.submitted, ended.ended) == (both.clock.at, "instructor")
    assert ended.marked is not None
    assert sum(each.points for each in latest(both, ben)) == 2
    assert save(both, school["ben"], ben, 2, {"": "384"}, received=both.clock.at + 1).standing == "late"
    assert change(both, ben, action="end").status_code == 422


def test_opening_again_until_the_window_ends(both):
    school = make_school(both)
    quiz = make_quiz(both, school, slots=SLOTS, minutes=None, closes=both.clock.now() + 90 * MINUTE)
    ben = sit(both, school["ben"], quiz, right)
    assert change(both, ben, action="extra", minutes="5").status_code == 422
    assert change(both, ben, action="reopen", minutes="").status_code == 303
    again = own(both, school["ben"], ben)
    assert (again.submitted, again.ended, again.marked, again.deadline) == (None, None, None, quiz.closes)
    save(both, school["ben"], ben, 2, {"": "384"})
    submit(both, school["ben"], ben)
    marks.mark(both, ben.id)
    assert totals(both, quiz)[ben.id].points == 3
    both.clock.at = quiz.closes
    answer = change(both, ben, action="reopen", minutes="5")
    assert answer.status_code == 422
    assert "window has ended" in answer.text


def test_an_attempt_of_a_closed_quiz_waits_for_the_quiz(site, school):
    """Also where there is no window that could have ended."""
    quiz = make_quiz(site, school, slots=SLOTS, closes=None)
    ben = sit(site, school["ben"], quiz, right)
    ada = Browser(site).sign_in("ada")
    assert ada.post(f"/teach/quizzes/{quiz.public}/close").status_code == 303
    answer = change(site, ben, action="reopen", minutes="5")
    assert answer.status_code == 422
    assert "The quiz is closed. Open the quiz again first, then the attempt." in answer.text
    assert "window has ended" not in answer.text
    assert ada.post(f"/teach/quizzes/{quiz.public}/reopen").status_code == 303
    assert change(site, ben, action="reopen", minutes="5").status_code == 303


def test_opening_again_for_some_minutes_and_never_beyond_the_students_own_window(site, school):
    quiz = make_quiz(site, school, slots=SLOTS, closes=site.clock.now() + 90 * MINUTE)
    give_extra(site, school["ben"], 50)
    ben, cleo = (sit(site, school[name], quiz, right) for name in ("ben", "cleo"))
    assert change(site, cleo, action="reopen", minutes="20").status_code == 303
    assert own(site, school["cleo"], cleo).deadline == site.clock.now() + 20 * MINUTE
    assert change(site, ben, action="reopen", minutes="600").status_code == 303
    assert own(site, school["ben"], ben).deadline == quiz.closes + 30 * MINUTE


def test_opening_again_without_minutes_is_for_as_long_as_the_quiz_is(site, school):
    quiz = make_quiz(site, school, slots=SLOTS, minutes=30, closes=None)
    give_extra(site, school["ben"], 50)
    ben, cleo = (sit(site, school[name], quiz, right) for name in ("ben", "cleo"))
    site.clock.at += 5 * 60 * MINUTE
    for name, attempt, minutes in (("ben", ben, 45), ("cleo", cleo, 30)):
        assert change(site, attempt, action="reopen", minutes="").status_code == 303
        assert own(site, school[name], attempt).deadline == site.clock.now() + minutes * MINUTE


def test_two_attempts_never_run_at_once(site, school):
    quiz = make_quiz(site, school, slots=SLOTS, attempts=2)
    ben = sit(site, school["ben"], quiz, right)
    start(site, school["ben"], quiz)
    assert change(site, ben, action="reopen").status_code == 422
    assert len(rows(site, table, table.c.submitted.is_(None))) == 1


# Figures.


def test_the_page_of_figures(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    ada = Browser(site).sign_in("ada")
    assert "marked yet" in ada.get(f"/teach/quizzes/{quiz.public}/items").text
    hows = [
        (right, right, right),
        (mistaken, right, right),
        (unreadable, mistaken, mistaken),
        (mistaken, mistaken, right),
    ]
    for student, how in zip(classroom(site, school, 4), hows, strict=True):
        sit(site, student, quiz, *how)
    page = ada.get(f"/teach/quizzes/{quiz.public}/items").text
    assert page.count('src="data:image/svg+xml;base64,') == 2
    assert "2 × " in page
    alpha = re.search(r"over the places\): <b>([^<]+)</b>", page).group(1)
    assert re.fullmatch(r"−?\d\.\d\d", alpha)


# Review.


def groups(page):
    return re.findall(r'name="group" value="(\w+)"', page)


def decide(site, quiz, group, **sent):
    fields = {"group": group, "reason": "I can read it", "points": "", **sent}
    return Browser(site).sign_in("ada").post(f"/teach/quizzes/{quiz.public}/review", fields)


def test_answers_of_one_text_are_decided_together(both):
    school = make_school(both)
    quiz = make_quiz(both, school, slots=SLOTS)
    class_ = classroom(both, school, 3)
    for student in class_:
        sit(both, student, quiz, unreadable, lambda part: "", right)
    page = Browser(both).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/review").text
    (group,) = groups(page)
    assert "3 answers" in page
    assert "about ten?" in page
    assert (
        decide(both, quiz, group, decision="points", points="1,5")
        .headers["location"]
        .endswith("review?decided=3")
    )
    assert [total.points for total in totals(both, quiz).values()] == [5.5, 5.5, 5.5]
    given = rows(both, marks_made, marks_made.c.who_id.is_not(None))
    assert {(row.verdict, row.code, row.reason, row.who_id) for row in given} == {
        ("partly", "reviewed", "I can read it", school["ada"].id)
    }
    assert "Decided by ada: I can read it." in given[0].why
    assert decide(both, quiz, group, decision="wrong").status_code == 303
    assert len(rows(both, marks_made, marks_made.c.who_id.is_not(None))) == 3
    assert "Nothing waits." in Browser(both).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/review").text


def test_the_second_of_two_decisions_is_told(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    sit(site, school["ben"], quiz, unreadable)
    ada, path = Browser(site).sign_in("ada"), f"/teach/quizzes/{quiz.public}/review"
    (group,) = groups(ada.get(path).text)
    assert decide(site, quiz, group, decision="right").headers["location"].endswith("?decided=1")
    again = decide(site, quiz, group, decision="wrong").headers["location"]
    assert "what you chose was not taken" in ada.get(again).text


@pytest.mark.parametrize("decided", ["-5", "abc", "9" * 30, "", "٣"])
def test_a_count_that_is_none_is_not_shown(site, school, decided):
    quiz = make_quiz(site, school, slots=SLOTS)
    answer = (
        Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/review", params={"decided": decided})
    )
    assert answer.status_code == 200
    assert 'role="status"' not in answer.text


@pytest.mark.parametrize(
    ("typed", "points"), [("0.67", 2 / 3), ("0,67", 2 / 3), ("0.666667", None), ("0.66", 0.66)]
)
def test_the_points_that_the_page_names_are_all_of_them(site, school, typed, points):
    quiz = make_quiz(site, school, slots=[slot(template=FORWARD, points=2 / 3)])
    ben = sit(site, school["ben"], quiz, unreadable)
    ada, path = Browser(site).sign_in("ada"), f"/teach/quizzes/{quiz.public}/review"
    page = ada.get(path).text
    assert "of 0.67 points" in page
    (group,) = groups(page)
    answer = decide(site, quiz, group, decision="points", points=typed)
    assert answer.status_code == (422 if points is None else 303)
    if points is None:
        assert "Write a number from 0 to 0.67." in answer.text
    else:
        assert latest(site, ben)[0].points == pytest.approx(points)


@pytest.mark.parametrize(("decision", "points"), [("right", 2), ("wrong", 0)])
def test_right_and_wrong(site, school, decision, points):
    quiz = make_quiz(site, school, slots=SLOTS)
    ben = sit(site, school["ben"], quiz, unreadable)
    (group,) = groups(Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/review").text)
    assert decide(site, quiz, group, decision=decision).status_code == 303
    assert (latest(site, ben)[0].verdict, latest(site, ben)[0].points) == (decision, points)


NO_DECISIONS = [
    *({"decision": "points", "points": text} for text in ("2.01", "-1", "", "nan", "1e0", "٣")),
    {"decision": "maybe"},
    {"decision": "right", "reason": ""},
    {"decision": "right", "reason": "x" * (limits.REASON_CHARACTERS + 1)},
]


def test_a_decision_that_is_none_is_refused(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    sit(site, school["ben"], quiz, unreadable)
    ada, path = Browser(site).sign_in("ada"), f"/teach/quizzes/{quiz.public}/review"
    (group,) = groups(ada.get(path).text)
    for sent in NO_DECISIONS:
        assert ada.post(path, {"group": group, "reason": "so", "points": "", **sent}).status_code == 422
    assert rows(site, marks_made, marks_made.c.who_id.is_not(None)) == []


def test_many_texts_are_shown_a_part_at_a_time(site, school, monkeypatch):
    monkeypatch.setattr(reviewing, "SHOWN", 1)
    quiz = make_quiz(site, school, slots=SLOTS)
    sit(site, school["ben"], quiz, unreadable, unreadable)
    page = Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/review").text
    assert len(groups(page)) == 1
    assert "And 1 text more, which comes when" in page


# One attempt.


def test_the_page_of_an_attempt_tells_everything(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    ben = start(site, school["ben"], quiz)
    save(site, school["ben"], ben, 1, {"": "1"})
    save(site, school["ben"], ben, 1, {"": "2<script>"}, seen={"": 0})
    save(site, school["ben"], ben, 1, {"": "264"}, seen={"": 1})
    submit(site, school["ben"], ben)
    marks.mark(site, ben.id)
    save(site, school["ben"], ben, 1, {"": "265"}, received=site.clock.now() + 1)
    page = Browser(site).sign_in("ada").get(f"/teach/attempts/{ben.public}").text
    assert "2&lt;script&gt;" in page
    assert all(
        word in page for word in ("in time", "late: does not count", "stale: does not count", "the checker")
    )
    assert "Key:" in page
    assert "Worked solution of question 1" in page
    assert "2 of 7" in page


def test_an_attempt_of_somebody_who_left_the_course_is_still_there(site, school):
    from sqlalchemy import delete

    quiz, ben, _ = sat_quiz(site, school)
    site.store.write(
        lambda c: c.execute(delete(members).where(members.c.person_id == school["ben"].id)) and None
    )
    assert quiz.public in Browser(site).sign_in("ada").get(f"/teach/attempts/{ben.public}").text
    with site.store.read() as connection, pytest.raises(Refusal):
        attempts.own(connection, school["ben"], ben.public)
