"""`qbank check --review`: a person's decision counts for one student and one answer, whatever their names are."""

import csv
import json
import sys
from pathlib import Path

import pytest

from qbank.cli import main
from tests.check.samples import CELLS, CLAIM, LAYER, make_bank

BLOCKED = f"{CELLS.id}.blocked"
SHEET = {
    "format": 1,
    "title": "Quiz",
    "versions": [
        {
            "version": version,
            "questions": [
                {
                    "number": at,
                    "id": one.id,
                    "parts": [p.name for p in one.parts],
                    "points": 2,
                    "options": None,
                }
                for at, one in enumerate(order, start=1)
            ],
        }
        for version, order in (("A", (CELLS, LAYER)), ("B", (LAYER, CELLS)))
    ],
}


@pytest.fixture
def check(tmp_path, monkeypatch, capsys):
    """Grades rows of a wide or long table in a folder with a bank; gives students' scores and what was noted."""
    monkeypatch.chdir(tmp_path)
    make_bank(tmp_path / "bank")

    def run(rows, *options):
        with Path("a.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
        monkeypatch.setattr(sys, "argv", ["qbank", "check", "a.csv", "--format", "json", *options])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        assert left.value.code in (0, 1), said.err
        students = json.loads(said.out)["students"] if said.out else []
        return {one["student"]: one["score"] for one in students}, said.err

    return run


def decide(student, score, who="ada", path="review.csv"):
    """Fills in the score of that student's rows, as a spreadsheet would leave the file."""
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["student"] == student:
            row |= {"score": score, "who": who}
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return [row["student"] for row in rows]


@pytest.mark.parametrize(
    "name",
    [
        "Zoe\rMaier",
        "Zoe\r\nMaier",
        "Zoe\n\nMaier",
        "Zoe\tMaier",
        "Zoe\u00a0Maier",
        "Zoe\u2028Maier",
        "z" * 600,
        "z" * 601,
        "Zoe " * 175 + "Maier",
        "zoe\r\n" * 140 + "Maier",
        "'zoe",
        "=zoe",
        "5",
        'Zoe;Maier,"Ode"',
    ],
)
@pytest.mark.parametrize("wide", [True, False])
def test_a_decision_is_about_one_student(check, name, wide):
    rows = [["student", LAYER.id], ["ana", "many"], [name, "many"], ["ben", "many"]]
    if not wide:
        rows = [["student", "question", "answer"], *([who, LAYER.id, text] for who, text in rows[1:])]
    assert check(rows, "--review", "review.csv")[0] == {"ana": 0, name: 0, "ben": 0}
    first, shown, last = decide("ana", "")
    decide(shown, "0.5")
    for _ in range(2):
        scores, said = check(rows, "--review", "review.csv")
        assert scores == {"ana": 0, name: 0.5, "ben": 0}
        assert said.startswith("Open: 2 of 3 answers.")
        assert "filled-in" not in said
    assert (first, last) == ("ana", "ben")


def test_means_and_mistakes_count_the_decision_once(check):
    rows = [["student", LAYER.id], ["ana", "many"], ["Zoe\r\nMaier", "many"], ["ben", "many"]]
    check(rows, "--review", "review.csv")
    decide("Zoe\nMaier", "1")
    check(rows, "--review", "review.csv", "-o", "r.json")
    (item,) = json.loads(Path("r.json").read_text(encoding="utf-8"))["questions"]
    assert (item["n"], item["mean"], item["open"]) == (1, 1.0, 2)


def test_the_case_of_a_name_is_no_other_student(check):
    rows = [["student", "question", "answer"], ["Zoe", LAYER.id, "many"], ["ZOE", BLOCKED, "36"]]
    assert check(rows, "--review", "review.csv")[0] == {"Zoe": 1}
    decide("Zoe", "0.5")
    assert check(rows, "--review", "review.csv")[0] == {"Zoe": 1.5}
    turned = [rows[0], rows[2], rows[1]]
    assert check(turned, "--review", "review.csv")[0] == {"ZOE": 1.5}


ROWS = [["student", LAYER.id, BLOCKED], ["ana", "many", "few"], ["ben", "some", "36"]]
BY_NUMBER = [["student", "version", "1a", "2"], ["ana", "A", "few", "many"]]


def test_what_is_not_graded_now_is_not_counted(check):
    check(ROWS, "--review", "review.csv")
    decide("ana", "1")
    scores, said = check(ROWS, "--review", "review.csv", "--only", BLOCKED)
    assert (scores, said) == ({"ana": 1, "ben": 1}, "")
    assert check(ROWS, "--review", "review.csv")[0] == {"ana": 2, "ben": 1}
    said = check([["student", LAYER.id, BLOCKED], ["ana", "7", "few"]], "--review", "review.csv")[1]
    assert said == "review.csv: 1 filled-in row belongs to no open answer; it is kept.\n"


def filled(question, score="1"):
    Path("review.csv").write_text(
        f"student,question,answer,score,who\nana,{question},few,{score},ada\n", encoding="utf-8"
    )


@pytest.mark.parametrize("name", [BLOCKED.upper().replace("BLOCKED", "blocked"), f" {BLOCKED} "])
def test_an_id_in_capitals_is_that_id(check, name):
    filled(name)
    assert check(ROWS, "--review", "review.csv")[0] == {"ana": 1, "ben": 1}
    assert f"ana,{BLOCKED},few" in Path("review.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize("name", ["1a", "1A", "1 a"])
def test_a_number_is_what_the_sheet_says(check, name):
    sheet = SHEET | {"versions": SHEET["versions"][:1]}
    Path("sheet.json").write_text(json.dumps(sheet), encoding="utf-8")
    filled(name)
    assert check(BY_NUMBER, "--review", "review.csv", "--sheet", "sheet.json")[0] == {"ana": 1}


def test_what_means_nothing_or_two_things_is_named_and_kept(check):
    Path("sheet.json").write_text(json.dumps(SHEET), encoding="utf-8")
    for name in ("1", "2a", "9", CLAIM.id):
        filled(name)
        scores, said = check(BY_NUMBER, "--review", "review.csv", "--sheet", "sheet.json")
        assert scores == {"ana": 0}
        about = f"1 filled-in row about what is no question here, kept and not counted: '{name}'."
        assert f"review.csv: {about}" in said
        assert f"ana,{name},few,,,1,ada," in Path("review.csv").read_text(encoding="utf-8-sig")
