from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank import exact
from qbank.answers import Word, grade, kind
from qbank.bank import released
from qbank.errors import QbankError
from qbank.question import Mistake
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
        ("shape", "[2,4]", ["[ 2, 4 ]", "( 2, 4 )", "{2, 4}", "[2;4]", "2X4"]),
        ("shape", "[5]", ["[5]", "5", "(5,)", "torch.Size([5])"]),
        ({"kind": "shape", "names": ["N", "d_v"]}, "[N,d_v]", ["[N, d_v]", "N,d_v", "(N, d_v)"]),
        ("tokens", "[we,<X>]", ["[we, <X>]", "we <X>", '["we", "<X>"]', "we, X"]),
        ("exact", "-3/10", ["-3/10", "−3/10", "-0.3", "-.3", "-0,3", "-30%", "-30 %"]),
        ("exact", "12/17", ["12/17", "12 / 17"]),
        ("exact", "3/2", ["+3/2", "3/ 2", "3 /2", "6/4", "9/6", "12/8", "15/10", "1.5", "+1.5", "1.50"]),
        ("exact", "-3/2", ["−3/2", "-6/4", "−6/4", "-3/ 2"]),
        ("integer", "45", ["45", "+45", "45.", "45.0", "45.00"]),
        ("integer", "-1024", ["-1024", "−1,024", "-1 024"]),
        ({"kind": "decimal", "places": 2}, "-1/3", ["-0.33", "−0.33", "-.33", "-0,33", "-0.333", "−.3333"]),
        ({"kind": "decimal", "places": 4}, "1", ["1.0000", "1", "+1", "1,0000", "1.0"]),
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


@pytest.mark.parametrize(
    ("kind", "key", "refused"),
    [
        ("shape", "[0,5]", "0x5"),
        ("exact", "4374", "4,374"),
        ({"kind": "decimal", "places": 3}, "1234/1000", "1,234"),
        ("exact", "3*sqrt(2)", "32^(1/2)"),
    ],
)
def test_what_may_mean_something_else_is_not_offered(asks, kind, key, refused) -> None:
    assert grade(kind, key, refused).score < 1
    assert refused not in lms.spellings(asks(kind, key, "…"), key)


def offered():
    """What is offered for every key and known mistake of the released bank, whole and entry by entry."""
    for question in released():
        for part in question.parts:
            keys = [part.key, *(mistake.key for mistake in part.mistakes)]
            if part.answer["kind"] in ("vector", "matrix"):
                for cell in (cell for key in keys for row in lms.entries(part, key) for cell in row):
                    yield cell, cell.key
            if part.options is None and part.answer["kind"] not in ("expression", "matrix"):
                yield from ((part, key) for key in keys)


def test_everything_offered_is_right() -> None:
    found = {
        (repr(part.answer), key, part.unit, text): part
        for part, key in offered()
        for text in lms.spellings(part, key)
    }
    wrong = [
        (key, text)
        for (_kind, key, unit, text), part in found.items()
        if grade(part.answer, key, text, unit=unit).verdict is not Word.RIGHT
    ]
    assert not wrong
    assert len(found) > 20_000


whole = st.integers(-(10**9), 10**9) | st.integers(-1100, 1100)
small = st.integers(-99, 99)


@settings(max_examples=60, deadline=None)
@given(
    whole,
    st.integers(1, 2000),
    st.integers(0, 6),
    st.lists(st.integers(0, 99_999), min_size=1, max_size=5),
    small,
)
def test_what_is_right_by_construction_is_right(asks, over, under, places, sizes, little) -> None:
    fraction = str(Fraction(over, under))
    cases = [
        ("integer", str(over)),
        ("exact", fraction),
        ("exact", kind("exact").write(exact.as_rational(over) * exact.sqrt(abs(little) + 2) / under)),
        ({"kind": "decimal", "places": places}, fraction),
        ("shape", f"[{','.join(map(str, sizes))}]"),
        (
            {"kind": "vector", "of": {"kind": "exact"}},
            f"[{little},{Fraction(little, 8)},{Fraction(1 - little, 3)}]",
        ),
    ]
    for asked, key in cases:
        for text in lms.spellings(asks(asked, key, "…"), key):
            assert grade(asked, key, text).verdict is Word.RIGHT, (asked, key, text)


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
        ({"kind": "decimal", "figures": 3}, "31/40000", ["0.00078", "0.00077", "0.0008"]),
        ({"kind": "decimal", "places": 3}, "-1/8", ["-0.13", "-0.12", "-0.1"]),
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


def test_what_a_gap_for_each_entry_scores_otherwise(ask, asks) -> None:
    kind = {"kind": "vector", "of": {"kind": "decimal", "places": 2}}
    apart, shared, longer = (
        Mistake(("m",), None, key, key, "No.") for key in ("[1,2,4]", "[1,2/3,4]", "[1/3,1]")
    )
    for mistakes, count in (((), 1), ((apart, longer), 1), ((apart, shared), 2)):
        part = asks(kind, "[1/3,667/1000,0]", "…", mistakes=mistakes)
        assert len(list(lms.by_entries(ask("?", part)))) == count
    assert list(lms.by_entries(ask("?"))) == []


def test_rules_come_in_the_order_of_the_checker(ask, asks) -> None:
    question = ask("?", asks({"kind": "decimal", "places": 2}, "1/3", "0.33"))
    found = lms_gap.gap(lay_out([question], "").slots[0], question.parts[0])
    assert [(rule.share, rule.margin) for rule in found.rules] == [(1, "0.005"), (0.5, "0")]


@pytest.mark.parametrize("key", ["sqrt(2)+1", "sqrt(2)*sqrt(3)+1/2", "2^(1/3)"])
def test_an_exact_number_of_many_typings_is_refused(ask, asks, key) -> None:
    question = ask("?", asks("exact", key, key))
    with pytest.raises(QbankError, match="too many ways"):
        lms_gap.gap(lay_out([question], "").slots[0], question.parts[0])
