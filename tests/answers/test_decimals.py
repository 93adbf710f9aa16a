import pytest
from flint import fmpq

from qbank import exact
from qbank.answers.decimals import Decimal
from qbank.answers.verdict import Credit, Word
from qbank.errors import QbankError

SIGMOID = exact.e / (exact.e + 1)  # 0.73106
CREDIT = Credit(truncated=0.6, few_digits=0.4, last_digit=0.2)


@pytest.mark.parametrize(
    ("judged", "key", "text", "word", "code", "score"),
    [
        (Decimal(places=4), SIGMOID, "0.7311", Word.RIGHT, None, 1),
        (Decimal(places=4), SIGMOID, "e/(e+1)", Word.RIGHT, None, 1),
        (Decimal(places=4), SIGMOID, "0.7310", Word.PARTLY, "truncated", 0.6),
        (Decimal(places=4), SIGMOID, "0.731", Word.PARTLY, "few_digits", 0.4),
        (Decimal(places=4), SIGMOID, "0.73", Word.PARTLY, "few_digits", 0.4),
        (Decimal(places=4), SIGMOID, "0.7312", Word.WRONG, "last_digit", 0.2),
        (Decimal(places=4), SIGMOID, "0.7313", Word.WRONG, None, 0),
        (Decimal(places=4), SIGMOID, "7310/10000", Word.WRONG, "last_digit", 0.2),
        (Decimal(places=2), fmpq(1, 8), "0.12", Word.RIGHT, None, 1),
        (Decimal(places=2), fmpq(1, 8), "0.13", Word.RIGHT, None, 1),
        (Decimal(places=2), fmpq(1, 8), "0.14", Word.WRONG, "last_digit", 0.2),
        (Decimal(places=2), fmpq(1, 8), "0.1", Word.PARTLY, "few_digits", 0.4),
        (Decimal(places=0), fmpq(27, 10), "3", Word.RIGHT, None, 1),
        (Decimal(places=0), fmpq(27, 10), "2", Word.PARTLY, "truncated", 0.6),
        (Decimal(figures=3), fmpq(1234567), "1230000", Word.RIGHT, None, 1),
        (Decimal(figures=3), fmpq(1234567), "1.2e6", Word.PARTLY, "few_digits", 0.4),
        (Decimal(figures=2), fmpq(1, 10**9), "0", Word.WRONG, None, 0),
        (Decimal(figures=3), fmpq(99996, 100000), "1.00", Word.RIGHT, None, 1),
        (Decimal(places=3), exact.sin(3), "0.141", Word.RIGHT, None, 1),
    ],
)
def test_the_fair_interval_and_what_is_near_it(judged, key, text, word, code, score):
    [reading] = judged.readings(text)
    outcome = judged.compare(judged.target(key), reading, CREDIT)
    assert (outcome.word, outcome.code, outcome.score) == (word, code, score)


@pytest.mark.parametrize(
    ("judged", "value", "face", "shown"),
    [
        (Decimal(places=4), SIGMOID, "unicode", "0.7311"),
        (Decimal(places=2), -SIGMOID, "unicode", "−0.73"),
        (Decimal(places=2), -SIGMOID, "text", "-0.73"),
        (Decimal(figures=4), fmpq(17469281, 10**14), "unicode", "1.747 × 10⁻⁷"),
        (Decimal(figures=4), fmpq(17469281, 10**14), "latex", r"1.747 \times 10^{-7}"),
        (Decimal(places=2), fmpq(20480), "unicode", "20480.00"),
    ],
)
def test_displays(judged, value, face, shown):
    assert judged.display(value, face) == shown


def test_a_display_in_a_locale():
    assert Decimal(places=2).display(fmpq(41, 4), locale="de") == "10,25"
    assert Decimal(places=2).display(fmpq(41, 4), "latex", locale="fr") == "10{,}25"


@pytest.mark.parametrize(
    ("judged", "value"),
    [
        (Decimal(figures=2), 0),
        (Decimal(places=2), exact.inf),
        (Decimal(places=2), exact.symbol("d")),
        (Decimal(places=2), 0.5),
    ],
)
def test_what_does_not_fit_is_refused(judged, value):
    with pytest.raises(QbankError):
        judged.write(value)


def test_same_is_the_fair_interval():
    judged = Decimal(places=2)
    assert judged.same(fmpq(1, 3), fmpq(33, 100))
    assert judged.same(fmpq(1, 3), fmpq(1, 3) + fmpq(1, 200))
    assert not judged.same(fmpq(1, 3), fmpq(34, 100))
