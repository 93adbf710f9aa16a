"""`verify`: what is sound has no finding, and each way of being unsound has its own."""

import re

import pytest

from qbank.author.verify import verify, verify_topic

from .conftest import SOLVER, TEMPLATE

CONVENTION_SOLVER = """
from qbank import solver


@solver
def double(x, twice):
    return 2 * x if twice else 3 * x


@double.confirm
def counted(x, twice):
    return sum(x for _ in range(2 if twice else 3))
"""
CONVENTION_TEMPLATE = """
title: Doubling
questions:
  double:
    params:
      x: {range: [3, 9]}
    conventions:
      twice: {true: twice, false: three times}
    ask: What is << x >> << twice >>?
    answer: integer
    explain: It is << answer >>.
"""
WORKING_SOLVER = """
import torch
from qbank import solver
from qbank.exact import sqrt


@solver
def double(x, root):
    return 1000 * root


@double.working
def root(x):
    return sqrt(x)


@double.confirm
def measured(x):
    return 1000 * torch.tensor(float(x)) ** 0.5
"""
WORKING_TEMPLATE = """
title: Roots
questions:
  double:
    params:
      x: {range: [2, 9]}
    ask: A thousand times the square root of << x >>, to two decimals?
    answer: {kind: decimal, places: 2}
    explain: It is << root|decimal(4) >> times 1,000, << answer >>.
"""
CLAIMS_SOLVER = """
import torch
from torch import nn
from qbank import claim


@claim(broken=lambda x: x + 1)
def identity_changes_nothing(f=nn.Identity()):
    x = torch.randn(3)
    return (f(x) - x).abs().max()
"""
CLAIMS_TEMPLATE = """
title: Claims
claims:
  identity_changes_nothing:
    says: An identity layer returns its input.
    holds: true
    because: It has nothing to compute.
"""


def findings(load, lab, solver, template):
    reports = verify_topic(load(solver, template), lab)
    return [finding for report in reports for finding in report.findings]


def test_the_sound_sample(double, lab):
    report = verify(double, lab)
    assert report.findings == []
    assert (report.space, report.checked, report.asked, report.symbolic) == (7, 7, 7, 7)
    assert report.formulas == 7
    assert report.acceptance == 1
    assert report.whole


@pytest.mark.parametrize(
    ("solver", "template"),
    [(CONVENTION_SOLVER, CONVENTION_TEMPLATE), (CLAIMS_SOLVER, CLAIMS_TEMPLATE)],
)
def test_other_sound_samples(load, lab, solver, template):
    assert findings(load, lab, solver, template) == []


@pytest.mark.parametrize(
    ("solver", "template", "old", "new", "found"),
    [
        (SOLVER, TEMPLATE, "return 2 * x", "return 2 * x + 1", r"double: x=3: the solver says 7, added_to_itself measured 6"),
        (SOLVER, TEMPLATE, "return 2 * x", "return -2 * x", r"the solver says -6, added_to_itself measured 6"),
        (SOLVER, TEMPLATE, "return 2 * x", "return 0.5 * x", r"x=3: 1\.5 is a float; write x / 2, not 0\.5 \* x"),
        (SOLVER, TEMPLATE, "return 2 * x", "return double(x)", r"RecursionError"),
        (SOLVER, TEMPLATE.replace("= << answer >>", "= << formula >>"), "return 2 * x", "return sum(x for _ in range(x // x + 1))", r"<< formula >> is used, but the solver gives none"),
        (SOLVER, TEMPLATE, "return 2 * x", "return x / 0", r"ZeroDivisionError"),
        (SOLVER, TEMPLATE, "return 2 * x", "return x / 4", r"3/4 is no whole number"),
        (SOLVER, TEMPLATE, "return 2 * x", "return {'a': x}", r"answers parts \['a'\]"),
        (SOLVER, TEMPLATE, "return x * x", "return 2 * x", r"no variant can be asked"),
        (SOLVER, TEMPLATE, "2 \\cdot", "2 \\foo", r"\\foo"),
        (SOLVER, TEMPLATE, "ask: What is twice << x >>?", "ask: |\n      How much is twice << x >>, when you count from\n      1. This is asked.", r"the line '1\. This is asked\.' would begin a list"),
        (SOLVER, TEMPLATE, "What is twice << x >>?", "What is twice the number?", r"ask the same and have other keys"),
        (SOLVER, TEMPLATE, "twice << x >>?", "twice $<< x >>?", r"\$"),
        (CONVENTION_SOLVER, CONVENTION_TEMPLATE, "<< x >> << twice >>?", "<< x >> several times?", r"ambiguous: the prompt does not say 'twice', and the answer hangs on it \(twice: 6; three times: 9\)"),
        (CLAIMS_SOLVER, CLAIMS_TEMPLATE, "holds: true", "holds: false", r"the solver says false, identity_changes_nothing measured true"),
        (CLAIMS_SOLVER, CLAIMS_TEMPLATE, "lambda x: x + 1", "lambda x: x", r"the broken stand-in changes nothing"),
        (CLAIMS_SOLVER, CLAIMS_TEMPLATE, "lambda x: x + 1", "lambda x: x + 1e-5", r"measured 1e-05, which neither holds nor fails"),
        (CLAIMS_SOLVER, CLAIMS_TEMPLATE, "lambda x: x + 1", "lambda x: x * float('nan')", r"neither holds nor fails"),
    ],
)  # fmt: skip
def test_what_is_unsound_is_found(load, lab, solver, template, old, new, found):
    assert old in solver + template
    seen = findings(load, lab, solver.replace(old, new), template.replace(old, new))
    assert seen
    assert re.search(found, seen[0]), seen


def test_a_formula_that_is_silently_wrong_on_a_name_is_found(load, lab):
    """On the name `x` the comparison `x == 4` is False, so the formula lacks what the branch adds."""
    solver = SOLVER.replace("return 2 * x", "return 2 * x + (1 if x == 4 else 0)").replace(
        "return torch.tensor(x) + x", "return torch.tensor(x) + x + (x == 4)"
    )
    seen = findings(load, lab, solver, TEMPLATE)
    assert "the formula 2x gives 8 (the solver branches on a parameter)" in seen[0]


def test_hand_safety_is_counted(load, lab):
    """Only 4 and 9 have roots that a pencil keeps: two places more than asked are not enough for a thousand."""
    report = verify(
        load(WORKING_SOLVER, WORKING_TEMPLATE.replace("places: 2", "places: 1")).templates["double"], lab
    )
    assert report.rejected["not hand-safe"] == 6
    assert report.asked == 2
    assert report.findings == []


def test_a_large_space_is_sampled_and_says_so(load, lab):
    template = load(template=TEMPLATE.replace("[3, 9]", "[3, 90000]")).templates["double"]
    report = verify(template, lab, 200)
    assert (report.space, report.checked, report.whole) == (89_998, 200, False)
    assert report.findings == []
