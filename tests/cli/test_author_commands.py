"""`topics`, `solve` and `verify` from the command line."""

import json

import pytest
from click.testing import CliRunner

from qbank.cli import group

from ..author.conftest import SOLVER, TEMPLATE, write_pack

__all__ = ["write_pack"]


def invoke(*arguments):
    return CliRunner().invoke(group, list(map(str, arguments)))


def test_topics_as_json():
    topics = json.loads(invoke("topics", "mask", "parameters", "--format", "json").stdout)
    assert [topic["topic"] for topic in topics] == ["mask", "parameters"]
    cells = next(t for t in topics[0]["templates"] if t["name"] == "mask.cells")
    assert set(cells) == {"name", "level", "variants", "acceptance", "parts", "conventions", "misconceptions"}
    assert cells["parts"] == ["integer", "integer"]
    assert all({"name", "says"} <= set(claim) for claim in topics[0]["claims"])


def test_topics_as_a_table():
    output = invoke("topics", "mask").stdout
    assert "mask.cells" in output
    assert "claims" in output


def test_solve():
    result = invoke("solve", "parameters.decoder_layer", "d=512", "f=2048")
    assert result.exit_code == 0
    assert "4,204,032" in result.stdout
    assert "8d² + 2df + 15d + f" in result.stdout
    assert "4,195,840" in result.stdout
    answers = json.loads(invoke("solve", "mask.cells", "T=5", "--format", "json").stdout)["answers"]
    assert answers[0]["parts"][0] == {
        "name": "blocked",
        "key": "10",
        "display": "10",
        "formula": "(T² − T)/2",
    }
    assert answers[0]["proof"]["how"] == "measured"


@pytest.mark.parametrize(
    "arguments", [["mask.cells", "T"], ["mask.cells", "T=4", "T=5"], ["mask", "T=4"], ["mask.cells", "=4"]]
)
def test_solve_refuses(arguments):
    result = invoke("solve", *arguments)
    assert result.exit_code != 0


def test_verify_a_sound_pack(write_pack):
    result = invoke("verify", "double", "--pack", write_pack())
    assert result.exit_code == 0
    assert "double.double" in result.stdout
    assert "0 findings" in result.stderr


def test_verify_wants_a_bank_that_is_there(tmp_path):
    for arguments, found in (
        (["--bank", tmp_path / "none"], "no *.jsonl files"),
        (["--renew"], "name it with --bank"),
    ):
        result = invoke("verify", *arguments)
        assert found in str(result.exception)


def test_solve_says_what_it_leaves_out():
    result = invoke("solve", "positional.value", "p=3", "d=8", "n=5")
    assert result.exit_code == 0
    assert "left out: " in result.stderr


def test_verify_a_broken_pack(write_pack):
    folder = write_pack(solver=SOLVER.replace("2 * x", "2 * x + 1"))
    result = invoke("verify", "double", "--pack", folder)
    assert result.exit_code == 1
    assert "the solver says 7, added_to_itself measured 6" in result.stderr


def test_verify_a_bank_and_renew_it(write_pack, tmp_path):
    folder, bank = write_pack(), tmp_path / "bank"
    assert invoke("generate", "--topic", "double", "--pack", folder, "-n", 3, "--bank", bank).exit_code == 0
    result = invoke("verify", "--bank", bank, "--pack", folder)
    assert result.exit_code == 0
    assert "3 of 3 questions hold; 0 could be renewed" in result.stderr
    before = (bank / "double.jsonl").read_text(encoding="utf-8")
    write_pack(template=TEMPLATE.replace("It is $2", "Doubled, $2"))
    result = invoke("verify", "--bank", bank, "--pack", folder, "--renew")
    assert "3 of 3 questions hold; 3 renewed" in result.stderr
    after = (bank / "double.jsonl").read_text(encoding="utf-8")
    assert after.count("Doubled,") == 3
    assert [json.loads(line)["id"] for line in after.splitlines()] == [
        json.loads(line)["id"] for line in before.splitlines()
    ]


def test_verify_by_several_processes_says_the_same():
    alone, together = (
        invoke("verify", "families", "cross_attention", "--variants", 10, "--jobs", n) for n in (1, 2)
    )
    assert (alone.exit_code, together.exit_code) == (0, 0)
    assert alone.stdout == together.stdout
