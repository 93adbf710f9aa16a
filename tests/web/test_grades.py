"""Grades on the page and as files, read back by other programs than wrote them."""

import csv
import io

import openpyxl
from lxml import html
from sqlalchemy import update

from qbank.web.base.schema import members, people
from qbank.web.outcome import grades
from qbank.web.sitting import attempts, marks

from .conftest import Browser, make_school, person
from .quizzing import make_quiz, save, start, submit
from .sat import SLOTS, latest, promote, right, rule, ruling, sat_quiz, sit, undo
from .sat import papers as papers_of


def rows_of(site, quiz):
    with site.store.read() as connection:
        return grades.grades(connection, quiz)


def as_csv(site, quiz):
    answer = Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/grades.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))), answer


def workbook(site, quiz):
    answer = Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/grades.xlsx")
    assert answer.status_code == 200
    return openpyxl.load_workbook(io.BytesIO(answer.content)), answer


def table(sheet):
    header, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(header, row, strict=True)) for row in rows]


def rename(site, who, name, label):
    site.store.write(
        lambda c: c.execute(update(people).where(people.c.id == who.id).values(name=name)) and None
    )
    site.store.write(
        lambda c: c.execute(update(members).where(members.c.person_id == who.id).values(label=label)) and None
    )


def test_the_csv_file(both):
    school = make_school(both)
    quiz, _, _ = sat_quiz(both, school)
    found, answer = as_csv(both, quiz)
    assert [row["name"] for row in found] == ["ben", "cleo"]
    assert [(row["points"], row["out of"], row["per cent"]) for row in found] == [
        ("7", "7", "100"),
        ("4", "7", "57.14"),
    ]
    assert [found[1][f"place {place}"] for place in (1, 2, 3)] == ["0", "0", "4"]
    assert "provisional" in found[1]["notes"]
    assert answer.content.count(b"\r\n") == answer.content.count(b"\n") == 3
    assert f'filename="grades-{quiz.public}.csv"' in answer.headers["content-disposition"]


def test_no_text_is_a_formula(site, school):
    quiz, _, _ = sat_quiz(site, school)
    for name in ("=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3", '=HYPERLINK("http://x","a"),"b"'):
        rename(site, school["ben"], name, name)
        found, _ = as_csv(site, quiz)
        assert [row["name"] for row in found if row["name"].lstrip("'") == name] == [f"'{name}"]
        book, _ = workbook(site, quiz)
        cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value == name]
        assert cells
        assert {cell.data_type for cell in cells} == {"s"}


def test_no_text_is_a_formula_where_semicolons_separate(site, school):
    """As a spreadsheet of a country with decimal commas takes the same bytes."""
    quiz, _, _ = sat_quiz(site, school)
    rename(site, school["ben"], "x;=cmd|'/C calc'!A0;y", ";＝1+1;-5")
    found, answer = as_csv(site, quiz)
    assert (found[0]["name"], found[0]["label"]) == ("x;'=cmd|'/C calc'!A0;y", ";'＝1+1;-5")
    for row in csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")), delimiter=";"):
        assert [cell for cell in row if cell[:1] in "=+-@＝＋－＠" and not cell.startswith("-5")] in (
            [],
            [""],
        )
    assert b'"name"' in answer.content
    assert b'"cleo"' in answer.content, "texts are in quotes"


def test_the_workbook(both):
    school = make_school(both)
    quiz, _, cleo = sat_quiz(both, school)
    question = papers_of(both, cleo)[0].question
    line = ruling(question.id, "void", now=both.clock.now(), reason="ambiguous")
    rule(both, quiz, school["ada"], line)
    undo(both, quiz, school["ada"], line)
    book, _ = workbook(both, quiz)
    assert book.sheetnames == ["Totals", "Answers", "Rulings"]
    totals = table(book["Totals"])
    assert [(row["name"], row["points"], row["out of"]) for row in totals] == [("ben", 7, 7), ("cleo", 4, 7)]
    answers = table(book["Answers"])
    assert len(answers) == 8  # two attempts of three questions, of which one has two parts
    unread = next(row for row in answers if row["as typed"] == "about ten?")
    assert (unread["name"], unread["verdict"], unread["points"], unread["read as"]) == (
        "cleo",
        "unreadable",
        0,
        None,
    )
    (made,) = table(book["Rulings"])
    assert (made["question"], made["action"], made["reason"], made["who"]) == (
        question.id,
        "void",
        "ambiguous",
        "ada",
    )
    assert "by ada: a slip" in made["taken back"]
    assert answers[0]["as typed"] == "264"
    assert isinstance(answers[0]["as typed"], str)


def test_the_workbook_is_the_same_each_time(site, school):
    quiz, _, _ = sat_quiz(site, school)
    assert workbook(site, quiz)[1].content == workbook(site, quiz)[1].content


def test_the_flags(site, school):
    quiz = make_quiz(site, school, slots=SLOTS, attempts=2)
    ben = start(site, school["ben"], quiz)
    save(site, school["ben"], ben, 1, {"": "264"})
    site.clock.at += 61 * 60_000
    save(site, school["ben"], ben, 2, {"": "384"})
    attempts.end_overdue(site)
    sit(site, school["cleo"], quiz, right, right, right)
    start(site, school["cleo"], quiz)
    by_name = {row.student.name: row for row in rows_of(site, quiz)}
    assert by_name["ben"].flags == (grades.BY_DEADLINE, grades.LATE)
    assert by_name["ben"].points == 2
    assert by_name["cleo"].flags == (grades.SITTING,)
    page = Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/grades").text
    assert "answers came after the end" in page
    assert "Of several attempts the best counts" in page


def test_which_attempt_counts_is_said_for_eyes_and_for_ears(site, school):
    quiz, ben, _ = sat_quiz(site, school, attempts=2)
    start(site, school["ben"], quiz)
    page = html.fromstring(Browser(site).sign_in("ada").get(f"/teach/quizzes/{quiz.public}/grades").content)
    (link,) = page.xpath(f"//td/a[@href='/teach/attempts/{ben.public}']")
    assert link.text == "1 of 2"
    assert link.text_content() == "1 of 2, attempt of ben"
    assert [each.text_content() for each in link.find_class("hidden")] == [", attempt of ben"]


def test_what_came_when_an_answer_was_final_is_not_said_to_come_after_the_end(both):
    school = make_school(both)
    quiz = make_quiz(both, school, slots=SLOTS, feedback="each")
    ben, part = school["ben"], ""
    attempt = start(both, ben, quiz)
    save(both, ben, attempt, 1, {part: "1"})
    both.store.write(lambda c: attempts.check_one(c, attempt, quiz, 1, both.clock.now()))
    both.clock.at += 1
    assert save(both, ben, attempt, 1, {part: "2"}, seen={part: 1}).standing == "late"
    submit(both, ben, attempt)
    assert marks.mark(both, attempt.id)
    flags = lambda: {row.student.name: row for row in rows_of(both, quiz)}["ben"].flags  # noqa: E731
    assert flags() == (grades.AFTER_FINAL,)
    receipt, teach = f"/attempts/{attempt.public}/receipt", f"/teach/attempts/{attempt.public}"
    told, live = Browser(both).sign_in("ben").get(receipt).text, Browser(both).sign_in("ada").get(teach).text
    assert "What came after the answer was made final" in told
    assert "What came too late" not in told
    assert "after it was made final: does not count" in live
    assert "late: does not count" not in live
    both.clock.at += 1
    assert save(both, ben, attempt, 2, {part: "3"}).standing == "late"
    assert flags() == (grades.LATE, grades.AFTER_FINAL)
    told, live = Browser(both).sign_in("ben").get(receipt).text, Browser(both).sign_in("ada").get(teach).text
    assert told.index("What came too late") < told.index("What came after the answer was made final")
    assert "late: does not count" in live


def test_who_has_left_and_who_never_came(site, school):
    quiz, _, _ = sat_quiz(site, school)
    from sqlalchemy import delete

    site.store.write(
        lambda c: c.execute(delete(members).where(members.c.person_id == school["ben"].id)) and None
    )
    from qbank.web.course import courses

    dora = person(site, "dora")
    site.store.write(
        lambda c: courses.add_member(c, school["course"].id, dora.id, courses.STUDENT, site.clock.now())
    )
    found = {row.student.name: row for row in rows_of(site, quiz)}
    assert found["ben"].flags == (grades.GONE,)
    assert found["ben"].points == 7
    assert (found["dora"].attempt, found["dora"].points, found["dora"].flags) == (None, None, ())
    assert [row["points"] for row in as_csv(site, quiz)[0] if row["name"] == "dora"] == [""]


def test_who_sat_it_and_teaches_now_stays_in_the_lists_with_a_note(site, school):
    quiz, _, _ = sat_quiz(site, school)
    promote(site, school["ben"])
    assert [(row.student.name, row.flags) for row in rows_of(site, quiz)] == [
        ("cleo", (grades.PROVISIONAL,)), ("ben", (grades.TEACHES,)),
    ]  # fmt: skip
    found, _ = as_csv(site, quiz)
    assert (found[1]["name"], found[1]["points"], found[1]["notes"]) == ("ben", "7", grades.TEACHES)
    assert {row["name"] for row in table(workbook(site, quiz)[0]["Answers"])} == {"ben", "cleo"}
    ada = Browser(site).sign_in("ada")
    assert "(teaches the course now)" in ada.get(f"/teach/quizzes/{quiz.public}/live").text
    with site.store.read() as connection:
        assert len(grades.counting_sheets(connection, quiz)) == 1


def test_an_attempt_that_is_not_marked_yet_says_so(site, school):
    quiz = make_quiz(site, school, slots=SLOTS)
    ben = start(site, school["ben"], quiz)
    submit(site, school["ben"], ben)
    (row, _) = rows_of(site, quiz)
    assert (row.points, row.flags) == (None, (grades.UNMARKED,))
    marks.mark(site, ben.id)
    assert len(latest(site, ben)) == 4
    assert rows_of(site, quiz)[0].points == 0
