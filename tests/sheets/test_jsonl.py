import json

from qbank.sheets import jsonl
from qbank.sheets.sheet import lay_out
from qbank.stored import question_from_json


def test_bank_lines_in_the_order_of_the_sheet(questions, unkind) -> None:
    turned = [*reversed(questions), *unkind]
    texts = jsonl.compose(lay_out(turned, "Quiz"), turned)
    assert list(texts) == [""]
    lines = texts[""].removesuffix("\n").split("\n")
    assert [question_from_json(json.loads(line), "x") for line in lines] == turned


def test_nothing_is_too_odd(unkind) -> None:
    assert not any(jsonl.objection(question) for question in unkind)
