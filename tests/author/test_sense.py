"""Values that mean nothing, though every witness would agree on what comes out."""

import pytest

from qbank.author.pack import Packs
from qbank.author.solve import solve, variants
from qbank.errors import QbankError

PACKS = Packs()


@pytest.mark.parametrize(
    ("template", "given", "said"),
    [
        ("mask.cells", {"T": "-5"}, "T=-5: no negative number has a meaning here"),
        ("mask.cells", {"T": "1/2"}, "T=1/2: only whole numbers"),
        ("teacher_forcing.scheduled_sampling", {"T": 4, "q": "-3"}, "q=-3: "),
        ("mask.masked_row", {"scores": "[3,1,4,3]", "i": "-1"}, "i=-1: no negative"),
        (
            "decoding.path_probabilities",
            {"greedy": "[2,2,2]", "other": "[1/2,1/2,1/2]"},
            "greedy=.* from 0 to 1",
        ),
        ("decoding.greedy_decoding", {"T": 4, "table": "[[1]]"}, "means nothing for T=4"),
        (
            "decoding.nucleus",
            {"probs": "[1/2,1/4]", "p": "3/4"},
            "sums to 3/4; write probabilities that sum to 1",
        ),
        ("decoding.search_sizes", {"V": 3, "T": 4, "k": 5}, "k = 5 beams, of V = 3 first tokens"),
        (
            "smoothing.divergence",
            {"y": 1, "eps": "3/10", "share": "all", "p": "[1/2,1/4,1/8]"},
            "sums to 7/8",
        ),
    ],
)
def test_what_means_nothing_is_refused(template, given, said):
    with pytest.raises(QbankError, match=said):
        variants(PACKS.template(template), given)


@pytest.mark.parametrize(
    ("template", "given"),
    [
        ("normalization.layer_norm_rows", {"B": 1, "X": "[[-1/2, 3/4, 100]]", "eps": "1/100000"}),
        ("attention.context", {"q": "[1, 2, 1]", "K": "[[0, 1, -1]]", "V": "[[-5, 1/2, 7]]"}),
        ("mask.cells", {"T": 1_000}),
    ],
)
def test_data_and_other_sizes_are_welcome(template, given, lab):
    assert solve(PACKS.template(template), given, lab).answers
