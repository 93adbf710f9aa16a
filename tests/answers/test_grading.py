import subprocess
import sys
import time

import pytest

from qbank import limits
from qbank.answers import Diagnosis, Unreadable, Word, grade, kind
from qbank.answers import grading as module
from qbank.errors import QbankError

D4 = {"kind": "decimal", "places": 4}
VECTOR = {"kind": "vector", "of": D4}


def mistake(answer, key, names=("wrong_belief",), convention=None, feedback="Not so."):
    judged = kind(answer)
    display = judged.display(judged.read_key(key))
    return {
        "names": list(names),
        "convention": convention,
        "key": key,
        "display": display,
        "feedback": feedback,
    }


MISTAKES = [
    ("integer", "36", "45"),
    (D4, "e/(e+1)", "e/(e+2)"),
    (D4, "e/(e+1)", "731/1000"),  # looks like the key cut off
    (D4, "e/(e+1)", "73/100"),  # looks like the key with too few digits
    ({"kind": "decimal", "figures": 3}, "1/3", "1/4"),
    ("exact", "sqrt(2)", "sqrt(2)/2"),
    ("exact", "2/3", "67/100"),
    (VECTOR, "[e/(e+1),1/(e+1),0,0]", "[e/(e+1),0,0,0]"),  # shares three entries
    ({"kind": "matrix", "of": "integer", "infinite": True}, "[[0,-inf],[0,0]]", "[[0,-inf],[0,-inf]]"),
    ("shape", "[2,4,3,5]", "[2,4,5,3]"),
    ("tokens", "[BOS,A,B]", "[A,B,EOS]"),
    ({"kind": "expression", "names": ["d"]}, "4*d^2+4*d", "4*d^2"),
    ("choice", "A", "B"),
    ("choices", "[A,B]", "[A]"),
]


@pytest.mark.parametrize(("answer", "key", "wrong"), MISTAKES)
def test_a_known_mistake_is_wrong_and_named(answer, key, wrong):
    known = [mistake(answer, wrong)]
    verdict = grade(answer, key, known[0]["display"], known=known)
    assert (verdict.verdict, verdict.score, verdict.code) == (Word.WRONG, 0, "known")
    assert verdict.diagnosis == (Diagnosis(("wrong_belief",), None, "Not so."),)
    assert verdict.why == "Not so."
    assert (
        grade(answer, key, kind(answer).display(kind(answer).read_key(key)), known=known).verdict
        is Word.RIGHT
    )


def test_another_convention_may_earn_something_but_a_misconception_never():
    convention = mistake(
        "integer", "35", names=(), convention={"bias": False}, feedback="Right without biases."
    )
    both = [convention, mistake("integer", "35")]
    verdict = grade("integer", "36", "35", known=[convention], convention=0.5)
    assert (verdict.verdict, verdict.score) == (Word.WRONG, 0.5)
    assert verdict.diagnosis == (Diagnosis((), (("bias", False),), "Right without biases."),)
    assert grade("integer", "36", "35", known=both, convention=0.5).score == 0
    assert len(grade("integer", "36", "35", known=both).diagnosis) == 2


def test_a_convention_that_gives_the_key_is_right():
    known = [mistake("integer", "36", names=(), convention={"bias": False})]
    assert grade("integer", "36", "36", known=known).verdict is Word.RIGHT


def test_a_mistake_without_feedback_is_still_named():
    known = [mistake("integer", "35", feedback=None), mistake("integer", "35", (), {"bias": False}, "")]
    assert "wrong belief" in grade("integer", "36", "35", known=known[:1]).why
    assert "bias = False" in grade("integer", "36", "35", known=known[1:]).why


def test_a_mistake_that_was_also_rounded_is_recognised():
    known = [mistake(D4, "e/(e+2)")]  # 0.5761
    assert grade(D4, "e/(e+1)", "0.576", known=known).diagnosis[0].names == ("wrong_belief",)
    assert grade(D4, "e/(e+1)", "0.6", known=known).diagnosis == ()


def test_credits():
    cut = grade(D4, "e/(e+1)", "0.7310", truncated=0.25)
    few = grade(D4, "e/(e+1)", "0.73", few_digits=0)
    last = grade(D4, "e/(e+1)", "0.7312", last_digit=0.75)
    assert [(each.verdict, each.score) for each in (cut, few, last)] == [
        ("partly", 0.25),
        ("partly", 0),
        ("wrong", 0.75),
    ]


def test_readings_that_agree_are_one_verdict_and_others_none():
    assert grade(D4, "5", "1,234").verdict is Word.WRONG
    verdict = grade({"kind": "decimal", "places": 3}, "1234", "1,234")
    assert (verdict.verdict, verdict.code) == (Word.UNREADABLE, "ambiguous")
    assert "1234" in verdict.why
    assert "1.234" in verdict.why
    assert grade({"kind": "decimal", "places": 3}, "1234", "1,234", locale="en").verdict is Word.RIGHT


def test_the_message_says_which_character_and_what_would_be_read():
    why = grade("integer", "42", "42№").why
    assert "U+2116" in why
    assert "read as 42" in why


@pytest.mark.parametrize(
    "text", ["4№2€", "4😀2", "0'3", "2,36", "42!", "<42", "≤42", "90°", "5‰", "0.3̅", "1.2.3"]
)
def test_no_reading_is_promised_where_the_number_would_be_another(text):
    verdict = grade("integer", "42", text)
    assert verdict.verdict is Word.UNREADABLE
    assert "read as" not in verdict.why


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("3x)", "')'"), ("x", "'x'"), ("⟨3", "'⟨'"), ("5₂", "'₂'"), ("²3", "'²'"), ("𝑥", "'𝑥'")],
)
def test_a_message_quotes_what_was_typed(text, quoted):
    assert quoted in grade("integer", "42", text).why


def test_a_function_that_is_not_known_is_told_from_those_that_are():
    why = grade(D4, "1/3", "tan(0.3)").why
    assert why == "Unknown function 'tan'; known here: sqrt, exp, log, ln, log2, log10, sin, cos."


@pytest.mark.parametrize(
    ("answer", "key", "text", "locale"),
    [
        ("integer", "18944000", "18,944 M", None),
        ("integer", "38400", "38,400", "de"),
        ("integer", "38400", "38,400", "fr"),
        ("integer", "18944000", "1.8944 × 107", None),
        (D4, "7311/10000", "0·7311", None),
        ({"kind": "decimal", "figures": 4}, "1747/10000000", "1.747 · 10−4", None),
        ("exact", "2/3", "0.666…", None),
        ("integer", "18944000", "1.8944 e+7", None),
        ("exact", "7/2", "3 1/2", None),
        ("exact", "3/2", "3 1/2", None),
        ("exact", "7/2", r"3\frac{1}{2}", None),
        ("exact", "1/2", "1/2 = 0.6", None),
    ],
)
def test_what_may_have_been_meant_is_never_held_against_an_answer(answer, key, text, locale):
    verdict = grade(answer, key, text, locale=locale)
    assert (verdict.verdict, verdict.code) == (Word.UNREADABLE, "ambiguous")


@pytest.mark.parametrize(
    ("answer", "key", "text", "locale", "word"),
    [
        ("integer", "18944000000", "18,944 M", None, Word.RIGHT),
        ("integer", "18944000", "18,945 M", None, Word.WRONG),
        ("integer", "38400", "38.400", "de", Word.RIGHT),
        (
            "integer",
            "38400",
            "38.400",
            None,
            Word.WRONG,
        ),  # a point is decimal unless the locale says otherwise
        ("integer", "2360000", "2,36 Mio.", None, Word.RIGHT),
        ("integer", "2362368", "2362368,0", None, Word.RIGHT),
        ("integer", "37", "37,00", None, Word.UNREADABLE),
        ("exact", "4", "3 1/2", None, Word.WRONG),
        ("exact", "1/2", "1/2 = 0.5", None, Word.RIGHT),
        (D4, "7311/10000", "0·7312", None, Word.WRONG),
    ],
)
def test_otherwise_the_rule_is_kept(answer, key, text, locale, word):
    assert grade(answer, key, text, locale=locale).verdict is word


@pytest.mark.parametrize("key", [5, None, 5.0, b"5", {"a": 1}, [["A"]], "1" * (limits.KEY_DIGITS + 1)])
def test_what_is_no_key_is_an_error_in_one_line(key):
    with pytest.raises(QbankError) as raised:
        grade("integer", key, "5")
    assert not isinstance(raised.value, Unreadable)
    assert len(str(raised.value)) < 400


def test_the_bound_on_the_digits_of_a_key():
    assert grade("integer", "1" * limits.KEY_DIGITS, "1").verdict is Word.WRONG


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "\n", None])
def test_blank(text):
    assert grade("integer", "42", text).verdict is Word.BLANK


def test_what_cannot_be_decided_goes_to_a_person():
    verdict = grade("exact", "1", "sin(1)^2+cos(1)^2")
    assert (verdict.verdict, verdict.score, verdict.code) == (Word.UNDECIDED, 0, "undecided")


def test_what_has_no_value_anywhere_is_unreadable():
    text = "log(cos(4)*sqrt(d^2+1))"
    verdict = grade({"kind": "expression", "names": ["d"]}, "d", text)
    assert (verdict.verdict, verdict.code) == (Word.UNREADABLE, "value")


def test_what_is_too_large_to_compare_is_unreadable():
    verdict = grade(D4, "1/3", "exp(9999)^9")
    assert (verdict.verdict, verdict.code) == (Word.UNREADABLE, "bound")


@pytest.mark.parametrize("damaged", ["5#", "1/0", "exp(exp(exp(9)))", "five"])
def test_a_damaged_mistake_spoils_no_right_answer_and_is_never_held_against_a_wrong_one(damaged):
    known = [{"names": ["slip"], "convention": None, "key": damaged, "feedback": ""}]
    assert grade("integer", "42", "42", known=known).verdict is Word.RIGHT
    with pytest.raises(QbankError, match="the key") as raised:
        grade("integer", "42", "41", known=known)
    assert not isinstance(raised.value, Unreadable)


def test_a_fault_of_the_checker_never_becomes_wrong(monkeypatch):
    def fault(*_):
        raise LookupError("a bug")

    monkeypatch.setattr(module.slips, "found", fault)
    verdict = grade("integer", "42", "41")
    assert (verdict.verdict, verdict.code) == (Word.UNDECIDED, "fault")


@pytest.mark.parametrize(
    ("answer", "key", "locale"),
    [("integer", "4.5", None), ("nothing", "5", None), ("integer", "5", "xx"), ("integer", "five", None)],
)
def test_a_wrong_call_is_an_error(answer, key, locale):
    with pytest.raises(QbankError):
        grade(answer, key, "5", locale=locale)


HEAVY = [
    ("exact", "sqrt(2)", "9**9**9"),
    ("exact", "sqrt(2)", "(" + "+".join(f"sqrt({n})" for n in (2, 3, 5, 7, 11, 13, 17, 19, 23)) + ")^64"),
    ("exact", "sqrt(2)", "exp(" * 39 + "1" + ")" * 39),
    ("exact", "sqrt(2)", "+".join(f"sqrt(10^58+{n})" for n in range(1, 99, 2))),
    ("exact", "sqrt(2)", "+".join(f"1/(1+e^(1/{n}))" for n in range(2, 25))),
    ("exact", "sqrt(2)", "9" * 2000),
    ("integer", "5", "1e99999999999"),
    (D4, "1/3", "sin(10^300)+log(10^300)"),
    ({"kind": "expression", "names": list("abcdfg")}, "a", "(a+b+c+d+f+g)^60"),
    ({"kind": "expression", "names": list("abcdfg")}, "a", "(a+b+c+d)^10-(a-b+c-d)^9*(a+f)^5"),
    ({"kind": "expression", "names": list("abcdfg")}, "a", "((a+b)^30-(c+d)^30)/((a+b)^5-(c+d)^5)"),
    ({"kind": "matrix", "of": "exact"}, "[[1]]", "[" * 1000 + "]" * 1000),
    ({"kind": "matrix", "of": "exact"}, "[[1]]", "(" * 1000),
    ("tokens", "[A]", "'" * 2000),
    ("tokens", "[A]", '"' + "\\" * 1999),
    ("choice", "A", "a" * 2000),
    ("integer", "5", "\\frac" * 400),
    ("integer", "5", "{" * 2000),
    ("shape", "[2,2]", "2x" * 999 + "2"),
    ("integer", "5", "sqrt2" * 390),
    ({"kind": "expression", "names": ["d", "f"]}, "d", "df" * 999),
    ("integer", "5", "\\begin{array}" * 150),
]


@pytest.mark.parametrize(("answer", "key", "text"), HEAVY)
def test_hostile_texts_are_answered_at_once(answer, key, text):
    start = time.perf_counter()
    verdict = grade(answer, key, text, options={"A": "x"})
    assert time.perf_counter() - start < 1  # 0.1 on an idle machine
    assert verdict.verdict in (Word.WRONG, Word.UNREADABLE, Word.UNDECIDED)
    assert verdict.code != "fault"


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('id')", "eval('1')", "open('/etc/passwd')", "().__class__", "lambda: 0", "f'{1}'",
        "1;import os",
        "=cmd|'/c calc'!A1",
        r"\input{/etc/passwd}", "<script>1</script>", "1\x00", "\ud800",
    ],
)  # fmt: skip
@pytest.mark.parametrize("answer", ["integer", "exact", {"kind": "expression", "names": ["d"]}])
def test_nothing_is_run(answer, text):
    assert grade(answer, "7", text).verdict is Word.UNREADABLE


def test_what_is_typed_imports_nothing_and_opens_nothing():
    script = """
import sys
from qbank.answers import grade, kind
answers = [
    ("integer", "42", "41"), ({"kind": "decimal", "places": 4}, "e/(e+1)", "0.7310"), ("exact", "sqrt(2)", "1/√2"),
    ({"kind": "vector", "of": "integer"}, "[1,2]", "2, 1"), ("shape", "[2,3]", "3x2"), ("tokens", "[A]", "B"),
    ({"kind": "expression", "names": ["d"]}, "d^2", "d(d+1)"), ("choice", "A", "b"), ("integer", "42", "42№"),
    ({"kind": "expression", "names": ["d_model"]}, "d_model", "d_modle"), ("integer", "42", "tan(1)"),
    ("choices", ["A"], "Ⓐ, В"), ("tokens", "[A]", "‘A’ → B"), ("exact", "3/4", "³⁄₄ = 0.75"),
]
for answer, _, _ in answers:
    kind(answer)  # loads what the kind needs
calls, watched = [], ("open", "subprocess.Popen", "exec", "compile", "socket.connect")
sys.addaudithook(lambda name, _: calls.append(name) if name in watched else None)
before = set(sys.modules)
for answer, key, text in answers:
    grade(answer, key, text)
print(sorted(set(sys.modules) - before), calls)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] []"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("7.311e-1", Word.RIGHT),
        ("7,311e-1", Word.RIGHT),
        ("7.311E-01", Word.RIGHT),
        ("7.311·10^-1", Word.UNREADABLE),
        ("7,311·10^-1", Word.RIGHT),
        ("7.312e-1", Word.WRONG),
    ],
)
def test_nobody_groups_the_digits_before_a_power_of_ten(text, word):
    assert grade({"kind": "decimal", "places": 4}, "e/(e+1)", text, locale="de").verdict is word


def test_a_question_mark_in_the_place_of_an_entry_is_no_decoration():
    assert "read as" not in grade("shape", "[4,2,5]", "[4,2,5,?]").why
    assert "read as" in grade("shape", "[4,2,5]", "[4,2,5]?").why


def test_a_backslash_is_quoted_once():
    assert r"'\frac' is no option" in grade("choice", "A", r"\frac", options={"A": "x"}).why


def test_thousands_with_a_point_in_a_list_are_explained():
    assert (
        "write thousands with a comma"
        in grade({"kind": "vector", "of": "integer"}, "[1200,2400]", "1.200; 2.400").why
    )
