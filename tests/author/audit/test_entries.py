"""Files of published answers: texts as typed, and refusals with line and column."""

import re

import pytest

from qbank.author.audit.entries import read_entries
from qbank.author.audit.opinion import Opinion
from qbank.errors import QbankError

VERDICTS = tuple(map(str, Opinion))


def entries(tmp_path, text):
    path = tmp_path / "key.yaml"
    path.write_text(text, encoding="utf-8")
    return read_entries(path, VERDICTS)


def test_texts_stay_as_they_were_typed(tmp_path):
    """The last zero of 0.880 says how many places were published."""
    (entry,) = entries(
        tmp_path,
        "- {template: t.x, parameters: {Q: [[1, 0.50]], n: 3}, conventions: {bias: true}, published: [0.880, 1e-3]}",
    )
    assert entry.parameters == {"Q": "[[1, 0.50]]", "n": "3"}
    assert entry.conventions == {"bias": "true"}
    assert entry.published == {"": "[0.880, 1e-3]"}
    assert entry.id == "entry 1"


def test_answers_by_part_and_formulas(tmp_path):
    first, second = entries(
        tmp_path,
        "- {id: a, published: {blocked: 10, open: 15}}\n- {id: b, formula: 12d^2, parameters: {f: 4d}}\n",
    )
    assert first.published == {"blocked": "10", "open": "15"}
    assert (second.formula, second.parameters) == ({"": "12d^2"}, {"f": "4d"})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", r"key\.yaml:1:1: no list of published answers; write a list: "),
        ("a: 1\n", r"key\.yaml:1:1: no list of published answers"),
        ("- 12\n", r"key\.yaml:1:3: an entry is expected here"),
        ("- {id: a}\n- {templat: x}\n", r"key\.yaml:2:4: unknown key 'templat'; did you mean 'template'\?"),
        ("- {id: a}\n- {id: a}\n", r"key\.yaml:2:3: the id 'a' stands here twice"),
        ("- {published: 1, formula: d}\n", r"key\.yaml:1:3: published and formula in one entry"),
        ("- {parameters: [1]}\n", r"key\.yaml:1:4: parameters is no mapping"),
        ("- {parameters: {d: }}\n", r"key\.yaml:1:17: d has no value"),
        ("- {published: {a: {b: 1}}}\n", r"key\.yaml:1:16: a has no value"),
        ("- {note: {a: 1}}\n", r"key\.yaml:1:4: note is no text"),
        ("- {expect: agree}\n", r"key\.yaml:1:4: unknown verdict 'agree'; did you mean 'agrees'\?"),
    ],
)
def test_refusals_say_where(tmp_path, text, found):
    with pytest.raises(QbankError) as refused:
        entries(tmp_path, text)
    assert re.search(found, str(refused.value)), str(refused.value)
