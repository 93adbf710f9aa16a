"""The seeds' facts on teacher forcing, on the loss of causal models and on the likelihood of a sequence."""

import pytest

from qbank.author.claims import measure
from qbank.author.solve import solve

INPUTS = [
    ("s1-c-01", "[A,B,EOS]", "BOS", "[BOS,A,B]"),
    ("s2-03", "[the,cat,sat,on,the,mat]", "START", "[START,the,cat,sat,on,the]"),
    ("s2-03 with an end token", "[the,cat,sat,on,the,mat,END]", "START", "[START,the,cat,sat,on,the,mat]"),
    ("s4-19", "[I,think,I,understand]", "BOS", "[BOS,I,think,I]"),
    ("s4-19 with an end token", "[I,think,I,understand,EOS]", "BOS", "[BOS,I,think,I,understand]"),
    ("pq-92", "[a,b,EOS]", "PAD", "[PAD,a,b]"),
]

STEPS = [
    ("s0-tf-04", "[A,B,EOS]", "[A,C,EOS]", "teacher", "[BOS,A,B]"),
    ("s0-tf-04 running freely", "[A,B,EOS]", "[A,C,EOS]", "free", "[BOS,A,C]"),
    ("s1-q-02", "[je,suis,ici,EOS]", "[je,content,ici,EOS]", "teacher", "[BOS,je,suis]"),
]

PREDICTIONS = [
    ("s3-10", 1024, "beside", "1024"),
    ("s3-10 pq-91 shifted inside", 1024, "within", "1023"),
    ("s3-11", 2048, "beside", "2048"),
    ("s3-11 shifted inside", 2048, "within", "2047"),
]

CLAIMS = [
    ("s0-tf-05", "training_reads_what_generation_reads", False),
    ("s0-tf-05 later inputs", "an_error_changes_later_inputs_when_generating", True),
    ("s1-f-05 s3-09", "log_likelihood_is_a_sum", True),
    ("tf-no-shift", "unshifted_input_shows_the_answer", True),
]


def solved(packs, lab, name, **given):
    """The keys of the parts of the one answer that parameters and conventions leave."""
    (answer,) = solve(packs.template(f"teacher_forcing.{name}"), given, lab).answers
    return {part.name: part.key for part in answer.parts}


@pytest.mark.parametrize(("gold", "start", "inputs"), [pytest.param(*t, id=i) for i, *t in INPUTS])
def test_input_is_the_target_one_place_to_the_right(packs, lab, gold, start, inputs):
    found = solved(packs, lab, "inputs_and_labels", gold=gold, start=start)
    assert found == {"inputs": inputs, "labels": gold}


def test_input_in_token_numbers(packs, lab):  # s0-tf-01
    assert solved(packs, lab, "inputs_from_labels", labels="[1,2,3,4]", pad=0, start=0) == {"": "[0,1,2,3]"}


def test_each_input_is_the_label_before(packs):
    """s0-tf-03: as many inputs as labels, offset by one."""
    template = packs.template("teacher_forcing.inputs_and_labels")
    for number in range(template.space.size):
        found = template.solver.solve(template.space.at(number))
        assert found["inputs"][1:] == found["labels"][:-1]
        assert len(found["inputs"]) == len(found["labels"])


def test_running_freely(packs, lab):
    """s0-tf-02: 0, 1, 7, 6 where 1 follows 0, 7 follows 1 and 6 follows 7; step 2 is the first that differs."""
    found = solved(packs, lab, "free_running", follows="[1,7,3,4,5,6,0,6]", start=0, T=4)[""]
    assert found == "[0,1,7,6]"
    forced = solved(packs, lab, "inputs_from_labels", labels="[1,2,3,4]", pad=0, start=0)[""]
    pairs = zip(found.strip("[]").split(","), forced.strip("[]").split(","), strict=True)
    assert [free == right for free, right in pairs] == [True, True, False, False]


@pytest.mark.parametrize(("gold", "guesses", "regime", "read"), [pytest.param(*t, id=i) for i, *t in STEPS])
def test_third_step(packs, lab, gold, guesses, regime, read):
    given = {"gold": gold, "guesses": guesses, "start": "BOS", "k": 3, "regime": regime}
    assert solved(packs, lab, "input_at_step", **given) == {"": read}


@pytest.mark.parametrize(("n", "labels", "expected"), [pytest.param(*t, id=i) for i, *t in PREDICTIONS])
def test_predictions(packs, lab, n, labels, expected):
    assert solved(packs, lab, "predictions", B=1, n=n, labels=labels) == {"": expected}


@pytest.mark.parametrize("T", [2, 5, 9], ids=["s1-f-05", "s3-09", "factors"])
def test_a_likelihood_has_a_factor_for_each_token(packs, lab, T):
    probs = f"[{','.join(['1/2'] * T)[:-3]}1/3]"
    assert solved(packs, lab, "sequence_probability", probs=probs) == {"": f"1/{2 ** (T - 1) * 3}"}


@pytest.mark.parametrize(
    ("passed", "model", "label", "counted"),
    [
        pytest.param("same", "shifts", "6", "3", id="pq-91"),
        pytest.param("next", "shifts", "7", "2", id="tf-double-shift"),
        pytest.param("next", "takes", "6", "3", id="shifted once, in the data"),
        pytest.param("same", "takes", "5", "4", id="copying"),
    ],
)
def test_labels_are_shifted_once(packs, lab, passed, model, label, counted):
    found = solved(packs, lab, "label_of_a_position", tokens="[5,6,7,8]", k=1, passed=passed, model=model)
    assert found == {"label": label, "counted": counted}


@pytest.mark.parametrize(("name", "holds"), [pytest.param(*c, id=i) for i, *c in CLAIMS])
def test_claim(packs, lab, name, holds):
    (topic,) = packs.select(["teacher_forcing"])
    assert measure(topic.claims[name]) is holds
