from flint import fmpq

from qbank.exact import sqrt
from qbank.exact.number import function
from qbank.exact.terms import UNIT
from qbank.exact.unfolding import has_whole_root, unfolded

INSIDE = 1 + sqrt(2)
ROOT = function("root", INSIDE)
HALF = fmpq(1, 2)


def raised(exponent, n=1):
    return (n, 0, ((ROOT, exponent),))


def test_whole_powers_come_out_of_roots():
    terms = {raised(fmpq(3, 2)): fmpq(5), raised(1, 3): fmpq(7), raised(HALF): fmpq(2), UNIT: fmpq(1)}
    assert unfolded(terms) == {
        ((ROOT, 1),): {raised(HALF): 5, (3, 0, ()): 7},
        (): {raised(HALF): 2, UNIT: 1},
    }


def test_negative_powers_come_out_too():
    assert unfolded({raised(-HALF): fmpq(1)}) == {((ROOT, -1),): {raised(HALF): 1}}


def test_where_nothing_comes_out():
    assert not has_whole_root({raised(HALF): fmpq(1), UNIT: fmpq(1)})
    assert has_whole_root({raised(HALF): fmpq(1), raised(1): fmpq(1)})
    assert has_whole_root({raised(-HALF): fmpq(1)})


def test_the_value_stays():
    root = sqrt(INSIDE)
    assert root**3 == INSIDE * root
    assert 1 / root == root / INSIDE
    assert (root + 1) ** 4 == INSIDE**2 + 4 * INSIDE * root + 6 * INSIDE + 4 * root + 1
