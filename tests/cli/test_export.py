"""`qbank export`, through its files and back through `qbank check`."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from qbank import limits
from qbank.bank import Bank
from qbank.cli import group
from qbank.errors import QbankError
from qbank.question import Mistake, Part, Proof, Question, question_id

PROOF = Proof("measured", "zero_attention_weights", "equal", None, "2.13.0", "cpu", "float64")
PAPERS = ["quiz{}", "quiz-form.csv", "quiz-key{}", "quiz-sheet.json", "quiz-solutions{}"]


def part(answer, key, display, name="", ask="", options=None) -> Part:
    mistake = Mistake(("m",), None, "45", "45", "The diagonal stays open.")
    return Part(name, ask, {"kind": answer}, None, key, display, None, options, () if options else (mistake,))


def question(topic: str, prompt: str, *parts: Part) -> Question:
    return Question(
        id=question_id(prompt, None, parts),
        pack="transformers",
        topic=topic,
        template=f"{topic}.sample",
        level=1,
        params={},
        conventions=(),
        prompt=prompt,
        figure=None,
        parts=parts,
        explanation="Row $i$ blocks $T - i$ cells.",
        proof=PROOF,
        made_by={"qbank": "0.1.0", "template": "0" * 32},
    )


QUESTIONS = [
    question("mask", "Blocked, open?", part("integer", "36", "36", "a"), part("integer", "45", "4,500", "b")),
    question("mask", "True?", part("choice", "B", "B", options={"A": "True", "B": "False"})),
    question("shapes", "Which shape?", part("shape", "[2,4]", "[2, 4]")),
    question("shapes", "What does 😀 mean?", part("tokens", "[a, b]", "[a, b]")),
]


@pytest.fixture
def bank(tmp_path, monkeypatch) -> Bank:
    monkeypatch.chdir(tmp_path)
    bank = Bank(Path("bank"))
    bank.add(QUESTIONS)
    bank.record_run({"ids": [QUESTIONS[2].id, QUESTIONS[0].id], "seed": "canary seed"})
    return bank


def export(*arguments: str):
    return CliRunner().invoke(group, ["export", *arguments])


def written() -> list[str]:
    return sorted(
        str(path.as_posix()) for path in Path().rglob("*") if path.is_file() and "bank" not in path.parts
    )


@pytest.mark.parametrize("ending", [".md", ".tex"])
def test_a_paper_comes_with_key_solutions_form_and_manifest(bank, ending) -> None:
    result = export("--topic", "mask", "-o", f"quiz{ending}")
    assert result.exit_code == 0, result.output
    assert written() == sorted(name.format(ending) for name in PAPERS)
    assert result.stdout == ""
    assert "2 questions in quiz" in result.stderr
    assert (
        f"For the teacher alone: quiz-key{ending}, quiz-solutions{ending}, quiz-sheet.json" in result.stderr
    )
    assert "Next: qbank check quiz-form.csv --sheet quiz-sheet.json\n" in result.stderr


def test_data_formats_are_one_file(bank) -> None:
    assert export("--all", "-o", "deep/er/quiz.jsonl").exit_code == 0
    assert written() == ["deep/er/quiz.jsonl"]
    ids = [
        json.loads(line)["id"] for line in Path("deep/er/quiz.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert ids == [question.id for question in bank]


def test_the_last_run_in_its_order(bank) -> None:
    assert export("--last", "-o", "quiz.md").exit_code == 0
    manifest = json.loads(Path("quiz-sheet.json").read_text(encoding="utf-8"))
    assert [entry["id"] for entry in manifest["versions"][0]["questions"]] == [
        QUESTIONS[2].id,
        QUESTIONS[0].id,
    ]


def test_ids_are_taken_in_the_order_given(bank) -> None:
    one, two, three = (question.id for question in QUESTIONS[:3])
    assert export("--ids", f"{three},{one}", "--ids", two, "-o", "quiz.jsonl").exit_code == 0
    lines = Path("quiz.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [three, one, two]


@pytest.mark.parametrize("arguments", [("--topic", "mask"), ("--topic", "mask", "-o", "-")])
def test_without_a_file_the_sheet_alone_goes_to_stdout(bank, arguments) -> None:
    result = export(*arguments)
    assert result.stdout.startswith("# Questions\n\nName: ")
    assert result.stdout.endswith("- **B.** False\n")
    assert written() == []
    assert export(*arguments, "--format", "tex").stdout.startswith("\\documentclass")


@pytest.mark.parametrize(
    ("arguments", "heading"),
    [
        (("-o", "midterm-1.md"), "# Midterm 1\n"),
        (("-o", "x.md", "--title", "Quiz 3:  *masks*\n& more"), "# Quiz 3: \\*masks\\* & more\n"),
        (("-o", "out.txt", "--format", "md"), "# Out\n"),
    ],
)
def test_the_title(bank, arguments, heading) -> None:
    assert export("--topic", "mask", *arguments).exit_code == 0
    assert Path(arguments[1]).read_text(encoding="utf-8").startswith(heading)


def test_what_a_format_cannot_carry_is_left_out_and_named(bank) -> None:
    result = export("--all", "-o", "quiz.tex")
    assert result.exit_code == 0
    assert f"{QUESTIONS[3].id} is left out: plain LaTeX has no sign for 😀 (U+1F600)" in result.stderr
    assert "3 questions in quiz.tex" in result.stderr
    assert QUESTIONS[3].id not in Path("quiz-sheet.json").read_text(encoding="utf-8")
    assert export("--all", "-o", "quiz.tex", "--strict").exit_code == 1
    assert export("--all", "-o", "other.md", "--strict").exit_code == 0


def test_none_left(bank) -> None:
    result = export("--ids", QUESTIONS[3].id, "-o", "quiz.tex")
    assert isinstance(result.exception, QbankError)
    assert "nothing that was selected (1) can be written as tex" in str(result.exception)
    assert written() == []


def test_fewer_than_asked_for(bank) -> None:
    assert export("--topic", "mask", "-n", "1", "-o", "quiz.md").exit_code == 0
    result = export("--topic", "mask", "-n", "3", "-o", "other.md")
    assert result.exit_code == 1
    assert "Asked for 3, there are 2." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (),
            "nothing is selected; choose --all (4), --last, --ids ID,…, -n N, or --topic mask (2), --topic shapes (2)",
        ),
        (("--topic", "maks"), "did you mean 'mask'?"),
        (("--ids", QUESTIONS[0].id[:-1] + "~"), f"did you mean '{QUESTIONS[0].id}'?"),
        (
            ("--all", "-o", "quiz.rtf"),
            "quiz.rtf: no format is called .rtf; end it in .md, .html, .tex, .pdf",
        ),
        (("--all", "-o", "quiz"), "quiz: the file has no ending"),
        (("--all", "--format", "txe"), "no format 'txe'; did you mean 'tex'?"),
        (("--all", "--bank", "elsewhere"), "elsewhere: no such folder"),
        (("--all", "-o", "bank/mask.jsonl/quiz.md"), "cannot be read or written"),
        (("--topic", "mask", "--title", "😀", "-o", "quiz.tex"), "U+1F600"),
    ],
)
def test_a_call_that_is_wrong(bank, arguments, message) -> None:
    result = export(*arguments)
    assert isinstance(result.exception, QbankError)
    assert message in str(result.exception)
    assert written() == []


def test_an_older_sheet_is_replaced_as_a_whole_and_the_same_call_writes_the_same_bytes(bank) -> None:
    export("--all", "-o", "quiz.md")
    before = {name: Path(name).read_bytes() for name in written()}
    export("--topic", "mask", "-o", "quiz.md", "--replace")
    assert {name: Path(name).read_bytes() for name in written()} != before
    export("--all", "-o", "quiz.md", "--replace")
    assert {name: Path(name).read_bytes() for name in written()} == before
    assert export("--all", "-o", "quiz.md").exit_code == 0


def test_what_cannot_be_made_again_is_not_written_over(bank) -> None:
    """Answers filled into a form, the manifest of a printed sheet, a bank's own file."""
    export("--topic", "mask", "-o", "quiz.md")
    form = Path("quiz-form.csv")
    form.write_text(form.read_text(encoding="utf-8").replace(",,", ",36,ana", 1), encoding="utf-8")
    kept = {path: path.read_bytes() for path in (form, *Path("bank").glob("*.jsonl"))}
    for arguments, name in (
        (["--topic", "mask", "-o", "quiz.md"], "quiz-form.csv"),
        (["--all", "-o", "quiz.tex"], "quiz-form.csv"),
        (["--topic", "mask", "-n", "1", "-o", "bank/mask.jsonl"], "bank/mask.jsonl"),
    ):
        result = export(*arguments)
        assert isinstance(result.exception, QbankError)
        assert str(result.exception).startswith(
            f"{name}: this file is there already and holds something else"
        )
    assert {path: path.read_bytes() for path in kept} == kept
    assert not Path("quiz.tex").exists()


def test_no_file_holds_the_seed(bank) -> None:
    export("--last", "-o", "quiz.tex")
    assert not any("canary" in Path(name).read_text(encoding="utf-8") for name in written())


@pytest.mark.parametrize("column", ["question", "number"])
def test_the_form_filled_in_is_graded_against_the_manifest(bank, column) -> None:
    assert export("--all", "-o", "quiz.md").exit_code == 0
    keys = {}
    for asked in QUESTIONS:
        for one in asked.parts:
            keys[f"{asked.id}.{one.name}" if one.name else asked.id] = (
                "45" if one.key == "45" else one.display
            )
    rows = list(csv.DictReader(Path("quiz-form.csv").read_text(encoding="utf-8").splitlines()))
    with Path("answers.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow([column, "answer", "student"])
        table.writerows([row[column], keys[row["question"]], "ana"] for row in rows)
    result = CliRunner().invoke(
        group, ["check", "answers.csv", "--sheet", "quiz-sheet.json", "--format", "json"]
    )
    assert result.exit_code == 0, result.output
    answers = json.loads(result.stdout)["answers"]
    assert {answer["question"]: answer["verdict"] for answer in answers} == dict.fromkeys(keys, "right")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "qbank", "export", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_exit_statuses(bank) -> None:
    nothing = run()
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert nothing.stderr.startswith("qbank: nothing is selected; choose --all (4)")
    assert nothing.stderr.count("\n") == 1
    strict = run("--all", "--format", "tex", "--strict")
    assert strict.returncode == 1
    assert strict.stdout.startswith("\\documentclass")


def test_one_bank_is_meant():
    from click.testing import CliRunner

    from qbank.cli import group

    told = CliRunner().invoke(group, ["export", "--bank", "bank", "--bank", "released", "--all"])
    assert (told.exit_code, "it is given 2 times, and one bank is meant" in told.output) == (2, True)
    named = CliRunner().invoke(group, ["export", "--all"], env={"QBANK_BANK": "my own bank"})
    assert str(named.exception).startswith("my own bank: no such folder")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--title", "a\x07b"), "--title: the character U+0007 cannot be printed"),
        (("--course", "a\u202eb"), "--course: the character U+202E"),
        (("--instructions", "<b>x</b>"), "--instructions: "),
        (("--logo", "bank/mask.jsonl"), "this is no PNG, JPEG or SVG"),
        (("--versions", "2", "-o", "-"), "several versions are several files"),
    ],
)
def test_what_stands_on_a_paper_is_looked_at(bank, arguments, said) -> None:
    result = run("--all", "-o", "quiz.html", *arguments)
    assert result.returncode == 2
    assert said in result.stderr
    assert not Path("quiz.html").exists()


def test_versions_say_which_they_are(bank) -> None:
    assert run("--all", "-o", "quiz.md", "--versions", "2", "--seed", "1", "--title", "Quiz").returncode == 0
    assert Path("quiz-A.md").read_text(encoding="utf-8").startswith("# Quiz A\n")
    assert Path("quiz-B-key.md").read_text(encoding="utf-8").startswith("# Quiz B – key\n")
    assert Path("quiz-form.csv").read_text(encoding="utf-8").startswith("version,question,number")


def test_an_option_without_effect_is_named(bank) -> None:
    assert "--large-print changes nothing in md" in run("--all", "-o", "quiz.md", "--large-print").stderr


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'


def test_a_logo_has_a_bound(bank) -> None:
    for size, status in ((limits.LOGO_BYTES, 0), (limits.LOGO_BYTES + 1, 2)):
        Path("logo.svg").write_bytes(SVG.ljust(size))
        done = run("--all", "-o", "quiz.html", "--logo", "logo.svg", "--replace")
        assert done.returncode == status
    assert "this is no image of at most 5 MB" in done.stderr


def test_what_a_platform_scores_otherwise_is_said(tmp_path) -> None:
    done = run("--bank", "released", "--topic", "smoothing", "-o", str(tmp_path / "quiz.gift"))
    assert "not there: points by the entries that are right beyond guessing" in done.stderr
    done = run("--bank", "released", "--topic", "mask", "-o", str(tmp_path / "quiz.xml"))
    assert "its gaps add up to another mark than its points" in done.stderr
