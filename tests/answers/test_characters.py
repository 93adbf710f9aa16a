import unicodedata

import pytest

from qbank import limits
from qbank.answers.characters import FRACTIONS, MINUS, described, mathematics, prose
from qbank.answers.unreadable import Unreadable


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("8d² + 2df", "8d^(2) + 2df"),
        ("10⁻⁷", "10^(-7)"),
        ("T₁", "T_1"),
        ("log₂8", "log_2 8"),
        ("１８９４", "1894"),
        ("٣٫٥", "3.5"),
        ("－5", "-5"),
        ("2 048", "2 048"),
        ("4’204", "4'204"),
        ("７，５", "7,5"),
        ("3÷4", "3/4"),
        ("3⁄4", "3/4"),
        ("2·d", "2*d"),
        ("2✕3", "2×3"),
        ("a\r\nb", "a\nb"),
        ("4\u200b2\ufeff", "42"),
        ("√½", "√½"),
        ("“0.5”", '"0.5"'),
    ],
)
def test_what_is_typed_becomes_what_the_grammar_knows(typed, read):
    assert mathematics(typed) == read


@pytest.mark.parametrize("dash", MINUS)
def test_every_dash_is_a_minus(dash):
    assert mathematics(f"{dash}5") == "-5"


@pytest.mark.parametrize("sign", FRACTIONS)
def test_vulgar_fractions_are_what_unicode_says_they_are(sign):
    above, below = FRACTIONS[sign].split("/")
    assert unicodedata.numeric(sign) == pytest.approx(int(above) / int(below))


@pytest.mark.parametrize("typed", ["№5", "5€", "5\x00", "５!\u2603", "ꙮ"])
def test_other_characters_are_named_by_their_code_point(typed):
    with pytest.raises(Unreadable, match=r"U\+[0-9A-F]{4}") as unread:
        mathematics(typed)
    assert unread.value.code == "character"
    assert f"U+{ord(unread.value.char):04X}" in str(unread.value)


@pytest.mark.parametrize("typed", ["1２", "٣४"])
def test_digits_of_two_scripts_are_refused(typed):
    with pytest.raises(Unreadable) as unread:
        mathematics(typed)
    assert unread.value.code == "scripts"


@pytest.mark.parametrize("read", [mathematics, prose])
def test_the_bound_on_characters(read):
    assert read("1" * limits.ANSWER_CHARACTERS)
    with pytest.raises(Unreadable) as unread:
        read("1" * (limits.ANSWER_CHARACTERS + 1))
    assert unread.value.code == "bound"


def test_prose_keeps_what_mathematics_would_change():
    assert prose(" Straße\u00a0²\u200b ") == "Straße ²"


def test_a_control_character_is_described_by_its_number():
    assert described("\x07") == "'?' (U+0007 unnamed)"
