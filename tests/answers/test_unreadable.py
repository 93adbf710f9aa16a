"""Every code that is raised is in the table, and every code of the table is raised."""

import ast
from pathlib import Path

from qbank import answers
from qbank.answers.unreadable import CODES, Unreadable
from qbank.errors import QbankError


def raised():
    for path in Path(answers.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Unreadable"
            ):
                yield node.args[0].value


def test_the_table_of_codes_is_complete():
    assert set(raised()) == set(CODES)


def test_it_is_an_error_of_the_house_with_a_hint():
    unread = Unreadable("syntax", "a thing", "write another")
    assert isinstance(unread, QbankError)
    assert str(unread) == "a thing; write another"
    assert (unread.code, unread.char) == ("syntax", None)
