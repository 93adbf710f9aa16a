"""Courses as their instructors run them: made, joined, renamed, archived, and shut to everybody else."""

import re

import pytest
from sqlalchemy import insert, select

from qbank import limits
from qbank.web.asking import stock
from qbank.web.base.schema import attempts, members, quizzes
from qbank.web.course import courses, membership

from .conftest import Browser, make_school, person
from .quizzing import make_quiz, start


@pytest.fixture
def ada(site, school):
    return Browser(site).sign_in("ada")


def place(school):
    return f"/teach/courses/{school['course'].public}"


def roles(site, school):
    with site.store.read() as connection:
        found = membership.of_course(connection, school["course"], 0, 100)
    return {member.name: (member.role, member.label, member.extra) for member in found}


def test_an_instructor_makes_a_course(ada):
    made = ada.post("/teach/courses", {"title": "  Attention  is all "})
    assert made.status_code == 303
    page = ada.get(made.headers["location"]).text
    assert "<h1>Attention is all</h1>" in page
    assert "Attention is all" in ada.get("/teach").text
    code = re.search(r"<code>([A-Z2-9]{8})</code>", page).group(1)
    assert f"http://testserver/join/{code}" in page


def test_a_title_that_does_not_fit_is_kept_beside_the_sentence(ada):
    answer = ada.post("/teach/courses", {"title": "x" * (limits.TITLE_CHARACTERS + 1)})
    assert answer.status_code == 422
    assert "x" * (limits.TITLE_CHARACTERS + 1) in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert ada.post("/teach/courses", {"title": "x" * limits.TITLE_CHARACTERS}).status_code == 303


def test_nobody_teaches_too_many_courses(site, school, ada, monkeypatch):
    monkeypatch.setattr(limits, "COURSES_A_PERSON", 2)
    assert ada.post("/teach/courses", {"title": "second"}).status_code == 303
    assert ada.post("/teach/courses", {"title": "third"}).status_code == 422


def test_students_and_guests_have_nothing_to_teach(site, school):
    assert Browser(site).get("/teach").status_code == 303
    ben = Browser(site).sign_in("ben")
    assert ben.get("/teach").status_code == 404
    assert ben.post("/teach/courses", {"title": "Mine"}).status_code == 404


PAGES = ["", "/roster", "/invitations", "/invitations.csv", "/quizzes/new", "/members/{ben}"]
ACTS = ["/title", "/code", "/instructors", "/archive", "/roster", "/roster/apply", "/quizzes/new", "/members/{ben}",
        "/members/{ben}/remove"]  # fmt: skip
FIELDS = {
    "title": "Mine",
    "sign_in": "zoe",
    "label": "L",
    "extra": "1",
    "roster": "student\na\n",
    "list": "x",
    "do": "save",
}


@pytest.mark.parametrize("who", ["zoe", "ben"])
def test_to_others_a_course_is_not_there(site, school, who):
    browser, before = Browser(site).sign_in(who), roles(site, school)
    for path in PAGES:
        assert browser.get(place(school) + path.format(ben=school["ben"].public)).status_code == 404, path
    for path in ACTS:
        answer = browser.post(place(school) + path.format(ben=school["ben"].public), FIELDS)
        assert answer.status_code == 404, path
    assert roles(site, school) == before
    assert browser.get("/teach/courses/nosuchcourse").status_code == 404


def test_a_new_code_makes_the_old_one_useless(site, school, ada):
    old = school["course"].code
    assert ada.post(place(school) + "/code").status_code == 303
    with site.store.read() as connection:
        new = courses.course(connection, school["ada"], school["course"].public).code
    assert new != old
    assert old not in ada.get(place(school)).text


def test_another_instructor_teaches_too_whatever_the_account_is(site, school, ada):
    unknown = ada.post(place(school) + "/instructors", {"sign_in": "nobody"})
    assert (unknown.status_code, "Nobody here has this sign-in name." in unknown.text) == (422, True)
    assert 'value="nobody"' in unknown.text
    assert ada.post(place(school) + "/instructors", {"sign_in": "BEN"}).status_code == 303
    assert roles(site, school)["ben"] == ("instructor", "ben", 0)
    ben = Browser(site).sign_in("ben")
    assert ben.get(place(school)).status_code == 200
    assert "Transformers" in ben.get("/teach").text
    assert "A new course" not in ben.get("/teach").text
    assert ben.post("/teach/courses", {"title": "Mine"}).status_code == 404


def test_who_has_sat_a_quiz_teaches_only_when_that_is_confirmed(site, school, ada):
    start(site, school["ben"], make_quiz(site, school))
    answer = ada.post(place(school) + "/instructors", {"sign_in": "ben"})
    assert answer.status_code == 422
    assert "ben is a student here, with attempts at its quizzes (1)." in answer.text
    assert 'name="sure"' in answer.text
    assert f'value="{school["course"].title}"' in answer.text, "the other forms of the page stay filled in"
    assert roles(site, school)["ben"][0] == "student"
    assert ada.post(place(school) + "/instructors", {"sign_in": "ben", "sure": "yes"}).status_code == 303
    assert roles(site, school)["ben"][0] == "instructor"
    assert ada.post(place(school) + "/instructors", {"sign_in": "ben"}).status_code == 303, "it is so already"


def test_the_list_of_quizzes_says_when_each_is_open(site, school, ada):
    now = site.clock.now()
    make_quiz(site, school, opens=None, closes=None)
    make_quiz(site, school, opens=now, closes=None)
    make_quiz(site, school, opens=None, closes=now - 1)
    page = ada.get(place(school)).text
    assert all(
        said in page for said in ("<td>always</td>", "<td>from <time", "<td>until <time", "<td>over</td>")
    )
    assert "–</td>" not in page[: page.index("How students join")]


def test_label_and_extra_time(site, school, ada):
    here = f"{place(school)}/members/{school['ben'].public}"
    assert ada.post(here, {"label": " S 17 ", "extra": str(limits.EXTRA_PERCENT)}).status_code == 303
    assert roles(site, school)["ben"] == ("student", "S 17", limits.EXTRA_PERCENT)
    for extra in (str(limits.EXTRA_PERCENT + 1), "-1", "many", "1e1", "٣"):
        answer = ada.post(here, {"label": "S 18", "extra": extra})
        assert answer.status_code == 422
        assert 'value="S 18"' in answer.text
    taken = ada.post(here, {"label": "cleo", "extra": "0"})
    assert (taken.status_code, "Another member of this course is called that." in taken.text) == (422, True)
    assert ada.post(here, {"label": "x" * (limits.NAME_CHARACTERS + 1), "extra": "0"}).status_code == 422
    assert roles(site, school)["ben"] == ("student", "S 17", limits.EXTRA_PERCENT)


def test_a_label_is_one_students_alone_in_the_database_too(both):
    school = make_school(both)
    mine = (members.c.course_id == school["course"].id) & (members.c.person_id == school["ben"].id)
    with pytest.raises(Exception, match=r"(?i)unique"):
        both.store.write(lambda c: c.execute(members.update().where(mine).values(label="cleo")))
    both.store.write(
        lambda c: c.execute(
            members.update().where(members.c.course_id == school["course"].id).values(label="")
        )
    )


def test_who_is_removed_is_out_and_what_was_sat_stays(site, school, ada):
    now = site.clock.now()
    quiz = {
        "public": "q1", "course_id": school["course"].id, "title": "Q", "instructions": "", "state": "open", "attempts": 1,
        "feedback": "never", "rules": "{}", "slots": "[]", "released": True, "link": "l1", "created": now,
    }  # fmt: skip
    quiz_id = site.store.write(
        lambda c: c.execute(insert(quizzes).values(quiz).returning(quizzes.c.id)).scalar_one()
    )
    attempt = {"public": "a1", "quiz_id": quiz_id, "person_id": school["ben"].id, "number": 1, "started": now}
    site.store.write(lambda c: c.execute(insert(attempts).values(attempt)) and None)
    assert ada.post(f"{place(school)}/members/{school['ben'].public}/remove").status_code == 303
    assert set(roles(site, school)) == {"ada", "cleo"}
    assert ada.get(f"{place(school)}/members/{school['ben'].public}").status_code == 404
    with site.store.read() as connection:
        assert connection.scalar(select(attempts.c.person_id)) == school["ben"].id
        assert courses.of_person(connection, school["ben"]) == []


def test_a_course_keeps_one_instructor(site, school, ada):
    mine = f"{place(school)}/members/{school['ada'].public}/remove"
    assert ada.post(mine).status_code == 409
    ada.post(place(school) + "/instructors", {"sign_in": "zoe"})
    assert ada.post(mine).headers["location"] == "/teach"
    assert ada.get(place(school)).status_code == 404
    assert Browser(site).sign_in("zoe").get(place(school)).status_code == 200


def test_an_archived_course_is_nowhere_until_it_is_brought_back(site, school, ada):
    assert ada.post(place(school) + "/archive").status_code == 303
    assert ada.get(place(school)).status_code == 404
    with site.store.read() as connection:
        assert courses.of_person(connection, school["ben"]) == []
    zoe = Browser(site).sign_in("zoe")
    assert zoe.post(place(school) + "/restore").status_code == 404
    assert Browser(site).sign_in("ben").post(place(school) + "/restore").status_code == 404
    assert "Bring Transformers back" in ada.get("/teach").text
    assert ada.post(place(school) + "/restore").status_code == 303
    assert ada.get(place(school)).status_code == 200


def test_another_title(ada, school):
    assert ada.post(place(school) + "/title", {"title": "Deep & <wide>"}).status_code == 303
    assert "Deep &amp; &lt;wide&gt;" in ada.get(place(school)).text
    assert ada.post(place(school) + "/title", {"title": " "}).status_code == 422


def test_notices_are_told_to_who_teaches(site, school, ada):
    stock.notify(site, "generate", "No new questions could be made for mask: no PyTorch")
    assert "no PyTorch" in ada.get("/teach").text


def test_many_members_are_shown_by_pages(site, school, ada):
    for number in range(limits.PAGE_ROWS):
        who = person(site, f"s{number:03}")
        site.store.write(
            lambda c, who=who: courses.add_member(
                c, school["course"].id, who.id, courses.STUDENT, 0, label=who.name
            )
        )
    first = ada.get(place(school)).text
    assert "The next ones" in first
    assert "s199" not in first
    second = ada.get(f"{place(school)}?start={limits.PAGE_ROWS}").text
    assert "s199" in second
    assert "The ones before" in second
    assert ada.get(f"{place(school)}?start={10**30}").status_code == 200
    assert ada.get(f"{place(school)}?start=-5").status_code == 200
