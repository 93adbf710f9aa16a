"""What `qbank export` writes over, leaves alone, removes and refuses."""

import json
from pathlib import Path

import pytest

from qbank.bank import released
from qbank.corrections import Correction, add_correction
from qbank.errors import QbankError
from tests.cli.test_export import QUESTIONS, bank, export, written

__all__ = ["bank"]  # the fixture


def refused(*arguments):
    result = export(*arguments)
    assert isinstance(result.exception, QbankError), result.output
    return str(result.exception)


@pytest.mark.parametrize(
    ("first", "second"), [("quiz-key", "quiz"), ("quiz", "quiz-key"), ("quiz-A", "quiz")]
)
def test_no_sheet_takes_the_place_of_another(bank, first, second):
    several = ["--versions", "2", "--seed", "1"] if first == "quiz-A" else []
    export("--topic", "mask", "-o", f"{first}.md", "--title", "Mine")
    before = {name: Path(name).read_bytes() for name in written()}
    assert "holds something else" in refused("--topic", "mask", "-o", f"{second}.md", *several)
    assert {name: Path(name).read_bytes() for name in written()} == before
    assert export("--topic", "mask", "-o", f"{second}.md", "--replace", *several).exit_code == 0


@pytest.mark.parametrize("ending", ["jsonl", "xml", "tex"])
def test_a_file_of_any_format_is_spared(bank, ending):
    Path(f"quiz.{ending}").write_text("mine", encoding="utf-8")
    assert f"quiz.{ending}: this file is there already" in refused("--topic", "mask", "-o", f"quiz.{ending}")
    assert written() == [f"quiz.{ending}"]


def test_what_was_of_more_versions_goes(bank):
    Path("quiz-C.txt").write_text("mine", encoding="utf-8")
    Path("quiz-D.md").write_text("mine", encoding="utf-8")
    export("--topic", "mask", "-o", "quiz.md", "--versions", "3", "--seed", "a")
    result = export("--topic", "mask", "-o", "quiz.md", "--versions", "2", "--seed", "b", "--replace")
    assert "of the sheet before: quiz-C-key.md, quiz-C-solutions.md, quiz-C.md\n" in result.stderr
    kinds = ("", "-key", "-solutions")
    names = [f"quiz-{version}{kind}.md" for version in "AB" for kind in kinds]
    mine = ["quiz-C.txt", "quiz-D.md"]
    assert written() == sorted([*names, *mine, "quiz-form.csv", "quiz-sheet.json"])
    export("--topic", "mask", "-o", "quiz.md", "--replace")
    assert written() == sorted(
        [*(f"quiz{kind}.md" for kind in kinds), *mine, "quiz-form.csv", "quiz-sheet.json"]
    )


def test_a_sheet_in_two_formats_is_one_sheet_and_goes_as_one(bank):
    export("--topic", "mask", "-o", "quiz.md")
    assert export("--topic", "mask", "-o", "quiz.tex").exit_code == 0
    papers = [f"quiz{kind}.{ending}" for kind in ("", "-key", "-solutions") for ending in ("md", "tex")]
    assert json.loads(Path("quiz-sheet.json").read_text(encoding="utf-8"))["files"] == sorted(papers)
    before = {name: Path(name).read_bytes() for name in written()}
    assert export("--topic", "mask", "-o", "quiz.md").exit_code == 0
    assert {name: Path(name).read_bytes() for name in written()} == before
    export("--topic", "shapes", "-o", "quiz.md", "--replace")
    assert [name for name in written() if name.endswith(".tex")] == []


@pytest.mark.parametrize(
    "manifest", ["", "[]", '{"files": 3}', '{"files": [1, "quiz/../../x.md", "a.md", "quiz.sh"]}']
)
def test_a_manifest_of_another_hand_removes_nothing(bank, manifest):
    for name in ("a.md", "quiz.sh"):
        Path(name).write_text("mine", encoding="utf-8")
    Path("quiz-sheet.json").write_text(manifest, encoding="utf-8")
    assert export("--topic", "mask", "-o", "quiz.md", "--replace").exit_code == 0
    assert {"a.md", "quiz.sh"} < set(written())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--all", "-o", "x/"), "x/: this names a folder; write x/quiz.pdf"),
        (("--all", "-o", "bank"), "bank: this names a folder; write bank/quiz.pdf"),
        (("--all", "-o", " "), "-o names no file"),
        (("--ids", " , ", "-o", "quiz.md"), "--ids names no question"),
        (("--all", "--seed", "", "-o", "quiz.md"), "an empty seed; leave --seed away"),
        (("--all", "-o", f"{'x' * 300}.md"), "bytes, where 240 are the most; write under a shorter name"),
        (("--all", "-o", "taken.md"), "taken.md: this is a folder; write under another name"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is(bank, arguments, said):
    Path("taken.md").mkdir()
    assert said in refused(*arguments)
    assert written() == []


def test_a_correction_that_a_format_cannot_say_costs_its_question_alone(bank):
    lines = {1: ("full_marks", None), 2: ("accept", "[4,2]")}
    for at, (action, value) in lines.items():
        when = "2026-05-31T12:00:00+00:00"
        add_correction(bank.folder, Correction(QUESTIONS[at].id, "", action, value, "why", "", when))
    result = export("--ids", ",".join(QUESTIONS[at].id for at in lines), "-o", "quiz.gift")
    assert result.exit_code == 0
    why = "its correction cannot be said there: GIFT has no choice in which every option is right"
    assert f"{QUESTIONS[1].id} is left out: {why}\n1 question in quiz.gift\n" in result.stderr


@pytest.mark.parametrize(("points", "said"), [("0", True), ("1", False)])
def test_remarks_are_about_the_points_that_are_asked_for(bank, points, said):
    result = export("--ids", QUESTIONS[0].id, "--points", points, "-o", "quiz.xml")
    assert ("its gaps add up to another mark than its points" in result.stderr) == said


EVERY = [
    "md",
    "html",
    "tex",
    "typ",
    "moodle",
    "qti12",
    "qti21",
    "amc",
    "ipynb",
    "lm-eval",
    "inspect",
    "gift",
    "jsonl",
]


@pytest.mark.parametrize("face", EVERY)
def test_parts_of_points_go_into_every_format_or_are_said_to_change_nothing(bank, face):
    asked = QUESTIONS[1 if face == "gift" else 0].id
    done = export("--ids", asked, "--points", "2.25", "--format", face, "-o", "quiz")
    assert done.exit_code == 0, done.stderr
    assert ("--points changes nothing" in done.stderr) == (face in ("gift", "jsonl"))


@pytest.mark.parametrize("points", ["-1", "0.125", "1,5", "1000.01", "many", "1e2", ""])
def test_what_is_no_number_of_points_is_refused(bank, points):
    done = export("--ids", QUESTIONS[0].id, "--points", points)
    assert done.exit_code == 2
    assert f"{points!r} is no number from 0 to 1,000 with two decimals at most." in done.stderr


def test_a_source_names_the_signs_that_no_font_here_has(bank):
    result = export("--topic", "mask", "-o", "quiz.typ", "--title", "A \U0002fffd")
    assert (result.exit_code, "(U+2FFFD): install one where you set the sheet" in result.stderr) == (0, True)


def test_latex_for_amc_is_a_tex_file(bank):
    result = export("--ids", QUESTIONS[1].id, "-o", "quiz.amc")
    assert (written(), "so the source is a .tex file" in result.stderr) == (["quiz.tex"], True)
    assert export("--ids", QUESTIONS[1].id, "-o", "other.ltx", "--format", "amc").exit_code == 0
    assert "other.ltx" in written()


def test_a_guide_spares_what_is_there(bank, monkeypatch):
    from qbank.cli import guide

    monkeypatch.setattr(guide, "_set", lambda *_given: "a guide")
    from click.testing import CliRunner

    from qbank.cli import group

    Path("notes.md").write_text("mine", encoding="utf-8")
    result = CliRunner().invoke(group, ["guide", "--topics", "mask", "-o", "notes.md"])
    assert str(result.exception).startswith("notes.md: this file is there already")
    assert (
        CliRunner().invoke(group, ["guide", "--topics", "mask", "-o", "notes.md", "--replace"]).exit_code == 0
    )
    assert Path("notes.md").read_text(encoding="utf-8") == "a guide"


def test_pictures_of_the_sheet_before_go_unless_another_sheet_has_them(bank):
    drawn = [question.id for question in released() if question.figure is not None][:3]
    export("--bank", "released", "--ids", ",".join(drawn), "-o", "quiz.tex")
    export("--bank", "released", "--ids", drawn[1], "-o", "other.tex")
    result = export("--bank", "released", "--ids", drawn[0], "-o", "quiz.tex", "--replace")
    assert f"of the sheet before: figures/{drawn[2]}.pdf\n" in result.stderr
    assert sorted(path.stem for path in Path("figures").iterdir()) == sorted(drawn[:2])
