import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank import exact, limits
from qbank.answers.readings import Manner, expression, prepared, readings
from qbank.answers.unreadable import Unreadable

NUMBER, WHOLE = Manner(), Manner(percent=False, grouped=True)


def values(text, manner=NUMBER, **setting):
    return [exact.text(reading.value) for reading in readings(text, manner, **setting)]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        (' "0.5" ', "0.5"),
        ("'0.5", "0.5"),
        ("'0.5'", "0.5"),
        ("$0.5$", "0.5"),
        ("=1+2", "1+2"),
        ("≈ 0.5", "0.5"),
        ("~0.5", "0.5"),
        ("np.sqrt(2)", "sqrt(2)"),
        ("-float('inf')", "-inf"),
        ('float("-inf")', "-inf"),
        ("1e400", "1e400"),
    ],
)
def test_habits_are_taken_off(typed, text):
    assert prepared(typed) == text


@pytest.mark.parametrize(
    ("text", "manner", "expected"),
    [
        ("1,234", NUMBER, ["1234", "617/500"]),
        ("1,234.5", NUMBER, ["2469/2"]),
        ("1234,5", NUMBER, ["2469/2"]),
        ("0,731", NUMBER, ["731/1000"]),
        ("1,234", WHOLE, ["1234"]),
        ("1/2e", NUMBER, ["e/2", "1/(2*e)"]),
        ("1/(2e+1)", NUMBER, ["1/20", "1/(2*e+1)"]),
        ("1/2(2e+1)", NUMBER, ["10", "(2*e+1)/2", "1/40", "1/(4*e+2)"]),
        ("2e+1", NUMBER, ["20"]),
        ("5 k", NUMBER, ["5000"]),
        ("1e400", NUMBER, ["1" + "0" * 400]),
    ],
)
def test_all_readings(text, manner, expected):
    assert values(text, manner) == expected


@pytest.mark.parametrize(
    ("text", "locale", "expected"),
    [
        ("1,234", "en", ["1234"]),
        ("1,234", "de", ["617/500"]),
        ("1.234", "de", ["1234"]),
        ("1.234", "fr", ["617/500"]),
        ("1.234,5", "de", ["2469/2"]),
        ("0.731", "de", ["731/1000"]),
        ("0,731", "en", ["731/1000"]),
        ("1 234,5", "fr", ["2469/2"]),
    ],
)
def test_a_locale_settles_the_signs(text, locale, expected):
    assert values(text, locale=locale) == expected


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("5 nats", "nats", ["5"]),
        ("5 KiB", "bytes", ["5120"]),
        ("5 KB", "bytes", ["5000", "5120"]),
        ("5 B", "nats", ["5000000000"]),
        ("5 B", "bytes", ["5"]),
        ("5k", "bytes", ["5000"]),
    ],
)
def test_units(text, unit, expected):
    assert values(text, unit=unit) == expected


@pytest.mark.parametrize(
    ("text", "manner", "code"),
    [
        ("4-Mar", NUMBER, "date"),
        ("50%", WHOLE, "form"),
        ("nan", NUMBER, "nan"),
        ("1,23,4", NUMBER, "grouping"),
        ("1/0", NUMBER, "value"),
        ("x", NUMBER, "syntax"),
        ("d", NUMBER, "name"),
    ],
)
def test_without_a_reading(text, manner, code):
    with pytest.raises(Unreadable) as unread:
        readings(text, manner)
    assert unread.value.code == code


def test_a_unit_alone_is_no_answer():
    with pytest.raises(Unreadable, match="a unit without a number"):
        readings("nats", NUMBER, unit="nats")


def test_key_text_is_read_back():
    d = exact.symbol("d")
    assert expression("8*d^2-d/2", ("d",)) == 8 * d * d - d / 2
    assert expression("1.747*10^-7") == fmpq(1747, 10**10)
    assert expression("-inf") is -exact.inf
    assert expression("log(2)") == exact.log(2)


@pytest.mark.parametrize("text", ["2d", "d+f", "1,5", "1 000", "½", "", "50%", "5k"])
def test_what_no_key_says(text):
    with pytest.raises(Unreadable):
        expression(text, ("d",))


def test_the_bounds_on_keys():
    assert expression("+".join(["1"] * (limits.KEY_TOKENS // 2))) == limits.KEY_TOKENS // 2
    for text in ("+".join(["1"] * (limits.KEY_TOKENS // 2 + 1)), " " * limits.KEY_CHARACTERS + "1"):
        with pytest.raises(Unreadable) as unread:
            expression(text)
        assert unread.value.code == "bound"


@settings(max_examples=300, deadline=None)
@given(
    st.text("0123456789.,_' ", min_size=1, max_size=9),
    st.sampled_from(["", "-", "+"]),
    st.sampled_from([NUMBER, WHOLE]),
    st.sampled_from([None, "de", "fr", "en"]),
)
def test_a_number_alone_is_read_as_every_text_is(number, sign, manner, locale):
    """In brackets it is no number alone, and means the same."""
    if number[0] in "'_ " or number[-1] in ".,'_ ":
        return

    def values(text):
        try:
            return [reading.value for reading in readings(text, manner, locale=locale)]
        except Unreadable:
            return None

    assert values(sign + number) == values(f"({sign}{number})")
