import json
from dataclasses import replace
from decimal import Decimal

import pytest

from qbank import limits
from qbank.errors import QbankError
from qbank.sheets.manifest import from_json, to_json
from qbank.sheets.sheet import Sheet, Slot, lay_out, letters, options_of


def test_questions_are_numbered_in_their_order(questions) -> None:
    sheet = lay_out(questions, "Quiz")
    assert [slot.number for slot in sheet.slots] == [1, 2, 3, 4, 5, 6]
    assert [slot.id for slot in sheet.slots] == [question.id for question in questions]
    assert [slot.points for slot in sheet.slots] == [2, 1, 1, 1, 1, 2]
    assert sheet.points == 8


def test_numbers_lead_back_to_ids_and_parts(questions) -> None:
    first, second, *_, last = questions
    names = lay_out(questions, "Quiz").names()
    assert list(names) == ["1a", "1b", "2", "3", "4", "5", "6a", "6b"]
    assert (names["1a"], names["1b"]) == (f"{first.id}.blocked", f"{first.id}.open")
    assert (names["2"], names["6b"]) == (second.id, f"{last.id}.y")


def test_options_are_printed_as_they_are_stored(questions) -> None:
    slots = lay_out(questions, "Quiz").slots
    assert slots[0].options is None
    assert slots[3].options == {"A": "A", "B": "B", "C": "C"}


def test_other_orders_of_options_are_understood(questions) -> None:
    slot = replace(lay_out(questions, "Quiz").slots[4], options={"A": "B", "B": "A"})
    assert [text for _, text in options_of(slot, questions[4].parts[0])] == ["$i > j$", "$i \\le j$"]
    assert (slot.printed("A"), slot.printed("B")) == ("B", "A")


def test_the_manifest_is_read_back(questions) -> None:
    sheet = lay_out(questions, "Quiz «1»")
    assert from_json(json.loads(json.dumps(to_json(sheet))), "quiz-sheet.json") == [sheet]


def test_the_manifest_field_by_field() -> None:
    sheet = Sheet(
        "Quiz", (Slot(1, "q1", ("a", "b"), 2, None), Slot(2, "q2", ("",), 3, {"A": "B", "B": "A"})), "C"
    )
    assert to_json(sheet) == {
        "format": 1,
        "title": "Quiz",
        "versions": [
            {
                "version": "C",
                "questions": [
                    {"number": 1, "id": "q1", "parts": ["a", "b"], "points": 2, "options": None},
                    {"number": 2, "id": "q2", "parts": [""], "points": 3, "options": {"A": "B", "B": "A"}},
                ],
            }
        ],
    }


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ([], "x.json: this is no sheet's manifest"),
        ({"format": "1"}, "x.json: this is no sheet's manifest"),
        ({"format": 2}, "x.json: format 2 is newer than this qbank reads (1); update qbank"),
        ({"format": 1}, "x.json: the sheet has no field 'title'"),
        (
            {"format": 1, "title": "a", "versions": 3},
            "x.json: the sheet's field 'versions' is of the wrong type",
        ),
        (
            {"format": 1, "title": "a", "versions": []},
            "x.json: the sheet has no versions; write the sheet again",
        ),
        ({"format": 1, "title": "a", "versions": [{"version": "A"}]}, "the version has no field 'questions'"),
        (
            {"format": 1, "title": "a", "versions": [{"version": "A", "questions": []}]},
            "x.json, version 'A': a version without questions",
        ),
        ({"format": 1, "title": "a", "versions": [{"version": "A", "questions": [3]}]}, "must be an object"),
    ],
)
def test_what_is_no_manifest(manifest, message) -> None:
    with pytest.raises(QbankError) as error:
        from_json(manifest, "x.json")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"number": "one"}, "x.json, version 'A': the question's field 'number' is of the wrong type"),
        ({"number": 1.0}, "the question's field 'number' is of the wrong type"),
        (
            {"number": True},
            "x.json, version 'A', question True: number: True; write a whole number from 1 to",
        ),
        ({"number": 0}, "x.json, version 'A', question 0: number: 0"),
        ({"number": 2}, "x.json, version 'A': number '2' is there 2 times; keep one of them"),
        (
            {"points": -1},
            "question 1: points: -1; write a number from 0 to 1,000,000, with two decimals at most",
        ),
        ({"points": 0.125}, "question 1: points: 0.125"),
        ({"points": 1e-9}, "question 1: points: 1e-09"),
        ({"points": float("nan")}, "question 1: points: nan"),
        ({"points": True}, "question 1: points: True"),
        ({"points": "2"}, "the question's field 'points' is of the wrong type"),
        ({"number": 1.5}, "the question's field 'number' is of the wrong type"),
        ({"points": 1_000_001}, "question 1: points: 1000001"),
        ({"parts": []}, "question 1: its parts are []"),
        ({"parts": [1]}, "question 1: its parts are [1]"),
        ({"parts": ["a", "a"]}, "question 1: part 'a' is there 2 times"),
        ({"options": {"A": "b"}}, "question 1: option 'A' stands for 'b'; write a letter from A to Z"),
        ({"options": {"AB": "A"}}, "question 1: option 'AB' stands for 'A'"),
        ({"options": {"A": ["B"]}}, "question 1: option 'A' stands for ['B']"),
        ({"options": {"A": "B", "B": "B"}}, "question 1: option 'b' is there 2 times"),
        ({"grade": 3}, "the question has an unknown field 'grade'"),
    ],
)
def test_what_is_wrong_in_a_manifest_is_said_with_its_place(questions, changed, message) -> None:
    manifest = to_json(lay_out(questions, "Quiz"))
    manifest["versions"][0]["questions"][0] |= changed
    with pytest.raises(QbankError) as error:
        from_json(manifest, "x.json")
    assert message in str(error.value)


def test_a_version_or_a_question_stands_there_once(questions) -> None:
    manifest = to_json(lay_out(questions, "Quiz"))
    (version,) = manifest["versions"]
    manifest["versions"] = [version, version | {"version": "a"}]
    with pytest.raises(QbankError, match=r"x\.json: version 'a' is there 2 times"):
        from_json(manifest, "x.json")
    again = version["questions"][0] | {"number": 99}
    manifest["versions"] = [version | {"questions": [*version["questions"], again]}]
    with pytest.raises(QbankError, match=rf"question '{again['id']}' is there 2 times"):
        from_json(manifest, "x.json")
    manifest["versions"] = [version | {"version": " "}]
    with pytest.raises(QbankError, match="a version without name"):
        from_json(manifest, "x.json")


def test_parts_of_points_are_exact_and_come_back(questions) -> None:
    sheet = lay_out(questions, "Quiz", points=Decimal("0.1"))
    assert [str(slot.points) for slot in sheet.slots[:2]] == ["0.2", "0.1"]
    assert sheet.points == Decimal("0.1") * sum(len(slot.parts) for slot in sheet.slots)
    manifest = json.loads(json.dumps(to_json(sheet)))
    assert from_json(manifest, "x.json")[0].points == sheet.points
    manifest["versions"][0]["questions"][0]["points"] = 2.0
    assert repr(from_json(manifest, "x.json")[0].slots[0].points) == "2"


def test_the_bound_on_points(questions) -> None:
    manifest = to_json(lay_out(questions, "Quiz"))
    manifest["versions"][0]["questions"][0] |= {"points": limits.SHEET_POINTS}
    assert from_json(manifest, "x.json")[0].slots[0].points == limits.SHEET_POINTS


def test_parts_are_lettered_up_to_z() -> None:
    assert letters(26)[-1] == "z"
    with pytest.raises(QbankError, match="27 parts"):
        letters(27)
