import pytest

from qbank.exact import Number, e, log, pi, power, sqrt, symbol
from qbank.exact.order import in_order, leading
from qbank.exact.terms import UNIT

d, f = symbol("d"), symbol("f")


@pytest.mark.parametrize(
    "values",
    [
        [d**2, d * f, f**2, d, f],
        [d**3 * f, d**2 * f**2, d, 1],
        [d * e, d, e**3, e],
        [e**3, e, sqrt(2), 1],
        [e * pi, e, log(2), sqrt(5), 1],
        [pi**2, pi, sqrt(2), sqrt(3), 1],
        [power(d, sqrt(4) / 4), e, 1],
    ],
)
def test_the_order_of_writing(values):
    monomials = [next(iter(x.over)) if isinstance(x, Number) else UNIT for x in values]
    terms = dict.fromkeys(reversed(monomials), 1)
    assert in_order(terms) == monomials
    assert leading(terms) == monomials[0]
