import pytest

from qbank.answers import grade
from qbank.answers.slips import FEEDBACK

D4 = {"kind": "decimal", "places": 4}
VECTOR = {"kind": "vector", "of": D4}
MATRIX = {"kind": "matrix", "of": "integer"}
FORMULA = {"kind": "expression", "names": ["d", "f"]}


@pytest.mark.parametrize(
    ("answer", "key", "text", "names"),
    [
        ("integer", "36", "-36", ["sign"]),
        ("integer", "36", "35", ["off_by_one"]),
        ("integer", "36", "72", ["factor_2"]),
        ("integer", "36", "18", ["factor_2"]),
        ("integer", "36", "3600", ["percent"]),
        ("integer", "36", "360", ["power_of_ten"]),
        ("integer", "37000", "37.000", ["power_of_ten"]),
        ("integer", "2", "1", ["factor_2", "off_by_one"]),
        ("integer", "36", "50", []),
        ("integer", "0", "1", []),
        (D4, "e/(e+1)", "-0.7311", ["sign"]),
        (D4, "e/(e+1)", "73.1059", ["percent"]),
        (D4, "e/(e+1)", "1.3679", ["reciprocal"]),
        (D4, "e/(e+1)", "1.4621", ["factor_2"]),
        (D4, "e/(e+1)", "0.7310", ["truncated"]),
        (D4, "e/(e+1)", "0.0000", []),
        (D4, "1/3", "0.0001", []),
        ("exact", "3/4", "4/3", ["reciprocal"]),
        ("exact", "sqrt(2)", "-sqrt(2)", ["sign"]),
        (VECTOR, "[e/(e+1),1/(e+1),0]", "[0, 0.7311, 0.2689]", ["permuted"]),
        (VECTOR, "[e/(e+1),1/(e+1),0]", "[0.7311, 0.2689]", ["length"]),
        (VECTOR, "[e/(e+1),1/(e+1),0]", "[0.7311, 0.4, 0]", ["sum"]),
        (VECTOR, "[e/(e+1),1/(e+1),0]", "[0.5, 0.5, 0]", []),
        (VECTOR, "[e/(e+1),1/(e+1),0]", "[-0.7311, -0.2689, 0]", ["sign", "sum"]),
        (MATRIX, "[[1,2],[3,4]]", "[[1,3],[2,4]]", ["transposed"]),
        (MATRIX, "[[1,2,3],[4,5,6]]", "[[1,4],[2,5],[3,6]]", ["transposed"]),
        (MATRIX, "[[1,2],[3,4]]", "[[4,3],[2,1]]", ["permuted"]),
        (MATRIX, "[[1,2],[3,4]]", "[1,2,3,4]", []),
        ({**MATRIX, "infinite": True}, "[[0,-inf],[0,0]]", "[[0,0],[-inf,0]]", ["transposed"]),
        ({**MATRIX, "infinite": True}, "[[0,-inf],[0,0]]", "[[-inf,0],[0,0]]", ["permuted"]),
        ("shape", "[2,4,3,5]", "[2,4,5,3]", ["permuted"]),
        ("shape", "[2,4,3,5]", "[2,4,3]", ["length"]),
        ("tokens", "[BOS,A,B]", "A, B, BOS", ["permuted"]),
        ("tokens", "[BOS,A,B]", "A, B", ["length"]),
        (FORMULA, "8*d^2+2*d*f+15*d+f", "8d^2+2df+14d+f", ["short_by"]),
        (FORMULA, "8*d^2+2*d*f+15*d+f", "8d^2+2df+16d+f", ["over_by"]),
        (FORMULA, "8*d^2+2*d*f+15*d+f", "16d^2+4df+30d+2f", ["factor_2"]),
        (FORMULA, "8*d^2+2*d*f+15*d+f", "-8d^2-2df-15d-f", ["sign"]),
        (FORMULA, "8*d^2+2*d*f+15*d+f", "d^5", []),
        ("choice", "A", "B", []),
    ],
)
def test_what_may_have_gone_wrong(answer, key, text, names):
    assert [name for diagnosis in grade(answer, key, text).diagnosis for name in diagnosis.names] == names


def test_what_a_formula_lacks_is_shown():
    assert "short by d" in grade(FORMULA, "8*d^2+2*d*f+15*d+f", "8d^2+2df+14d+f").why


def test_two_that_fit_are_both_possible():
    why = grade("integer", "2", "1").why
    assert "Possibly" in why
    assert FEEDBACK["factor_2"] in why
    assert FEEDBACK["off_by_one"] in why


def test_what_cannot_be_decided_is_not_said():
    verdict = grade("exact", "pi", "sin(1)^2+cos(1)^2+1")
    assert (verdict.verdict, verdict.diagnosis) == ("wrong", ())


@pytest.mark.parametrize(
    ("places", "key", "text", "name"),
    [
        (4, "12/100000", "1e-5", None),
        (4, "12/100000", "0.00006", "factor_2"),
        (2, "-5/7", "-0.01", None),
        (2, "-5/7", "-71.43", "percent"),
        (2, "6/25", "0.02", None),
        (2, "6/25", "0.024", "power_of_ten"),
        (2, "6/25", "2.4", "power_of_ten"),
    ],
)
def test_a_slip_fits_in_its_first_digits_too(places, key, text, name):
    verdict = grade({"kind": "decimal", "places": places}, key, text)
    assert [slip for diagnosis in verdict.diagnosis for slip in diagnosis.names] == ([name] if name else [])
