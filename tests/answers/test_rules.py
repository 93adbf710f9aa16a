"""The rule in a sentence says what `grade` does: its ends are right, one step beyond them is not."""

import re
from gettext import NullTranslations

import pytest

from qbank.answers import grade
from qbank.answers.rules import rule
from qbank.bank import released
from qbank.errors import QbankError
from qbank.labels import Labels

ENDS = r"from (−?[\d.]+(?: × 10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?) to (−?[\d.]+(?: × 10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?)"
FOUR = {"kind": "decimal", "places": 4}
WEIGHTS = {"kind": "vector", "of": FOUR}
KNOWN = [{"names": ["all_keys"], "convention": None, "key": "[1/4, 1/4, 1/4, 1/4]", "feedback": ""}]


@pytest.mark.parametrize(
    ("answer", "key", "below", "low", "high", "above"),
    [
        # e/(e + 1) = 0.73105857…: half a unit is 0.00005, so that 0.73100857… to 0.73110857… are right
        (FOUR, "e/(e+1)", "0.731008", "0.731009", "0.731108", "0.731109"),
        (FOUR, "-e/(e+1)", "-0.731109", "−0.731108", "−0.731009", "-0.731008"),
        (FOUR, "3/8", "0.374949", "0.37495", "0.37505", "0.375051"),
        (FOUR, "0", "-0.000051", "−0.00005", "0.00005", "0.000051"),
        (FOUR, "1/3", "0.333283", "0.333284", "0.333383", "0.333384"),
        ({"kind": "decimal", "places": 0}, "5/2", "1.99", "2", "3", "3.01"),
        ({"kind": "decimal", "places": 0}, "pi", "2.64", "2.65", "3.64", "3.65"),
        # three digits of 731,058,573: half a unit is 500,000
        ({"kind": "decimal", "figures": 3}, "731058573", "730558572", "730558573", "731558573", "731558574"),
        # three digits of 0.00012345: half a unit is 0.0000005
        (
            {"kind": "decimal", "figures": 3},
            "0.00012345",
            "0.00012294",
            "0.00012295",
            "0.00012395",
            "0.00012396",
        ),
        # 1.42857… × 10²⁹ to two digits: half a unit is 5 × 10²⁷
        (
            {"kind": "decimal", "figures": 2},
            "10^30/7",
            "137857142857142857142857142857",
            "1.37857142857142857142857142858 × 10²⁹",
            "1.47857142857142857142857142857 × 10²⁹",
            "147857142857142857142857142858",
        ),
    ],
)
def test_the_ends_are_right_and_one_step_beyond_is_not(answer, key, below, low, high, above):
    assert re.search(ENDS, rule(answer, key)).groups() == (low, high)
    assert [grade(answer, key, text).verdict for text in (low, high)] == ["right", "right"]
    assert "right" not in [grade(answer, key, text).verdict for text in (below, above)]


def test_a_decimal():
    said = "Right is every value no further from e/(e + 1) ≈ 0.731059 than 0.00005, half a unit of the fourth decimal"
    ends = "from 0.731009 to 0.731108, both ends included, which are rounded inwards here"
    assert rule(FOUR, "e/(e+1)") == (
        f"{said}: {ends}. A value cut off there, or rounded correctly to fewer digits, earns 0.5."
    )


def test_exact_ends_are_not_said_to_be_rounded():
    assert "both ends included. A value" in rule(FOUR, "3/8")


@pytest.mark.parametrize(
    ("credit", "said"),
    [
        ({}, ["A value cut off there, or rounded correctly to fewer digits, earns 0.5."]),
        ({"truncated": 0, "few_digits": 0}, ["rounded correctly to fewer digits, earns nothing."]),
        ({"truncated": 0.25}, ["cut off there instead of rounded earns 0.25.", "to fewer digits earns 0.5."]),
        ({"last_digit": 0.2}, ["One off by up to 1.5 units of the last digit earns 0.2."]),
    ],
)
def test_what_is_nearly_right(credit, said):
    assert all(sentence in rule(FOUR, "e/(e+1)", **credit) for sentence in said)
    assert ("1.5 units" in rule(FOUR, "e/(e+1)", **credit)) == ("last_digit" in credit)


@pytest.mark.parametrize(
    ("answer", "key", "said"),
    [
        ("integer", "18944000", "Right is exactly 18,944,000, however that number is spelled."),
        (
            "exact",
            "-sqrt(6)/2",
            "Right is exactly −√6/2, in any form that equals it. A correctly rounded decimal earns 0.5.",
        ),
        ("shape", "[2,4,3,5]", "Right is exactly [2, 4, 3, 5]: all sizes in this order, or nothing."),
        ("tokens", "[BOS,a]", "Right is exactly [BOS, a]: all tokens in this order, or nothing."),
        (
            {"kind": "expression", "names": ["d", "f"]},
            "8*d^2+2*d*f",
            "Right is every formula that is identically equal to 8d² + 2df.",
        ),
        ("choices", [], "Right is to tick none, and nothing else earns anything."),
    ],
)
def test_each_kind(answer, key, said):
    assert rule(answer, key) == said


def test_a_choice_shows_its_option():
    assert rule("choice", "B", options={"A": "no", "B": "$x^2$ holds"}) == "Right is B (x² holds) alone."


def test_choices_as_they_are_scored():
    said = (
        "Right is to tick A and C and no other. Otherwise a right tick earns 1/2, a wrong one takes 1/2 back"
    )
    assert rule("choices", ["A", "C"]).startswith(said)
    assert [grade("choices", ["A", "C"], text).score for text in ("A", "A, B", "B")] == [0.5, 0, 0]


def test_a_vector_lists_the_ends_of_its_entries():
    said = rule(WEIGHTS, "[e/(e+1), 1/(e+1), 0, 0]")
    ends = re.findall(ENDS, said)
    assert ends[2:] == [("−0.00005", "0.00005")] * 2
    for side in zip(*ends, strict=True):
        assert grade(WEIGHTS, "[e/(e+1), 1/(e+1), 0, 0]", f"[{'; '.join(side)}]").verdict == "right"


def test_a_vector_says_what_some_right_entries_earn():
    said = rule(WEIGHTS, "[e/(e+1), 1/(e+1), 0, 0]", known=KNOWN)
    assert (
        "One value everywhere would match 2 of the 4 entries and earns nothing; each right one beyond that earns 1/2"
        in said
    )
    assert said.endswith("The answer of a known mistake earns nothing, whatever else fits it.")
    assert grade(WEIGHTS, "[e/(e+1), 1/(e+1), 0, 0]", "[0.7311, 0.5, 0, 0]").score == 0.5
    assert "All 3 entries must be right." in rule({"kind": "vector", "of": {"kind": "integer"}}, "[1,1,1]")


def test_exact_entries_may_be_rounded_for_less():
    kind = {"kind": "vector", "of": {"kind": "exact"}}
    assert rule(kind, "[1/3, 2/3]").endswith("A correctly rounded decimal as an entry earns 0.5.")
    assert grade(kind, "[1/3, 2/3]", "[1/3; 0.67]").score == 0.5


def test_a_large_matrix_is_said_in_short():
    matrix = {"kind": "matrix", "of": {"kind": "decimal", "places": 2}}
    said = rule(matrix, "[[-1,1/3,3,4],[1,1/3,4,5],[0,0,0,0]]")
    assert "every value within half a unit of the second decimal of the exact [[−1.00, 0.33, " in said
    assert (
        "One value everywhere would match 4 of the 12 entries and earns nothing; each right one beyond that earns 1/8"
        in said
    )


def test_infinite_entries_are_exact():
    said = rule({"kind": "matrix", "of": FOUR, "infinite": True}, "[[0,-inf],[0,0]]")
    assert "every value from −0.00005 to 0.00005; −∞; from " in said


def test_the_unit():
    assert rule("integer", "5", unit="parameters").endswith("The unit (parameters) may be written behind it.")
    assert rule("integer", "5", unit="bytes").endswith("are converted to bytes.")
    assert "unit" not in rule("shape", "[5]", unit="sizes")


def test_another_convention_is_named_where_it_earns_something():
    known = [{"names": [], "convention": {"bias": False}, "key": "4", "feedback": ""}]
    said = "The right answer under another convention earns 0.2."
    assert rule("integer", "5", known=known, convention=0.2).endswith(said)
    assert said not in rule("integer", "5", known=known)
    assert said not in rule("integer", "5", convention=0.2)


def test_a_key_that_is_none():
    with pytest.raises(QbankError):
        rule("integer", "1/2")


def test_every_question_of_the_released_bank_has_a_rule_whose_ends_are_right():
    for question in released():
        for part in question.parts:
            said = rule(part.answer, part.key, unit=part.unit, options=part.options)
            assert said.startswith("Right is ")
            if part.answer["kind"] == "decimal":
                verdicts = [
                    grade(part.answer, part.key, end).verdict for end in re.search(ENDS, said).groups()
                ]
                assert verdicts == ["right", "right"]


class Marked(NullTranslations):
    def gettext(self, message):
        return f"⟦{message}⟧"


def test_every_sentence_is_a_label():
    """Of every released question, with credit of every sort: outside of the labels are values alone."""
    credit = {"last_digit": 0.25, "convention": 0.25, "truncated": 0.75}
    for question in released():
        for part in question.parts:
            known = [mistake._asdict() for mistake in part.mistakes]
            given = {"unit": part.unit, "options": part.options, "known": known, **credit}
            text = rule(part.answer, part.key, labels=Labels("de", Marked()), **given)
            while "⟦" in text:
                text = re.sub("⟦[^⟦⟧]*⟧", "", text)
            assert not text.strip(), (question.id, text)


def test_english_needs_no_labels():
    assert rule("choices", ("A", "B", "C"), options=dict.fromkeys("ABC", "x")).startswith(
        "Right is to tick A and B and C and no other. Otherwise a right tick earns 1/3"
    )
