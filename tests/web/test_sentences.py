"""Sentences that the service's own code says: as they are, in other words, and kept in a database."""

import ast
import re

import pytest
from sqlalchemy import insert, select

from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import notices
from qbank.web.base.sentences import Sentence, packed, unpacked
from qbank.web.base.texts import Texts

from ..labels import Marked
from . import texts

NESTED = Sentence("%(one)s or as %(other)s", one=Sentence("no %% of it", n=1), other="100 %(x)s")


def test_a_sentence_is_its_english():
    assert NESTED == "no % of it or as 100 %(x)s"
    assert Sentence("100 %") == "100 %"


def test_it_is_said_in_other_words_with_what_stands_in_it():
    marked = Texts("de", Marked())
    assert marked.said(NESTED) == "⟦⟦no % of it⟧ or as 100 %(x)s⟧"
    assert marked.said(Sentence("100 %")) == "⟦100 %⟧"
    assert marked.said("") == ""


@pytest.mark.parametrize(
    "said", [NESTED, Sentence("100 %"), "plain", "", '\x1f{"text": "%(x)s", "given": {}}', "\x1f"]
)
def test_what_is_kept_is_found_again(both, said):
    both.store.write(lambda c: c.execute(insert(notices).values(kind="x", sentence=said, made=0)) and None)
    with both.store.read() as connection:
        found = connection.scalars(select(notices.c.sentence)).one()
    assert found == said == unpacked(packed(said))
    if said is NESTED:
        assert Texts("de", Marked()).said(found) == "⟦⟦no % of it⟧ or as 100 %(x)s⟧"


def test_a_refusal_says_its_sentence():
    refusal = Refusal(422, "At most %(most)s.", field="name", most=3)
    assert (refusal.sentence, str(refusal), refusal.beside()) == (
        "At most 3.",
        "At most 3.",
        {"name": "At most 3."},
    )
    assert Refusal(422, NESTED).sentence is NESTED


def test_no_sentence_is_made_of_parts_before_it_is_said():
    """One that is stands in no catalogue: what belongs into it is given beside it."""
    for path, argument in texts.arguments():
        for node in ast.walk(argument):
            assert not isinstance(node, ast.BinOp), f"{path}:{node.lineno}"
            own = [part.value for part in getattr(node, "values", ()) if isinstance(part, ast.Constant)]
            assert not re.search("[a-z]", "".join(own)), f"{path}:{node.lineno}"
