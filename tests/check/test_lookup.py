"""Names to parts of questions, over several banks."""

import pytest

from qbank.bank import Bank
from qbank.check import lookup
from qbank.check.lookup import Questions, banks_of
from qbank.errors import QbankError
from tests.check.samples import CELLS, CLAIM, LAYER, QUESTIONS, make_bank


@pytest.fixture
def questions(tmp_path):
    return Questions(
        [make_bank(tmp_path / "one", QUESTIONS[:3]), make_bank(tmp_path / "two", [LAYER, CLAIM])]
    )


@pytest.mark.parametrize(
    ("name", "found", "part"),
    [
        (LAYER.id, LAYER, ""),
        (f" {LAYER.id.upper()} ", LAYER, ""),
        (CLAIM.id, CLAIM, ""),
        (f"{CELLS.id}.open", CELLS, "open"),
    ],
)
def test_names(questions, name, found, part):
    asked = questions.asked(name)
    assert (asked.question, asked.part.name) == (found, part)
    assert asked.name == (f"{found.id}.{part}" if part else found.id)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (LAYER.id[:-1], f"no question '{LAYER.id[:-1]}'; did you mean '{LAYER.id}'?"),
        (LAYER.id + "x", f"did you mean '{LAYER.id}'?"),
        (LAYER.id[:4] + LAYER.id[5] + LAYER.id[4] + LAYER.id[6:], f"did you mean '{LAYER.id}'?"),
        ("qzzzzzzzzzz", "no question 'qzzzzzzzzzz'; the banks read are "),
        ("", "no question ''"),
        ("x" * 5000, "the banks read are"),
        (CELLS.id, f"{CELLS.id} asks for several parts; write {CELLS.id}.blocked or {CELLS.id}.open"),
        (f"{CELLS.id}.opn", f"{CELLS.id} has no part 'opn'; did you mean 'open'?"),
        (f"{LAYER.id}.a", f"{LAYER.id} has no parts; write {LAYER.id}"),
        ("3b", "3b is a number on a sheet; name the sheet with --sheet"),
    ],
)
def test_what_names_nothing_says_what_to_write(questions, name, says):
    with pytest.raises(QbankError) as refused:
        questions.asked(name)
    assert says in str(refused.value)


def test_the_last_bank_is_read_only_when_the_others_do_not_have_the_question(tmp_path):
    class Unreadable(Bank):
        def by_id(self):
            raise QbankError("this bank was read")

    questions = Questions([make_bank(tmp_path), Unreadable(tmp_path / "other")])
    assert questions.question(LAYER.id) == LAYER
    assert questions.found(f" {LAYER.id} ") == LAYER
    with pytest.raises(QbankError, match="this bank was read"):
        questions.question("qzzzzzzzzzz")


def test_a_question_may_stand_in_two_banks(tmp_path):
    renewed = LAYER._replace(explanation="Anew.")
    questions = Questions(
        [
            make_bank(tmp_path / name, bank)
            for name, bank in (("one", [LAYER]), ("two", [renewed]), ("last", [CLAIM]))
        ]
    )
    assert questions.question(LAYER.id) is not None
    assert questions.question(LAYER.id).explanation == LAYER.explanation


@pytest.mark.parametrize("asked", [LAYER.id, CLAIM.id])
def test_two_questions_under_one_id_are_refused_whichever_is_asked(tmp_path, asked):
    other = LAYER._replace(prompt="Another prompt under the same id.")
    banks = [
        make_bank(tmp_path / name, [bank]) for name, bank in (("one", LAYER), ("two", other), ("last", CLAIM))
    ]
    with pytest.raises(QbankError) as refused:
        Questions(banks).question(asked)
    one, two, _ = (bank.folder for bank in banks)
    assert str(refused.value) == (
        f"{one} and {two}: two different questions have the id {LAYER.id}; leave one bank out"
    )


def test_the_released_bank_comes_last_and_once(tmp_path, monkeypatch):
    released = make_bank(tmp_path / "released", [CLAIM])
    monkeypatch.setattr(lookup, "released", lambda: released)
    monkeypatch.setattr("qbank.bank.released", lambda: released)
    make_bank(tmp_path / "own", [LAYER])
    own = tmp_path / "own"
    assert [bank.folder for bank in banks_of([str(own)])] == [own, released.folder]
    assert [bank.folder for bank in banks_of(["released", str(own)])] == [own, released.folder]
    monkeypatch.chdir(tmp_path)
    assert [bank.folder for bank in banks_of([])] == [released.folder]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(QbankError, match="no such folder"):
        banks_of([str(tmp_path / "nowhere")])
    with pytest.raises(QbankError, match="no such folder"):
        banks_of([""])
