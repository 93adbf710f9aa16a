"""What an answer earns never depends on the rows around it."""

import contextlib
import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.cli.check import command
from tests.check.samples import CELLS, CLAIM, CLAIMS, LAYER, WEIGHT, make_bank

from .budget import EXAMPLES, proven

STUDENTS = ("ana", "ben", "cy", "dot", "eve", "Ää", "=cmd")
TYPED = {
    f"{CELLS.id}.blocked": ("36", "45", "4*9", "1e400", "", "９*4", "9**9**9"),
    f"{CELLS.id}.open": ("45", "36", "forty", "45,0"),
    WEIGHT.id: ("0.7311", "0.7310", "0,73", "e/(e+1)", "0.7312", "nan", "1,234", "№", "=1+1"),
    LAYER.id: ("4,204,032", "4,195,840", "4.2 M", "4.204.032", "4 204 032\nparameters"),
    CLAIM.id: ("A", "b", "False", "maybe"),
    CLAIMS.id: ("A, C", "AB", "one; three", "none", 'a "b"'),
}
KEYS = st.tuples(st.sampled_from(STUDENTS), st.sampled_from(tuple(TYPED)))
ROWS = st.dictionaries(KEYS, st.integers(0, 8), min_size=1, max_size=12).map(
    lambda rows: [(*key, TYPED[key[1]][at % len(TYPED[key[1]])]) for key, at in rows.items()]
)
STRANGE = st.lists(
    st.sampled_from(
        (
            "zoe,nothing,5\n",
            "zoe,1,2,3,4\n",
            'zoe,"q"x,5\n',
            "zoe\n",
            "\n",
            f'zoe,{WEIGHT.id},"7\n8"\n',
            "zoe,,\n",
        )
    ),
    max_size=3,
)


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """From the text of a table to who was asked what, and all that the report says about it but the line."""
    folder = tmp_path_factory.mktemp("neighbours")
    bank, given_file = make_bank(folder / "bank").folder, folder / "a.csv"

    def run(text):
        given_file.write_text(text, encoding="utf-8", newline="")
        with contextlib.redirect_stdout(io.StringIO()) as made, contextlib.redirect_stderr(io.StringIO()):
            command.main([str(given_file), "--bank", str(bank), "--format", "csv"], standalone_mode=False)
        return {tuple(row[1:3]): row[3:] for row in csv.reader(io.StringIO(made.getvalue(), newline=""))}

    return run


def table(rows, strange=()):
    """The text of a table, with strange lines spread among its rows."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["student", "question", "answer"])
    for at, row in enumerate(rows):
        writer.writerow(row)
        file.write("".join(strange[at:] if at == len(rows) - 1 else strange[at : at + 1]))
    return file.getvalue()


@settings(proven, max_examples=max(EXAMPLES // 5, 10))  # each runs the command twice
@given(ROWS, st.data(), STRANGE)
def test_what_an_answer_earns_depends_on_no_other_row(verdicts, rows, data, strange):
    all_of_them = verdicts(table(rows))
    some = data.draw(st.lists(st.sampled_from(rows), min_size=1, unique=True))
    others = verdicts(table(data.draw(st.permutations(some)), strange))
    for student, question, _ in some:
        shown = ("'" + student if student.startswith("=") else student, question)
        assert others[shown] == all_of_them[shown]
