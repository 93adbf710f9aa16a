"""Where each student's answer to each question stands."""

from qbank.check.places import Places


def test_what_was_put_is_found_and_nothing_else():
    places = Places()
    assert places.get(0, 0) is None
    places.put(0, 0, 0)
    places.put(1, 63, 7)
    places.put(1, 64, 8)
    assert (places.get(0, 0), places.get(1, 63), places.get(1, 64)) == (0, 7, 8)
    assert places.get(0, 1) is None
    assert places.get(64, 1) is None
    places.put(1, 63, 9)
    assert places.get(1, 63) == 9


def test_it_is_a_mapping_from_pairs_also_where_they_lie_far_apart():
    places, plain = Places(), {}
    for answer in range(3_000):
        pair = answer * 7_919 % 1_009, answer * 104_729 % 2**20
        plain[pair] = answer
        places.put(*pair, answer)
    assert all(places.get(*pair) == answer for pair, answer in plain.items())
    assert places.get(1_009, 0) is None
