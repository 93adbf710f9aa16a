"""The shipped audit of public questions: each verdict is the one that its entry expects."""

import re

import pytest

from qbank.author.audit.entries import read_entries
from qbank.author.audit.opinion import Opinion, audit
from qbank.home import AUDITS

ENTRIES = read_entries(AUDITS / "public.yaml", tuple(map(str, Opinion)))
QUESTIONS = 64
ASKABLE = 55


def question(entry):
    """The public question that an entry belongs to: several answers may have been published for one."""
    return re.match(r"pq-\d+", entry.id)[0]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_verdict_is_what_the_entry_expects(packs, lab, entry):
    finding = audit(entry, packs, lab)
    assert str(finding.opinion) == entry.expect, finding.why


def test_most_questions_can_be_asked():
    asked = {question(entry) for entry in ENTRIES if entry.expect != Opinion.CANNOT}
    assert len({question(entry) for entry in ENTRIES}) == QUESTIONS
    assert len(asked) >= ASKABLE
