"""Every bound at the bound and one past it, with its real value, from the outside where that is possible."""

import re
from pathlib import Path

import pytest
from flint import fmpq

from qbank import exact, limits
from qbank.answers import Unreadable, Word, grade, kind, outline, read_expression
from qbank.answers.evaluate import Evaluation
from qbank.answers.moderation import weight
from qbank.answers.tree import Literal, Operation
from qbank.check.tables import open_table
from qbank.errors import QbankError
from qbank.exact import balls
from qbank.exact.radicals import square_part
from qbank.question import canonical
from qbank.stored import parsed

INTEGER, EXACT = {"kind": "integer"}, {"kind": "exact"}
FORMULA = {"kind": "expression", "names": ["d", "f"]}
VECTOR, MATRIX = {"kind": "vector", "of": INTEGER}, {"kind": "matrix", "of": INTEGER}
ZERO = Literal(fmpq(0), 0)


def nested(opening, depth, inside, closing=""):
    return opening * depth + inside + closing * depth


def row(entries):
    return f"[{','.join(['0'] * entries)}]"


def at_and_past(name, answer, key, text, most=None):
    """A bound, the question, and the texts that are at it and one past it; `text` makes one of a size."""
    most = getattr(limits, name) if most is None else most
    return pytest.param(answer, key, text(most), text(most + 1), id=f"{name}-{answer['kind']}-{text(1)[:9]}")


TYPED = [
    *(
        at_and_past("ANSWER_CHARACTERS", answer, key, lambda n, key=key: " " * (n - len(key)) + key)
        for answer, key in (
            (INTEGER, "42"), ({"kind": "decimal", "places": 2}, "42"), (EXACT, "42"), (VECTOR, "[4,2]"),
            (MATRIX, "[[4,2]]"), ({"kind": "shape"}, "[4,2]"), ({"kind": "tokens"}, "[A,B]"), (FORMULA, "4*d"),
            ({"kind": "choice"}, "B"),
        )
    ),
    at_and_past("ANSWER_TOKENS", INTEGER, "199", lambda n: "+1" * (n // 2 - 1) + "+" * (2 + n % 2 - 1) + "0"),
    at_and_past("ANSWER_TOKENS", {"kind": "tokens"}, f"[{','.join('A' * 400)}]", lambda n: ",".join("A" * n)),
    at_and_past("ANSWER_DEPTH", INTEGER, "42", lambda n: nested("(", n, "42", ")")),
    at_and_past("ANSWER_DEPTH", EXACT, "2", lambda n: nested("+", n, "2")),
    at_and_past("ANSWER_DEPTH", FORMULA, "d", lambda n: nested("(", n, "d", ")")),
    at_and_past("NUMBER_DIGITS", INTEGER, "9" * 60, lambda n: "9" * n),
    at_and_past("NUMBER_DIGITS", {"kind": "decimal", "places": 2}, "1/3", lambda n: "0." + "3" * (n - 1)),
    at_and_past("DECIMAL_EXPONENT", INTEGER, "10^400", lambda n: f"1e{n}"),
    at_and_past("DECIMAL_EXPONENT", EXACT, "10^(-400)", lambda n: f"1e-{n}"),
    at_and_past("EXPANDED_POWER", FORMULA, "(d+f)^64", lambda n: f"(d+f)^{n}"),
    at_and_past("ENTRIES_A_SIDE", VECTOR, row(64), row),
    at_and_past("ENTRIES_A_SIDE", MATRIX, f"[{row(64)}]", lambda n: f"[{row(n)}]"),
    at_and_past("ENTRIES_A_SIDE", MATRIX, f"[{','.join(['[0]'] * 64)}]", lambda n: f"[{','.join(['[0]'] * n)}]"),
    at_and_past("ENTRIES_A_SIDE", {"kind": "shape"}, row(64), row),
    at_and_past("ARGUMENT_BITS", EXACT, "sqrt(2^2999)", lambda n: f"sqrt(2^{n - 1})"),
    at_and_past("ROOT_POWER", FORMULA, "sqrt(d+1)^16", lambda n: f"((d+1)^(1/2))^{n}", 2 * limits.ROOT_POWER),
    at_and_past("FORMULA_POWER", FORMULA, "exp(d)^16", lambda n: f"exp(d)^{n}"),
    at_and_past("LARGEST_EXPONENT", EXACT, "e^10000", lambda n: f"e^{n}"),
    at_and_past("LARGEST_EXPONENT", FORMULA, "d^10000", lambda n: f"d^{n}"),
    at_and_past("VALUE_BITS", INTEGER, "2^10000", lambda n: f"2^{n}"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "key", "at", "past"), TYPED)
def test_an_answer_at_the_bound_is_judged_and_one_past_it_unreadable(answer, key, at, past):
    assert grade(answer, key, at).verdict is Word.RIGHT
    beyond = grade(answer, key, past)
    assert (beyond.verdict, beyond.code) == (Word.UNREADABLE, "bound")


def test_letters():
    text = "B" + " " * (limits.ANSWER_CHARACTERS - 1)
    assert grade("choice", "B", text).verdict is Word.RIGHT
    assert grade("choice", "B", text + " ").code == "bound"
    assert grade("choices", ("B",), text).verdict is Word.RIGHT
    assert grade("choices", ("B",), text + " ").code == "bound"


def test_the_steps_of_one_answer():
    """Adding two plain numbers takes two steps; Evaluation serves all entries of an answer with one budget."""
    evaluation, addition = Evaluation(), Operation("+", ZERO, ZERO)
    for _ in range(limits.STEPS // 2):
        evaluation.value(addition)
    with pytest.raises(Unreadable, match="too many steps"):
        evaluation.value(addition)


def test_the_steps_of_a_ball():
    """Where forms are not settled each term is paid by so many steps: a budget of just these is enough."""
    steps = weight(exact.sin(1)) * limits.STEPS_A_WEIGHT
    sine = read_tree("sin(1)")
    assert Evaluation(steps).value(sine) == exact.sin(1)
    with pytest.raises(Unreadable, match="too many steps"):
        Evaluation(steps - 1).value(sine)


def read_tree(text):
    from qbank.answers.digits import KEY
    from qbank.answers.grammar import Parser
    from qbank.answers.tokens import tokens
    from qbank.answers.vocabulary import vocabulary

    return Parser(tokens(text, KEY, vocabulary((), False)), lenient=False).whole()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lambda more: " " * (limits.KEY_CHARACTERS - 1 + more) + "1", id="KEY_CHARACTERS"),
        pytest.param(lambda more: "+" * more + "-1" + "+1" * (limits.KEY_TOKENS // 2 - 1), id="KEY_TOKENS"),
        pytest.param(lambda more: "9" * (limits.KEY_DIGITS + more), id="KEY_DIGITS"),
    ],
)
def test_a_key(text):
    assert kind("integer").read_key(text(0)) == read_expression(text(0))
    with pytest.raises(Unreadable) as unread:
        kind("integer").read_key(text(1))
    assert unread.value.code == "bound"


def test_the_steps_of_a_key(monkeypatch):
    """The largest key of all is far below them: the bound is lowered to what one key takes, and by one."""
    evaluation = Evaluation(limits.KEY_STEPS)
    evaluation.value(read_tree("(1+sqrt(2)+sqrt(3))^20"))
    taken = limits.KEY_STEPS - evaluation.steps
    monkeypatch.setattr(limits, "KEY_STEPS", taken)
    key = read_expression("(1+sqrt(2)+sqrt(3))^20")
    assert isinstance(key, exact.Number)
    monkeypatch.setattr(limits, "KEY_STEPS", taken - 1)
    with pytest.raises(Unreadable, match="too many steps"):
        read_expression("(1+sqrt(2)+sqrt(3))^20")


def test_the_bits_of_balls(monkeypatch):
    """64, 128, … up to the bound, itself included."""
    assert limits.BALL_BITS == balls.BALL_BITS == balls.FIRST_BITS * 2**6
    assert len(list(balls.balls(exact.pi))) == 7
    monkeypatch.setattr(balls, "BALL_BITS", limits.BALL_BITS - 1)
    assert len(list(balls.balls(exact.pi))) == 6


def test_trial_division():
    """9,973 is the largest prime up to it, 10,007 the first beyond, at which only common divisors find squares."""
    rest = 10_009 * 10_037 * 10_039
    assert 9_973 < limits.TRIAL_DIVISION < 10_007
    assert square_part(9_973**2 * rest) == (9_973, rest)
    assert square_part(10_007**2 * rest) == (1, 10_007**2 * rest)


def test_outlines():
    """A list as long as the bound has its outline remembered, one past it not."""

    def remembered(length):
        outline.remembered.cache_clear()
        text = "[" + "1, 2".rjust(length - 2) + "]"
        assert grade(VECTOR, "[1,2]", text).verdict is Word.RIGHT
        return outline.remembered.cache_info().currsize

    assert remembered(limits.OUTLINE_CHARACTERS) > 0
    assert remembered(limits.OUTLINE_CHARACTERS + 1) == 0
    assert outline.remembered.cache_parameters()["maxsize"] == limits.OUTLINES


def test_a_line_of_a_bank():
    """What is read is the line without its end."""
    empty = canonical({"x": ""})
    line = canonical({"x": "x" * (limits.BANK_LINE_BYTES - len(empty))})
    assert len(line) == limits.BANK_LINE_BYTES
    assert parsed(line, "a.jsonl:1") == {"x": line[len(empty) - 2 : -2]}
    with pytest.raises(QbankError, match="characters"):
        parsed(line + " ", "a.jsonl:1")


@pytest.fixture
def answers(tmp_path):
    """The answers in a table and its problems."""

    def run(text):
        file, problems = tmp_path / "a.csv", []
        file.write_text(text, encoding="utf-8")
        return [typed.answer for typed in open_table(str(file), problems)], problems

    return run


def test_the_columns_of_a_table(answers):
    header = ",".join(["student", *(f"q{at}" for at in range(limits.TABLE_COLUMNS - 1))])
    assert len(answers(f"{header}\nana{',1' * (limits.TABLE_COLUMNS - 1)}\n")[0]) == limits.TABLE_COLUMNS - 1
    with pytest.raises(QbankError, match="more than 1,024 columns"):
        answers(f"{header},more\nana\n")


def test_a_cell(answers):
    rows = "".join(f"q1,{'1' * size}\n" for size in (limits.CELL_BYTES, limits.CELL_BYTES + 1, 1))
    typed, problems = answers(f"question,answer\n{rows}")
    assert [len(answer) for answer in typed] == [limits.CELL_BYTES, 1]
    assert [problem.message for problem in problems] == ["a cell of more than 4,096 bytes"]


def test_the_rows_of_a_table(answers, monkeypatch):
    """Lowered: two hundred thousand rows are read elsewhere, and take a second."""
    monkeypatch.setattr(limits, "TABLE_ROWS", 5)
    assert len(answers("question,answer\n" + "q1,1\n" * 5)[0]) == 5
    with pytest.raises(QbankError, match="more than 5 rows"):
        answers("question,answer\n" + "q1,1\n" * 6)


def test_the_bytes_of_a_table(answers, monkeypatch):
    """Lowered: fifty megabytes would have to be written twice."""
    table = "question,answer\nq1,½\n"
    monkeypatch.setattr(limits, "TABLE_BYTES", len(table.encode()))
    assert answers(table)[0] == ["½"]
    with pytest.raises(QbankError, match="more than"):
        answers(table + "\n")


ELSEWHERE = {  # tested by what they bound, in tests of templates, which do not say their names
    "ENUMERATED_VARIANTS", "VERIFIED_VARIANTS", "SYMBOLIC_VARIANTS", "QUESTIONS_A_RUN",
}  # fmt: skip


def test_every_bound_is_named_in_a_test():
    tests = Path(__file__).parent.rglob("*.py")
    said = set(re.findall(r"\b[A-Z_]+\b", "".join(path.read_text(encoding="utf-8") for path in tests)))
    bounds = {name for name in vars(limits) if name.isupper()}
    assert bounds - said == set()
    assert bounds >= ELSEWHERE
