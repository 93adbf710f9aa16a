import csv
import io

from qbank.sheets import form
from qbank.sheets.sheet import lay_out


def test_a_row_for_each_thing_that_is_asked(questions) -> None:
    sheet = lay_out(questions, "Quiz")
    rows = list(csv.DictReader(io.StringIO(form.compose(sheet))))
    assert {row["number"]: row["question"] for row in rows} == sheet.names()
    assert len(rows) == 8
    assert {(row["answer"], row["student"]) for row in rows} == {("", "")}
