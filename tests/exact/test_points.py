import pytest

from qbank.exact.points import points


@pytest.mark.parametrize("names", ["p", "ab", "abc", "abcdefgh"])
def test_every_name_has_a_number_of_its_own(names):
    found = list(points(names))
    assert len(found) <= 2 * len(names) + 7
    for point in found:
        assert point.keys() == set(names)
        assert len(set(point.values())) == len(names)


@pytest.mark.parametrize("names", ["p", "ab", "abcd"])
def test_every_name_is_tried_on_either_side_of_0_and_1(names):
    for name in names:
        values = [point[name] for point in points(names)]
        assert any(value < 0 for value in values)
        assert any(0 < value < 1 for value in values)
        assert any(value > 100 for value in values)


def test_names_are_tried_in_either_order_and_as_parts_of_a_whole():
    found = list(points("ab"))
    assert {point["a"] < point["b"] for point in found if min(point.values()) > 1} == {True, False}
    assert any(0 < point["a"] < 1 < point["b"] for point in found)
    assert any(0 < point["b"] < 1 < point["a"] for point in found)
    assert any(min(point.values()) > 0 and sum(point.values()) < 1 for point in points("abcdefgh"))
