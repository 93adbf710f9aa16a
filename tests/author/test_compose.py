"""Writing questions down: choices by nature and by form, feedback, and what is typed back."""

import pytest

from qbank.author.generate import Order, generate
from qbank.author.verify import verify

SOLVER = """
import torch
from qbank import solver


@solver
def larger(a, b):
    return "first" if a > b else "second"


@larger.confirm
def measured(a, b):
    return ["first", "second"][int(torch.argmax(torch.tensor([a, b])))]


@larger.where
def they_differ(a, b):
    return a != b


@larger.misconception
def thinks_they_are_equal(a, b):
    return "neither"


@larger.misconception
def takes_the_smaller(a, b):
    return "second" if a > b else "first"


@solver
def greater_ones(a, b):
    return frozenset(name for name, value in (("a", a), ("b", b)) if value > 2)


@greater_ones.confirm
def compared(a, b):
    return {name for name, value in (("a", a), ("b", b)) if torch.tensor(value) > 2}


@greater_ones.where
def one_is(a, b):
    return max(a, b) > 2
"""
TEMPLATE = """
title: Comparing
misconceptions:
  takes_the_smaller: This takes the smaller of << a >> and << b >>.
questions:
  larger:
    params: {a: {range: [1, 4]}, b: {range: [1, 4]}}
    ask: Which is larger, << a >> or << b >>?
    answer: choice
    options: {first: the first one, second: the second one, neither: they are equal}
    explain: It is the << answer >>, since << a >> and << b >> differ.
    misconceptions:
      takes_the_smaller:
      thinks_they_are_equal: They are not.
  greater_ones:
    params: {a: {range: [1, 4]}, b: {range: [1, 4]}}
    ask: a is << a >>, b is << b >>. Which are greater than 2?
    answer: choices
    options: {a: the number a, b: the number b}
    explain: << answer >>
"""


@pytest.fixture
def questions(load, lab):
    return {q.template: q for q in generate([load(SOLVER, TEMPLATE)], Order(2, "7"), lab).questions}


def test_a_choice_by_nature_names_its_mistakes(questions):
    (part,) = questions["double.larger"].parts
    assert sorted(part.options) == ["A", "B", "C"]
    assert set(part.options.values()) == {"the first one", "the second one", "they are equal"}
    assert {mistake.names for mistake in part.mistakes} == {
        ("takes_the_smaller",),
        ("thinks_they_are_equal",),
    }
    assert {part.key, *(mistake.key for mistake in part.mistakes)} == {"A", "B", "C"}
    assert part.display == part.key


def test_shared_feedback_is_rendered(questions):
    (part,) = questions["double.larger"].parts
    feedback = next(m.feedback for m in part.mistakes if m.names == ("takes_the_smaller",))
    params = questions["double.larger"].params
    assert feedback == f"This takes the smaller of {params['a']} and {params['b']}."


def test_several_right_options_have_their_letters(questions):
    (part,) = questions["double.greater_ones"].parts
    right = {name for name in "ab" if questions["double.greater_ones"].params[name] > 2}
    assert {part.options[letter][-1] for letter in part.key} == right


def test_both_verify(load, lab):
    for template in load(SOLVER, TEMPLATE).templates.values():
        report = verify(template, lab)
        assert report.findings == []
        assert report.asked == 12


def test_letters_belong_to_the_variant_and_vary_over_variants(load, lab):
    topic = load(SOLVER, TEMPLATE)
    runs = [generate([topic], Order(24, seed), lab).questions for seed in ("1", "2")]
    assert {q.id for q in runs[0]} == {q.id for q in runs[1]}
    keys = [q.parts[0].key for q in runs[0] if q.template == "double.larger"]
    assert len(set(keys)) > 1


def test_a_choice_that_cannot_tell_belief_from_key_is_not_asked(load, lab):
    template = load(SOLVER.replace('return "neither"', 'return "first"'), TEMPLATE).templates["larger"]
    assert verify(template, lab).rejected["thinks_they_are_equal gives the key"] == 6


def test_an_answer_that_is_no_option_is_found(load, lab):
    misspelt = SOLVER.replace(
        'return "first" if a > b else "second"', 'return "frist" if a > b else "second"', 1
    )
    findings = verify(load(misspelt, TEMPLATE).templates["larger"], lab).findings
    assert any("frist is no option of double.larger" in finding for finding in findings)
