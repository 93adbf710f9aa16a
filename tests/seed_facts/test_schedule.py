"""The seeds' facts on the learning-rate schedule, computed by the topic's own solvers and run on PyTorch."""

import pytest

from qbank.author.claims import measure
from qbank.author.solve import solve
from qbank.exact import Whole, as_rational, decimal, figures, sqrt


def solved(packs, lab, name, **given):
    """The confirmed answer of one template."""
    (answer,) = solve(packs.template(f"schedule.{name}"), given, lab).answers
    return answer.parts[0]


RATES = [
    ("s0-lr-01", 512, 1, "sqrt(5)/12800000", "1.747 × 10⁻⁷"),
    ("s0-lr-02", 256, 1, "sqrt(10)/12800000", "2.471 × 10⁻⁷"),
    ("s0-lr-03 s1-c-10", 512, 1000, "sqrt(5)/12800", "0.0001747"),
    ("s0-lr-04", 256, 1000, "sqrt(10)/12800", "0.0002471"),
    ("s0-lr-05 s1-c-10 s2-22", 512, 4000, "sqrt(5)/3200", "0.0006988"),
    ("s0-lr-06", 256, 4000, "sqrt(10)/3200", "0.0009882"),
    ("s0-lr-07 s1-c-10", 512, 8000, "sqrt(10)/6400", "0.0004941"),
    ("s0-lr-08", 256, 8000, "sqrt(5)/3200", "0.0006988"),
]


@pytest.mark.parametrize(("d", "s", "key", "display"), [pytest.param(*case, id=i) for i, *case in RATES])
def test_rate(packs, lab, d, s, key, display):
    answer = solved(packs, lab, "rate", d=d, w=4000, s=s)
    assert (answer.key, answer.display) == (key, display)


PRINTED = [
    ("s0-lr-03", sqrt(Whole(5)) / 12_800, "0.0001746928"),
    ("s0-lr-05", sqrt(Whole(5)) / 3_200, "0.0006987712"),
    ("s0-lr-06", sqrt(Whole(10)) / 3_200, "0.0009882118"),
    ("s0-lr-07", sqrt(Whole(10)) / 6_400, "0.0004941059"),
]


@pytest.mark.parametrize(("value", "printed"), [pytest.param(*case, id=i) for i, *case in PRINTED])
def test_printed_places(value, printed):
    assert decimal(value, 10) == printed


def test_the_peak_in_two_figures(packs):
    """s2-22: about 7.0e-4."""
    known = {name: Whole(value) for name, value in {"d": 512, "w": 4000, "s": 4000}.items()}
    assert figures(packs.template("schedule.rate").solver.solve(known)[""], 2) == "0.00070"


SHARES = [("s0-lr-10 ramp", 1000, "1/4"), ("s0-lr-10 decay", 8000, "sqrt(2)/2")]


@pytest.mark.parametrize(("s", "key"), [pytest.param(*case, id=i) for i, *case in SHARES])
def test_share_of_the_peak(packs, lab, s, key):
    assert solved(packs, lab, "ratio_to_peak", w=4000, s=s).key == key


def test_width_512_against_256(packs, lab):
    """s0-lr-11."""
    assert solved(packs, lab, "width_ratio", a=512, b=256, w=4000, s=1000).key == "sqrt(2)/2"


@pytest.mark.parametrize("s", [1000, 4000, 8000])
def test_both_seeds_have_one_schedule(packs, lab, s):
    """s2-08: min(s^(−1/2), s · w^(−3/2)) / √d, which is the schedule for the base rate 1."""
    with_base = solved(packs, lab, "scaled_rate", base=1, d=512, w=4000, s=s)
    assert with_base.key == solved(packs, lab, "rate", d=512, w=4000, s=s).key


def test_a_warm_up_of_ten_steps_with_a_base_rate(packs, lab):
    """What repeats the first rate is a known mistake; counted from 1 it grows at once."""
    assert solved(packs, lab, "first_rates", base="1/100", w=10, n=3).key == "[1/1000,1/500,3/1000]"
    assert solved(packs, lab, "scaled_rate", base="1/100", d=2, w=200, s=20).key == "1/20000"


def test_step_1000_again(packs, lab):
    """The example of the same rate at a later step: a quarter of the peak on either side."""
    assert solved(packs, lab, "step_with_same_rate", w=4000, s=1000).key == "64000"


WRONG = [
    ("lr-max", "takes_the_larger", 512, 8000, "0.0013975425"),
    ("lr-linear-decay", "decays_like_one_over_the_step", 512, 8000, "0.0003493856"),
    ("lr-step-zero", "counts_from_zero", 512, 2, "0.0000001747"),
]


@pytest.mark.parametrize(("name", "d", "s", "printed"), [pytest.param(*case, id=i) for i, *case in WRONG])
def test_known_wrong_rate(packs, name, d, s, printed):
    solver = packs.template("schedule.rate").solver
    known = solver.work({"d": Whole(d), "w": Whole(4000), "s": Whole(s)})
    assert decimal(solver.mistakes(known)[name][""], 10) == printed


def test_wider_is_not_faster(packs):
    """lr-larger-d-larger: the belief turns the ratio round."""
    solver = packs.template("schedule.width_ratio").solver
    given = {"a": Whole(512), "b": Whole(256), "w": Whole(4000), "s": Whole(4000)}
    belief = solver.mistakes(solver.work(given))["wider_is_faster"][""]
    assert as_rational(belief * solver.solve(given)[""]) == 1


CLAIMS = [
    ("s0-lr-09", "peak_at_the_end_of_warm_up", True),
    ("s0-lr-10 ramp", "twice_the_step_is_twice_the_rate", True),
    ("s0-lr-10 decay", "twice_the_step_is_half_the_rate", False),
    ("lr-larger-d-larger", "wider_models_get_larger_rates", False),
    ("lr-step-zero", "lambda_lr_begins_with_zero", True),
    ("s0-tr-02", "adam_moves_by_the_rate", False),
    ("s0-tr-03", "warm_up_saves_any_peak", False),
]


@pytest.mark.parametrize(("name", "holds"), [pytest.param(*case, id=i) for i, *case in CLAIMS])
def test_claim(packs, lab, name, holds):
    assert measure(packs.topic("schedule").claims[name]) is holds
