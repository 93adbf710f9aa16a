import pytest
from flint import fmpq

from qbank import exact
from qbank.answers import grade, kind
from qbank.answers.kinds import Setting
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Credit, Word
from qbank.errors import QbankError

INTEGERS = kind({"kind": "vector", "of": "integer", "infinite": True})
DECIMALS = kind({"kind": "vector", "of": {"kind": "decimal", "places": 4}})
MATRIX = kind({"kind": "matrix", "of": "integer", "infinite": True})
E = exact.e
WEIGHTS = (E / (E + 1), 1 / (E + 1), 0, 0)


def outcome(judged, key, text):
    [reading] = judged.readings(text)
    return judged.compare(judged.target(key), reading, Credit())


@pytest.mark.parametrize(
    ("judged", "value", "text", "shown", "latex"),
    [
        (INTEGERS, (1, -2048, -exact.inf), "[1,-2048,-inf]", "[1, −2048, −∞]", r"[1, -2048, -\infty]"),
        (
            DECIMALS,
            WEIGHTS,
            "[e/(e+1),1/(e+1),0,0]",
            "[0.7311, 0.2689, 0.0000, 0.0000]",
            "[0.7311, 0.2689, 0.0000, 0.0000]",
        ),
        (
            MATRIX,
            ((0, -exact.inf), (0, 0)),
            "[[0,-inf],[0,0]]",
            "[[0, −∞], [0, 0]]",
            r"\begin{bmatrix} 0 & -\infty \\ 0 & 0 \end{bmatrix}",
        ),
    ],
)
def test_written_shown_and_read(judged, value, text, shown, latex):
    assert judged.write(value) == text
    assert judged.display(value) == shown
    assert judged.display(value, "latex") == latex
    assert judged.same(judged.read_key(text), value)


def test_a_display_in_a_locale_separates_by_semicolons():
    assert DECIMALS.display(WEIGHTS, locale="de") == "[0,7311; 0,2689; 0,0000; 0,0000]"


@pytest.mark.parametrize(
    ("text", "word", "score"),
    [
        ("[0.7311, 0.2689, 0, 0]", Word.RIGHT, 1),
        ("[0.2689, 0.7311, 0, 0]", Word.WRONG, 0),
        ("[0, 0, 0, 0]", Word.WRONG, 0),
        ("[0.7311, 0, 0, 0]", Word.PARTLY, 0.5),
        ("[0.73, 0.27, 0, 0]", Word.PARTLY, 0.5),
        ("[1, 0, 0, 0]", Word.WRONG, 0),
        ("[0.7311, 0.2689, 0, 0, 0]", Word.PARTLY, pytest.approx(2 / 3)),
        ("[0.7311, 0.2689, 0]", Word.PARTLY, 0.5),
        ("[[0.7311, 0.2689, 0, 0]]", Word.WRONG, 0),
    ],
)
def test_partial_credit(text, word, score):
    found = outcome(DECIMALS, WEIGHTS, text)
    assert (found.word, found.score) == (word, score)


def test_entries_have_a_word_each():
    assert outcome(DECIMALS, WEIGHTS, "[0.7310, 0.2, 0, 0]").entries == (
        Word.PARTLY,
        Word.WRONG,
        Word.RIGHT,
        Word.RIGHT,
    )


@pytest.mark.parametrize(
    ("text", "shape"),
    [("[0, 0, 0, 0]", "a vector of 4 entries"), ("[[0, 0, 0], [0, 0, 0]]", "a 2 × 3 matrix")],
)
def test_another_shape_earns_nothing_and_is_named(text, shape):
    found = outcome(MATRIX, ((0, 0), (0, 1)), text)
    assert (found.word, found.code) == (Word.WRONG, "shape")
    assert shape in found.why


def test_what_a_single_guess_would_match():
    assert DECIMALS.target(WEIGHTS).guessable == 2
    assert DECIMALS.target((fmpq(1, 3), fmpq(33334, 10**5), 0)).guessable == 2  # 0.3333 is right for both
    assert DECIMALS.target((fmpq(4, 10**5), fmpq(-4, 10**5), 1)).guessable == 2  # as is 0.0000 here
    assert DECIMALS.target((fmpq(1, 2), fmpq(5001, 10**4), 1)).guessable == 2  # their ends meet
    assert INTEGERS.target((-exact.inf, -exact.inf, 0)).guessable == 2


def test_a_guess_that_is_nearly_right_everywhere_earns_nothing():
    key = (fmpq(21, 100), fmpq(23, 100), fmpq(24, 100), fmpq(1, 5))
    assert outcome(DECIMALS, key, "[0.2, 0.2, 0.2, 0.2]").score == 0
    assert outcome(DECIMALS, key, "[0.2, 0.2, 0.24, 0.2]").score == 2 / 3
    assert outcome(DECIMALS, (fmpq(1, 4),) * 3, "[0.3, 0.3, 0.3]").score == 0.5  # all alike: as one number


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[0.5, inf]", "infinite"),
        ("[0.5, nan]", "nan"),
        ("[0.5, x]", "syntax"),
        ("[[1, 2], [3]]", "form"),
        ("[1, 2", "syntax"),
    ],
)
def test_without_a_reading(text, code):
    with pytest.raises(Unreadable) as unread:
        DECIMALS.readings(text)
    assert unread.value.code == code


@pytest.mark.parametrize(
    ("key", "text", "locale", "word"),
    [
        ("[1,2,3,4]", "1,2, 3,4", None, Word.RIGHT),
        ("[6/5,17/5]", "1,2, 3,4", None, Word.UNREADABLE),
        ("[6/5,17/5]", "1,2,3,4", None, Word.UNREADABLE),
        ("[6/5,17/5]", "1,2,3,4", "en", Word.WRONG),
        ("[6/5,16/5]", "1,2,3,5", None, Word.WRONG),
        ("[6/25,0]", "0,24,0", None, Word.UNREADABLE),
        ("[1,5]", "1,5", "de", Word.UNREADABLE),
        ("[3/2]", "1,5", "de", Word.RIGHT),
        ("[1,4]", "1,5", "de", Word.WRONG),
    ],
)
def test_commas_that_may_be_decimal_after_all_are_never_held_against_an_answer(key, text, locale, word):
    assert grade(DECIMALS.spec(), key, text, locale=locale).verdict is word


@pytest.mark.parametrize("text", ["[1/2d]", "[1/(2e+1)]"])
def test_every_reading_of_the_entries_is_tried(text):
    judged = kind({"kind": "vector", "of": {"kind": "expression", "names": ["d"]}})
    assert len(judged.readings(text)) == 2


def test_a_column_in_latex_is_a_vector_and_a_matrix_stays_one():
    assert INTEGERS.readings(r"\begin{pmatrix}1\\2\end{pmatrix}")[0].shape == (2,)
    assert MATRIX.readings(r"\begin{pmatrix}1\\2\end{pmatrix}")[0].shape == (2, 1)


@pytest.mark.parametrize(
    ("judged", "value"),
    [
        (DECIMALS, (1, exact.inf)),
        (DECIMALS, (1, 0.5)),
        (INTEGERS, (fmpq(1, 2),)),
        (INTEGERS, 5),
        (MATRIX, (1, 2)),
        (MATRIX, ((1, 2), (3,))),
        (kind({"kind": "vector", "of": {"kind": "decimal", "figures": 3}}), (1, 0)),
        (MATRIX, tuple(tuple(range(100, 116)) for _ in range(16))),  # more than a person may type
    ],
)
def test_what_does_not_fit_is_refused(judged, value):
    with pytest.raises(QbankError):
        judged.write(value)


def test_units_count_for_every_entry():
    judged = kind({"kind": "vector", "of": "integer"})
    [reading] = judged.readings("1, 2 KiB", Setting(unit="bytes"))
    assert reading.value == (1024, 2048)


@pytest.mark.parametrize(("text", "code"), [("bytes", "syntax"), ("[50%, 2]", "form")])
def test_units_and_percentages_as_for_single_numbers(text, code):
    with pytest.raises(Unreadable) as unread:
        INTEGERS.readings(text, Setting(unit="bytes"))
    assert unread.value.code == code
