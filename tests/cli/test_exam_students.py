"""A roster is read as it stands, or refused with the line at fault: nobody is made up."""

from pathlib import Path

import click
import pytest

from qbank.cli.exam_students import read_students
from qbank.errors import QbankError


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def students(text):
        Path("r.csv").write_text(text, encoding="utf-8")
        with click.Context(click.Command("exam")):
            return read_students("r.csv")

    return students


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("student,name\nana,A\nbo,B\nana,C\n", "r.csv:4: ana is there already, on line 2"),
        ("student,name\nana,A\n ANA ,C\n", "r.csv:3: ANA is there already, on line 2"),
        ("student,name\né,A\nE\u0301,C\n", "r.csv:3: E\u0301 is there already, on line 2"),
        ("email,name\na@b.c,A\nA@B.C,C\n", "r.csv:3: A@B.C is there already, on line 2"),
        ("student,name,group\nana,A,1\n,,1\n", "r.csv:3: a row without a student"),
        ("student,name\n7,Lima, Ana\n", "r.csv:2:8: 3 cells under 2 columns; put quotes around"),
        ("student,name\n", "r.csv: the roster has no students"),
    ],
)
def test_a_row_that_would_make_somebody_up_is_refused(read, text, said):
    with pytest.raises(QbankError) as caught:
        read(text)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "students", "said"),
    [
        ("student,name\n7,A,\n8,B\n", ["7", "8"], ""),
        (
            "student,name\n7,A\n,Bo\n",
            ["7", "Bo"],
            "r.csv:3: Bo has no id, and is called Bo on the answer form.",
        ),
        ("name\nAna\nana\n", ["Ana", "ana (2)"], "r.csv:3: a second ana, called ana (2)"),
        ("student,version\n7,B\n", ["7"], "r.csv:1:9: versions are not read"),
    ],
)
def test_what_is_odd_is_said(read, capsys, text, students, said):
    assert [one.student for one in read(text)] == students
    told = capsys.readouterr().err
    assert told.startswith(said)
    assert bool(told) == bool(said)


def test_a_name_is_printed_as_it_is_spelled(read):
    """Joiners belong to it; what turns the text around it does not."""
    names = ["علی\u200cرضا", "क्\u200dष", "👨\u200d👩\u200d👧"]
    assert [one.name for one in read("student,name\n1,{}\n2,{}\n3,{}\n".format(*names))] == names
    (turned,) = read("student,name\n1,\u202eA\u200db\n")
    assert turned.name == "Ab"
