import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from qbank.bank import released
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets import ipynb
from qbank.sheets.corrected import corrected
from qbank.sheets.sheet import lay_out

RUN = """import json, sys
namespace = {}
for source in json.load(sys.stdin):
    exec(source, namespace)
"""


def written(questions: list[Question], face: str = "", title: str = "Quiz") -> nbformat.NotebookNode:
    """The notebook as nbformat reads it, found valid."""
    notebook = nbformat.reads(ipynb.compose(lay_out(questions, title), questions)[face], as_version=4)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    return notebook


def code(notebook: nbformat.NotebookNode) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def run(sources: list[str], folder: Path) -> list[str]:
    """What the cells print, run one after the other in a process of their own."""
    command = [sys.executable, "-X", "utf8", "-c", RUN]
    done = subprocess.run(
        command,
        input=json.dumps(sources),
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def bank() -> list[Question]:
    return list(released())


def test_every_released_question_is_carried(bank) -> None:
    assert [ipynb.objection(question) for question in bank] == [None] * len(bank)
    for face in ("", "-solutions"):
        names = [cell.id for cell in written(bank, face).cells]
        assert len(set(names)) == len(names)
        assert {question.id for question in bank} < set(names)


def test_the_solutions_run(bank, tmp_path) -> None:
    printed = [line.rpartition(" → ")[2] for line in run(code(written(bank, "-solutions")), tmp_path)]
    expected = [
        verdict
        for question in bank
        for part in question.parts
        for verdict in ["right 1", *["wrong 0"] * len(part.mistakes)]
    ]
    assert printed == expected
    assert printed.count("right 1") == sum(len(question.parts) for question in bank)


def test_every_sort_of_solution_runs(questions, unkind, tmp_path) -> None:
    printed = run(code(written(questions, "-solutions")), tmp_path)
    assert printed[:3] == ["36 → right 1", "45 → wrong 0", "45 → right 1"]
    assert "A, C → right 1" in printed
    assert "8d² + 2df → right 1" in printed
    written(unkind, "-solutions")


def test_a_key_that_is_wrong_is_seen(questions, tmp_path) -> None:
    first = questions[0].parts[0]._replace(key="37")
    changed = questions[0]._replace(parts=(first, *questions[0].parts[1:]))
    assert run(code(written([changed], "-solutions")), tmp_path)[0] == "36 → wrong 0"


def test_no_key_is_in_the_students_copy(ask, asks) -> None:
    from qbank.question import Mistake

    mistake = Mistake(("told",), None, "8642097", "8,642,097", "Feedback that tells.")
    part = asks("integer", "7531864", "7,531,864", ask="How many?", mistakes=(mistake,))
    one = ask("Count.", part, explanation="An explanation that tells.")
    text = ipynb.compose(lay_out([one], "Quiz"), [one])[""]
    for told in (
        "7531864",
        "7,531,864",
        "8642097",
        "8,642,097",
        "Feedback",
        "explanation",
        "told",
        "qbank.grade",
    ):
        assert told not in text
    assert json.dumps(one.parts[0].answer) not in text


def test_the_students_copy_does_not_hang_on_the_key(bank) -> None:
    emptied = [
        question._replace(
            explanation="",
            parts=tuple(
                part._replace(key="", display="", formula=None, mistakes=(), answer={})
                for part in question.parts
            ),
        )
        for question in bank
    ]
    sheet = lay_out(bank, "Quiz")
    assert ipynb.compose(sheet, bank)[""] == ipynb.compose(lay_out(emptied, "Quiz"), emptied)[""]


def test_answers_come_back_and_are_graded(bank, tmp_path) -> None:
    chosen = bank[::4]
    displays = {
        f"{question.id}.{part.name}" if part.name else question.id: part.display
        for question in chosen
        for part in question.parts
    }
    sources = [_filled(source, displays) for source in code(written(chosen))]
    assert run(sources, tmp_path) == [f"{len(displays)} of {len(displays)} answers are in answers.csv"]
    table = tmp_path / "answers.csv"
    rows = list(csv.reader(table.read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["question", "answer"]
    assert dict(rows[1:]) == displays
    command = [sys.executable, "-X", "utf8", "-m", "qbank", "check", str(table), "--bank", "released"]
    checked = subprocess.run(
        [*command, "--format", "csv"], capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert checked.returncode == 0, checked.stderr
    graded = list(csv.DictReader(checked.stdout.lstrip("\ufeff").splitlines()))
    assert [row["verdict"] for row in graded] == ["right"] * len(displays)


def _filled(source: str, displays: dict[str, str]) -> str:
    name = re.search(r"answers\['(.+)'\]", source)
    return source.replace('answer = ""', f"answer = {displays[name[1]]!r}") if name else source


def test_blank_answers_are_counted(questions, tmp_path) -> None:
    assert run(code(written(questions)), tmp_path) == ["0 of 8 answers are in answers.csv"]


def test_the_notebook_reads_well(questions) -> None:
    cells = {cell.id: cell.source for cell in written(questions, title="A *quiz* & more").cells}
    assert cells["title"].startswith("# A \\*quiz\\* & more\n\nWrite each answer")
    assert "qbank check answers.csv --bank" in cells["title"]
    first, choice = questions[0].id, questions[3].id
    assert cells[first] == f"## 1. (2 points)\n\n{questions[0].prompt}"
    assert cells[f"{first}-b-ask"] == "**(b)**\n\nHow many cells stay open?"
    assert cells[f"{first}-b-answer"] == f"answer = \"\"\nanswers['{first}.open'] = answer"
    assert cells[f"{choice}-a-ask"].splitlines()[1] == "- **B.** The causal mask, $j > i$"


def test_the_solutions_explain(questions) -> None:
    cells = {cell.id: cell.source for cell in written(questions, "-solutions").cells}
    solution = cells[f"{questions[0].id}-solution"]
    assert "**(a)** **Answer: 36**\n\n**(b)** **Answer: 45**\n\nRow $i$ blocks $T - i$ cells." in solution
    assert "- **(a)** 45: A token may attend to itself." in solution
    assert solution.endswith(f"equal; SymPy 1.14.0 agrees.* `{questions[0].id}`")


@pytest.mark.parametrize(
    "text", [r"& < > \" ' % # { } ~ \\ \$ ^ \_ ]]>", "😀 नमस्ते שלום", "a `$x$` and \\\\", '"""', "'''"]
)
def test_what_bites_survives(ask, asks, tmp_path, text) -> None:
    part = asks("choice", "A", "A", options={"A": text, "B": "no"})
    one = ask(text, part, explanation=text)
    notebook = written([one], "-solutions")
    sources = {cell.id: cell.source for cell in notebook.cells}
    assert sources[one.id].endswith(f"\n\n{text}")
    assert f"- **A.** {text}" in sources[f"{one.id}-a-ask"]
    assert run(code(notebook), tmp_path) == ["A → right 1"]


def test_titles(questions) -> None:
    assert written(questions, title="😀 नमस्ते " + "x" * 300).cells[0].source.startswith("# 😀 नमस्ते x")
    with pytest.raises(QbankError, match=r"U\+0007"):
        written(questions, title="a\x07b")


@pytest.mark.parametrize("text", ["a\x07b", "<b>x</b>", "$\\def\\x{y}$"])
def test_what_cannot_be_shown_is_refused(ask, text) -> None:
    assert ipynb.objection(ask(text)) is not None


def test_the_same_sheet_gives_the_same_bytes(questions) -> None:
    sheet = lay_out(questions, "Quiz")
    assert ipynb.compose(sheet, questions) == ipynb.compose(sheet, questions)


@pytest.mark.parametrize(
    ("action", "value", "said"), [("accept", "45", "right 1"), ("full_marks", None, "wrong 1")]
)
def test_corrections_are_obeyed(questions, tmp_path, action, value, said) -> None:
    cells = questions[0]
    line = Correction(cells.id, "blocked", action, value, "why", "", "2026-05-31T12:00:00+00:00")
    found = {(cells.id, "blocked"): (line,)}
    made = [corrected(cells, found)]
    notebook = nbformat.reads(ipynb.compose(lay_out(made, "Quiz", found), made)["-solutions"], as_version=4)
    start, first = code(notebook)[:2]
    assert run([start, first.replace("answer = '36'", "answer = '45'")], tmp_path) == [f"45 → {said}"]
    assert "since 2026-05-31" in notebook.cells[-1].source
