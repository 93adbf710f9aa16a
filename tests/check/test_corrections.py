"""What each correction makes of right, wrong, blank and unreadable answers."""

from types import SimpleNamespace

import pytest

from qbank.answers import Word, grade
from qbank.check.corrections import obeyed, sentence
from qbank.check.grading import FAULT, Rules, is_open, judged
from qbank.check.lookup import Asked, Questions
from qbank.check.papers import Papers
from qbank.corrections import Correction
from tests.check.samples import CELLS, CLAIM, CLAIMS, WEIGHT, make_bank, part

SAID = "Correction of 2026-05-01: the figure was missing."
BLOCKED = CELLS.parts[0]  # its key is 36, and 45 a known mistake


def line(action, value=None, reason="the figure was missing", day=1):
    return Correction(CELLS.id, "", action, value, reason, "ana", f"2026-05-{day:02}T12:00:00+00:00")


def verdict(asked, answer, *lines, rules=Rules()):  # noqa: B008  (immutable)
    return judged(Asked(CELLS, asked, corrections=lines), answer, rules)


def summed(found):
    return found.verdict.value, found.score, found.code


@pytest.mark.parametrize(
    ("answer", "word"),
    [("36", "right"), ("45", "wrong"), ("35", "wrong"), ("", "blank"), ("abc", "unreadable")],
)
def test_void_keeps_the_word_and_gives_nothing(answer, word):
    found = verdict(BLOCKED, answer, line("void"))
    assert summed(found) == (word, 0.0, "void")
    assert found.why == f"{SAID} This counts for nobody. Without it: {word}."
    assert found.diagnosis == ()
    assert not is_open(found)


@pytest.mark.parametrize(
    ("answer", "word"), [("36", "right"), ("45", "wrong"), ("", "blank"), ("abc", "unreadable")]
)
def test_full_marks_whatever_was_typed(answer, word):
    found = verdict(BLOCKED, answer, line("full_marks"))
    assert summed(found) == ("right", 1.0, "full_marks")
    assert found.why == f"{SAID} Full marks for everybody. Without it: {word}."
    assert found.diagnosis == ()


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("37", ("right", 1.0, "rekeyed")),
        ("36", ("wrong", 0.0, None)),
        ("45", ("wrong", 0.0, "known")),
        ("", ("blank", 0.0, "blank")),
        ("abc", ("unreadable", 0.0, "name")),
    ],
)
def test_rekey_judges_by_the_other_key(answer, expected):
    found = verdict(BLOCKED, answer, line("rekey", "37"))
    assert summed(found) == expected
    assert found.why.startswith(f"{SAID} The key is another one. ")


def test_a_key_that_was_a_known_mistake_is_right_and_no_mistake():
    found = verdict(BLOCKED, "45", line("rekey", "45"))
    assert (summed(found), found.diagnosis) == (("right", 1.0, "rekeyed"), ())


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("36", ("right", 1.0, None)),
        ("45", ("right", 1.0, "accepted")),
        ("44", ("wrong", 0.0, None)),
        ("", ("blank", 0.0, "blank")),
    ],
)
def test_accept_takes_the_better_one(answer, expected):
    found = verdict(BLOCKED, answer, line("accept", "45"))
    assert summed(found)[:2] == expected[:2]
    assert found.code == expected[2] or expected[2] is None
    assert found.why.startswith(SAID) == (expected[2] == "accepted")


def test_accepted_values_add_up_and_go_with_another_key():
    lines = [line("accept", "45"), line("rekey", "37"), line("accept", "40")]
    found = {answer: verdict(BLOCKED, answer, *lines) for answer in ("36", "37", "40", "45")}
    assert {answer: one.score for answer, one in found.items()} == {"36": 0, "37": 1, "40": 1, "45": 1}
    assert [found[answer].code for answer in ("37", "40", "45")] == ["rekeyed", "accepted", "accepted"]


@pytest.mark.parametrize(
    ("answer", "rules", "score"),
    [
        ("0.8123", Rules(), 1),
        ("0.8122", Rules(), 0.5),  # 0.81226 cut off
        ("0.8122", Rules(truncated=0.25), 0.25),
        ("0.7310", Rules(truncated=0.25), 0.25),  # the key's 0.73106 cut off
        ("0.81", Rules(few_digits=0.75), 0.75),
        ("0.8125", Rules(last_digit=0.125), 0),
    ],
)
def test_credits_hold_for_accepted_values(answer, rules, score):
    asked = WEIGHT.parts[0]
    assert verdict(asked, answer, line("accept", "81226/100000"), rules=rules).score == pytest.approx(score)


def test_partial_credit_of_choices_is_the_better_one():
    asked = CLAIMS.parts[0]  # A and C of four
    assert verdict(asked, "A").score == 0.5
    assert verdict(asked, "A", line("accept", ("A",))).score == 1
    assert verdict(asked, "B", line("accept", ("A", "B"))).score == 0.5
    assert verdict(asked, "A, C", line("accept", ("B",))).code is None


def test_what_a_person_must_look_at_is_never_wrong_by_an_accepted_value():
    asked = part({"kind": "decimal", "places": 3}, "1234", "1234.000")
    assert verdict(asked, "1,234").verdict is Word.UNREADABLE  # 1234 or 1.234
    assert verdict(asked, "1,234", line("accept", "5")).verdict is Word.UNREADABLE
    assert verdict(asked, "1,234", line("rekey", "5")).verdict is Word.WRONG  # both readings are


def test_the_claim_can_be_turned_round():
    asked = CLAIM.parts[0]
    assert verdict(asked, "A", line("rekey", "A")).score == 1
    assert verdict(asked, "true", line("rekey", "A")).score == 1
    assert verdict(asked, "B", line("rekey", "A")).score == 0


@pytest.mark.parametrize("value", ["one", "1/0", "9^9^9^9^9", ("A",)])
@pytest.mark.parametrize("action", ["accept", "rekey"])
def test_a_value_that_is_no_key_is_never_the_students_fault(action, value):
    found = verdict(BLOCKED, "36", line(action, value))
    assert (found.verdict, found.score, found.code) == (Word.UNDECIDED, 0, FAULT)
    assert "cannot be" in found.why


@pytest.mark.parametrize(("ruling", "score"), [("void", 0), ("full_marks", 1)])
def test_what_counts_for_nobody_or_everybody_needs_no_accepted_value(ruling, score):
    found = verdict(BLOCKED, "36", line(ruling), line("accept", "one"))
    assert (found.score, found.code) == (score, ruling)


@pytest.mark.parametrize("reason", ["=1+1", "a *b* $x$ `c` [d](e) <f> &amp; _g_ | ~ \\", "ends.", "@SUM(A1)"])
def test_a_reason_is_shown_as_it_is_and_starts_no_cell(reason):
    for action, value in (("void", None), ("full_marks", None), ("rekey", "37"), ("accept", "45")):
        why = verdict(BLOCKED, "45", line(action, value, reason)).why
        assert why.startswith(f"Correction of 2026-05-01: {reason.rstrip('.')}. ")


def test_the_question_itself_never_changes():
    before = BLOCKED._replace()
    for action, value in (("void", None), ("full_marks", None), ("rekey", "45"), ("accept", "45")):
        obeyed([line(action, value)], BLOCKED, "45", lambda asked, text: grade(asked.answer, asked.key, text))
    assert before == BLOCKED


def questions(tmp_path, *lines):
    found = {}
    for one in lines:
        found.setdefault((one.id, one.part), []).append(one)
    return Questions([make_bank(tmp_path)], {name: tuple(kept) for name, kept in found.items()})


def test_a_void_part_is_worth_nothing(tmp_path):
    given = questions(
        tmp_path, line("void")._replace(part="blocked"), line("accept", "9")._replace(id=WEIGHT.id)
    )
    blocked, still = given.asked(f"{CELLS.id}.blocked"), given.asked(f"{CELLS.id}.open")
    assert (blocked.points, still.points) == (0, 1)
    assert [len(one.corrections) for one in (blocked, still, given.asked(WEIGHT.id))] == [1, 0, 1]


def slot(number, question, points, options=None):
    parts = tuple(part.name for part in question.parts)
    return SimpleNamespace(number=number, id=question.id, parts=parts, points=points, options=options)


def papers(given):
    slots = [slot(1, CELLS, 4), slot(2, CLAIMS, 3, {"A": "B", "B": "A", "C": "D", "D": "C"})]
    return Papers(given, [SimpleNamespace(version="A", points=7, slots=slots)])


def test_the_sheet_is_worth_less_by_a_void_part(tmp_path):
    on_paper = papers(questions(tmp_path, line("void")._replace(part="blocked")))
    asked = {name: on_paper.asked(name) for name in ("1a", "1b", "2")}
    assert {name: one.points for name, one in asked.items()} == {"1a": 0, "1b": 2, "2": 3}
    assert {one.total for one in asked.values()} == {5}
    assert on_paper.full_marks() == ()


def test_values_stand_under_the_printed_letters(tmp_path):
    lines = [line("rekey", ("A", "B")), line("accept", ("C",))]
    asked = papers(questions(tmp_path, *(one._replace(id=CLAIMS.id) for one in lines))).asked("2")
    assert [one.value for one in asked.corrections] == [("A", "B"), ("D",)]
    # stored A, B are printed B, A; stored C is printed D
    assert [judged(asked, typed, Rules()).score for typed in ("A, B", "D", "B, D", "C")] == [1, 1, 0, 0]


def test_full_marks_are_for_everybody_with_that_sheet(tmp_path):
    given = questions(
        tmp_path, line("full_marks")._replace(part="open"), line("full_marks")._replace(id=WEIGHT.id)
    )
    (owed,) = papers(given).full_marks("A")
    asked = papers(given).asked(owed, "A")
    assert (owed, asked.points) == (f"{CELLS.id}.open", 2)
    assert judged(asked, "", Rules()).score == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (line("void"), "counts for nobody (2026-05-01, ana): the figure was missing"),
        (line("full_marks"), "full marks for everybody (2026-05-01, ana): the figure was missing"),
        (line("rekey", "4204032"), "the key is 4,204,032 (2026-05-01, ana): the figure was missing"),
        (line("accept", "37")._replace(who=""), "37 is right as well (2026-05-01): the figure was missing"),
    ],
)
def test_what_a_correction_says(given, said):
    assert sentence(given, BLOCKED) == said
