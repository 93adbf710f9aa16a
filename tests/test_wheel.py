"""The built wheel, unpacked into an empty folder: the same commands work, and nothing called `solvers` is importable."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parent.parent

# The development install puts the checkout on sys.path; this runs the wheel's own files and no others of ours.
RUN = """
import runpy, sys
sys.path[:] = [sys.argv[1], *(p for p in sys.path if p not in ("", sys.argv[2]))]
sys.argv = ["qbank", *sys.argv[3:]]
runpy.run_module("qbank", run_name="__main__")
"""
FIND = """
import importlib.util, sys
sys.path[:] = [sys.argv[1], *(p for p in sys.path if p not in ("", sys.argv[2]))]
import qbank
print(qbank.__file__, *(importlib.util.find_spec(name) for name in ("solvers", "templates", "bank", "tests")))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The folder that holds the unpacked wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    built = next(WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"]))
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def run(wheel, tmp_path):
    """A command of the wheel, in an empty folder."""

    def run(*arguments, code=RUN):
        command = [sys.executable, "-c", code, str(wheel), str(ROOT), *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")

    return run


def test_what_is_in_it(wheel):
    names = {path.relative_to(wheel).parts[0] for path in wheel.rglob("*") if path.is_file()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"qbank"}
    builtin = wheel / "qbank" / "builtin"
    assert (builtin / "pack.yaml").is_file()
    assert {path.stem for path in (builtin / "templates").glob("*.yaml")} >= {"mask", "schedule"}
    assert len(list((builtin / "bank" / "released").glob("*.jsonl"))) >= 7
    assert (builtin / "bank" / "models.yaml").is_file()
    assert (wheel / "qbank" / "sheets" / "labels.pot").is_file()
    assert (wheel / "qbank" / "web" / "texts.pot").is_file()
    web = wheel / "qbank" / "web"
    assert {path.suffix for path in (web / "static").iterdir()} == {".css", ".js", ".svg"}
    assert all(
        (web / name).is_file() for name in ("templates/base.html", "migrations/env.py", "deploy/nginx.conf")
    )
    assert list((web / "migrations" / "versions").glob("0001*.py"))
    assert (builtin / "bank" / "audits" / "public.yaml").is_file()
    assert any(path.name == "LICENSE" for path in wheel.rglob("*"))


def test_the_commands_work(run, wheel, tmp_path):
    made = run("generate", "--topic", "mask", "-n", "4", "--seed", "7")
    assert made.returncode == 0, made.stderr
    ids = [
        json.loads(line)["id"]
        for line in (tmp_path / "bank" / "mask.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert len(ids) == 4
    assert run("show", ids[0]).returncode == 0
    assert run("topics", "mask").returncode == 0
    assert "4,204,032" in run("solve", "parameters.decoder_layer", "d=512", "f=2048").stdout
    assert run("export", "--last", "-o", "out/quiz.tex").returncode == 0
    assert (tmp_path / "out" / "quiz-sheet.json").is_file()
    checked = run("check", "out/quiz-form.csv", "--sheet", "out/quiz-sheet.json", "--format", "json")
    assert checked.returncode == 0, checked.stderr
    assert run("export", "--bank", "released", "--all", "-o", "all.md").returncode == 0
    assert "124,439,808" in run("solve", "parameters.model", "--config", "GPT-2 small").stdout
    assert "agrees" in run("audit", "public", "--only", "pq-8").stdout


def test_nothing_of_a_pack_is_importable(run, wheel):
    found = run(code=FIND).stdout.split()
    assert found[0].startswith(str(wheel))
    assert found[1:] == ["None"] * 4
