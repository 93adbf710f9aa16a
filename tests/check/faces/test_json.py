"""The report for programs."""

import json

from qbank.check.faces.json import as_json
from tests.check.faces.report import CELLS, EMPTY, REPORT


def test_json():
    content = json.loads("".join(as_json(REPORT)))
    assert list(content) == ["answers", "students", "class", "questions"]
    assert content["answers"][1] == {
        "line": 3,
        "student": "ben",
        "question": f"{CELLS.id}.blocked",
        "number": "",
        "answer": "45",
        "points": 0.0,
        "out_of": 1,
        "verdict": "wrong",
        "score": 0.0,
        "code": "known",
        "read_as": "45",
        "why": "It is open.",
        "diagnosis": [
            {"names": ["blocks_the_diagonal"], "convention": None, "feedback": "A token sees $i \\le j$."}
        ],
    }
    assert content["answers"][3]["diagnosis"][0]["convention"] == {"bias": False}
    assert content["students"][0] == {
        "student": "ana",
        "answered": 1,
        "right": 1,
        "partly": 0,
        "wrong": 0,
        "blank": 0,
        "open": 0,
        "score": 1.0,
        "out_of": 1,
        "name": "",
        "provisional": False,
    }
    assert content["class"] == {"students": 4, "handed_in": 4, "mean": 0.25, "provisional": 1}
    assert content["questions"][0] == {
        "question": f"{CELLS.id}.blocked",
        "n": 2,
        "mean": 0.5,
        "difficulty": 0.5,
        "open": 0,
        "mistakes": [{"diagnosis": content["answers"][1]["diagnosis"], "answer": "", "count": 1}],
    }


def test_it_is_indented_as_json_would_be():
    text = "".join(as_json(REPORT))
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


def test_nothing_graded():
    content = json.loads("".join(as_json(EMPTY)))
    assert (content["answers"], content["students"], content["questions"]) == ([], [], [])
    assert content["class"]["mean"] is None


def test_explained():
    content = json.loads("".join(as_json(REPORT, explain=True)))
    assert content["answers"][0]["rule"] == "Right is exactly 36, however that number is spelled."
