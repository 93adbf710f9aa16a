"""Re-deriving a bank: what holds, what no longer does, and what may be renewed."""

import pytest

from qbank.author.generate import Order, generate
from qbank.author.pack import Packs
from qbank.author.rederive import rederive
from qbank.bank import released

from .conftest import SOLVER, TEMPLATE


@pytest.fixture
def questions(load, lab):
    return generate([load()], Order(3, "7"), lab).questions


def again(questions, folder, lab):
    return rederive(questions, Packs([folder]), lab)


def test_what_was_just_made_holds(write_pack, questions, lab):
    renewed, findings = again(questions, write_pack(folder="second"), lab)
    assert findings == []
    assert {q.id for q in questions} == set(renewed)


@pytest.mark.parametrize(
    ("solver", "template", "found"),
    [
        (SOLVER.replace("2 * x", "3 * x"), TEMPLATE, "added_to_itself measured"),
        (SOLVER.replace("2 * x", "3 * x").replace(") + x", ") + 2 * x"), TEMPLATE, "now asks or keys something else"),
        (SOLVER, TEMPLATE.replace("What is twice", "Double"), "now asks or keys something else"),
        (SOLVER.replace("return x * x", "return 2 * x"), TEMPLATE, "would not be asked today: squares gives the key"),
        (SOLVER.replace("(x)", "(y)").replace(" x\n", " y\n").replace("x * x", "y * y").replace("torch.tensor(x)", "torch.tensor(y)"),
         TEMPLATE.replace("x:", "y:").replace("<< x >>", "<< y >>"), r"parameters \['x'\] where \['y'\]"),
    ],
)  # fmt: skip
def test_what_no_longer_holds_is_named(write_pack, questions, lab, solver, template, found):
    import re

    renewed, findings = again(questions, write_pack(solver, template, folder="second"), lab)
    assert not renewed
    assert len(findings) == 3
    assert all(re.search(found, finding) for finding in findings), findings


def test_a_choice_holds_also_where_one_of_its_parts_is_one_by_nature(packs, lab):
    order = Order(3, "7", as_choice=True, questions=("decoding.path_probabilities",))
    renewed, findings = rederive(generate([packs.topic("decoding")], order, lab).questions, packs, lab)
    assert findings == []
    assert len(renewed) == 3


def test_an_explanation_can_be_renewed(write_pack, questions, lab):
    template = TEMPLATE.replace("It is $2", "Doubling gives $2")
    renewed, findings = again(questions, write_pack(template=template, folder="second"), lab)
    assert findings == []
    assert all("Doubling gives" in renewed[q.id].explanation for q in questions)
    may_differ = {"explanation": "", "made_by": {}, "pack": ""}
    assert all(renewed[q.id]._replace(**may_differ) == q._replace(**may_differ) for q in questions)


def test_every_released_question_holds(packs, lab):
    questions = list(released())
    by_topic = {name: sum(question.topic == name for question in questions) for name in packs.names}
    assert all(count >= 20 for count in by_topic.values()), by_topic
    renewed, findings = rederive(questions, packs, lab)
    assert findings == []
    assert all(renewed[question.id] == question for question in questions)
