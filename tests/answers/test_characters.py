import unicodedata

import pytest

from qbank import limits
from qbank.answers import grade
from qbank.answers.characters import FRACTIONS, MINUS, advice, described, mathematics, prose, typed_as
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
        ("३d²", "3d^(2)"),
        ("2¹\u200b²", "2^(12)"),
        ("“0.5”", '"0.5"'),
        ("³⁄₁₀", "(3/10)"),
        ("³/₄", "(3/4)"),
        ("⁻5", "-5"),
        ("2 ¹⁄₂", "2 ½"),
        ("2¹⁄₂", "2 ½"),
        ("2 ¹/2", "2 ½"),
        ("2 ³⁄₁₆", "2 3/16"),
        ("2¹/2", "2^(1)/2"),
        ("2.5 ¹⁄₂", "2.5 (1/2)"),
        ("0˙7311", "0*7311"),
        ("10²˙³", "10^(2*3)"),
        ("10⁻5", "10^(-)5"),
        ("∛8", r"\sqrt[3]8"),
        ("⁴√16", r"\sqrt[4]16"),
        ("2³√4", "2^(3)√4"),
        ("8𝑑² ℝ", "8d^(2) R"),
        ("2х3", "2×3"),
        ("⎡1⎤", "|1|"),
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


@pytest.mark.parametrize(
    ("sign", "text", "typed"),
    [
        ("×", "3x", "x"),
        ("<", "⟨3", "⟨"),
        ("_", "5₂", "₂"),
        ("^", "²3", "²"),
        ("×", "𝑥", "𝑥"),
        ("*", "3", "*"),
    ],
)
def test_a_sign_is_quoted_as_it_was_typed(sign, text, typed):
    assert typed_as(sign, text) == typed


def test_prose_keeps_what_mathematics_would_change():
    assert prose(" Straße\u00a0²\u200b ") == "Straße ²"


def test_a_control_character_is_described_by_its_number():
    assert described("\x07") == "'?' (U+0007 unnamed)"


@pytest.mark.parametrize("char", "‰±≠>≤!_|")
def test_no_one_is_told_to_leave_out_what_changes_the_value(char):
    assert advice(char) != advice("§")
    said = grade("integer", "45", f"{char}45").why
    assert advice(char) in said


def test_a_command_is_quoted_as_it_was_typed():
    assert typed_as("∈", r"5 \in 6") == r"\in"
