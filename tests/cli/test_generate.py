"""`qbank generate` as people call it: what it prints, what it keeps, and one clear line for what it cannot do."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from qbank.bank import Bank
from qbank.cli import group

from ..author.conftest import write_pack

__all__ = ["write_pack"]


def qbank(*arguments, **more):
    """The command in a process of its own: status, stdout, stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "qbank", *arguments], capture_output=True, text=True, encoding="utf-8", **more
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def invoke(tmp_path, monkeypatch):
    """The command in this process and in an empty folder; errors come as exceptions."""
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    return lambda *arguments: runner.invoke(group, ["generate", *arguments], catch_exceptions=True)


def test_questions_are_shown_and_kept(invoke, tmp_path):
    result = invoke("--topic", "mask", "-n", "4", "--seed", "7")
    assert result.exit_code == 0
    ids = [question.id for question in Bank(tmp_path / "bank")]
    assert len(ids) == 4
    assert all(f"{name}  mask." in result.stdout for name in ids)
    assert "4 questions added to bank: 4 confirmed by PyTorch " in result.stderr
    assert "on cpu, " in result.stderr
    assert "keep it from students" in result.stderr
    assert "$" not in result.stdout
    assert "7" in (tmp_path / "bank" / "runs" / "runs.jsonl").read_text()


def test_no_seed_reaches_the_bank_or_the_list(invoke, tmp_path):
    result = invoke("--topic", "smoothing", "-n", "3")
    seed = json.loads((tmp_path / "bank" / "runs" / "runs.jsonl").read_text())["seed"]
    assert len(seed) == 32
    assert seed not in result.stdout
    assert all(seed not in path.read_text() for path in (tmp_path / "bank").glob("*.jsonl"))


def test_without_a_seed_new_questions_come(invoke, tmp_path):
    for _ in range(3):
        assert invoke("--question", "mask.cells", "-n", "3").exit_code == 0
    assert len(list(Bank(tmp_path / "bank"))) == 9


def test_more_than_there_are(invoke, tmp_path):
    result = invoke("--question", "mask.cells", "-n", "1000")
    made = len(list(Bank(tmp_path / "bank")))
    assert 0 < made < 1000
    assert result.exit_code == 1
    assert f"Asked for 1000, made {made}" in result.stderr
    again = invoke("--question", "mask.cells", "-n", "1")
    assert again.exit_code == 1
    assert "Asked for 1, made 0" in again.stderr


@pytest.mark.parametrize("face", ["json", "md"])
def test_other_faces(invoke, tmp_path, face):
    result = invoke("--topic", "mask", "-n", "2", "--seed", "7", "--format", face)
    questions = list(Bank(tmp_path / "bank"))
    if face == "json":
        assert [json.loads(line)["id"] for line in result.stdout.splitlines() if line.strip()] == [
            q.id for q in questions
        ]
    else:
        assert all(f"### {question.id}" in result.stdout for question in questions)


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--topic", "maks"], r"no topic 'maks'; did you mean 'mask'?"),
        (["--question", "mask.cell"], r"no template 'mask.cell'; did you mean 'mask.cells'?"),
        (["--pack", "nowhere"], r"pack.yaml: there is no such file"),
        (["--topic", "mask", "--device", "cuda"], r"finds no cuda device here; use --device cpu"),
        (["-n", "0"], r"0 is not in the range"),
        (["--level", "4"], r"4 is not in the range"),
        (["--nonsense"], r"No such option"),
        (["--seed", ""], r"an empty seed"),
        (["--seed", "a\tb"], r"the seed holds characters that cannot be printed"),
    ],
)
def test_what_it_cannot_do(tmp_path, arguments, found):
    status, out, err = qbank("generate", *arguments, "--bank", str(tmp_path / "bank"))
    assert status == 2
    assert out == ""
    assert found in err
    assert "Traceback" not in err
    assert not (tmp_path / "bank").exists()


@pytest.mark.parametrize("bank", ["", "released"])
def test_a_bank_that_is_none(tmp_path, bank):
    status, _, err = qbank("generate", "--topic", "mask", "-n", "1", "--bank", bank, cwd=tmp_path)
    assert status == 2
    assert "is no bank to add to; name a folder of your own" in err
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_too_long(tmp_path):
    status, _, err = qbank("generate", "--topic", "mask", "-n", "1", "--bank", "b" * 300, cwd=tmp_path)
    assert status == 2
    assert "Traceback" not in err


def test_a_full_disk_behind_stdout(tmp_path):
    command = f"{sys.executable} -m qbank topics mask > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("qbank: no space left")


def test_a_bank_that_cannot_be_written(tmp_path):
    (tmp_path / "bank").write_text("in the way")
    status, _, err = qbank("generate", "--topic", "mask", "-n", "1", "--bank", str(tmp_path / "bank"))
    assert status == 2
    assert "bank" in err
    assert "Traceback" not in err


def test_an_interruption_leaves_the_bank_whole(tmp_path):
    first = qbank("generate", "--topic", "mask", "-n", "2", "--seed", "1", "--bank", str(tmp_path / "bank"))
    assert first[0] == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "bank").glob("*.jsonl")}
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # also below nohup
    program = f"{heard}; from qbank.cli import main; print('begun', flush=True); main()"
    command = [sys.executable, "-c", program, "generate", "-n", "5000", "--bank", str(tmp_path / "bank")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert {path.name: path.read_bytes() for path in (tmp_path / "bank").glob("*.jsonl")} == before


def test_a_closed_pipe_is_no_traceback(tmp_path):
    command = f"{sys.executable} -m qbank generate --topic mask -n 30 --bank {tmp_path}/bank | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert len(list(Bank(tmp_path / "bank"))) == 30


def test_a_narrow_code_page_is_no_traceback(tmp_path):
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}
    status, out, err = qbank(
        "generate", "--topic", "mask", "-n", "3", "--seed", "3", "--bank", str(tmp_path), env=environment
    )
    assert (status, "Traceback" in err) == (0, False)
    assert "×" in out or "−" in out or out


def test_options_come_from_the_environment(tmp_path):
    environment = {**os.environ, "QBANK_GENERATE_COUNT": "1", "QBANK_GENERATE_BANK": str(tmp_path / "env")}
    assert qbank("generate", "--topic", "mask", env=environment)[0] == 0
    assert len(list(Bank(tmp_path / "env"))) == 1


def test_a_pack_and_a_bank_come_from_the_environment(write_pack, tmp_path):
    folders = os.pathsep.join(str(write_pack(folder=name, topic=name)) for name in ("one", "two"))
    environment = {**os.environ, "QBANK_PACK": folders, "QBANK_BANK": str(tmp_path / "env")}
    arguments = ["generate", "--topic", "one", "--topic", "two", "-n", "2", "--seed", "1"]
    assert qbank(*arguments, env=environment)[0] == 0
    assert {question.topic for question in Bank(tmp_path / "env")} == {"one", "two"}


def test_verbose_says_more(invoke):
    runner = CliRunner()
    result = runner.invoke(group, ["-v", "generate", "--question", "mask.cells", "-n", "2", "--seed", "1"])
    assert "mask.cells: 2" in result.stderr
