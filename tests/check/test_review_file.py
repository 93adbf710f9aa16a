"""review.csv: written, filled in with a spreadsheet, read back; nothing filled in is ever lost."""

import csv
import io

import pytest
import xlsxwriter

from qbank import limits
from qbank.answers import Verdict, Word
from qbank.check.grading import Graded
from qbank.check.review import Decision, Decisions
from qbank.check.review_file import read_review, review_csv
from qbank.errors import QbankError
from tests.check.faces.report import BLOCKED, UNREAD

NAME = BLOCKED.name
HEADER = "student,question,answer,read_as,why,score,who,reason\n"


def open_answer(student, answer, verdict=UNREAD):
    return Graded(2, student, BLOCKED, answer, verdict)


def read(path, text, encoding="utf-8"):
    path.write_bytes(text.encode(encoding))
    return read_review(str(path))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "review.csv"


def test_a_file_that_is_not_there_holds_nothing(path):
    assert len(read_review(str(path))) == 0


def test_open_answers_are_written_in_order(path):
    text = "".join(review_csv([open_answer("ben", "many"), open_answer("ana", "few, or so")], Decisions()))
    assert text == (
        f"\ufeff{HEADER}ben,{NAME},many,,'=' means nothing.,,,\n"
        f"ana,{NAME},\"few, or so\",,'=' means nothing.,,,\n"
    )


def test_what_was_filled_in_is_kept_as_it_is_and_first(path):
    given = read(
        path,
        f'{HEADER}ana,{NAME},few,,old,,,\nben,{NAME},many,,old,"0,50",ada,"yes, ""so"""\ncy,{NAME},gone,,old,1,ada,\n',
    )
    text = "".join(review_csv([open_answer("ana", "few")], given))
    assert text == (
        f'\ufeff{HEADER}ben,{NAME},many,,old,"0,50",ada,"yes, ""so"""\n'
        f"cy,{NAME},gone,,old,1,ada,\nana,{NAME},few,,'=' means nothing.,,,\n"
    )
    assert "".join(review_csv([open_answer("ana", "few")], read(path, text))) == text


def test_what_was_begun_is_kept_too(path):
    given = read(path, f"{HEADER}ana,{NAME},few,,,,ada,ask\nben,{NAME},gone,,,,,ask\ncy,{NAME},gone,,,,,\n")
    text = "".join(review_csv([open_answer("ana", "few")], given))
    assert text.endswith(f"ana,{NAME},few,,'=' means nothing.,,ada,ask\nben,{NAME},gone,,,,,ask\n")
    assert "".join(review_csv([open_answer("ana", "few")], read(path, text))) == text


HOSTILE = [
    "=1+1", "'=1+1", "''", "'", "-", "1,5", "1e5", "3/4", "1.000", "00123", "TRUE", "MARCH1", "SEPT2", "(5)", "@a", "a\nb",
    'say "so"', "a;b", "+", "'t Hooft", "x" * 5000, "=" + "x" * 5000, "１２", "a\tb", "l'été",
]  # fmt: skip


@pytest.mark.parametrize("typed", HOSTILE)
def test_every_text_comes_back(path, typed):
    text = "".join(review_csv([open_answer(typed, typed)], Decisions()))
    cell = next(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))["answer"]
    assert not cell.startswith(("=", "+", "-", "@"))
    assert not any(sign.isdigit() for sign in cell[:1])
    given = read(path, text.replace(",,,\n", ",1,ada,\n"))
    assert given.decided(typed, NAME, typed)


@pytest.mark.parametrize(
    ("encoding", "turned"),
    [
        ("utf-16", lambda text: text),
        ("utf-8-sig", lambda text: text.replace(",", ";").replace("\n", "\r\n")),
        ("utf-8", lambda text: text.replace(",", "\t")),
        ("utf-8", lambda text: "sep=;\n" + text.replace(",", ";")),
        ("utf-8", lambda text: text + "\n,,,,,,,\n"),
        ("utf-8", lambda text: text.replace("student,", "Student ,")),
    ],
)
def test_it_is_read_as_spreadsheets_write_it(path, encoding, turned):
    text = turned(f"{HEADER}ana,{NAME},few,,,0.5,ada,so\n")
    assert read(path, text, encoding).decided("ana", NAME, "few").share == 0.5


def test_columns_may_stand_in_any_order_and_some_may_be_left_out(path):
    given = read(path, "who,score,answer,question,student\nada,1,few,q1,ana\n")
    assert given.decided("ana", "q1", "few") == Decision("ana", "q1", "few", score="1", who="ada")


@pytest.mark.parametrize(
    ("rows", "where", "message"),
    [
        ("ana,q1,few,,,2,ada,\n", ":2:14", "'2' is no score"),
        ("ana,q1,few,,,half,ada,\n", ":2:14", "'half' is no score"),
        ("ana,q1,few,,,-1,ada,\n", ":2:14", "'-1' is no score"),
        ("ana,q1,few,,,1e-1,ada,\n", ":2:14", "'1e-1' is no score"),
        ("ana,q1,few,,,１,ada,\n", ":2:14", "'１' is no score"),
        ("ana,q1,few,,,1.01,ada,\n", ":2:14", "'1.01' is no score"),
        ("ana,q1,few,,,nan,ada,\n", ":2:14", "'nan' is no score"),
        ("ana,q1,few,,,.,ada,\n", ":2:14", "'.' is no score"),
        ("ana,q1,few,,,0.5,,so\n", ":2:18", "a score without a name"),
        ("ana,q1,few,,,0.5\n", ":2:14", "a score without a name"),
        ("ana,q1,few,,,1,ada,,x\n", ":2:21", "9 cells where the header has 8"),
        ("ana,q1,few,,,0,5,ada,\n", ":2:22", "9 cells where the header has 8"),
        ("ana,q1,few,,,0,5,ada,so\n", ":2:22", "9 cells where the header has 8"),
        ("ana,q1,few,,,0,5,ada\n", ":2:16", "the score is 0, and the who is the number 5"),
        ("ana,q1,few,,,0,50\n", ":2:16", "the score is 0, and the who is the number 50"),
        ('ana,q1,"few,,,1,ada,\n', ":2:8", "a quote opens here and does not close the cell"),
        (
            "ana,q1,few,,,1,ada,\nana,q1,few,,,0,ada,\n",
            ":3:1",
            "another decision about the answer of 'ana' to q1",
        ),
        (
            "ana,q1,few,,,1,ada,\nana,q1,few,,,1,ben,\n",
            ":3:1",
            "another decision about the answer of 'ana' to q1",
        ),
    ],
)
def test_a_row_that_cannot_be_obeyed(path, rows, where, message):
    with pytest.raises(QbankError) as caught:
        read(path, HEADER + rows)
    assert caught.value.where == f"{path}{where}"
    assert caught.value.message.startswith(message)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("header", "where", "message"),
    [
        ("student,question,answer,score\n", ":1:1", "no column 'who'"),
        ("student,question,answer,score,who,note\n", ":1:35", "unknown column 'note'"),
        ("student,question,answer,score,who,who\n", ":1:35", "a second column 'who'"),
    ],
)
def test_a_header_that_is_none(path, header, where, message):
    with pytest.raises(QbankError) as caught:
        read(path, header)
    assert (caught.value.where, caught.value.message) == (f"{path}{where}", message)


def test_the_same_decision_twice_is_one(path):
    given = read(path, f"{HEADER}ana,q1,few,,,1,ada,\nana,q1,few,,,1.0,ada,\nana,q1,few,,,,,\n")
    assert len(given) == 1
    assert "".join(review_csv([], given)).count("ana") == 1


def test_a_decision_stands_over_an_open_row_of_the_same_answer(path):
    given = read(path, f"{HEADER}ana,q1,few,,,,,\nana,q1,few,,,1,ada,\n")
    assert given.decided("ana", "q1", "few").score == "1"


def test_a_reason_that_looks_like_a_formula_comes_back(path):
    given = read(path, f"{HEADER}ana,q1,few,,,1,ada,=so\n")
    text = "".join(review_csv([], given))
    assert text.endswith("ada,'=so\n")
    assert read(path, text).filled == given.filled


def test_an_empty_file_holds_nothing(path):
    assert len(read(path, "")) == 0


def test_a_long_reason_why_it_is_open_is_cut(path):
    long = Verdict(Word.UNREADABLE, why="x" * (limits.REVIEW_CHARACTERS + 1))
    text = "".join(review_csv([open_answer("ana", "few", long)], Decisions()))
    assert f",{'x' * (limits.REVIEW_CHARACTERS - 1)}…,,,\n" in text
    short = Verdict(Word.UNREADABLE, why="x" * limits.REVIEW_CHARACTERS)
    assert "…" not in "".join(review_csv([open_answer("ana", "few", short)], Decisions()))


def test_a_file_has_so_many_bytes(path, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_BYTES", len(HEADER))
    read(path, HEADER)
    with pytest.raises(QbankError, match="more than 53 bytes"):
        read(path, HEADER + "\n")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(QbankError, match="cannot be read"):
        read_review(str(tmp_path))


def test_a_workbook_is_refused(path):
    workbook = xlsxwriter.Workbook(str(path))
    workbook.add_worksheet().write_row(0, 0, HEADER.strip().split(","))
    workbook.close()
    with pytest.raises(QbankError, match="this is a workbook"):
        read_review(str(path))
