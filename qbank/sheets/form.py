"""A table to type answers into, which `qbank check` reads as it is."""

import csv
import io

from qbank.sheets.sheet import Sheet

HEADER = ("question", "number", "answer", "student")


def compose(sheet: Sheet) -> str:
    """CSV, a row for each thing that is asked: its id and number filled in, answer and student left blank."""
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(HEADER)
    rows.writerows((name, number, "", "") for number, name in sheet.names().items())
    return table.getvalue()
