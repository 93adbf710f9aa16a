import time

import pytest
from flint import fmpq

from qbank import exact, limits
from qbank.answers.digits import POINT
from qbank.answers.evaluate import Evaluation
from qbank.answers.grammar import Parser
from qbank.answers.moderation import terms
from qbank.answers.tokens import tokens
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import vocabulary

d, f = exact.symbol("d"), exact.symbol("f")


def tree(text):
    return Parser(tokens(text, POINT, vocabulary(("a", "b", "c", "d", "f", "g"))), lenient=True).whole()


def value(text):
    return Evaluation().value(tree(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/3+1/6", fmpq(1, 2)),
        ("2^10", fmpq(1024)),
        ("2^-1", fmpq(1, 2)),
        ("8^(1/3)", fmpq(2)),
        ("sqrt(8)", 2 * exact.sqrt(2)),
        ("e^(1/2)*e^(1/2)", exact.e),
        ("exp(1)", exact.e),
        ("log2(8)", fmpq(3)),
        ("log2(1/8)", fmpq(-3)),
        ("log10(1000)", fmpq(3)),
        ("log2(3)", exact.log(3) / exact.log(2)),
        ("(d+f)^2", d * d + 2 * d * f + f * f),
        ("(d+f)^3", d**3 + 3 * d**2 * f + 3 * d * f**2 + f**3),
        ("2df(d+1)", 2 * d * d * f + 2 * d * f),
        ("exp(-inf)", fmpq(0)),
    ],
)
def test_values(text, expected):
    assert exact.equal(value(text), expected)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1/0", "value"),
        ("d/(f-f)", "value"),
        ("0^-1", "value"),
        ("sqrt(-1)", "value"),
        ("log(0)", "value"),
        ("log(-1)", "value"),
        ("2*inf", "value"),
        ("inf-inf", "value"),
        ("9^9^9", "bound"),
        ("2^99999", "bound"),
        ("(d+f)^65", "bound"),
        ("(a+b+c+d+f+g)^64", "bound"),
        ("(a+b+c+d)^10*(a+b+c)^10", "bound"),
        ("(a+b)^64*(c+d)^64", "bound"),
    ],
)
def test_what_has_no_value(text, code):
    start = time.perf_counter()
    with pytest.raises(Unreadable) as unread:
        value(text)
    assert unread.value.code == code
    assert time.perf_counter() - start < 1


def test_a_power_at_the_bound():
    assert terms(value(f"(d+f)^{limits.EXPANDED_POWER}")) == limits.EXPANDED_POWER + 1


def used(*texts):
    evaluation = Evaluation(limits.KEY_STEPS)
    for text in texts:
        evaluation.value(tree(text))
    return limits.KEY_STEPS - evaluation.steps


def test_the_budget_of_steps_serves_several_trees():
    texts = ["(a+b)*(c+d)", "sqrt(1+sqrt(2))"]
    steps = used(*texts)
    assert steps == used(texts[0]) + used(texts[1])
    within, beyond = Evaluation(steps), Evaluation(steps - 1)
    for text in texts:
        within.value(tree(text))
    beyond.value(tree(texts[0]))
    with pytest.raises(Unreadable, match="too many steps"):
        beyond.value(tree(texts[1]))


@pytest.mark.parametrize(
    ("less", "more"),
    [("(a+b)*(c+d)", "(a+b+c)*(c+d)"), ("(a+b)*2", "(a+b)*2^999"), ("(a+b)/(c+d)*2", "(a+b)/(c+d)*g")],
)
def test_longer_sums_and_numbers_take_more_steps(less, more):
    assert used(less) < used(more)


def test_a_negative_power_takes_the_steps_of_the_positive_one():
    assert used("(a+b)^-20") > used("(a+b)^20")


def test_a_long_chain_is_no_deep_recursion():
    assert Evaluation(limits.KEY_STEPS).value(tree("+".join(["1"] * 199))) == 199
