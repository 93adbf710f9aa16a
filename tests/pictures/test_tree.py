"""The search tree: each number on its own branch, kept beams in bold."""

import pytest

from qbank import pictures
from qbank.errors import QbankError
from qbank.pictures.elements import THICK

from .samples import FIGURES, elements, with_data


def place(figure, name):
    (text,) = [text for text in elements(figure, "text") if text.text == name]
    return float(text.get("x")), float(text.get("y"))


def test_a_token_lies_right_of_its_parent_and_parents_lie_between_their_children():
    start, a, cat, dog = (place(FIGURES["tree"], name) for name in ("start", "a", "cat", "dog"))
    assert start[0] < a[0] < cat[0] == dog[0]
    assert a[1] == pytest.approx((cat[1] + dog[1]) / 2, abs=0.02)


def test_a_number_lies_on_the_branch_to_its_token():
    a, number, cat = (place(FIGURES["tree"], name) for name in ("a", "0.7", "cat"))
    assert a[0] < number[0] < cat[0]
    assert cat[1] < number[1] < a[1]


def test_kept_beams_are_bold_in_letters_frame_and_branch():
    bold = {text.text for text in elements(FIGURES["tree"], "text") if text.get("font-weight")}
    assert bold == {"a", "0.6"}
    thick = [
        e
        for name in ("rect", "polyline")
        for e in elements(FIGURES["tree"], name)
        if e.get("stroke-width") == str(THICK)
    ]
    assert len(thick) == 2


def test_without_a_note_the_drawing_is_lower():
    assert pictures.size(with_data("tree", note=""))[1] < pictures.size(FIGURES["tree"])[1]


@pytest.mark.parametrize(
    ("nodes", "complaint"),
    [
        ([], "list of 1"),
        ([{"parent": 0, "token": "a", "number": "1"}], "parents"),
        ([{"parent": -1, "token": "a"}], "no 'number'"),
        ([{"parent": -1, "number": "1"}], "no 'token'"),
        ([{"parent": -1, "token": "a", "number": "much"}], "must be numbers"),
        (["a"], "must be objects"),
    ],
)
def test_other_data_are_refused(nodes, complaint):
    with pytest.raises(QbankError, match=complaint):
        pictures.svg(with_data("tree", nodes=nodes))
