"""Every checkable fact of the seeds is computed by a test here, or stands in `facts.yaml` with the reason why not."""

import re
from pathlib import Path

import yaml

FOLDER = Path(__file__).parent
FACTS = yaml.safe_load((FOLDER / "facts.yaml").read_text(encoding="utf-8"))
_ID = re.compile(r"\bs[0-4]-(?:[a-z]+-)?\d+\b")
_FROM_TO = re.compile(r"\b(s[0-4]-(?:[a-z]+-)?)(\d+)…(\d+)\b")


def computed():
    """The facts that tests name in their ids or docstrings; `s4-01…04` names four."""
    found = set()
    for path in FOLDER.glob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(_ID.findall(text))
        for stem, first, last in _FROM_TO.findall(text):
            found |= {f"{stem}{n:02}" for n in range(int(first), int(last) + 1)}
    return found


def test_every_fact_has_its_place():
    ids, reasons = set(FACTS["ids"]), FACTS["not_executed"]
    assert len(ids) == len(FACTS["ids"]) == 178
    assert computed() & ids | set(reasons) == ids
    assert not set(reasons) & computed(), "what a test computes needs no reason"
    assert all(reasons.values())


def test_most_facts_are_executed():
    assert len(computed() & set(FACTS["ids"])) >= 150


def test_what_the_seeds_have_wrong_is_computed_too():
    """A wrong or irreproducible figure is tested as what it should be, or listed with the reason."""
    assert len(FACTS["wrong_or_irreproducible"]) == 9
    assert set(FACTS["wrong_or_irreproducible"]) <= computed() | set(FACTS["not_executed"])
