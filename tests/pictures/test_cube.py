"""The block of cells: every visible face once, shaded where its cell is."""

import pytest

from qbank import pictures
from qbank.errors import QbankError
from qbank.pictures.elements import BLUE

from .samples import FIGURES, elements, with_data


def shaded(figure):
    return sum(face.get("fill") == BLUE for face in elements(figure, "polygon"))


def test_front_top_and_side_are_drawn_once():
    assert len(elements(FIGURES["cube"], "polygon")) == 3 * 4 + 3 * 2 + 4 * 2


def test_a_corner_cell_shows_three_faces_and_the_one_behind_it_two():
    assert shaded(FIGURES["cube"]) == 3 + 2
    assert len(elements(FIGURES["cube"], "polyline")) == 5 * 5


def test_a_cell_inside_is_not_seen():
    assert shaded(with_data("cube", shaded=[[0, 1, 1]])) == 0


def test_a_whole_channel_shows_on_all_three_sides():
    channel = [[n, 0, k] for n in range(3) for k in range(2)]
    assert shaded(with_data("cube", shaded=channel)) == 3 + 3 * 2 + 2


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"axes": [["a", 1], ["b", 2]]}, "list of 3"),
        ({"axes": [["a", 0], ["b", 2], ["c", 2]]}, "at least one"),
        ({"axes": [["a", 13], ["b", 2], ["c", 2]]}, "from 0 to 12"),
        ({"axes": [["a"], ["b", 2], ["c", 2]]}, "a name and a size"),
        ({"shaded": [[3, 0, 0]]}, "from 0 to 2"),
        ({"shaded": [[0, 0]]}, "cells such as"),
    ],
)
def test_other_data_are_refused(changed, complaint):
    with pytest.raises(QbankError, match=complaint):
        pictures.svg(with_data("cube", **changed))
