import pytest

from qbank.answers import grade
from qbank.bank import released
from qbank.errors import QbankError
from qbank.sheets import lms, lms_gap
from qbank.sheets.sheet import lay_out


@pytest.mark.parametrize(
    ("kind", "key", "expected"),
    [
        ("integer", "-36", ("-36", "0")),
        ({"kind": "decimal", "places": 2}, "1/8", ("0.125", "0.005")),
        ({"kind": "decimal", "places": 0}, "-5/2", ("-2.5", "0.5")),
        ({"kind": "decimal", "places": 4}, "1/3", ("0.33333333333333333333", "0.00005")),
        ({"kind": "decimal", "places": 2}, "e^(7/2)", ("33.115451958692313751", "0.005")),
        ({"kind": "decimal", "figures": 3}, "600000000000000", ("600000000000000", "500000000000")),
        ({"kind": "decimal", "figures": 3}, "31/40000", ("0.000775", "0.0000005")),
        ("exact", "22/25", ("0.88", "0")),
    ],
)
def test_tolerance(asks, kind, key, expected) -> None:
    assert lms.tolerance(asks(kind, key, "…")) == expected


@pytest.mark.parametrize(("kind", "key"), [("exact", "1/3"), ("exact", "sqrt(2)")])
def test_what_is_no_decimal_has_no_tolerance(asks, kind, key) -> None:
    with pytest.raises(QbankError, match="no end as a decimal"):
        lms.tolerance(asks(kind, key, "…"))


@pytest.mark.parametrize(
    ("kind", "key", "typed"),
    [
        ("shape", "[2,4]", ["[2,4]", "[2, 4]", "(2, 4)", "2,4", "2 x 4", "2x4", "2×4", "torch.Size([2, 4])"]),
        ("shape", "[5]", ["[5]", "5", "(5,)", "torch.Size([5])"]),
        ({"kind": "shape", "names": ["N", "d_v"]}, "[N,d_v]", ["[N, d_v]", "N,d_v", "(N, d_v)"]),
        ("tokens", "[we,<X>]", ["[we, <X>]", "we <X>", '["we", "<X>"]', "we, X"]),
        ("exact", "-3/10", ["-3/10", "−3/10", "-0.3", "-.3", "-0,3", "-30%", "-30 %"]),
        ("exact", "12/17", ["12/17", "12 / 17"]),
        ("exact", "20480", ["20480", "20 480", "20480.0"]),
        ("exact", "sqrt(2)/2", ["√2/2", "sqrt(2)/2", "1/sqrt(2)", "1/√2", "sqrt(1/2)"]),
        ("exact", "3*sqrt(6)/4", ["3√6/4", "3*sqrt(6)/4", "sqrt(27/8)"]),
        ({"kind": "vector", "of": {"kind": "integer"}}, "[7,-3]", ["[7, -3]", "[7, −3]", "7,-3", "(7, -3)"]),
        ({"kind": "vector", "of": {"kind": "exact"}}, "[1/2,2]", ["[1/2, 2]", "[0.5, 2]", "1/2, 2"]),
    ],
)
def test_spellings(asks, kind, key, typed) -> None:
    part = asks(kind, key, "…")
    found = lms.spellings(part, key)
    assert set(typed) <= set(found)
    assert all(grade(part.answer, key, text).score == 1 for text in found)


def test_spellings_of_a_known_mistake_are_none_of_the_key() -> None:
    for question in released():
        for part in question.parts:
            if part.answer["kind"] in ("shape", "tokens", "exact"):
                right = set(lms.spellings(part, part.key))
                assert part.display in right
                assert not any(right & set(lms.spellings(part, mistake.key)) for mistake in part.mistakes)


def test_entries_are_parts(asks) -> None:
    of = {"kind": "decimal", "places": 2}
    ((one, two), _) = lms.entries(asks({"kind": "matrix", "of": of}, "[[1/3,2],[3,4]]", "…"))
    assert (lms.tolerance(one)[0][:5], two.display) == ("0.333", "2.00")
    assert (one.mistakes, one.unit) == ((), None)


def test_an_infinite_entry_is_typed_in_every_way(asks) -> None:
    kind = {"kind": "vector", "of": {"kind": "integer"}, "infinite": True}
    ((zero, below),) = lms.entries(asks(kind, "[0,-inf]", "[0, −∞]"))
    assert (lms.is_infinite(zero), lms.is_infinite(below)) == (False, True)
    assert {"-inf", "−∞", "-∞"} <= set(lms.spellings(below, below.key))
    assert not set(lms.spellings(below, below.key)) & {"inf", "∞", "0"}
    with pytest.raises(QbankError, match="no number"):
        lms.tolerance(below)


@pytest.mark.parametrize(
    ("kind", "key", "expected"),
    [
        ({"kind": "decimal", "places": 4}, "73106/100000", ["0.7310", "0.731", "0.73", "0.7"]),
        ({"kind": "decimal", "places": 2}, "-2", []),
        ({"kind": "decimal", "places": 2}, "0", []),
        ({"kind": "decimal", "figures": 3}, "1234567", ["1200000", "1000000"]),
        ("exact", "1/3", ["0.333333", "0.33333", "0.3333", "0.333", "0.33", "0.3"]),
        ("exact", "1/2", []),
        ("integer", "1234", []),
    ],
)
def test_nearly(asks, kind, key, expected) -> None:
    part = asks(kind, key, "…")
    assert [near.value for near in lms.nearly(part)] == expected
    assert all(grade(part.answer, key, near.value).score == near.share for near in lms.nearly(part))


def test_what_a_platform_does_not_give() -> None:
    lost = {part.answer["kind"]: lms.lost(part) for question in released() for part in question.parts}
    assert lost["integer"] is lost["shape"] is lost["tokens"] is lost["choice"] is None
    assert "half" in lost["decimal"]
    assert lost["vector"] == lost["matrix"]


def test_rules_come_in_the_order_of_the_checker(ask, asks) -> None:
    question = ask("?", asks({"kind": "decimal", "places": 2}, "1/3", "0.33"))
    found = lms_gap.gap(lay_out([question], "").slots[0], question.parts[0])
    assert [(rule.share, rule.margin) for rule in found.rules] == [(1, "0.005"), (0.5, "0")]


@pytest.mark.parametrize("key", ["sqrt(2)+1", "sqrt(2)*sqrt(3)+1/2", "2^(1/3)"])
def test_an_exact_number_of_many_typings_is_refused(ask, asks, key) -> None:
    question = ask("?", asks("exact", key, key))
    with pytest.raises(QbankError, match="too many ways"):
        lms_gap.gap(lay_out([question], "").slots[0], question.parts[0])
