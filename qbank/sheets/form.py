"""A table to type answers into, which `qbank check` reads as it is."""

import csv
import io

from qbank.sheets.sheet import Sheet

HEADER = ("question", "number", "answer", "student")


def compose(*sheets: Sheet) -> str:
    """CSV, a row for each thing that is asked: its id and number filled in, answer and student left blank.

    Several versions have a column that says which.
    """
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    several = len(sheets) > 1
    rows.writerow(("version", *HEADER) if several else HEADER)
    for sheet in sheets:
        which = (sheet.version,) if several else ()
        rows.writerows((*which, name, number, "", "") for number, name in sheet.names().items())
    return table.getvalue()
