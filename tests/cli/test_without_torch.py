"""Where PyTorch or SymPy is not installed, checking, exporting and showing still work, and the rest says why not."""

import json
import subprocess
import sys

import pytest

from qbank.home import RELEASED

HIDE = """
import runpy, sys
for name in ("torch", "sympy", "pydantic", "numpy"):
    sys.modules[name] = None
sys.argv = ["qbank", *sys.argv[1:]]
runpy.run_module("qbank", run_name="__main__")
"""


def qbank(*arguments, cwd):
    command = [sys.executable, "-c", HIDE, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "--topic", "mask", "-n", "1"],
        ["solve", "mask.cells", "T=4"],
        ["verify", "mask"],
        ["topics", "mask"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_needs_them_says_so(tmp_path, arguments):
    done = qbank(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "is not installed, and this command needs it" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_rest_works(tmp_path):
    question = json.loads((RELEASED / "smoothing.jsonl").read_text(encoding="utf-8").splitlines()[0])
    (tmp_path / "a.csv").write_text(
        f'question,answer\n{question["id"]},"{question["parts"][0]["display"]}"\n', encoding="utf-8"
    )
    checked = qbank("check", "a.csv", cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
    assert "right" in checked.stdout
    assert question["id"] in qbank("show", question["id"], cwd=tmp_path).stdout
    assert (
        qbank(
            "export", "--bank", "released", "--topic", "mask", "-n", "3", "-o", "quiz.tex", cwd=tmp_path
        ).returncode
        == 0
    )
    assert (tmp_path / "quiz-key.tex").is_file()
