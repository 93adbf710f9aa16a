import pytest

from qbank import limits
from qbank.answers import grade
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Credit, Word
from qbank.answers.words import Tokens, plain_words, spelled
from qbank.errors import QbankError


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("[BOS, A, B]", ("BOS", "A", "B")),
        ("BOS A B", ("BOS", "A", "B")),
        ("(BOS; A; B)", ("BOS", "A", "B")),
        ("['BOS', \"A\", “B”]", ("BOS", "A", "B")),
        ("<BOS><A> B", ("<BOS>", "<A>", "B")),
        ("[A, B,]", ("A", "B")),
        ("New York, B", ("New York", "B")),
        ("low er</w>", ("low", "er</w>")),
        ("don't, 's", ("don't", "'s")),
        (r'["a\"b", "\\"]', ('a"b', "\\")),
        ('["[", ","]', ("[", ",")),
        ("(a) b (c)", ("(a)", "b", "(c)")),
        (r"[\text{a\_b}, \text{\textbackslash{}n}]", ("a_b", "\\n")),
        ("[]", ()),
    ],
)
def test_tokens(text, tokens):
    assert spelled(text) == tokens


@pytest.mark.parametrize(
    "text",
    [
        "‘BOS’, «A», `B`", "„BOS“, “A”, B", "BOS，A，B", "［BOS，A，B］", "BOS、A、B", "⟨BOS⟩ A B", "< BOS > A B",
        "[BOS], [A], [B]", "<|BOS|> A B", r"\left[\text{BOS}, A, B\right]", r"$\langle\text{BOS}\rangle$, A, B",
        "$[BOS, A, B]$", "array(['BOS', 'A', 'B'], dtype='<U3')", "tokens = [BOS, A, B]", "[BOS, A, B].", "ＢＯＳ Ａ Ｂ",
    ],
)  # fmt: skip
def test_ways_to_write_tokens(text):
    [reading] = Tokens().readings(text)
    assert Tokens().agrees(("BOS", "A", "B"), reading)


@pytest.mark.parametrize("text", ["BOS/A/B", "BOS → A → B", "BOS -> A -> B", "BOS | A | B", "BOS A B."])
def test_other_separators_are_never_held_against_an_answer(text):
    assert grade("tokens", "[BOS, A, B]", text).verdict is Word.UNREADABLE
    assert grade("tokens", "[BOS, B, A]", text).verdict is Word.WRONG
    assert grade("tokens", f'["{text}"]', f'"{text}"').verdict is Word.RIGHT


def test_an_apostrophe_is_one_in_any_print():
    assert grade("tokens", "[don't]", "“don’t”").verdict is Word.RIGHT


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A,,B", "syntax"),
        (",A", "syntax"),
        ('"A, B', "syntax"),
        ('["", A]', "syntax"),
        ("[A, B", "syntax"),
        ("A, B]", "syntax"),
        ("A\x07", "character"),
        (" ".join("A" * (limits.ANSWER_TOKENS + 1)), "bound"),
    ],
)
def test_without_a_reading(text, code):
    with pytest.raises(Unreadable) as unread:
        Tokens().readings(text)
    assert unread.value.code == code


@pytest.mark.parametrize(
    ("key", "text", "word"),
    [
        (("BOS", "A"), "<BOS>, A", Word.RIGHT),
        (("<BOS>", "A"), "BOS A", Word.RIGHT),
        (("BOS", "A"), "[bos, A]", Word.WRONG),
        (("BOS", "A"), "A, BOS", Word.WRONG),
        (("BOS", "A"), "BOS", Word.WRONG),
    ],
)
def test_compared_as_they_are_spelled(key, text, word):
    [reading] = Tokens().readings(text)
    assert Tokens().compare(Tokens().target(key), reading, Credit()).word is word


STRANGE = [
    "</s>",
    "▁the",
    "##ing",
    "a b",
    ",",
    '"',
    "[",
    "<",
    "x_1",
    "100%",
    "{",
    "$",
    "\\n",
    "'s",
    "é",
    "~",
    "^",
    "<a><b>",
    "“",
]


@pytest.mark.parametrize("token", STRANGE)
def test_strange_tokens_come_back(token):
    value = (token, "BOS", token)
    assert Tokens().read_key(Tokens().write(value)) == value
    for face in ("unicode", "latex", "text"):
        [reading] = Tokens().readings(Tokens().display(value, face))
        assert reading.value == value


@pytest.mark.parametrize("value", ["BOS", (1,), ("",), 5])
def test_what_does_not_fit_is_refused(value):
    with pytest.raises(QbankError):
        Tokens().write(value)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("[BOS, A, B]", ("BOS", "A", "B")),
        ("BOS A  B", ("BOS", "A", "B")),
        (" (BOS,A,B) ", ("BOS", "A", "B")),
        ('["BOS", "A"]', ("BOS", "A")),
        ("'BOS' 'A'", ("BOS", "A")),
        ("<BOS>, A", ("<BOS>", "A")),
        ("x_1 y2", ("x_1", "y2")),
        ("A", ("A",)),
    ],
)
def test_nothing_but_words_is_read_as_every_text_is(text, tokens):
    assert plain_words(text) == tokens == Tokens().readings(f"{text}\t")[0].value


@pytest.mark.parametrize(
    "text",
    ["[BOS, A", "(A, B]", "A,, B", "A, B,", "don't", "A; B", "$A$", "A-B", "A, B C", "'A' B", "", "A\tB"],
)
def test_what_is_more_than_words(text):
    assert plain_words(text) == ()
