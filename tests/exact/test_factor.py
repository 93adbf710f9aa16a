import pytest

from qbank.exact.errors import TooLarge
from qbank.exact.factor import LONGEST_KEY, Factor, named
from qbank.limits import EXPANDED_TERMS


def test_the_key_tells_factors_apart():
    assert Factor("name", "d", "d") == Factor("name", "d", "d")
    assert hash(Factor("name", "d", "d")) == hash(Factor("name", "d", "d"))
    assert Factor("sin", 1, "1") != Factor("cos", 1, "1")
    assert Factor("sin", 1, "1") == "sin 1"


def test_long_keys_are_digested_and_still_differ():
    long, longer = (Factor("sin", None, "x" * n) for n in (LONGEST_KEY + 1, LONGEST_KEY + 2))
    assert long != longer
    assert len(long) == len(longer) < LONGEST_KEY


def test_the_bound_on_terms_inside():
    assert Factor("sin", None, "x", weight=EXPANDED_TERMS).weight == EXPANDED_TERMS
    with pytest.raises(TooLarge):
        Factor("sin", None, "x", weight=EXPANDED_TERMS + 1)


def test_a_declared_name():
    assert named("d") == Factor("name", "d", "d")
    assert (named("d").names, named("d").settled) == ({"d"}, True)


def test_repr_shows_the_key():
    assert repr(Factor("sin", 1, "1")) == "[sin 1]"
