"""Packs: where they come from, and one clear line for each way in which one can be wrong."""

import importlib.util
import sys

import pytest

from qbank.author.pack import Pack, Packs
from qbank.errors import QbankError
from qbank.home import BUILTIN

from .conftest import SOLVER, TEMPLATE


def test_the_sample_is_sound(double):
    assert double.title == "double.double"
    assert double.solver.solve({"x": 4}) == {"": 8}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("params:", "parms:", r"double\.yaml:5:5: unknown key 'parms'; did you mean 'params'\?"),
        ("range: [3, 9]", "rang: [3, 9]", r"double\.yaml:6:11: unknown key 'rang'; did you mean 'range'\?"),
        ("range: [3, 9]", "range: [9, 3]", r"double\.yaml:6:11: two whole numbers are expected, the smaller first"),
        ("range: [3, 9]", "range: [3, 9], one_of: [1]", r"double\.yaml:6:7: write one of range, one_of, list, matrix or configuration"),
        (
            "range: [3, 9]",
            "configuration: {settings: {d: {says: width}}, one_of: [{e: 1}]}",
            r"double\.yaml:6:\d+: unknown setting 'e'",
        ),
        (
            "range: [3, 9]",
            "configuration: {settings: {d: {says: width}}, one_of: []}",
            r"double\.yaml:6:\d+: list should have at least 1 item",
        ),
        ("range: [3, 9]", "one_of: []", r"double\.yaml:6:11: a list of values is expected"),
        ("range: [3, 9]", "list: {of: {range: [1, 2]}, length: k}", r"double\.yaml:6:7: length 'k' is no earlier parameter"),
        ("range: [3, 9]", "list: {of: {range: [1, 2]}, length: 65}", r"double\.yaml:6:\d+: a number from 1 to 64"),
        ("title: Doubling", "", r"double\.yaml:\d:\d: title is missing"),
        ("    answer: integer\n", "", r"double\.yaml:4:3: write either answer or parts"),
        ("answer: integer", "answer: intger", r"double\.yaml:8:5: .*did you mean 'integer'\?"),
        ("answer: integer", "answer: {kind: decimal, plces: 4}", r"double\.yaml:8:5: .*plces"),
        ("answer: integer", "answer: choice", r"double\.yaml:\d:\d: options belong to the kinds choice and choices"),
        ("    params:", "    level: 4\n    params:", r"double\.yaml:5:5: input should be less than or equal to 3"),
        ("x: {range", "y: {range", r"double\.yaml:\d:\d+: (unknown name 'x'|no parameter 'x')"),
        ("      x: {range: [3, 9]}", "      x: {range: [3, 9]}\n      y: {range: [1, 2]}", r"double\.yaml:7:7: double in .*double\.py does not take 'y'"),
        ("<< x >>?", "<< z >>?", r"double\.yaml:7:5: unknown name 'z'"),
        ("<< x >>?", "<< answer >>?", r"double\.yaml:7:5: unknown name 'answer'"),
        ("<< x >>?", "<< x + 1 >>?", r"double\.yaml:7:5: arithmetic in a text"),
        ("<< x >>?", "<< x >?", r"double\.yaml:7:5: .*"),
        ("<< x >>?", "<< x.__class__ >>?", None),
        ("squares: This squares the number instead of doubling it.", "squares:", r"double\.yaml:11:7: misconceptions 'squares' says nothing"),
        ("      squares:", "      cubes:", r"double\.yaml:11:7: misconception 'cubes' has no function in .*double\.py"),
        ("  double:\n", "  doubel:\n", r"double\.yaml:4:3: questions\.doubel has no counterpart; .*did you mean 'double'\?"),
        ("questions:", "questions:\n  double: {ask: a, answer: integer, explain: b}\n", r"double\.yaml:\d:3: the key 'double' stands here twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_template(load, lab, old, new, found):
    assert old in TEMPLATE
    if found is None:  # loads, and is stopped when it is rendered
        from qbank.author.verify import verify

        report = verify(load(template=TEMPLATE.replace(old, new, 1)).templates["double"], lab)
        assert any("cannot be rendered" in finding for finding in report.findings)
        return
    with pytest.raises(QbankError, match=found):
        load(template=TEMPLATE.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("def double(x)", "def double(x, k)", r"no parameter 'k', which double in .*double\.py takes"),
        ("def squares(x)", "def squares(y)", r"double\.py:\d+: squares takes 'y'"),
        ("def added_to_itself(x)", "def added_to_itself(n)", r"double\.py:\d+: added_to_itself takes 'n'"),
        ("@double.confirm\n", "", r"double has no confirmation"),
        ("@double.confirm\n", '@double.confirm(batch=["z"])\n', r"double\.py:\d+: added_to_itself batches 'z'"),
        ("def squares(x)", "def cubes(x)", r"misconception 'squares' has no function"),
        ("@double.misconception\n", "@double.misconception\ndef cubes(x):\n    return x**3\n\n\n@double.misconception\n", r"double\.py:\d+: misconception 'cubes' of double has no feedback"),
        ("@solver\n", "@solver\ndef triple(x):\n    return 3 * x\n\n\n@solver\n", r"triple has no template"),
        ("return 2 * x", "return 2 *", r"double\.py:11: SyntaxError"),
        ("import torch", "import torch_is_not_here", r"double\.py:3: ModuleNotFoundError"),
        ("from qbank import solver", "from qbank import solvr", r"double\.py:5: ImportError"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_solver(load, old, new, found):
    assert old in SOLVER
    with pytest.raises(QbankError, match=found):
        load(solver=SOLVER.replace(old, new, 1))


def test_an_empty_pack(tmp_path):
    (tmp_path / "pack.yaml").write_text("name: nothing\n")
    with pytest.raises(QbankError, match=r"an empty pack: there is no templates/\*\.yaml"):
        Pack(tmp_path)


@pytest.mark.parametrize(
    ("text", "found"), [("", "has no name"), ("name: [1]", "has no name"), ("nam: x", "has no name")]
)
def test_a_pack_without_a_name(tmp_path, text, found):
    (tmp_path / "pack.yaml").write_text(text)
    with pytest.raises(QbankError, match=found):
        Pack(tmp_path)


def test_a_folder_that_is_no_pack(tmp_path):
    with pytest.raises(QbankError, match=r"pack\.yaml: there is no such file"):
        Pack(tmp_path)


def test_a_template_without_its_solver(write_pack):
    folder = write_pack()
    (folder / "solvers" / "double.py").unlink()
    with pytest.raises(QbankError, match=r"double\.py: there is no such file"):
        Pack(folder).load("double")


def test_two_packs_with_one_topic_name_both_folders(write_pack):
    one, other = write_pack(folder="one"), write_pack(folder="other")
    with pytest.raises(QbankError, match=r"two packs have the topic 'double': .*one and .*other"):
        Packs([one, other])


def test_packs_do_not_meet_and_are_on_no_path(write_pack):
    one = write_pack(folder="one", topic="first", template=TEMPLATE, solver=SOLVER)
    other = write_pack(folder="other", topic="second", solver=SOLVER.replace("2 * x", "2 * x + 0"))
    packs = Packs([one, other])
    modules = {
        packs.topic(name).templates["double"].solver.function.__module__ for name in ("first", "second")
    }
    assert len(modules) == 2
    assert all(module.startswith("qbank_pack_") for module in modules)
    assert importlib.util.find_spec("first") is None
    assert not any(str(one) in path for path in sys.path)


def test_solvers_share_helpers(write_pack):
    solver = SOLVER.replace(
        "from qbank import solver", "from qbank import solver\n\nfrom ._shared import TWO"
    ).replace("2 * x", "TWO * x")
    folder = write_pack(solver=solver)
    (folder / "solvers" / "_shared.py").write_text("TWO = 2\n")
    assert Pack(folder).load("double").templates["double"].solver.solve({"x": 4}) == {"": 8}


def test_unknown_names_are_met_with_the_nearest(packs):
    with pytest.raises(QbankError, match=r"no topic 'maks'; did you mean 'mask'\?"):
        packs.topic("maks")
    with pytest.raises(QbankError, match=r"no template 'mask\.cell'; did you mean 'mask\.cells'\?"):
        packs.template("mask.cell")


def test_the_built_in_pack_is_a_pack():
    assert Pack(BUILTIN).name == "transformers"
