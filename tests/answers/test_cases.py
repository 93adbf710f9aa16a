"""What people type, and the verdict it must get: the table in cases.yaml."""

from pathlib import Path

import pytest
import yaml

from qbank.answers import Word, grade, kind

GROUPS = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))
CASES = [(group, case) for group in GROUPS for case in group["cases"]]


@pytest.mark.parametrize(("group", "case"), CASES, ids=lambda item: str(item.get("text", ""))[:40])
def test_case(group, case):
    assert isinstance(case["text"], str)
    wanted = case["verdict"] if isinstance(case["verdict"], list) else [case["verdict"]]
    verdict = grade(
        group["answer"], group["key"], case["text"], unit=group.get("unit"), options=group.get("options")
    )
    assert verdict.verdict in wanted, verdict
    assert verdict.why
    assert verdict.why.endswith((".", "?"))
    assert (verdict.read_as is None) == (verdict.verdict in (Word.UNREADABLE, Word.BLANK, Word.UNDECIDED))


def test_the_table_is_sorted_by_kind():
    kinds = [kind(group["answer"]).name for group in GROUPS]
    assert list(dict.fromkeys(kinds)) == [
        "integer", "decimal", "exact", "vector", "matrix", "shape", "tokens", "expression", "choice", "choices",
    ]  # fmt: skip
    assert kinds == sorted(kinds, key=list(dict.fromkeys(kinds)).index)


def test_the_table_is_large_enough_to_mean_something():
    assert len(CASES) > 900
    assert {word for _, case in CASES for word in [case["verdict"]] if isinstance(word, str)} >= {
        "right",
        "partly",
        "wrong",
        "unreadable",
        "blank",
    }
