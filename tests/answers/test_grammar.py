import pytest

from qbank import exact, limits
from qbank.answers.digits import KEY, POINT
from qbank.answers.grammar import Parser
from qbank.answers.readings import Manner, readings
from qbank.answers.tokens import tokens
from qbank.answers.tree import Call, Constant, Literal, Name, Negative, Operation
from qbank.answers.unreadable import Unreadable
from qbank.answers.vocabulary import vocabulary

NAMES = ("a", "b", "c", "d")


def shown(tree):
    match tree:
        case Literal(value, _):
            return str(value)
        case Name(name) | Constant(name):
            return name
        case Negative(operand):
            return f"-{shown(operand)}"
        case Operation(sign, left, right):
            return f"({shown(left)}{sign}{shown(right)})"
        case Call(function, argument):
            return f"{function}[{shown(argument)}]"
    raise AssertionError(tree)


def parser(text, lenient=True, **how):
    digits = POINT if lenient else KEY
    return Parser(tokens(text, digits, vocabulary(NAMES, lenient)), lenient=lenient, **how)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a+b*c", "(a+(b*c))"),
        ("a-b-c", "((a-b)-c)"),
        ("a/b/c", "((a/b)/c)"),
        ("a^b^c", "(a^(b^c))"),
        ("-a^2", "-(a^2)"),
        ("a^-b", "(a^-b)"),
        ("-a*b", "(-a*b)"),
        ("2ab", "((2*a)*b)"),
        ("2a^2b", "((2*(a^2))*b)"),
        ("a(b+c)", "(a*(b+c))"),
        ("(a)(b)", "(a*b)"),
        ("a×b", "(a*b)"),
        ("e^-1", "(e^-1)"),
        ("e^{-1}", "(e^-1)"),
        ("√2a", "(sqrt[2]*a)"),
        ("√6/2", "(sqrt[6]/2)"),
        (r"\sqrt{a+b}", "sqrt[(a+b)]"),
        (r"\sqrt[3]{a}", "(a^(1/3))"),
        (r"\sqrt[3]8a", "((8^(1/3))*a)"),
        (r"\frac{a+b}{c}d", "(((a+b)/c)*d)"),
        ("ln 2^3", "log[(2^3)]"),
        ("ln(2)^3", "(log[2]^3)"),
        ("sin a/b", "(sin[a]/b)"),
        ("3½", "(3+(1/2))"),
        ("½a", "((1/2)*a)"),
        ("50%", "1/2"),
        ("(a)%", "(a/100)"),
        ("2k*3", "(2000*3)"),
        ("+a", "a"),
        ("[a+b]c", "((a+b)*c)"),
    ],
)
def test_people_are_read_leniently(text, tree):
    assert shown(parser(text).whole()) == tree


@pytest.mark.parametrize(
    ("text", "product", "mixed"),
    [
        ("3 1/2", "(3*(1/2))", "(3+(1/2))"),
        (r"3\frac{1}{2}", "(3*(1/2))", "(3+(1/2))"),
        ("-3 1/2", "-(3*(1/2))", "-(3+(1/2))"),
    ],
)
def test_mixed_numbers_may_be_products(text, product, mixed):
    first = parser(text)
    assert shown(first.whole()) == product
    assert first.choices == {"mixed"}
    assert shown(parser(text, ways=("mixed",)).whole()) == mixed


@pytest.mark.parametrize("text", ["3 3/2", "3 1.5/2", "3.5 1/2"])
def test_what_is_no_mixed_number(text):
    with pytest.raises(Unreadable):
        parser(text).whole()


@pytest.mark.parametrize(
    ("text", "loose", "tight"),
    [
        ("1/2d", "((1/2)*d)", "(1/(2*d))"),
        ("a/bc", "((a/b)*c)", "(a/(b*c))"),
        ("1/2(a)", "((1/2)*a)", "(1/(2*a))"),
        ("ln 2a", "(log[2]*a)", "log[(2*a)]"),
    ],
)
def test_texts_with_two_readings(text, loose, tight):
    first = parser(text)
    assert shown(first.whole()) == loose
    assert first.choices == {"tight"}
    assert shown(parser(text, ways=("tight",)).whole()) == tight


@pytest.mark.parametrize("text", ["a/b*c", "2ab/c", "(a/b)c", "a*2b", "a^2b", "1/2"])
def test_texts_with_one_reading(text):
    only = parser(text)
    assert only.doubts(only.whole()) == set()


def test_a_bare_number_is_in_e_notation():
    alone, within = parser("-2e+1"), parser("1/(2e+1)")
    assert alone.doubts(alone.whole()) == set()
    assert within.doubts(within.whole()) == {"euler"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "syntax"),
        ("a+", "syntax"),
        ("*a", "syntax"),
        ("(a", "syntax"),
        ("a)", "syntax"),
        ("(a]", "syntax"),
        ("2 2", "syntax"),
        ("a 2", "syntax"),
        ("18,94", "grouping"),
        ("k", "syntax"),
        (r"\frac{a}", "syntax"),
        ("sqrt", "syntax"),
        ("⟦a⟧", "syntax"),
    ],
)
def test_what_fits_nowhere(text, code):
    with pytest.raises(Unreadable) as unread:
        parser(text).whole()
    assert unread.value.code == code


@pytest.mark.parametrize("text", ["2a", "a b", "sqrt a", "[a]", "50%", "a×b c"])
def test_keys_are_read_strictly(text):
    with pytest.raises(Unreadable):
        parser(text, lenient=False).whole()


@pytest.mark.parametrize("opening", ["(", "-", "2^", "√"])
def test_the_bound_on_depth(opening):
    def nested(depth):
        return opening * depth + "1" + (")" * depth if opening == "(" else "")

    assert parser(nested(limits.ANSWER_DEPTH)).whole()
    with pytest.raises(Unreadable) as unread:
        parser(nested(limits.ANSWER_DEPTH + 1)).whole()
    assert unread.value.code == "bound"


def test_blanks_separate_where_they_are_told_to():
    entries = parser("1 -2 3 - 4 a (b)", blanks=True)
    found = []
    while entries.next.kind != "end":
        found.append(shown(entries.expression()))
    assert found == ["1", "-2", "(3-4)", "a", "b"]


@pytest.mark.parametrize("text", ["3 ½", r"3 \frac{1}{2}"])
def test_where_blanks_separate_no_number_is_mixed(text):
    entries = parser(text, blanks=True)
    assert [shown(entries.expression()), shown(entries.expression())] == ["3", "(1/2)"]
    assert entries.next.kind == "end"


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("100/3 %", ["1/3"]),
        ("100/3%", ["10000/3", "1/3"]),
        ("73.11 %", ["7311/10000"]),
        ("1/2 million", ["500000"]),
        ("½ million", ["500000"]),
        ("½million", ["500000"]),
        ("2½ million", ["2500000"]),
        ("3 + ½ million", ["500003", "3500000"]),
        ("-1/2 %", ["-1/200"]),
        ("1 - 27 %", ["73/100", "-13/50"]),
        ("3 + 1 million", ["1000003", "4000000"]),
    ],
)
def test_what_a_percent_sign_or_million_at_the_end_is_of(text, ways):
    found = readings(text, Manner())
    assert list(dict.fromkeys(exact.text(reading.value) for reading in found)) == ways
