"""Rosters: students by id, login, e-mail and name."""

import pytest

from qbank import limits
from qbank.check.roster import Listed, read_roster
from qbank.errors import QbankError
from tests.check.books import workbook

ROSTER = """Matrikelnummer;Nachname;Vorname;E-Mail
1002;Ode;Ben;ben@x
1001;Li;Ana;ana@x
1003;Li;Bo;
"""


@pytest.fixture
def roster(tmp_path, monkeypatch):
    """Reads a text, or bytes, as the file r.csv."""
    monkeypatch.chdir(tmp_path)

    def read(content):
        (tmp_path / "r.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_roster("r.csv")

    return read


@pytest.mark.parametrize(
    "called",
    ["1001", " 1001 ", "ANA@x", "ana li", "Ana  Li", "Li Ana", "Li, Ana"],
)
def test_a_student_is_found_however_called(roster, called):
    assert roster(ROSTER).listed(called) == Listed("1001", "Ana Li")


@pytest.mark.parametrize("called", ["", "Li", "Ana", "100", "ana"])
def test_nobody_is_called_so(roster, called):
    assert roster(ROSTER).listed(called) is None


def test_the_order_is_the_files(roster):
    listed = roster(ROSTER)
    assert [one.student for one in listed] == ["1002", "1001", "1003"]
    assert len(listed) == 3


@pytest.mark.parametrize(
    ("content", "first"),
    [
        ("student\nana\n", Listed("ana", "")),
        ("Name,Student\nAna Li,ana\n", Listed("ana", "Ana Li")),
        ("name,id\nAna Li,7\n", Listed("7", "Ana Li")),
        ("login,ID number\nana,7\n", Listed("7", "")),
        ("e-mail,login\na@x,ana\n", Listed("a@x", "")),
        ("name\n\nAna Li\n", Listed("Ana Li", "Ana Li")),
        ("First name,Surname\nAna,Li\n", Listed("Ana Li", "Ana Li")),
        ("id,first name,last name\n7,,Li\n", Listed("7", "Li")),
        (workbook(R=[["Student ID", "Name", "Group"], [4711, "Li, Ana", 1]]), Listed("4711", "Li, Ana")),
    ],
)
def test_columns(roster, content, first):
    (listed,) = roster(content)
    assert listed == first
    assert roster(content).listed(first.name or first.student) == first


def test_a_name_with_a_comma_is_also_found_turned_round(roster):
    assert roster('id,name\n7,"Li, Ana"\n').listed("ana li") == Listed("7", "Li, Ana")


@pytest.mark.parametrize("head", ["name", "student"])
def test_names_in_one_column_are_found_turned_round_and_in_another_spelling(roster, head):
    listed = roster(f'{head}\nAna Li\n"Ode, Jose\u0301"\n')
    for called in ("Li, Ana", "LI,ANA", "ana li"):
        assert listed.listed(called).student == "Ana Li"
    for called in ("JOS\u00c9 ode", "ode, jos\u00e9"):
        assert listed.listed(called).student == "Ode, Jose\u0301"
    assert listed.listed("Ana, Li") is None


def test_namesakes_are_told_apart_by_their_ids_only(roster):
    listed = roster("student,name\n7,Ana Li\n8,ana  li\n")
    assert listed.listed("8") == Listed("8", "ana  li")
    with pytest.raises(QbankError) as refused:
        listed.listed("Ana Li")
    assert str(refused.value) == "'Ana Li' is the name of '7' and '8'; write the id"


def test_an_id_goes_before_a_name(roster):
    assert roster("student,name\nana,Ben\nben,Ana\n").listed("Ana") == Listed("ana", "Ben")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "r.csv: no column says who the students are; write student,name,email, or"),
        ("course\nDL\n", "r.csv: no column says who the students are"),
        (
            "student,name\nana,A\nANA ,B\n",
            "r.csv:3:1: 'ANA' stands there a second time, first in r.csv:2:1; remove one",
        ),
        (
            "student,email\nana,a@x\nben,A@X\n",
            "r.csv:3:5: 'A@X' stands there a second time, first in r.csv:2:5",
        ),
        (
            "student,login\nana,ben\nben,bo\n",
            "r.csv:3:1: 'ben' stands there a second time, first in r.csv:2:5",
        ),
        ("name\nAna\nAna\n", "r.csv:3:1: 'Ana' stands there a second time"),
        ("student,name\n,Ana\n", "r.csv:2:1: a row without a student; fill in who it is"),
        ('student,name\nana,"Ana\n', "r.csv:2:5: a quote opens here"),
        ('"student,name\nana\n', "r.csv:1:1: a quote opens here"),
        (b"student\n\xff\n", "r.csv:2: byte 0xff is not UTF-8"),
    ],
)
def test_what_is_wrong_in_a_roster(roster, content, says):
    with pytest.raises(QbankError) as refused:
        roster(content)
    assert str(refused.value).startswith(says)


def test_the_bound_on_rows(roster, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_ROWS", 2)
    assert len(roster("student\na\nb\n")) == 2
    with pytest.raises(QbankError, match="more than 2 rows"):
        roster("student\na\nb\nc\n")
