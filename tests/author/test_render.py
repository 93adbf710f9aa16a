"""Template texts: numbers as people write them, in prose and in mathematics."""

import pytest
from flint import fmpq

from qbank.author.render import Phrase, Text
from qbank.errors import QbankError
from qbank.exact import Whole, inf, sqrt

VALUES = {
    "T": Whole(2048),
    "n": Whole(-3),
    "eps": fmpq(1, 10),
    "third": fmpq(1, 3),
    "root": sqrt(Whole(6)) / 2,
    "x": (Whole(2), Whole(-1), fmpq(1, 2)),
    "X": ((Whole(1), Whole(2)), (Whole(3), Whole(4096))),
    "row": (Whole(1), -inf),
    "bias": Phrase("with biases", True),
    "word": "query",
}


@pytest.mark.parametrize(
    ("source", "rendered"),
    [
        ("<< T >> tokens", "2,048 tokens"),
        ("$<< T >> \\times 2$", "$2{,}048 \\times 2$"),
        ("$$\\frac{<< T >>}{2}$$ and << T >>", "$$\\frac{2{,}048}{2}$$ and 2,048"),
        ("\\$5 and << T >>, $<< n >>$", "\\$5 and 2,048, $-3$"),
        ("<< n >>", "−3"),
        ("<< eps >> $<< eps >>$", "0.1 $0.1$"),
        ("<< third >> $<< third >>$", "1/3 $\\frac{1}{3}$"),
        ("<< root >>, $<< root >>$, << root|decimal(4) >>", "√6/2, $\\frac{\\sqrt{6}}{2}$, 1.2247"),
        ("<< x >>", "[2, −1, 0.5]"),
        ("<< x|decimal(2) >> $<< x|decimal(1) >>$", "[2.00, −1.00, 0.50] $[2.0, -1.0, 0.5]$"),
        ("<< X >>", "[[1, 2], [3, 4096]]"),
        ("$<< X >>$", "$\\begin{bmatrix} 1 & 2 \\\\ 3 & 4096 \\end{bmatrix}$"),
        ("<< row >>, $<< row >>$", "[1, −∞], $[1, -\\infty]$"),
        ("<< bias >><% if bias.value %>!<% endif %>", "with biases!"),
        ("the << word >>s, << x|length >> of them", "the querys, 3 of them"),
        ("<< T|figures(2) >>", "2000"),
        ("<% for v in x %><< v >>;<% endfor %>", "2;−1;0.5;"),
        ("<# a remark #>text", "text"),
    ],
)
def test_what_is_printed(source, rendered):
    assert Text(source, "t.yaml:1:1", frozenset(VALUES)).render(VALUES) == rendered


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<< unknown >>", "unknown name 'unknown'"),
        ("<< T + 1 >>", "arithmetic"),
        ("$<< T * 2 >>$", "arithmetic"),
        ("<< -T >>", "arithmetic"),
        ("<< 2**3 >>", "arithmetic"),
        ("<% if T %>", r"line 1 of this text"),
        ("<< T | shout >>", "shout"),
        ("<% include 'other' %>", "loader"),
    ],
)
def test_what_is_refused_at_load_time(source, found):
    with pytest.raises(QbankError, match=found):
        Text(source, "t.yaml:1:1", frozenset(VALUES)).render(VALUES)


@pytest.mark.parametrize(
    "source",
    ["<< T.__class__.__mro__ >>", "<< word.format.__globals__ >>", "<< x.__len__() >>", "<< missing >>"],
)
def test_the_sandbox_holds(source):
    with pytest.raises(QbankError, match=r"t\.yaml:1:1: "):
        Text(source, "t.yaml:1:1", frozenset(VALUES)).render(VALUES)
