"""Which signs a line may hold: joiners where scripts are spelled with them, and nothing that turns or hides text."""

import pytest

from qbank.unseen import unseen, without_unseen

SPELLED = [
    "علی\u200cرضا", "می\u200cخواهم", "क्\u200dष", "ශ්\u200dරී ලංකා", "രാജന്\u200d", "രാജന്\u200d നായര്\u200d",
    "👨\u200d👩\u200d👧", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀 crew", "Zoë", "李",
]  # fmt: skip
UNSEEN = [
    ("a\u202eb", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
    ("علی\u202eرضا", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
    ("a\u2066b", "U+2066 (LEFT-TO-RIGHT ISOLATE)"),
    ("ad\u200da", "U+200D (ZERO WIDTH JOINER)"),
    ("a\u200cب", "U+200C (ZERO WIDTH NON-JOINER)"),
    ("\u200cعلی", "U+200C (ZERO WIDTH NON-JOINER)"),
    ("علی\u200c", "U+200C (ZERO WIDTH NON-JOINER)"),
    ("ع\u200c\u200cل", "U+200C (ZERO WIDTH NON-JOINER)"),
    ("soft\u00adhyphen", "U+00AD (SOFT HYPHEN)"),
    ("\ufeffBen", "U+FEFF (ZERO WIDTH NO-BREAK SPACE)"),
    ("bell\x07", "U+0007"),
    ("lone\ud800", "U+D800"),
]


@pytest.mark.parametrize("line", SPELLED)
def test_what_scripts_are_spelled_with_is_seen(line):
    assert unseen(line) is None
    assert without_unseen(line) == line


@pytest.mark.parametrize(("line", "sign"), UNSEEN)
def test_the_first_sign_that_hides_is_named(line, sign):
    assert unseen(f"{line}\u202d") == sign
    assert unseen(without_unseen(line)) is None


def test_what_is_seen_is_left():
    assert without_unseen("\u202eعلی\u200cرضا\u200c") == "علی\u200cرضا"
