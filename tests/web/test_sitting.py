"""The pages of a student in a quiz, without JavaScript, as a browser would use them."""

import re

import pytest
from sqlalchemy.exc import OperationalError

from qbank import limits
from qbank.web.base import rates
from qbank.web.base.clock import MINUTE
from qbank.web.sitting import attempts, saving

from .conftest import Browser
from .quizzing import counting, keys_of, make_quiz, own, rows, save, slot, start, submit

JSON = {"accept": "application/json"}


@pytest.fixture
def ben(site, school):
    return Browser(site).sign_in("ben")


def hidden(page):
    """What a form's hidden fields would bring along."""
    return dict(re.findall(r'<input type="hidden" name="((?:seen|request)[^"]*)" value="([^"]*)">', page))


def fill(browser, path, typed, do="next"):
    fields = hidden(browser.get(path).text)
    return browser.post(path, {**fields, **{f"part-{part}": text for part, text in typed.items()}, "do": do})


def test_the_whole_way(ben, site, school):
    quiz = make_quiz(site, school)
    assert quiz.title in ben.get(f"/courses/{school['course'].public}").text
    assert "Begin" in ben.get(f"/quizzes/{quiz.public}").text
    path = ben.post(f"/quizzes/{quiz.public}/begin").headers["location"]
    attempt = start(site, school["ben"], quiz)
    assert path == f"/attempts/{attempt.public}"
    assert "not answered" in ben.get(path).text
    for position in (1, 2):
        answer = fill(ben, f"{path}/{position}", keys_of(site, attempt, position))
        assert answer.headers["location"] == (f"{path}/2" if position == 1 else path)
    assert "Saved at" in ben.get(f"{path}/1").text
    assert "Every question is answered." in ben.get(f"{path}/submit").text
    assert ben.post(f"{path}/submit").headers["location"] == f"{path}/receipt"
    page = ben.get(f"{path}/receipt").text
    assert "<b>2 of 2 points</b>" in page
    assert page.count("Worked solution") >= 2
    assert re.search(r"<code>[0-9A-F]{4}(-[0-9A-F]{4}){3}</code>", page)
    assert own(site, school["ben"], attempt).ended == "student"


@pytest.fixture
def single(site, school, some_questions):
    """A quiz of one question with one whole number for an answer; ben's attempt at it, and where it is."""
    wanted = {question.template for question in some_questions if _is_single(question)}
    quiz = make_quiz(site, school, [slot(template=min(wanted))])
    attempt = start(site, school["ben"], quiz)
    return attempt, f"/attempts/{attempt.public}/1"


def _is_single(question):
    return len(question.parts) == 1 and question.parts[0].answer["kind"] == "integer"


def test_the_first_page_of_an_attempt_holds_no_key(ben, site, school, some_questions):
    """Neither in what is asked nor in what a save answers: no key, no id of the bank, no template, no solution."""
    topics = sorted({question.topic for question in some_questions})
    quiz = make_quiz(site, school, [slot(topic, size=3) for topic in topics])
    path = ben.post(f"/quizzes/{quiz.public}/begin").headers["location"]
    pages = [ben.get(path).text, ben.get(f"{path}/submit").text]
    for position in range(1, quiz.positions + 1):
        pages += [
            ben.get(f"{path}/{position}").text,
            ben.post(f"{path}/{position}", {"do": "read"}, headers=JSON).text,
        ]
    said = "".join(pages)
    for question in some_questions:
        assert question.id not in said
        assert question.template not in said
        sentences = [question.explanation, *(m.feedback for part in question.parts for m in part.mistakes)]
        for sentence in sentences:
            plain = re.split(r"[$*`&'\"<>“”]", sentence)[0].strip()
            assert len(plain) < 25 or plain not in said, plain


def test_an_answer_is_read_before_it_counts(ben, site, single):
    attempt, path = single
    page = fill(ben, path, {"": "2048"}, do="read").text
    assert "Read as: <b>2048</b>" in page or "Read as: <b>2,048</b>" in page
    assert counting(site, attempt) == {}
    for key in (keys_of(site, attempt, 1)[""], "999999"):
        told = ben.post(path, {"part-": key, "do": "read"}, headers=JSON).json()
        assert set(told) == {"readings"}
        assert not told["readings"][0]["trouble"]


def test_saving_is_acknowledged_to_a_script(ben, site, single):
    _, path = single
    sent = {"part-": "12", "seen-": "0", "request": "r1"}
    first, again = (ben.post(path, sent, headers=JSON) for _ in range(2))
    assert first.json() == again.json() | {"received": first.json()["received"]}
    assert first.json()["standing"] == "counts"
    assert first.json()["revisions"] == {"": 1}
    assert first.json()["readings"] == [{"read": "12", "trouble": ""}]
    assert first.json()["now"] == site.clock.now()
    assert len(rows(site, attempts.answers)) == 1


def test_two_tabs_get_both_texts_and_choose(ben, site, single):
    attempt, path = single
    other = Browser(site).sign_in("ben")
    fields = hidden(other.get(path).text)
    fill(ben, path, {"": "12"})
    answer = other.post(path, {**fields, "part-": "<b>13", "do": "next"})
    assert answer.status_code == 409
    assert 'value="12" required' in answer.text
    assert 'value="&lt;b&gt;13" required' in answer.text
    chosen = other.post(path, {**hidden(answer.text), "part-": "<b>13", "do": "stay"})
    assert chosen.headers["location"] == path
    assert counting(site, attempt) == {(1, ""): "<b>13"}
    script = ben.post(path, {"part-": "14", "seen-": "1", "request": "r2"}, headers=JSON)
    assert script.status_code == 409
    assert script.json()["stored"] == {"": "<b>13"}


def test_what_comes_late_is_kept_and_said_to_be_late(ben, site, school, single):
    attempt, path = single
    fill(ben, path, {"": "12"})
    fields = hidden(ben.get(path).text)
    site.clock.at = attempt.deadline + 1
    page = ben.post(path, {**fields, "part-": "13", "do": "next"}).text
    assert "This arrived after the end of your attempt." in page
    assert ben.get(path).headers["location"] == f"/attempts/{attempt.public}/receipt"
    receipt = ben.get(f"/attempts/{attempt.public}/receipt").text
    assert "What came too late" in receipt
    assert "<td>13</td>" in receipt
    assert counting(site, attempt) == {(1, ""): "12"}
    assert ben.post(path, {**fields, "part-": "14"}, headers=JSON).json()["standing"] == "late"


def test_a_time_is_stamped_when_the_request_is_here_and_not_when_a_thread_is_free(
    ben, site, school, single, monkeypatch
):
    attempt, path = single
    site.clock.at = attempt.deadline
    took = rates.Rates.take

    def slow(self, *given):
        site.clock.at = attempt.deadline + 5_000
        return took(self, *given)

    csrf = ben.csrf()
    monkeypatch.setattr(rates.Rates, "take", slow)
    answer = ben.http.post(path, data={"csrf": csrf, "part-": "12", "request": "r"}, headers=JSON)
    assert answer.json()["standing"] == "counts"


def test_an_answer_that_is_too_long_is_refused_beside_what_was_typed(ben, site, single):
    attempt, path = single
    answer = fill(ben, path, {"": "1" * (limits.ANSWER_CHARACTERS + 1)})
    assert answer.status_code == 422
    assert "An answer has at most 2,000 characters." in answer.text
    assert "1" * (limits.ANSWER_CHARACTERS + 1) in answer.text
    assert counting(site, attempt) == {}


@pytest.mark.parametrize(("text", "do"), [("7" * (limits.ANSWER_CHARACTERS + 1), "next"), ("13", "read")])
def test_beside_a_text_that_is_not_saved_stands_what_counts(ben, site, single, text, do):
    _, path = single
    fill(ben, path, {"": "12"})
    page = fill(ben, path, {"": text}, do=do).text
    assert f'value="{text}"' in page
    assert "Read as: <b>12</b>" not in page
    assert "What counts is still: 12" in page
    assert "What counts is still" not in fill(ben, path, {"": "12"}, do="read").text
    assert "What counts is still" not in ben.get(path).text


@pytest.mark.parametrize(("text", "do"), [("7" * (limits.ANSWER_CHARACTERS + 1), "next"), ("13", "read")])
def test_a_page_that_was_not_saved_does_not_know_what_was_saved_meanwhile(ben, site, single, text, do):
    attempt, path = single
    old = hidden(ben.get(path).text)
    fill(ben, path, {"": "12"})
    page = ben.post(path, {**old, "part-": text, "do": do}).text
    answer = ben.post(path, {**hidden(page), "part-": "13", "do": "next"})
    assert answer.status_code == 409, "two answers, of which one is chosen"
    assert counting(site, attempt) == {(1, ""): "12"}


def test_a_database_that_is_away_keeps_the_answer_in_the_page(ben, site, single, monkeypatch):
    attempt, path = single
    fields = hidden(ben.get(path).text)

    def away(*_):
        raise OperationalError("", {}, Exception("database is locked"))

    monkeypatch.setattr(saving, "save", away)
    answer = ben.post(path, {**fields, "part-": "1234", "do": "next"})
    assert answer.status_code == 503
    assert 'value="1234"' in answer.text
    monkeypatch.undo()
    assert ben.post(path, {**hidden(answer.text), "part-": "1234"}).status_code == 303
    assert counting(site, attempt) == {(1, ""): "1234"}


def test_a_session_that_is_over_keeps_the_answer_in_the_page(ben, site, single):
    _, path = single
    fields, csrf = hidden(ben.get(path).text), ben.csrf()
    site.clock.at += 15 * 24 * 60 * MINUTE
    answer = ben.http.post(path, data={**fields, "csrf": csrf, "part-": "1234"})
    assert answer.status_code == 401
    assert "<b>1234</b>" in answer.text
    assert f"/sign-in?next={path}" in answer.text
    assert ben.http.post(path, data={**fields, "csrf": csrf, "part-": "1"}, headers=JSON).status_code == 401


def test_sending_too_often_is_slowed_down_and_nothing_is_lost(ben, site, single, monkeypatch):
    _, path = single
    monkeypatch.setattr(rates, "SAVE", rates.RateLimitItemPerMinute(2))
    answers = [fill(ben, path, {"": str(at)}) for at in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert 'value="2"' in answers[-1].text


def test_anothers_attempt_is_not_there(site, school, single):
    attempt, path = single
    for name in ("cleo", "ada", "zoe"):
        other = Browser(site).sign_in(name)
        base = f"/attempts/{attempt.public}"
        for where in (
            base,
            path,
            f"{base}/submit",
            f"{base}/receipt",
            f"{base}/time",
            f"{base}/9",
            f"{base}/x",
        ):
            assert other.get(where).status_code == 404, where
        for where in (path, f"{base}/submit"):
            assert other.post(where, {"part-": "1"}).status_code == 404, where
    mine = Browser(site).sign_in("ben")
    for where in (
        "/attempts/nosuchattempt",
        f"/attempts/{attempt.public}/0",
        f"/attempts/{attempt.public}/2",
    ):
        assert mine.get(where).status_code == 404


def test_submitting_says_what_is_not_answered_and_twice_is_once(ben, site, school):
    attempt = start(site, school["ben"], make_quiz(site, school))
    base = f"/attempts/{attempt.public}"
    save(site, school["ben"], attempt, 1, keys_of(site, attempt, 1))
    page = ben.get(f"{base}/submit").text
    assert "Question 2</a>: not answered" in page
    assert "Question 1</a>" not in page
    ben.post(f"{base}/submit")
    first = own(site, school["ben"], attempt).submitted
    site.clock.at += 5
    assert ben.post(f"{base}/submit").status_code == 303
    assert own(site, school["ben"], attempt).submitted == first
    assert (
        ben.get(base).headers["location"]
        == ben.get(f"{base}/submit").headers["location"]
        == f"{base}/receipt"
    )


def test_the_time_left_is_the_servers(ben, site, single):
    attempt, path = single
    site.clock.at += 12 * MINUTE + 5_000
    page = ben.get(path).text
    assert ">47 min 55 s</b>" in page
    assert f'data-now="{site.clock.at}" data-deadline="{attempt.deadline}"' in page
    told = ben.get(f"/attempts/{attempt.public}/time").json()
    assert told == {"now": site.clock.at, "deadline": attempt.deadline, "over": False}


# What is told afterwards.


@pytest.mark.parametrize(("feedback", "during", "after"), [
    ("never", False, False), ("submission", True, True), ("each", True, True), ("window", False, True),
])  # fmt: skip
def test_solutions_are_shown_exactly_when_the_quiz_says(ben, site, school, feedback, during, after):
    attempt = start(site, school["ben"], make_quiz(site, school, feedback=feedback))
    path = f"/attempts/{attempt.public}/receipt"
    assert ben.get(path).status_code == 303
    ben.post(f"/attempts/{attempt.public}/submit")
    attempts.end_overdue(site)
    for shown in (during, after):
        page = ben.get(path).text
        assert ("Worked solution" in page) is shown
        assert ("of 2 points" in page) is shown
        assert "What was saved" in page
        site.clock.at += 25 * 60 * MINUTE


def test_a_receipt_says_what_was_typed_and_how_it_is_read(ben, site, school, single):
    attempt, _ = single
    save(site, school["ben"], attempt, 1, {"": "  2 * 6 "})
    submit(site, school["ben"], attempt)
    page = ben.get(f"/attempts/{attempt.public}/receipt").text
    assert "<td>  2 * 6 </td><td>12</td>" in page
    assert "Your answers are being marked." in page
    attempts.end_overdue(site)
    assert "Your answers are being marked." not in ben.get(f"/attempts/{attempt.public}/receipt").text


def test_what_a_person_has_to_look_at_is_called_provisional(ben, site, school, single):
    attempt, _ = single
    save(site, school["ben"], attempt, 1, {"": "about ten?"})
    ben.post(f"/attempts/{attempt.public}/submit")
    page = ben.get(f"/attempts/{attempt.public}/receipt").text
    assert "provisional" in page
    assert "A person will look at it" in page


def test_an_answer_made_final_is_told_and_stays(ben, site, school, some_questions):
    template = min(question.template for question in some_questions if _is_single(question))
    quiz = make_quiz(site, school, [slot(template=template, size=1)], feedback="each")
    attempt = start(site, school["ben"], quiz)
    path = f"/attempts/{attempt.public}/1"
    page = fill(ben, path, {"": "about ten?"}, do="final").text
    assert "cannot be read as it stands" in page
    assert "Worked solution" not in page
    fields = hidden(ben.get(path).text)
    assert fill(ben, path, keys_of(site, attempt, 1), do="final").headers["location"] == path
    page = ben.get(path).text
    assert "Right." in page
    assert "Worked solution" in page
    assert "data-save" not in page
    late = ben.post(path, {**fields, "part-": "1", "do": "next"}).text
    assert "This answer was made final before." in late
    ben.post(f"/attempts/{attempt.public}/submit")
    assert "<b>1 of 1 points</b>" in ben.get(f"/attempts/{attempt.public}/receipt").text


def test_making_final_is_offered_only_where_the_quiz_tells_after_each(ben, site, school, single):
    attempt, path = single
    assert "Make this answer final" not in ben.get(path).text
    assert fill(ben, path, {"": "1"}, do="final").status_code == 409
    assert counting(site, attempt) == {(1, ""): "1"}  # saved all the same
