"""What is shown and what is written, typed back, is right: for every kind, face and locale."""

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank import exact
from qbank.answers import Word, grade, kind

d, f, model = exact.symbol("d"), exact.symbol("f"), exact.symbol("d_model")
NAMES = ["d", "f", "d_model"]

whole = st.integers(-(10**12), 10**12)
rational = st.builds(fmpq, st.integers(-(10**7), 10**7), st.integers(1, 10**5))
surd = st.builds(
    lambda n, p, q: exact.sqrt(n) * p + q, st.integers(2, 99), rational, st.sampled_from([0, 1, fmpq(-1, 3)])
)
power = st.builds(lambda p, q: exact.exp(fmpq(p, q)), st.integers(-6, 6), st.integers(1, 3))
weight = st.builds(lambda a, b, c: a / (a + b + c), power, power, power)
other = st.sampled_from(
    [exact.pi / 4, 2 * exact.e + 1, 2 * exact.e - 1, exact.power(5, fmpq(1, 3)), 1 / (1 + exact.sqrt(5))]
)
number = rational | surd | power | weight | other
unlike_zero = number.filter(lambda value: exact.sign(value) != 0)
infinity = st.sampled_from([exact.inf, -exact.inf])
piece = st.sampled_from([d, f, model, d * f, d**2, 2 * d, fmpq(1, 2), exact.sqrt(2) * d, exact.e, fmpq(-3)])
formula = st.builds(lambda a, b, c, g: a * b + c - g, piece, piece, piece, piece)
quotient = st.builds(lambda a, b: a / (b + d * f), formula, piece)
token = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=6)


def rows(entry):
    return st.integers(1, 4).flatmap(
        lambda width: st.lists(st.tuples(*[entry] * width), min_size=1, max_size=4).map(tuple)
    )


def lists(entry):
    return st.lists(entry, min_size=1, max_size=6).map(tuple)


KINDS = {
    "integer": ("integer", whole),
    "decimal places": ({"kind": "decimal", "places": 4}, number),
    "decimal no places": ({"kind": "decimal", "places": 0}, number),
    "decimal figures": ({"kind": "decimal", "figures": 4}, unlike_zero),
    "exact": ("exact", number),
    "vector integer": ({"kind": "vector", "of": "integer", "infinite": True}, lists(whole | infinity)),
    "vector decimal": ({"kind": "vector", "of": {"kind": "decimal", "places": 4}}, lists(number)),
    "vector figures": ({"kind": "vector", "of": {"kind": "decimal", "figures": 3}}, lists(unlike_zero)),
    "vector exact": ({"kind": "vector", "of": "exact", "infinite": True}, lists(number | infinity)),
    "matrix integer": (
        {"kind": "matrix", "of": "integer", "infinite": True},
        rows(st.integers(-999, 9999) | infinity),
    ),
    "matrix decimal": ({"kind": "matrix", "of": {"kind": "decimal", "places": 3}}, rows(number)),
    "matrix exact": ({"kind": "matrix", "of": "exact"}, rows(rational | surd)),
    "shape": ("shape", st.lists(st.integers(0, 50000), max_size=5).map(tuple)),
    "named shape": ({"kind": "shape", "names": NAMES}, lists(st.sampled_from(NAMES) | st.integers(0, 5000))),
    "tokens": ("tokens", lists(token)),
    "expression": ({"kind": "expression", "names": NAMES}, formula | quotient),
    "choice": ("choice", st.sampled_from("ABCDE")),
    "choices": ("choices", st.frozensets(st.sampled_from("ABCDE"))),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_key_as_shown_typed_back_is_right(name):
    spec, values = KINDS[name]
    judged = kind(spec)

    @settings(max_examples=25, deadline=None)
    @given(values)
    def holds(value):
        key = judged.write(value)
        assert judged.write(judged.read_key(key)) == key
        assert judged.same(judged.read_key(key), value)
        ways = [(key, None), (judged.display(value), None), (judged.display(value, "latex"), None)]
        ways += [(judged.display(value, "text"), None)]
        ways += [
            (judged.display(value, face, locale), locale)
            for face in ("unicode", "latex")
            for locale in ("de", "fr", "en")
        ]
        for text, locale in ways:
            verdict = grade(spec, key, text, locale=locale)
            assert verdict.verdict is Word.RIGHT, (text, locale, verdict)

    holds()


def test_only_what_can_be_rounded_can_be_a_mistake_that_was_rounded_badly():
    assert not kind("tokens").is_telling(None)
    assert not kind({"kind": "vector", "of": "integer"}).is_telling(None)
    assert kind({"kind": "vector", "of": "exact"}).is_telling(None)
