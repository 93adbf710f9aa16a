"""Keys as they are typed after an exam, and parts under another key."""

import pytest

from qbank import limits
from qbank.answers.keys import accepted, as_corrected, is_right, rekeyed, typed_key
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Mistake, Part

OPTIONS = {"A": "True", "B": "False", "C": "None of $x$"}
INTEGER, FOUR = {"kind": "integer"}, {"kind": "decimal", "places": 4}
CHOICE, CHOICES = {"kind": "choice"}, {"kind": "choices"}


def part(answer, key="1", unit=None, mistakes=()):
    options = OPTIONS if answer["kind"] in ("choice", "choices") else None
    known = tuple(Mistake((name,), None, value, str(value), "No.") for name, value in mistakes)
    return Part("", "", answer, unit, key, str(key), "n^2", options, known)


def line(action, value=None):
    return Correction("q0123456789", "", action, value, "why", "", "2026-05-01T12:00:00+00:00")


@pytest.mark.parametrize(
    ("answer", "typed", "key", "display"),
    [
        (INTEGER, "4,204,032", "4204032", "4,204,032"),
        (INTEGER, "−3", "-3", "−3"),
        (INTEGER, "=1+1", "2", "2"),
        (FOUR, "0,7311", "7311/10000", "0.7311"),
        (FOUR, "e/(e+1)", "e/(e+1)", "0.7311"),
        (FOUR, "73.11 %", "7311/10000", "0.7311"),
        ({"kind": "decimal", "figures": 2}, "1.5e-9", "3/2000000000", "1.5 × 10⁻⁹"),
        ({"kind": "exact"}, "√6/2", "sqrt(6)/2", "√6/2"),
        ({"kind": "vector", "of": INTEGER}, "1 2 3", "[1,2,3]", "[1, 2, 3]"),
        ({"kind": "matrix", "of": FOUR}, "[[.5, 1], [0, 2]]", "[[1/2,1],[0,2]]", None),
        ({"kind": "shape"}, "2x4x3", "[2,4,3]", "[2, 4, 3]"),
        ({"kind": "shape", "names": ["T", "d"]}, "(T, 8, d)", "[T,8,d]", "[T, 8, d]"),
        ({"kind": "tokens"}, "<bos> a b", "[<bos>,a,b]", "[<bos>, a, b]"),
        ({"kind": "expression", "names": ["d", "f"]}, "2df + d²", "d^2+2*d*f", "d² + 2df"),
        (CHOICE, "b", "B", "B"),
        (CHOICE, "false", "B", "B"),
        (CHOICES, "c and a", ("A", "C"), "A, C"),
        (CHOICES, "none", (), "none"),
    ],
)
def test_a_key_is_typed_as_an_answer_is(answer, typed, key, display):
    asked = part(answer)
    assert typed_key(asked, typed) == key
    under = rekeyed(asked, key)
    assert (under.key, under.formula) == (key, None)
    assert display in (None, under.display)
    assert is_right(under, key)


def test_the_unit_of_the_question_and_the_locale_are_known():
    assert typed_key(part(INTEGER, unit="parameters"), "12 parameters") == "12"
    assert typed_key(part(FOUR), "1,234", locale="de") == "617/500"
    assert typed_key(part(FOUR), "1,234", locale="en") == "1234"


@pytest.mark.parametrize(
    ("answer", "typed", "said"),
    [
        (INTEGER, "1.5", "3/2 is no whole number"),
        (INTEGER, "abc", "unknown name 'abc'"),
        (INTEGER, "nan", "'nan' is no value"),
        (INTEGER, "9**9**9", "a power with too many digits"),
        (INTEGER, "1e1000000000", "a power of ten beyond 400"),
        (INTEGER, "2^(2^(2^99))", "is no key of this question"),
        (INTEGER, "9" * 61, "a number with more than 60 digits"),
        (INTEGER, "1" + "+1" * limits.ANSWER_CHARACTERS, "is no key of this question"),
        (INTEGER, "__import__('os').system('x')", "is no key of this question"),
        (INTEGER, "=HYPERLINK(1)", "is no key of this question"),
        (FOUR, "1,234", "can be read as 1234 or as 1.234; write it so that only one is meant"),
        (FOUR, "1/0", "a division by zero has no value"),
        (FOUR, "inf", "infinite"),
        ({"kind": "decimal", "figures": 2}, "0", "has no significant figures"),
        ({"kind": "exact"}, "sin(1)", "sine"),
        ({"kind": "vector", "of": INTEGER}, "[[1,2],[3,4]]", "is no vector"),
        ({"kind": "matrix", "of": INTEGER}, "[[1,2],[3]]", "rows that differ in length"),
        ({"kind": "shape"}, "[2,-1]", "-1 is no size"),
        ({"kind": "shape"}, "[T]", "unknown name 'T'"),
        ({"kind": "tokens"}, "a\x1b[31m", "U+001B"),
        ({"kind": "expression", "names": ["d"]}, "d + q", "unknown name 'q'"),
        (CHOICE, "D", "is no option"),
        (CHOICE, "A, B", "is no option"),
        (CHOICES, "A, D", "'D' is no option"),
    ],
)
def test_what_is_no_key_is_refused_in_one_line(answer, typed, said):
    with pytest.raises(QbankError) as error:
        typed_key(part(answer), typed)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_bound_of_a_typed_key(monkeypatch):
    asked = part({"kind": "expression", "names": ["d", "f"]})
    long = typed_key(asked, "(d+f)^20")
    monkeypatch.setattr(limits, "KEY_CHARACTERS", len(long))
    assert typed_key(asked, "(d+f)^20") == long
    monkeypatch.setattr(limits, "KEY_CHARACTERS", len(long) - 1)
    with pytest.raises(QbankError, match="a key of more than"):
        typed_key(asked, "(d+f)^20")


def test_a_mistake_that_is_right_by_the_new_key_is_none_any_more():
    asked = part(FOUR, "e/(e+1)", mistakes=[("halved", "1/3"), ("other", "1/4")])
    assert [mistake.names for mistake in rekeyed(asked, "3333/10000").mistakes] == [("other",)]
    asked = part(CHOICES, ("A",), mistakes=[("both", ("A", "B")), ("none", ())])
    assert [mistake.names for mistake in rekeyed(asked, ("A", "B")).mistakes] == [("none",)]


def test_right_already():
    assert is_right(part(FOUR, "e/(e+1)"), "7311/10000")
    assert not is_right(part(FOUR, "e/(e+1)"), "73/100")
    assert is_right(part(INTEGER, "36"), "36")
    assert not is_right(part(INTEGER, "36"), "37")


def test_the_key_that_holds_and_those_accepted():
    asked = part(INTEGER, "36")
    assert as_corrected(asked, [line("accept", "37"), line("void")]) is asked
    assert as_corrected(asked, [line("accept", "37"), line("rekey", "38")]).key == "38"
    assert [keyed.key for _, keyed in accepted(asked, [line("accept", "37"), line("rekey", "38")])] == ["37"]


@pytest.mark.parametrize("key", ["abc", "1/0", "9^9^9^9", "", ("A",)])
def test_a_stored_value_that_is_no_key_is_refused(key):
    with pytest.raises(QbankError):
        rekeyed(part(INTEGER), key)
