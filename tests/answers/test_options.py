import pytest

from qbank.answers.kinds import Setting
from qbank.answers.options import Choice, Choices
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Credit, Word
from qbank.errors import QbankError

TEXTS = {"A": "the mask hides the diagonal", "B": "the mask hides *padded* keys", "C": "$2{,}048$", "D": "−5"}
TRUTH = {"A": "true", "B": "false"}


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("b", "B"), ("(B)", "B"), ("B.", "B"), ("**B**", "B"), ("Option b", "B"), ("answer: B", "B"),
        ("The mask hides padded keys.", "B"), ("B) the mask hides padded keys", "B"),
        ("2,048", "C"), ("2048", "C"), ("-5", "D"),
        ("Ｂ", "B"), ("Ⓑ", "B"), ("ⓑ", "B"), ("𝐁", "B"), ("🅱", "B"), ("“B”", "B"), ("`B`", "B"), ("$B$", "B"),
        (r"\text{B}", "B"), ("The answer is B.", "B"), ("Antwort: b", "B"), ("B,", "B"),
        ("B the mask hides padded keys", "B"), ("B (the mask hides padded keys)", "B"),
    ],
)  # fmt: skip
def test_one_option(text, letter):
    assert [reading.value for reading in Choice().readings(text, Setting(options=TEXTS))] == [letter]


@pytest.mark.parametrize(
    ("text", "letter"),
    [("True", "A"), ("f", "B"), ("yes", "A"), ("No", "B"), ("B", "B"), ("wahr", "A"), ("Faux", "B")],
)
def test_truth(text, letter):
    assert [reading.value for reading in Choice().readings(text, Setting(options=TRUTH))] == [letter]


@pytest.mark.parametrize(
    "text", ["E", "A, B", "A or B", "B) the mask hides the diagonal", "hides", "5", "yes"]
)
def test_no_option(text):
    with pytest.raises(Unreadable) as unread:
        Choice().readings(text, Setting(options=TEXTS))
    assert unread.value.code == "option"


def test_a_letter_that_is_also_a_text_has_two_readings():
    options = {"A": "B", "B": "A"}
    assert [reading.value for reading in Choice().readings("A", Setting(options=options))] == ["A", "B"]


def test_without_options_any_letter_is_one():
    assert Choice().readings("q")[0].value == "Q"


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("B, C", "BC"), ("bc", "BC"), ("[B;C]", "BC"), ("B and C", "BC"), ("B + C", "BC"), ("B & C.", "BC"),
        ("B, B, C", "BC"), ("C", "C"),
        ("none", ""), ("None of these.", ""), ("2048", "C"), ("all of them", "ABCD"),
        ("Ｂ，Ｃ", "BC"), ("B、C", "BC"), ("B | C", "BC"), ("['B', 'C']", "BC"), (r"\{B, C\}", "BC"), ("(B)(C)", "BC"),
        ("options B and C", "BC"), ("both B and C", "BC"), ("Option B and option C", "BC"),
        ("B; 2,048", "BC"), ("the mask hides the diagonal, -5", "AD"),
    ],
)  # fmt: skip
def test_several_options(text, letters):
    assert [reading.value for reading in Choices().readings(text, Setting(options=TEXTS))] == [
        frozenset(letters)
    ]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("B, E", "'E' is"), ("B, hides", "'hides' is"), ("both", "'both' is"), ("BB", "'BB' is"), ("B-D", "'B-D' is"),
        ("B, В", "U+0412"),  # Cyrillic
    ],
)  # fmt: skip
def test_no_options(text, named):
    with pytest.raises(Unreadable) as unread:
        Choices().readings(text, Setting(options=TEXTS))
    assert named in str(unread.value)


@pytest.mark.parametrize(
    ("key", "ticked", "word", "score"),
    [
        ("BC", "BC", Word.RIGHT, 1), ("BC", "B", Word.PARTLY, 0.5), ("BC", "ABC", Word.PARTLY, 0.5),
        ("BC", "AB", Word.WRONG, 0),
        ("BC", "AD", Word.WRONG, 0), ("BC", "", Word.WRONG, 0),
        ("", "", Word.RIGHT, 1), ("", "A", Word.WRONG, 0),
        ("ABC", "ABCD", Word.PARTLY, pytest.approx(2 / 3)),
    ],
)  # fmt: skip
def test_a_wrong_tick_takes_back_a_right_one(key, ticked, word, score):
    judged = Choices()
    outcome = judged.compare(judged.target(frozenset(key)), judged.exactly(frozenset(ticked)), Credit())
    assert (outcome.word, outcome.score) == (word, score)
    assert ("takes back" in outcome.why) == bool(set(ticked) - set(key))


def test_written_and_read():
    assert Choice().read_key(Choice().write("B")) == "B"
    assert Choices().write({"C", "A"}) == "[A,C]"
    for key in ("[A,C]", "A, C", ["C", "A"], ("A", "C")):
        assert Choices().read_key(key) == frozenset("AC")
    assert Choices().read_key("[]") == frozenset()
    assert (Choices().display(["C", "A"]), Choices().display([])) == ("A, C", "none")


@pytest.mark.parametrize(
    ("judged", "value"),
    [(Choice(), "b"), (Choice(), "AB"), (Choice(), 1), (Choices(), "AB"), (Choices(), 5), (Choices(), ["a"])],
)
def test_what_does_not_fit_is_refused(judged, value):
    with pytest.raises(QbankError):
        judged.write(value)
