import pytest

from qbank.answers.habits import bare, otherwise, sides
from qbank.answers.unreadable import Unreadable


@pytest.mark.parametrize(
    "text",
    [
        "0.5", "[0.5, 0.25]", "2*3^4", "sin(0)", "e/(e+1)", "d_model^2", "1/2 + e", "(5", "04.03.", "5..",
        "torch", "2E+1", "[1, ..., 3]", "1e-5", "[1,(2)/(3)]", "1/2,(3)",
    ],
)  # fmt: skip
def test_nothing_is_taken_from_a_plain_answer(text):
    assert bare(text) == text


@pytest.mark.parametrize(
    "printed",
    [
        "tensor(0.5)", "tensor(0.5, dtype=torch.float64)", "tensor(0.5, grad_fn=<DivBackward0>)", "array(0.5)",
        "tensor(0.5, device='cuda:0', grad_fn=<DivBackward0>)", "np.float64(0.5)", "numpy.float32(0.5)", "float(0.5)",
        "Decimal('0.5')", 'Decimal("0.5")', "mpf('0.5')", "Float('0.5', precision=53)", "torch.tensor(0.5)",
        "tf.Tensor(0.5, shape=(), dtype=float32)", "Array(0.5, dtype=float32)", "[1] 0.5",
    ],
)  # fmt: skip
def test_what_programs_print_around_a_number(printed):
    assert bare(printed) == "0.5"


@pytest.mark.parametrize(
    "printed",
    [
        "tensor([1, 2])", "tensor([1, 2], device='cuda:0')", "array([1, 2],\n      dtype=float32)", "np.array([1, 2])",
        "torch.Size([1, 2])", "torch.size([1, 2])", "TensorShape([1, 2])", "list([1, 2])", "Matrix([1, 2])",
        "Parameter containing:\ntensor([1, 2], requires_grad=True)", "tf.Tensor([1, 2], shape=(2,), dtype=int32)",
        "w = [1, 2]", "w = tensor([1, 2])", "size [1, 2]", "x.shape: [1, 2]", "[np.int64(1), np.int64(2)]",
        "softmax(x) = [1, 2]", "[1, 2].",
    ],
)  # fmt: skip
def test_what_programs_and_people_write_around_a_list(printed):
    assert bare(printed) == "[1, 2]"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("Fraction(3, 4)", "(3/4)"),
        ("[Rational(1, 2), Rational(1, 3)]", "[(1/2), (1/3)]"),
        ("c(0.5, 0.25)", "0.5, 0.25"),
        ("np.exp(1)/(1+np.exp(1))", "exp(1)/(1+exp(1))"),
        ("PI()/4", "pi/4"),
        ("1.5*^7", "1.5*10^7"),
        ("75 percent", "75%"),
        ("1.5 E+7", "1.5E+7"),
        ("[1] 3 1 4\n[4] 1 5", "3 1 4 1 5"),
        ("75 per cent", "75%"),
        ("2.36 Mio. parameters", "2.36 Mio parameters"),
        ("8d^2 +\n2d", "8d^2 +2d"),
        ("N = 8d^2", "8d^2"),
        ("a_{2,1} = 5", "5"),
        ("e/(e+1) = 0.7311", "e/(e+1) = 0.7311"),
        ("sin(0) = 0", "sin(0) = 0"),
    ],
)
def test_other_habits(typed, text):
    assert bare(typed) == text


@pytest.mark.parametrize(
    "typed",
    [
        "loss = 0.5", "ε=0.5", "p_1 = 0.5", "P(A|B) = 0.5", "cross entropy loss: 0.5", "x ≈ 0.5", "x := 0.5", "= 0.5",
        "≈ 0.5", "~0.5", "ca. 0.5", "approx 0.5", "approximately 0.5", "about 0.5", "p = ca. 0.5", "The answer is 0.5.",
        "0.5…", "0.5...", "0.5.", "0.5 .", "0.5;",
    ],
)  # fmt: skip
def test_names_doubts_and_full_stops(typed):
    assert bare(typed) == "0.5"


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("3:10", "date", "write / to divide, as in 3/10"),
        ("e : (e+1)", "syntax", "a colon"),
        ("a = b = 3", "form", "several names"),
        ("0.(3)", "form", "write it as a fraction"),
        ("0.1(6)", "form", "write it as a fraction"),
        ("-0,1(6)", "form", "write it as a fraction"),
        ("0x10", "form", "hexadecimal"),
        ("lambda: 0", "syntax", "a colon"),
    ],
)
def test_what_could_be_read_as_another_number_is_refused(typed, code, said):
    with pytest.raises(Unreadable, match=said) as unread:
        bare(typed)
    assert unread.value.code == code


def test_a_declared_name_is_no_label():
    assert bare("d: 2") == "2"
    with pytest.raises(Unreadable):
        bare("d: 2", ("d",))
    assert bare("d = 2f", ("d", "f")) == "2f"
    assert bare("ca 5") == "5"
    assert bare("ca 5", ("ca",)) == "ca 5"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("0·7311", ["0.7311"]),
        ("1.8944 × 107", ["1.8944 × 10^7"]),
        ("1.7 · 10−4", ["1.7 · 10^−4"]),
        ("1.8944 e+7", ["1.8944e+7"]),
        ("0.66…", ["(0.66+6/900)"]),
        ("-0,3...", ["-(0.3+3/90)"]),
        ("0.5", []),
        ("2·d", []),
        ("10·3", ["10.3"]),
    ],
)
def test_what_may_have_been_meant(typed, meant):
    assert otherwise(typed) == meant


def test_an_answer_in_two_forms_has_two_sides():
    assert sides("1/2 = 0.5") == ["1/2", "0.5"]
    assert sides("1/3 ≈ 0.33") == ["1/3", "0.33"]
    for text in ("1 = 2 = 3", "1 =", "= ="):
        with pytest.raises(Unreadable):
            sides(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('Rational("3/4")', "(3/4)"),
        ("fractions.Fraction(3, 4)", "(3/4)"),
        ("Fraction('3/4')", "(3/4)"),
        ("50percent", "50%"),
        ("50 per cent", "50%"),
    ],
)
def test_fractions_and_percentages_in_words(text, plain):
    assert bare(text) == plain


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("9:5", "as in 9/5"),
        ("(T-1):2", "as in (T-1)/2"),
        ("45:", "write / to divide"),
        ("1:2:3", "write / to divide"),
    ],
)
def test_a_colon_is_explained_where_it_may_divide(text, hint):
    with pytest.raises(Unreadable) as unread:
        bare(text)
    assert (unread.value.hint or "").endswith(hint)


def test_a_declared_name_before_brackets_is_no_label():
    with pytest.raises(Unreadable):
        bare("T(T-1):2", ("T",))
    assert bare("P(A): 2", ("T",)) == "2"


def test_an_equals_sign_with_nothing_beside_it():
    with pytest.raises(Unreadable, match="nothing on one side"):
        sides("45 =")
