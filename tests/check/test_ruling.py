"""The rule for what was asked, and what was corrected of it."""

from qbank.check.grading import Rules, judged
from qbank.check.lookup import Asked
from qbank.check.ruling import Ruling, corrected
from qbank.corrections import Correction
from tests.check.samples import CELLS, CLAIM, WEIGHT


def line(action, value=None, reason="The key had a slip."):
    return Correction(CELLS.id, "blocked", action, value, reason, "ada", "2031-02-03T10:00:00+00:00")


def asked(*corrections):
    return Asked(CELLS, CELLS.parts[0], corrections=corrections)


def test_the_rule_names_the_credits_of_this_check():
    said = Ruling(Rules(truncated=0.25, few_digits=0.25)).of(Asked(WEIGHT, WEIGHT.parts[0]))
    assert said.endswith("A value cut off there, or rounded correctly to fewer digits, earns 0.25.")


def test_another_key():
    ruling, other = Ruling(Rules()), asked(line("rekey", "37"))
    assert ruling.of(asked()) == "Right is exactly 36, however that number is spelled."
    assert ruling.of(other) == "Right is exactly 37, however that number is spelled."
    assert judged(other, "37", Rules()).score == 1
    assert corrected(other) == "the key is 37 (2031-02-03, ada): The key had a slip."


def test_a_further_key():
    other = asked(line("accept", "37", "one *or* two"), line("void"))
    assert Ruling(Rules()).of(other) == (
        "Right is exactly 36, however that number is spelled. "
        "Accepted as well: Right is exactly 37, however that number is spelled."
    )
    assert corrected(other) == (
        "37 is right as well (2031-02-03, ada): one *or* two; "
        "counts for nobody (2031-02-03, ada): The key had a slip."
    )


def test_the_letters_are_those_of_the_printed_sheet():
    ruling = Ruling(Rules())
    turned = CLAIM.parts[0]._replace(options={"B": "True", "A": "False"}, key="A")
    assert ruling.of(Asked(CLAIM, CLAIM.parts[0])) == "Right is B (False) alone."
    assert ruling.of(Asked(CLAIM, turned)) == "Right is A (False) alone."


def test_a_damaged_key_stops_nothing():
    damaged = Asked(CELLS, CELLS.parts[0]._replace(key="1/2"))
    assert Ruling(Rules()).of(damaged) == "The key cannot be read (the key 1/2 is no whole number)."
    assert corrected(asked(line("rekey", "1/2"))).startswith("A correction cannot be read (")


def test_nothing_corrected():
    assert corrected(asked()) == ""
