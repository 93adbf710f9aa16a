"""Lists of students: read whatever tool wrote them, shown before they change anything, hostile ones turned away."""

import csv
import io
import re

import pytest
from sqlalchemy import func, select, update

from qbank import limits
from qbank.check.source import grids
from qbank.web.base import rates
from qbank.web.base.clock import DAY
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import invitations, members, people
from qbank.web.base.schema import rosters as waiting
from qbank.web.course import membership, roster_table, rosters

from .conftest import PASSWORD, Browser, make_school, person


@pytest.fixture
def ada(site, school):
    return Browser(site).sign_in("ada")


def place(school):
    return f"/teach/courses/{school['course'].public}"


def upload(browser, school, content):
    content = content.encode() if isinstance(content, str) else content
    return browser.post(place(school) + "/roster", files={"roster": ("list.csv", content, "text/csv")})


def apply(browser, school):
    page = browser.get(place(school) + "/roster").text
    return browser.post(
        place(school) + "/roster/apply", {"list": re.search(r'name="list" value="(\w+)"', page).group(1)}
    )


def there(site, school):
    with site.store.read() as connection:
        found = membership.of_course(connection, school["course"], 0, 10_000)
    return {
        member.label: (member.name, member.sign_in, member.extra)
        for member in found
        if member.role == "student"
    }


def rows(content):
    content = content.encode() if isinstance(content, str) else content
    listed, problems, _ = roster_table.read(content)
    return [row[1:] for row in listed], problems


ANA = ("17", "Ana Lima", "ana@x", 25)


@pytest.mark.parametrize(
    "content",
    [
        "student,name,email,extra\n17,Ana Lima,ana@x,25\n",
        "\ufeffID;Name;sign_in;Extra time (%)\r\n17;Ana Lima;ana@x;25%\r\n",
        "label\tfull name\tE-Mail\textra\n17\tAna  Lima \tana@x\t25 %\n",
        "sep=;\nMatrikelnummer;Vorname;Nachname;E-Mail-Adresse;Zeitverlängerung\n17;Ana;Lima;ana@x;25\n",
        'Student ID,First name,Surname,Email address,extra\n"17","Ana","Lima","ana@x","25"\n\n,,,\n',
        "student,name,email,extra\n17,Ana Lima,ana@x,25\n".encode("utf-16"),
    ],
)
def test_a_list_is_read_whatever_tool_wrote_it(content):
    assert rows(content) == ([ANA], [])


def test_without_a_label_the_sign_in_name_or_the_name_is_one():
    assert rows("name,email\nAna,ana@x\nBo,\n") == (
        [("ana@x", "Ana", "ana@x", None), ("Bo", "Bo", "", None)],
        [],
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"student,name\n1,M\xfcller\n", "Line 2: byte 0xfc is not UTF-8; save it as CSV UTF-8."),
        (b"student,name\n1,A\n2,\x93x\x94\n", "Line 3: byte 0x93 is not UTF-8; save it as CSV UTF-8."),
        (
            b"PK\x03\x04rest",
            "This spreadsheet is damaged: File is not a zip file; open it and save it anew as",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "An old Excel file (.xls), or one with a password; save it as",
        ),
        (b"colour,shape\nred,round\n", "No column says who the students are."),
        (b"student,name\n", "The list has no rows."),
        (b"student,name,Name\n1,A,B\n", "Two columns are called 'name'. Keep one of them."),
        (b"\n\n", "The file is empty."),
        ("student,name\n1,A\n".encode("utf-32"), "This is UTF-32; save it as CSV UTF-8."),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(content, said):
    with pytest.raises(Refusal) as refused:
        roster_table.read(content)
    assert refused.value.field == "roster"
    assert refused.value.sentence.startswith(said)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1,A\0,a@x,0", "holds the sign U+0000, which cannot be seen."),
        ("1,A\u202eB,a@x,0", "holds the sign U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("1,A,a@x,-1", "The extra time '-1' is no whole number from 0 to 300."),
        ("1,A,a@x,301", "The extra time '301' is no whole number from 0 to 300."),
        ("1,A,a@x,1.5", "no whole number"),
        (",,,5", "This row says nothing about who it is."),
        (f"{'x' * (limits.NAME_CHARACTERS + 1)},A,,0", "has more than 100 characters."),
        (f"1,{'x' * (limits.TITLE_CHARACTERS + 1)},,0", "has more than 200 characters."),
        ('1,"A,a@x,0', "A quote opens here and does not close the cell"),
        ("1," + "x" * (limits.CELL_BYTES + 1), "A cell of more than 4,096 bytes"),
        ("1,Smith, John,j@x,25", "It has 5 cells, and the header 4."),
        ("0,B,b@x,0", "'0' stands there already, on line 2."),
        ("2,B,\uff3a@x,0", "'z@x' stands there already, on line 2."),
        ("2,B,Z@X,0", "'z@x' stands there already, on line 2."),
    ],
)
def test_a_bad_row_is_named_with_its_line_and_spoils_no_other(row, said):
    listed, problems = rows(f"student,name,email,extra\n0,Zed,z@x,0\n{row}\n9,Last,l@x,300\n")
    assert [each[0] for each in listed] == ["0", "9"]
    assert [problem.line for problem in problems] == [3]
    assert said in problems[0].said


def test_a_list_of_as_many_rows_as_a_course_takes_and_of_one_more():
    lines = [f"{number},Name {number}" for number in range(limits.ROSTER_ROWS + 1)]
    assert len(rows("\n".join(["student,name", *lines[:-1]]))[0]) == limits.ROSTER_ROWS
    with pytest.raises(Refusal) as refused:
        rows("\n".join(["student,name", *lines]))
    assert refused.value.sentence == "More than 5,000 rows. Split the list."


def test_blank_lines_without_end_are_not_read():
    with pytest.raises(Refusal) as refused:
        rows("student,name\n1,A\n" + "\n" * 50_000)
    assert refused.value.sentence == "More than 5,000 rows. Split the list."


def test_a_file_as_large_as_an_upload_may_be_and_one_byte_more(ada, school):
    head = b"student,name\n1,A\n"
    padding = b"".join(b"," * 999_999 + b"\n" for _ in range(5))
    at = head + padding[len(head) :]
    assert len(at) == limits.UPLOAD_BYTES
    assert upload(ada, school, at).status_code == 303
    past = upload(ada, school, at + b"\n")
    assert past.status_code == 413
    assert "More than 5,000,000 bytes." in past.text
    assert upload(ada, school, b"x" * (limits.UPLOAD_BYTES + 20_000)).status_code == 413


def test_a_list_is_shown_before_it_changes_anything(site, school, ada):
    before = there(site, school)
    answer = upload(
        ada,
        school,
        "student,name,email,extra\nb1,Ben B,BEN,25\ncleo,Cleo,,10\nd1,Dora <b>,d@x,0\nd1,Twin,,0\nz1,Zoe,zoe,\n",
    )
    assert answer.status_code == 303
    page = ada.get(answer.headers["location"]).text
    assert there(site, school) == before
    for said in ("Are added: 1", "Are invited: 1", "Are changed: 2", "Rows that are left out: 1", "Dora &lt;b&gt;",
                 "Line 5: &#39;d1&#39; stands there already, on line 4.", "Take over 4 rows, leave out 1"):  # fmt: skip
        assert said in page, said
    applied = apply(ada, school)
    assert applied.headers["location"] == place(school) + "/invitations"
    assert there(site, school) == {
        "b1": ("ben", "ben", 25), "cleo": ("cleo", "cleo", 10), "d1": ("Dora <b>", None, 0), "z1": ("zoe", "zoe", 0),
    }  # fmt: skip
    again = upload(ada, school, "student,name,email,extra\nb1,Ben B,BEN,25\nd1,Dora <b>,d@x,0\n")
    page = ada.get(again.headers["location"]).text
    assert "Are there already: 2" in page
    assert "This list would change nothing." in page


def test_a_list_without_extra_time_leaves_it(site, school, ada):
    upload(ada, school, "student,email,extra\nb1,ben,25\n")
    apply(ada, school)
    upload(ada, school, "student,email\nb2,ben\n")
    apply(ada, school)
    assert there(site, school)["b2"] == ("ben", "ben", 25)


def test_a_label_that_is_anothers_is_a_problem(site, school, ada):
    upload(ada, school, "student,name,email\ncleo,Ben,ben\n")
    page = ada.get(place(school) + "/roster").text
    assert "is cleo here, who signs in by another name." in page
    assert there(site, school)["ben"][1] == "ben"


def test_members_swap_their_labels(both):
    school = make_school(both)
    ada = Browser(both).sign_in("ada")
    upload(ada, school, "student,email,extra\nL1,ben,10\nL2,cleo,20\n")
    apply(ada, school)
    upload(ada, school, "student,email\nL2,ben\nL1,cleo\n")
    page = ada.get(place(school) + "/roster").text
    assert "Are changed: 2" in page
    assert "left out" not in page
    assert apply(ada, school).status_code == 303
    assert there(both, school) == {"L2": ("ben", "ben", 10), "L1": ("cleo", "cleo", 20)}


def test_a_label_goes_on_to_whoever_the_list_gives_it(site, school, ada):
    """Zoe takes Ben's, Ben takes Cleo's, Cleo another one; and who has no account is invited under one that is left."""
    upload(ada, school, "student,email\nL1,ben\nL2,cleo\n")
    apply(ada, school)
    upload(ada, school, "student,name,email\nL1,,zoe\nL2,,ben\nL3,,cleo\n")
    apply(ada, school)
    assert {label: found[1] for label, found in there(site, school).items()} == {
        "L1": "zoe", "L2": "ben", "L3": "cleo"}  # fmt: skip
    upload(ada, school, "student,name,email\nL9,,zoe\nL1,Other,\n")
    page = ada.get(place(school) + "/roster").text
    assert "Are invited: 1" in page
    assert "Are changed: 1" in page
    apply(ada, school)
    assert there(site, school)["L1"] == ("Other", None, 0)
    assert there(site, school)["L9"][1] == "zoe"


def test_nobody_moves_to_a_label_that_somebody_keeps(site, school, ada):
    """Zoe keeps hers, so Cleo cannot have it; so she keeps hers, and Ben cannot have that one."""
    upload(ada, school, "student,email\nL1,ben\nL2,cleo\nL3,zoe\n")
    apply(ada, school)
    before = there(site, school)
    upload(ada, school, "student,email\nL2,ben\nL3,cleo\nL1,\n")
    page = ada.get(place(school) + "/roster").text
    assert "Rows that are left out: 2" in page
    assert page.count("who signs in by another name") == 2
    assert "Are there already: 1" in page
    assert there(site, school) == before


def test_labels_that_differ_in_case_alone_stay_two(site, school, ada):
    for who, label in (("ben", "l2"), ("cleo", "L2")):
        site.store.write(
            lambda c, who=who, label=label: (
                c.execute(
                    update(members).where(members.c.person_id == school[who].id).values(label=label)
                ) and None
            )
        )  # fmt: skip
    upload(ada, school, "student,email\nL2,zoe\nX,ben\n")
    assert "is cleo here, who signs in by another name" in ada.get(place(school) + "/roster").text
    apply(ada, school)
    assert {label: found[1] for label, found in there(site, school).items()} == {"X": "ben", "L2": "cleo"}


ANOTHER = "Write the sign-in name into the row"


@pytest.mark.parametrize(
    ("name", "another"),
    [
        ("Other Person", True), ("Bo Lin", True), ("Zoë Ørsted", True),
        ("Ana Lima", False), ("LIMA, Ana  Maria", False), ("Lima", False), ("An B", True), ("Ana B", False), ("Anabel Weber", False), ("aná límà", False),
        ("", False), ("17", False),
    ],
)  # fmt: skip
def test_a_label_under_which_the_list_has_plainly_another_is_a_problem(site, school, ada, name, another):
    upload(ada, school, "student,name\n17,Ana Lima\n")
    apply(ada, school)
    upload(ada, school, f'student,name,extra\n17,"{name}",25\n18,Bo,0\n')
    page = ada.get(place(school) + "/roster").text
    assert (ANOTHER in page) is another
    assert ("Are changed: 1" in page) is not another
    apply(ada, school)
    assert there(site, school)["17"] == ("Ana Lima", None, 0 if another else 25)
    assert "18" in there(site, school)


def test_who_is_named_by_the_sign_in_name_may_have_any_name(site, school, ada):
    upload(ada, school, "student,name,email\n17,To be named,ana@x\nb1,,ben\n")
    apply(ada, school)
    upload(ada, school, "student,name,email\n17,Ana Lima,ANA@x\nb1,Weber,BEN\n")
    page = ada.get(place(school) + "/roster").text
    assert "Are there already: 2" in page
    assert ANOTHER not in page


def test_who_has_no_name_but_that_for_signing_in_may_have_any_in_the_list(site, school, ada):
    upload(ada, school, "student,email\n17,ben\n")
    apply(ada, school)
    upload(ada, school, "student,name\n17,Weber\n")
    assert "Are there already: 1" in ada.get(place(school) + "/roster").text


def test_a_list_is_taken_over_once_and_only_the_one_that_was_shown(site, school, ada):
    upload(ada, school, "student,name\nd1,Dora\n")
    old = re.search(r'name="list" value="(\w+)"', ada.get(place(school) + "/roster").text).group(1)
    upload(ada, school, "student,name\ne1,Emil\n")
    assert ada.post(place(school) + "/roster/apply", {"list": old}).status_code == 409
    assert apply(ada, school).status_code == 303
    assert ada.post(place(school) + "/roster/apply", {"list": old}).status_code == 409
    assert set(there(site, school)) == {"ben", "cleo", "e1"}


def test_a_pasted_list_and_an_empty_one(ada, school):
    assert ada.post(place(school) + "/roster", {"roster": "student,name\nd1,Dora\n"}).status_code == 303
    bad = ada.post(place(school) + "/roster", {"roster": "nothing known\n1\n"})
    assert (bad.status_code, "nothing known" in bad.text) == (422, True)
    assert upload(ada, school, b"").status_code == 422


def test_a_list_at_its_bound_is_taken_over_on_both_databases(both):
    school = make_school(both)
    lines = "\n".join(f"s{number},Student {number}" for number in range(limits.ROSTER_ROWS))
    found = roster_table.read(f"student,name\n{lines}\n".encode())
    keep = (school["ada"], school["course"].public, found, 1)
    both.store.write(lambda c: rosters.keep(c, *keep))
    with both.store.read() as connection:
        public = connection.scalar(select(waiting.c.public))
    both.store.write(lambda c: rosters.apply(c, school["ada"], school["course"].public, public, 1))
    with both.store.read() as connection:
        assert connection.scalar(select(func.count()).select_from(invitations)) == limits.ROSTER_ROWS
        assert connection.scalar(select(func.count()).select_from(members)) == limits.ROSTER_ROWS + 4


# Invitations.


def invite(ada, school, name="Dora", label="d1"):
    upload(ada, school, f"student,name,email\n{label},{name},dora@x\n")
    apply(ada, school)
    page = ada.get(place(school) + "/invitations").text
    return re.findall(r'href="http://testserver(/invitations/[^"]+)"', page)[-1]


def test_an_invitation_is_taken_once(site, school, ada):
    link = invite(ada, school)
    dora = Browser(site)
    page = dora.get(link).text
    assert 'value="dora@x"' in page
    assert "Dora" in page
    short = dora.post(link, {"sign_in": "Dora", "password": "short"})
    assert (short.status_code, 'value="Dora"' in short.text) == (422, True)
    taken = dora.post(link, {"sign_in": "ben", "password": PASSWORD})
    assert (taken.status_code, "There is an account with this sign-in name." in taken.text) == (409, True)
    done = dora.post(link, {"sign_in": "Dora", "password": PASSWORD})
    assert done.headers["location"] == f"/courses/{school['course'].public}"
    assert there(site, school)["d1"] == ("Dora", "dora", 0)
    assert Browser(site).get(link).status_code == 410
    assert Browser(site).post(link, {"sign_in": "eve", "password": PASSWORD}).status_code == 410
    Browser(site).sign_in("dora")


def test_an_invitation_can_be_taken_by_an_account_that_is_there(site, school, ada):
    link = invite(ada, school, label="z9")
    zoe = Browser(site).sign_in("zoe")
    assert "Take the place as zoe" in zoe.get(link).text
    assert zoe.post(link).status_code == 303
    assert there(site, school)["z9"] == ("zoe", "zoe", 0)
    with site.store.read() as connection:
        assert connection.scalar(select(people.c.id).where(people.c.name == "Dora")) is None
    assert zoe.get(link).status_code == 410


def test_who_has_joined_already_keeps_one_place_under_the_label(site, school, ada):
    link = invite(ada, school, label="b9")
    Browser(site).sign_in("ben").post(link)
    assert set(there(site, school)) == {"b9", "cleo"}


def test_an_account_in_a_later_list_takes_the_invited_place(site, school, ada):
    invite(ada, school, label="z9")
    upload(ada, school, "student,name,email\nz9,Zoe,zoe\n")
    apply(ada, school)
    assert there(site, school)["z9"] == ("zoe", "zoe", 0)


def test_an_invitation_ends_after_30_days_and_with_the_member(site, school, ada):
    link, start = invite(ada, school), site.clock.at
    site.clock.at = start + 30 * DAY - 1
    assert Browser(site).get(link).status_code == 200
    site.clock.at = start + 30 * DAY
    assert Browser(site).get(link).status_code == 410
    site.clock.at = start
    with site.store.read() as connection:
        public = connection.scalar(select(people.c.public).where(people.c.name == "Dora"))
    assert ada.post(f"{place(school)}/members/{public}/remove").status_code == 303
    assert Browser(site).get(link).status_code == 410
    with site.store.read() as connection:
        assert connection.scalar(select(people.c.id).where(people.c.name == "Dora")) is None


@pytest.mark.parametrize("word", ["x", "a.b.c", "é", "WyJ4IiwwXQ.x"])
def test_a_made_up_link_leads_nowhere(browser, word):
    assert browser.get(f"/invitations/{word}").status_code == 404
    assert browser.post(f"/invitations/{word}", {"sign_in": "eve", "password": PASSWORD}).status_code == 404


def test_a_word_signed_for_something_else_opens_no_place(site, browser):
    assert browser.get(f"/invitations/{site.signed('other').dumps(['x', 9e15])}").status_code == 404
    assert browser.get(f"/invitations/{site.signed('invitation').dumps('x')}").status_code == 404


def test_the_links_as_csv_compute_nothing(site, school, ada, tmp_path):
    upload(ada, school, 'student,name,email\n=1+1,"=cmd|calc!A0",+x@y\n-2,@SUM(A1),\n')
    apply(ada, school)
    answer = ada.get(place(school) + "/invitations.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    table = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["student"], row["name"], row["email"]) for row in table] == [
        ("-2", "'@SUM(A1)", ""), ("'=1+1", "'=cmd|calc!A0", "'+x@y"),
    ]  # fmt: skip
    assert all(row["link"].startswith("http://testserver/invitations/") for row in table)
    (tmp_path / "links.csv").write_bytes(answer.content)
    with grids(str(tmp_path / "links.csv"), frozenset({"student"})) as tables:
        assert len(list(next(tables).rows)) == 3


def test_lists_and_links_are_for_who_teaches(site, school, ada):
    invite(ada, school)
    for who in ("zoe", "ben"):
        browser = Browser(site).sign_in(who)
        assert upload(browser, school, "student,name\nx,X\n").status_code == 404
        assert browser.get(place(school) + "/invitations.csv").status_code == 404
    assert Browser(site).get(place(school) + "/roster").status_code == 303


def test_extra_time_of_a_list_is_not_lost_where_the_account_came_first(site, school, ada):
    upload(ada, school, "student,name,email\nG-7,Gus,gus\n")
    apply(ada, school)
    gus = person(site, "gus")
    upload(ada, school, "student,name,email,extra\nG-7,Gus,gus,25\n")
    apply(ada, school)
    with site.store.read() as connection:
        assert connection.execute(
            select(members.c.label, members.c.extra).where(members.c.person_id == gus.id)
        ).all() == [("G-7", 25)]


def test_a_list_that_came_too_soon_is_still_there(site, school, ada):
    for _ in range(rates.UPLOAD.amount):
        upload(ada, school, "student,name\nx,X\n")
    late = ada.post(place(school) + "/roster", {"roster": "student,name\ny,Still here\n"})
    assert (late.status_code, "Still here" in late.text, "too often" in late.text) == (429, True, True)
