"""Students under the names of the roster, questions under their ids, and what is told of those that are neither."""

import pytest

from qbank import limits
from qbank.check.ledger import Ledger
from qbank.check.lookup import Questions, Unnamed
from qbank.check.names import QuestionNames, StudentNames
from qbank.check.problems import Problems
from qbank.check.roster import read_roster
from tests.check.samples import CLAIM, LAYER, make_bank
from tests.check.tables import table

ROSTER = "student,name,email\nli1,Ana Li,a@example.org\nli2,Ana Li,b@example.org\nro,Ben Ro,c@example.org\n"


@pytest.fixture
def roster(tmp_path):
    (tmp_path / "roster.csv").write_text(ROSTER, encoding="utf-8")
    return read_roster(str(tmp_path / "roster.csv"))


def students(roster, *names):
    """The numbers of these students, who they are in the ledger, who is a stranger, and what is told."""
    ledger, problems = Ledger(), Problems()
    known = StudentNames(ledger, roster, problems)
    numbers = [known.number(typed) for typed in table(*((name, LAYER.id, "7") for name in names))]
    return numbers, ledger.students, known.unlisted, [str(problem) for problem in problems.shown]


def test_without_a_roster_everybody_is_who_they_are_called():
    assert students(None, "ana", "Anna", "ana", "") == ([0, 1, 0, 2], ["ana", "Anna", ""], [], [])


def test_spellings_of_one_name_are_one_student_and_told():
    ledger, problems = Ledger(), Problems()
    known = StudentNames(ledger, None, problems)
    names = [
        "Ana@uni.de",
        "ana@uni.de",
        "Jose\u0301",
        "Jos\u00e9",
        "\u0130nci",
        "inci",
        "be\u200bn",
        "ben",
        "ana@uni.de",
    ]
    numbers = [known.number(typed) for typed in table(*((name, LAYER.id, "7") for name in names))]
    assert numbers == [0, 0, 1, 1, 2, 2, 3, 3, 0]
    assert ledger.students == names[:8:2]
    assert known.joined == list(zip(names[:8:2], names[1:8:2], strict=True))


def called(roster, *ways):
    """The student whom a row calls so, and what is told."""
    ledger, problems = Ledger(), Problems()
    known = StudentNames(ledger, roster, problems)
    (typed,) = table((ways[0], LAYER.id, "7"))
    number = known.number(typed._replace(others=ways[1:]))
    return None if number is None else ledger.students[number], [str(problem) for problem in problems.shown]


def test_a_student_is_looked_up_under_all_that_the_row_says(roster):
    assert called(roster, "4711", "c@example.org", "Ben R.") == ("ro", [])
    assert called(roster, "4711", "nobody@example.org", "ro, ben") == ("ro", [])
    assert called(roster, "li1", "Ana Li") == ("li1", [])
    assert called(roster, "Ana Li", "b@example.org") == ("li2", [])
    assert called(roster, "4711", "x@example.org") == ("4711", [])
    assert called(None, "4711", "x@example.org") == ("4711", [])


def test_a_row_that_calls_two_students_is_a_problem(roster):
    assert called(roster, "li1", "c@example.org") == (
        None,
        [
            "a.csv:2:3: 'li1' and 'c@example.org' in one row are two students of the roster; they are 'li1' and 'ro' "
            "there: correct the row or the roster"
        ],
    )


def test_whatever_a_student_is_called_it_is_one_student(roster):
    assert students(roster, "RO", "ben ro", "c@example.org", "li2") == ([0, 0, 0, 1], ["ro", "li2"], [], [])


def test_strangers_stay_and_are_named_once(roster):
    assert students(roster, "cy", "ro", "cy") == ([0, 1, 0], ["cy", "ro"], ["cy"], [])


def test_a_name_that_two_bear_is_nobody_and_told_once(roster):
    numbers, there, strangers, told = students(roster, "Ana Li", "li1", "Ana Li")
    assert (numbers, there, strangers) == ([None, 0, None], ["li1"], [])
    assert told == ["a.csv:2:3: 'Ana Li' is the name of 'li1' and 'li2'; write the id"]


@pytest.fixture
def find(tmp_path):
    return Questions([make_bank(tmp_path / "bank")]).asked


def test_a_number_that_contradicts_the_question_is_a_problem_where_there_is_a_sheet(find):
    papers = {"1": CLAIM.id, "2": LAYER.id}

    def asked(name, version):
        return find(papers.get(name, name), version)

    def numbers(numbered, *pairs):
        problems = Problems()
        names = QuestionNames(Ledger(), asked, problems, numbered)
        rows = [
            typed._replace(number=number)
            for typed, (_, number) in zip(
                table(*(("ana", question, "7") for question, _ in pairs)), pairs, strict=True
            )
        ]
        return [names.number(typed) for typed in rows], [str(problem) for problem in problems.shown]

    pairs = [(LAYER.id, "2"), (LAYER.id, "1"), (LAYER.id, ""), (LAYER.id, "9"), (LAYER.id, "1")]
    found, told = numbers(True, *pairs)
    assert found == [0, None, 0, None, None]
    assert told[0] == (
        f"a.csv:3:2: question {LAYER.id!r} and number '1' in one row mean different questions; correct one of them, "
        "or leave it blank"
    )
    assert len(told) == 3
    assert numbers(False, *pairs) == ([0] * 5, [])


def test_a_slip_is_looked_for_only_where_it_is_shown(find):
    looked = []

    def counted(name, version):
        raise Unnamed(f"no question {name!r}", hint=lambda: looked.append(name) or "did you mean it?")

    problems = Problems()
    names = QuestionNames(Ledger(), counted, problems)
    for typed in table(*(("ana", f"q{number}", "7") for number in range(limits.PROBLEMS_SHOWN + 9))):
        assert names.number(typed) is None
    assert (problems.count, looked) == (limits.PROBLEMS_SHOWN + 9, [])
    assert str(problems.shown[0]) == "a.csv:2:2: no question 'q0'; did you mean it?"


def test_names_of_one_question_are_one_number_on_each_version(find):
    ledger = Ledger()
    names = QuestionNames(ledger, find, Problems())
    rows = table(*(("ana", name, "7", version) for version in "AB" for name in (LAYER.id, LAYER.id.upper())))
    assert [names.number(typed) for typed in rows] == [0, 0, 1, 1]
    assert (ledger.questions, ledger.question_of(0), ledger.question_of(1)) == ([LAYER.id], 0, 0)


@pytest.mark.parametrize(("bound", "looked_up"), [(3, 3), (2, 6)])
def test_the_bound_on_remembered_names(find, monkeypatch, bound, looked_up):
    monkeypatch.setattr(limits, "NAMES_REMEMBERED", bound)
    asked = []

    def counted(name, version):
        asked.append(name)
        return find(name, version)

    ledger, problems = Ledger(), Problems()
    names = QuestionNames(ledger, counted, problems)
    rows = [("ana", name, "7") for name in (LAYER.id, "qzzzzzzzzzz", CLAIM.id) * 2]
    assert [names.number(typed) for typed in table(*rows)] == [0, None, 1, 0, None, 1]
    assert (len(asked), len(problems), len(ledger.asked)) == (looked_up, 2, 2)


def test_an_error_that_is_remembered_holds_no_frames(find):
    names = QuestionNames(Ledger(), find, Problems())
    (typed,) = table(("ana", "qzzzzzzzzzz", "7"))
    assert names.number(typed) is None
    (error,) = names._found.values()
    assert isinstance(error, Unnamed)
    assert error.__traceback__ is None
