import pytest
from flint import fmpq

from qbank import exact
from qbank.answers import kind
from qbank.answers.evaluate import Evaluation
from qbank.answers.formulas import Expression
from qbank.answers.numbers import Exact, Integer, is_exact
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Credit, Word
from qbank.errors import QbankError

d, f = exact.symbol("d"), exact.symbol("f")


def outcome(judged, key, text):
    [reading] = judged.readings(text)
    return judged.compare(judged.target(key), reading, Credit(few_digits=0.25))


@pytest.mark.parametrize(
    ("judged", "value", "text"),
    [
        (Integer(), 18944000, "18944000"),
        (Integer(), exact.Whole(-5), "-5"),
        (Integer(), fmpq(10, 2), "5"),
        (Exact(), -exact.sqrt(fmpq(3, 2)), "-sqrt(6)/2"),
        (Exact(), exact.e**2 / (exact.e**2 + exact.e), "e/(e+1)"),
        (Exact(), exact.log(4), "2*log(2)"),
        (Expression(("d", "f")), 2 * d * f + f, "2*d*f+f"),
        (Expression(("d", "f")), fmpq(7), "7"),
    ],
)
def test_keys_are_written_and_read_back(judged, value, text):
    assert judged.write(value) == text
    assert exact.equal(judged.read_key(text), value)


@pytest.mark.parametrize(
    ("judged", "value"),
    [
        (Integer(), fmpq(5, 2)),
        (Integer(), exact.sqrt(2)),
        (Integer(), exact.inf),
        (Integer(), d),
        (Integer(), 0.5),
        (Integer(), True),
        (Integer(), "5"),
        (Exact(), exact.inf),
        (Exact(), exact.sin(1)),
        (Exact(), d),
        (Expression(("d",)), d + f),
        (Expression(("d",)), exact.inf),
    ],
)
def test_what_does_not_fit_is_refused(judged, value):
    with pytest.raises(QbankError):
        judged.write(value)


@pytest.mark.parametrize(
    ("judged", "text"),
    [(Integer(), "5/2"), (Exact(), "sin(1)"), (Expression(("d",)), "f"), (Integer(), "1,000")],
)
def test_what_is_no_key_is_refused(judged, text):
    with pytest.raises(QbankError):
        judged.read_key(text)


@pytest.mark.parametrize(
    ("judged", "value", "face", "shown"),
    [
        (Integer(), -2048, "unicode", "−2,048"),
        (Integer(), -2048, "latex", "-2{,}048"),
        (Integer(), -2048, "text", "-2048"),
        (Exact(), fmpq(20480, 3), "unicode", "20480/3"),
        (Exact(), exact.e / (exact.e + 1), "unicode", "e/(e + 1)"),
        (Expression(("d", "f")), 8 * d * d + 2 * d * f + 15 * d + f, "unicode", "8d² + 2df + 15d + f"),
    ],
)
def test_displays(judged, value, face, shown):
    assert judged.display(value, face) == shown


def test_a_display_in_a_locale():
    assert Integer().display(20480, locale="de") == "20.480"


@pytest.mark.parametrize(
    ("key", "text", "word", "score"),
    [
        (fmpq(3, 4), "75%", Word.RIGHT, 1),
        (fmpq(2, 3), "0.67", Word.PARTLY, 0.25),
        (fmpq(2, 3), "0.66", Word.WRONG, 0),
        (fmpq(2, 3), "1", Word.WRONG, 0),
        (exact.sqrt(2), "1.41421356", Word.PARTLY, 0.25),
    ],
)
def test_an_exact_key_beside_decimals(key, text, word, score):
    found = outcome(Exact(), key, text)
    assert (found.word, found.score) == (word, score)


@pytest.mark.parametrize(
    ("judged", "text", "echo"),
    [
        (Integer(), "1.8944e7", "18,944,000"),
        (Integer(), "1/2", "1/2"),
        (Exact(), "0.730", "0.730"),
        (Exact(), "73.0%", "0.730"),
        (Exact(), "-e/(1+e)", "−e/(e + 1)"),
        (Exact(), "1e-30", "1 × 10⁻³⁰"),
        (Expression(("d", "f")), "f+2fd", "2df + f"),
        (Expression(("d", "f")), "(d+f)^64", "an expression of 65 terms"),
    ],
)
def test_echoes(judged, text, echo):
    assert judged.echo(judged.readings(text)[0]) == echo


def test_a_long_echo_is_cut():
    judged = Expression(("d", "f"))
    assert judged.echo(judged.readings("(123456789d+987654321f)^20")[0]).endswith("…")


def test_infinity_is_no_number_here():
    with pytest.raises(Unreadable) as unread:
        Exact().readings("-∞")
    assert unread.value.code == "infinite"


@pytest.mark.parametrize(("judged", "key", "value", "same"), [
    (Integer(), 5, 5, True), (Integer(), 5, 6, False), (Exact(), fmpq(1, 2), fmpq(2, 4), True),
    (Expression(("d",)), d * (d + 1), d * d + d, True), (Expression(("d",)), d, d + 1, False),
])  # fmt: skip
def test_same(judged, key, value, same):
    assert judged.same(key, value) == same


def test_exact_numbers():
    assert all(map(is_exact, [1, exact.Whole(2), fmpq(1, 2), exact.pi, exact.inf]))
    assert not any(map(is_exact, [0.5, True, "1", None, (1,)]))


def test_a_number_of_one_digit_tells_nothing():
    judged = kind({"kind": "decimal", "places": 4})
    assert [judged.is_telling(judged.readings(text)[0]) for text in ("0.3", "0.27", "3", "1/3")] == [
        False,
        True,
        False,
        True,
    ]


def test_terms_are_counted_in_one_evaluation():
    assert Evaluation().steps > 0
