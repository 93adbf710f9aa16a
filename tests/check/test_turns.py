"""Responses of a quiz by their turn: taken for what a sheet asks where there are as many, and else refused."""

from itertools import count

import pytest

from qbank.check.cells import Record
from qbank.check.column_map import ColumnMap, Mapped
from qbank.check.header import read_header
from qbank.check.rows import Grid
from qbank.check.table import answers
from qbank.errors import QbankError

PARTS = ("1a", "1b", "2")
HEAD = "First name|Last name|Response 1|Response 2|Response 3"


def read(names, numbers, mapped=None):
    """The columns' questions, and the notes."""
    columns = mapped and ColumnMap([Mapped(name, means, "map.csv:2:1") for name, means in mapped.items()])
    notes = []
    header = read_header(Record("a.csv", 1, names.split("|")), "a.csv", columns, notes, numbers)
    return {names.split("|")[column.at]: column.asked for column in header.questions}, notes


def test_as_many_responses_as_the_sheet_asks_for():
    asked, notes = read(HEAD, PARTS)
    assert asked == {"Response 1": "1a", "Response 2": "1b", "Response 3": "2"}
    assert (
        notes[0]
        == "a.csv:1: 'Response 1' to 'Response 3' are taken for 1a to 2 of the sheet, in their order."
    )


def test_the_turn_counts_and_not_where_the_column_stands():
    asked, _ = read("Name|Response 10|Response 2|Response 3", PARTS)
    assert asked == {"Response 2": "1a", "Response 3": "1b", "Response 10": "2"}


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        (
            ("1", "2"),
            "a.csv:1: 3 responses, 'Response 1' to 'Response 3', while the sheet asks for 2; export them",
        ),
        (
            ("1a", "1b", "2a", "2b"),
            "while the sheet asks for 4; export them with the questions' texts, or say with",
        ),
        ((), "while the sheet has versions with different numbers"),
    ],
)
def test_more_or_fewer_are_refused(numbers, says):
    with pytest.raises(QbankError) as refused:
        read(HEAD, numbers)
    assert says in str(refused.value)


def test_a_map_says_which_they_are():
    mapped = {"Response 1": "1b", "Response 2": "ignore", "Response 3": "2"}
    assert read(HEAD, ("1a", "1b", "2", "3"), mapped)[0] == {"Response 1": "1b", "Response 3": "2"}
    assert read(HEAD, ("1a", "1b"), {"Response 2": "ignore"})[0] == {"Response 1": "1a", "Response 3": "1b"}


def test_without_a_sheet_it_is_a_number():
    assert read(HEAD, None)[0] == {"Response 1": "1", "Response 2": "2", "Response 3": "3"}


def test_twice_one_turn_is_a_second_column():
    with pytest.raises(QbankError, match="a second column 'response 1'"):
        read("Name|Response 1|response 1", None)


def test_where_texts_are_told_they_count_and_a_blank_one_was_not_asked():
    head = ["Name", "Question 1", "Response 1", "Question 2", "Response 2"]
    header = read_header(Record("a.csv", 1, head), "a.csv", None, [], PARTS)
    rows = [["Ana", "How many?", "7", "", ""], ["Ben", "", "7", "And now?", "8"]]
    grid = Grid("a.csv", iter(Record("a.csv", at, row) for at, row in enumerate(rows, start=2)), ",")
    assert [
        (typed.student, typed.question, typed.answer) for typed in answers(grid, header, [], count(1))
    ] == [
        ("Ana", "How many?", "7"),
        ("Ben", "Response 1", "7"),
        ("Ben", "And now?", "8"),
    ]
