"""`qbank show` from the outside."""

import json
import sys

import pytest

from qbank.cli import main
from qbank.stored import question_from_json
from tests.check.samples import CELLS, CLAIM, LAYER, make_bank


@pytest.fixture
def show(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with a bank; gives status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    make_bank(tmp_path / "bank")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["qbank", "show", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return left.value.code, said.out, said.err

    return run


def test_one_part(show):
    status, out, err = show(LAYER.id)
    assert (status, err) == (0, "")
    for said in (
        f"{LAYER.id}  parameters.decoder_layer  level 1",
        "d = 512, f = 2,048?",
        "key       4,204,032",
        "exact     4204032",
        "formula   8d² + 2df + 15d + f",
        "unit      parameters",
        "mistakes  4,195,840 Right without biases; asked is with b",
        "parameters   d = 512, f = 2048",
        "conventions  with biases",
        "measured by zero_attention_weights, agrees exactly; PyTorch 2.13.0 on cpu in float64;",
        "Row i blocks T − i cells.",
    ):
        assert said in out
    assert "$" not in out


def test_several_parts_and_one_of_them(show):
    _, out, _ = show(CELLS.id)
    assert "blocked: How many are blocked?" in out
    assert "open: How many stay open?" in out
    assert "45 blocks the diagonal: a token may attend to itself, so the diagonal stays open." in out
    _, out, _ = show(f"{CELLS.id}.open")
    assert "blocked: " not in out
    assert "open: How many stay open?" in out


def test_options(show):
    _, out, _ = show(CLAIM.id)
    assert "options   A. True\n" in out
    assert "B. False\n" in out


def test_markdown(show):
    _, out, _ = show(LAYER.id, "--format", "md")
    assert out.startswith(
        f"### {LAYER.id}\n\nparameters.decoder_layer, level 1\n\n{LAYER.prompt}\n\n- key: `4,204,032`\n"
    )
    assert "asked is with $b$" in out


def test_json_is_the_bank_line(show):
    _, out, _ = show(CELLS.id, "--format", "json")
    assert out == CELLS.to_line() + "\n"
    assert question_from_json(json.loads(out), "stdout") == CELLS


@pytest.mark.parametrize(
    ("name", "answer", "says"),
    [
        (LAYER.id, "4.204032 M", ["read as   4,204,032", "rule      Right is exactly 4,204,032, however"]),
        (
            LAYER.id,
            "4195840",
            ["verdict    wrong, score 0", "Right without biases; asked is with b"],
        ),
        (f"{CELLS.id}.blocked", "45", ["verdict    wrong, score 0", "diagnosis  blocks the diagonal"]),
        (f"{CELLS.id}.blocked", "-36", ["answer     -36", "diagnosis  sign"]),
        (LAYER.id, "many\x1b[2J", ["answer    many<U+001B>[2J", "unreadable, score 0"]),
    ],
)
def test_an_answer_by_hand(show, name, answer, says):
    status, out, err = show(name, "--try", answer)
    assert (status, err) == (0, "")
    for said in says:
        assert said in out


def test_an_answer_by_hand_as_json(show):
    _, out, _ = show(f"{CELLS.id}.open", "--try", "45", "--format", "json")
    content = json.loads(out)
    assert (content["question"], content["answer"], content["verdict"]) == (f"{CELLS.id}.open", "45", "right")
    assert content["rule"] == "Right is exactly 45, however that number is spelled."


def test_a_fault_of_the_checker_is_status_1(show, monkeypatch):
    def fail(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("qbank.answers.grade", fail)
    status, out, _ = show(LAYER.id, "--try", "1")
    assert status == 1
    assert "undecided" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([LAYER.id[:-1]], f"qbank: no question '{LAYER.id[:-1]}'; did you mean '{LAYER.id}'?"),
        ([f"{CELLS.id}.opn"], f"qbank: {CELLS.id} has no part 'opn'; did you mean 'open'?"),
        ([CELLS.id, "--try", "1"], f"qbank: {CELLS.id} asks for several parts; write"),
        ([LAYER.id, "--bank", "nowhere"], "qbank: nowhere: no such folder"),
    ],
)
def test_what_is_not_there_is_status_2(show, arguments, says):
    status, out, err = show(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith(says)


def test_an_unproven_question_is_called_so(show, tmp_path):
    proof = LAYER.proof._replace(
        how="asserted", by="a teacher", torch=None, symbolic=None, device=None, dtype=None
    )
    make_bank(tmp_path / "own", [LAYER._replace(proof=proof)])
    _, out, _ = show(LAYER.id, "--bank", "own")
    assert "proof        unproven: asserted by a teacher" in out
