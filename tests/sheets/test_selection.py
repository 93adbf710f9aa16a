from pathlib import Path

import pytest

from qbank.bank import Bank
from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets.selection import Selection, select


@pytest.fixture
def folder(tmp_path, questions):
    bank = Bank(tmp_path / "bank")
    bank.add(questions)
    bank.record_run({"ids": [questions[5].id, questions[0].id], "seed": "1"})
    return str(bank.folder)


def test_the_whole_bank_in_its_order(folder, questions) -> None:
    everything = select(folder, Selection(everything=True))
    assert everything == list(Bank(Path(folder)))
    assert len(everything) == len(questions)


def test_the_last_run_in_its_order(folder, questions) -> None:
    assert select(folder, Selection(last=True)) == [questions[5], questions[0]]


def test_ids_in_the_order_given_each_once(folder, questions) -> None:
    one, two, three = (question.id for question in questions[:3])
    wanted = Selection(ids=[f"{three}, {one.upper()},", two, one])
    assert select(folder, wanted) == [questions[2], questions[0], questions[1]]


def test_topics_narrow_and_a_count_cuts(folder, questions) -> None:
    assert select(folder, Selection(topics=["parameters"])) == [questions[1]]
    assert len(select(folder, Selection(topics=["mask", "parameters"]))) == 5
    assert select(folder, Selection(topics=["mask"], count=2)) == [questions[0], questions[3]]
    assert select(folder, Selection(last=True, topics=["mask"], count=9)) == [questions[5], questions[0]]
    assert select(folder, Selection(count=1)) == [questions[0]]


def test_what_is_unfit_does_not_count(folder, questions) -> None:
    seen: list[str] = []

    def fit(question: Question) -> bool:
        seen.append(question.id)
        return question.id != questions[0].id

    assert select(folder, Selection(topics=["mask"], count=2), fit) == questions[3:5]
    assert seen == [questions[at].id for at in (0, 3, 4)]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            Selection(),
            "choose --all (6), --last, --ids ID,…, -n N, or --topic mask (4), --topic normalization (1)",
        ),
        (Selection(ids=["q00000000zz,qzzzzzzzzzz"]), "no question 'q00000000zz', 'qzzzzzzzzzz'"),
        (Selection(ids=[f"q{number:010}" for number in range(9)]), ", …; each id"),
        (Selection(topics=["maks"]), "no question of topic 'maks' in this selection; did you mean 'mask'?"),
        (Selection(last=True, topics=["parameters"]), "no question of topic 'parameters' in this selection"),
        (Selection(last=True, ids=["q"]), "--last and --ids are two selections"),
    ],
)
def test_what_cannot_be_selected(folder, wanted, message) -> None:
    with pytest.raises(QbankError) as error:
        select(folder, wanted)
    assert message in str(error.value)


def test_an_id_that_is_one_slip_away(folder, questions) -> None:
    right = questions[0].id
    wrong = right[:-1] + ("0" if right[-1] != "0" else "1")
    with pytest.raises(QbankError) as error:
        select(folder, Selection(ids=[wrong]))
    assert f"'{wrong}' (did you mean '{right}'?)" in str(error.value)


def test_folders_without_questions(tmp_path) -> None:
    with pytest.raises(QbankError, match="no such folder"):
        select(str(tmp_path / "nowhere"), Selection(everything=True))
