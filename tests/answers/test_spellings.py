"""What tokens may be meant by a text that spells others."""

import pytest

from qbank.answers import grade
from qbank.answers.spellings import folded, look_alike, other_lists
from qbank.answers.words import Tokens


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1. A\n2. B", "A, B"),
        ("(1) A\n(2) B", "A, B"),
        ("- A\n- B", "A, B"),
        ("`A, B`", "A, B"),
        ("“A, B”", "A, B"),
        ("tokens: A, B", "A, B"),
        ("x, A and B", "x, A, B"),
        ("[A][B]", "[A], [B]"),
        ("A>B", "A, B"),
        ("A/B", "A, B"),
    ],
)
def test_other_lists(text, meant):
    assert meant in other_lists(text)


def test_what_has_quotes_inside_is_no_other_list():
    assert list(other_lists('"A/B", C')) == []
    assert "A`, `B" not in other_lists("`A`, `B`")


def test_a_sign_beside_a_special_token_parts_nothing():
    assert "<BOS, A" not in other_lists("<BOS> A")


@pytest.mark.parametrize(
    ("token", "plain"),
    [
        ("cafe\u0301", "café"),
        ("don´t", "don't"),
        ("don′t", "don't"),
        ("१२", "12"),
        ("½", "½"),
        ("ﬁ", "ﬁ"),
        ("²", "²"),
    ],
)
def test_folded_is_composed_and_nothing_more(token, plain):
    assert folded(token) == plain


def test_look_alikes():
    assert look_alike("ВОЅ") == "BOS"
    assert look_alike("Ж") == "Ж"


def test_a_look_alike_is_named():
    assert "CYRILLIC CAPITAL LETTER A" in grade("tokens", "[BOS,A]", "BOS, А").why
    assert grade("tokens", "[BOS,А]", "BOS, А").verdict == "right"


@pytest.mark.parametrize("token", ["،", "、", "⟨a⟩", "؛"])
def test_signs_that_part_tokens_can_be_tokens(token):
    assert grade("tokens", Tokens().write((token, "A")), Tokens().display((token, "A"))).verdict == "right"
