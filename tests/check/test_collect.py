"""Who answered what: names, versions, and what is owed to everybody."""

import pytest

from qbank import limits
from qbank.check.collect import collect
from qbank.check.lookup import Asked, Questions
from qbank.check.problems import Problems
from qbank.check.table import Typed
from qbank.errors import QbankError
from tests.check.samples import CELLS, CLAIM, LAYER, make_bank
from tests.check.tables import table

BLOCKED = f"{CELLS.id}.blocked"


@pytest.fixture
def find(tmp_path):
    return Questions([make_bank(tmp_path / "bank")]).asked


@pytest.fixture
def kept(find):
    """The answers of a table that are kept, as (line, student, question, text), and its problems."""

    def run(rows, **choices):
        problems = Problems()
        ledger = collect(rows, find, problems, **choices).ledger
        answers = [
            (line, ledger.students[student], ledger.asked[asked].name, ledger.text(text))
            for line, student, asked, text in ledger
        ]
        return answers, [str(problem).partition(";")[0] for problem in problems.shown]

    return run


def test_each_answer_keeps_its_line_student_and_text(kept):
    assert kept(table(("ana", BLOCKED, "36"), ("ben", LAYER.id, "4204032 parameters"))) == (
        [(2, "ana", BLOCKED, "36"), (3, "ben", LAYER.id, "4204032 parameters")],
        [],
    )


def test_an_unknown_question_is_named_and_the_others_are_kept(kept):
    rows = table(("", "qzzzzzzzzzz", "1"), ("", CELLS.id, "2"), ("", f"{CELLS.id}.open", "45"), ("", "", "3"))
    assert kept(rows) == (
        [(4, "", f"{CELLS.id}.open", "45")],
        [
            "a.csv:2:2: no question 'qzzzzzzzzzz'",
            f"a.csv:3:2: {CELLS.id} asks for several parts",
            "a.csv:5:2: no question ''",
        ],
    )


def wide(*rows):
    """A student and one answer a column; the header's place is said for the question."""
    for line, (student, *answers) in enumerate(rows, start=2):
        for column, (question, answer) in enumerate(answers, start=2):
            where = f"a.csv:{line}:{column}"
            yield Typed(line, student, "", question, answer, where, f"a.csv:1:{column}", row=line - 1)


def test_an_unknown_column_is_named_once(kept):
    rows = wide(*((who, ("qzzzzzzzzzz", "1"), (LAYER.id, "2")) for who in ("ana", "ben", "cy")))
    answers, problems = kept(rows)
    assert [student for _, student, *_ in answers] == ["ana", "ben", "cy"]
    assert problems == ["a.csv:1:2: no question 'qzzzzzzzzzz'"]


def test_a_second_row_of_a_student_in_wide_form_is_one_problem(kept):
    answers, problems = kept(
        wide(*(("ana", (LAYER.id, text), (CLAIM.id, text)) for text in ("1", "2"))), attempt=None
    )
    assert [text for *_, text in answers] == ["1", "1"]
    assert problems == ["a.csv:3:2: student 'ana' has a second row, first in a.csv:2:2"]


def test_an_id_in_capitals_is_the_same_question(kept):
    answers, problems = kept(table(("ana", LAYER.id, "1"), ("ana", LAYER.id.upper(), "3")))
    assert ([text for *_, text in answers], len(problems)) == (["1"], 1)


def test_a_damaged_bank_is_no_unknown_question(tmp_path, kept):
    path = tmp_path / "bank" / "mask.jsonl"
    text = path.read_text(encoding="utf-8").replace("decoder reads", "decoder sees")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(QbankError, match="was edited after it was written"):
        kept(table(("", LAYER.id, "1")))


@pytest.mark.parametrize("remembered", [1, 2, 3, 4_096])
def test_the_bound_on_remembered_names_changes_nothing(kept, monkeypatch, remembered):
    monkeypatch.setattr(limits, "NAMES_REMEMBERED", remembered)
    names = [LAYER.id, CLAIM.id, LAYER.id.upper(), "qzzzzzzzzzz"]
    rows = [(f"s{number}", names[number % 4], str(number)) for number in range(12)]
    answers, problems = kept(table(*rows))
    assert [line for line, *_ in answers] == [line for line in range(2, 14) if (line - 2) % 4 != 3]
    assert [question for *_, question, _ in answers] == [LAYER.id, CLAIM.id, LAYER.id] * 3
    assert problems == [f"a.csv:{line}:2: no question 'qzzzzzzzzzz'" for line in (5, 9, 13)]


@pytest.mark.parametrize(("bound", "kept_texts"), [(3, 3), (2, 4), (1, 5)])
def test_the_bound_on_texts_told_apart_keeps_some_twice(find, monkeypatch, bound, kept_texts):
    monkeypatch.setattr(limits, "TEXTS_TOLD_APART", bound)
    rows = [(f"s{number}", LAYER.id, text) for number, text in enumerate("112131")]
    ledger = collect(table(*rows), find, Problems()).ledger
    assert [ledger.text(text) for *_, text in ledger] == list("112131")
    assert ledger.texts == kept_texts


def test_what_is_looked_up_as_none_is_passed_over(find):
    def layer_only(question, version):
        asked = find(question, version)
        return asked if asked.name == LAYER.id else None

    problems = Problems()
    rows = table(("ana", CLAIM.id, "A"), ("ana", LAYER.id, "1"), ("ana", CLAIM.id, "B"))
    ledger = collect(rows, layer_only, problems).ledger
    assert (ledger.questions, len(ledger), len(problems)) == ([LAYER.id], 1, 0)


def test_what_is_owed_to_everybody_is_given_where_there_is_no_row():
    layer, claim = Asked(LAYER, LAYER.parts[0]), Asked(CLAIM, CLAIM.parts[0])
    owed = {"A": (LAYER.id,), "B": (LAYER.id, CLAIM.id)}
    rows = table(("ana", LAYER.id, "1", "A"), ("ben", LAYER.id, "2", "B"), ("cy", CLAIM.id, "A", "A"))
    named = {LAYER.id: layer, CLAIM.id: claim}
    ledger = collect(rows, lambda name, _: named[name], Problems(), owed=owed.get).ledger
    given = [(line, ledger.students[student], ledger.asked[asked].name) for line, student, asked, _ in ledger]
    assert given[3:] == [(3, "ben", CLAIM.id), (4, "cy", LAYER.id)]
    assert [ledger.text(text) for *_, text in ledger][3:] == ["", ""]


@pytest.mark.parametrize(("attempt", "given"), [("first", [LAYER.id]), ("last", [CLAIM.id])])
def test_what_is_owed_is_that_of_the_attempt_that_counts(kept, attempt, given):
    owed = {"A": (LAYER.id,), "B": (CLAIM.id,)}
    rows = [
        typed._replace(attempt=typed.version)
        for typed in table(*(("ana", BLOCKED, "1", name) for name in "AB"))
    ]
    answers, _ = kept(rows, owed=owed.get, attempt=attempt)
    assert [question for *_, question, text in answers if not text] == given


def test_what_is_owed_and_in_no_bank_is_a_problem_told_once(kept):
    rows = table(("ana", LAYER.id, "1"), ("ben", LAYER.id, "2"))
    answers, problems = kept(rows, owed=lambda version: ("qzzzzzzzzzz", CLAIM.id))
    assert [(who, question) for _, who, question, _ in answers[2:]] == [("ana", CLAIM.id), ("ben", CLAIM.id)]
    assert problems == ["full marks for qzzzzzzzzzz cannot be given: no question 'qzzzzzzzzzz'"]


def test_texts_of_students_who_are_judged_apart_are_theirs_alone(find):
    rows = table(*((who, LAYER.id, "7") for who in ("ana", "ben", "cy", "ben")), ("ben", CLAIM.id, "7"))
    ledger = collect(rows, find, Problems(), apart={"ben"}).ledger
    assert [(ledger.students[student], text) for _, student, _, text in ledger] == [
        ("ana", 0),
        ("ben", 1),
        ("cy", 0),
        ("ben", 2),
    ]
