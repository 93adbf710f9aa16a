"""The quotes that make a row fit its header again."""

import pytest

from qbank.check.cells import Record
from qbank.check.header import read_header
from qbank.check.mends import mend

LONG, WIDE = "question,answer,student", "student,q1,q2,q3"


def mended(header, row, separator=","):
    read = read_header(Record("a.csv", 1, header.split(",")), "a.csv", None, [])
    return mend(row.split(separator), read, separator)


@pytest.mark.parametrize(
    ("header", "row", "mend"),
    [
        ("question,answer", "q1,18,944,000", '"18,944,000"'),
        (LONG, "q1,18,944,000", '"18,944,000"'),
        (LONG, "q1,18,944,000,ana", '"18,944,000"'),
        (LONG, "q1,18,944,000,,,", '"18,944,000"'),
        (LONG, "q1,18,944,4711", '"18,944"'),
        (LONG, "q1,-1,234,ana", '"-1,234"'),
        (LONG, "q1,0,9767,ana", '"0,9767"'),
        (LONG, "q1,0,9767,4711", '"0,9767"'),
        (LONG, "q1,2,4,3,ana", '"2,4,3"'),
        (LONG, "q1,[2,4,3],ana", '"[2,4,3]"'),
        (LONG, 'q1,["a", "b"],ana', '"[""a"", ""b""]"'),
        (LONG, "q1,0.9767,ana,x", None),
        (LONG, "A decoder, and so on,36,ana", None),
        (LONG, "q1,1\x1b,234,ana", None),
        ("student,question,answer", "ana,q1,18,944,000", '"18,944,000"'),
        (WIDE, "ana,1,18,944,7", '"18,944"'),
        (WIDE, "ana,(2,3),18,4", '"(2,3)"'),
        (WIDE, "ana,18,944,18,944", None),
        (WIDE, "ana,1,2,3,4", None),
        (WIDE, "17,944,1,2,3", None),
    ],
)
def test_mends(header, row, mend):
    assert mended(header, row) == mend


def test_other_separators_cut_no_groups():
    assert mended(LONG, "q1;18;944;ana", ";") == '"18;944"'  # numbers in a list
    assert mended(WIDE, "ana;1;18;944;7", ";") is None
    assert mended(WIDE, "ana;1;[18;944];7", ";") == '"[18;944]"'
