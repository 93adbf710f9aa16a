"""Records of past papers: what is read, and where complaints point."""

import re

import pytest

from qbank.author.guide.papers import read_papers, read_records
from qbank.errors import QbankError
from qbank.home import BUILTIN

TOPICS = ("mask", "positional", "parameters")

GOOD = """
- {source: 2024 T1 Quiz 1, number: Q184, year: 2024, topics: [positional], status: derived}
- {source: an exam guide, count: 15, topics: [mask, parameters], status: {ambiguous: 3, official: 2}}
- {source: 2024 T3 Quiz 1, number: [Q277, Q278], topics: parameters}
"""

WRONG = [
    ("", "1:1", "no list of records"),
    ("{source: x}", "1:1", "no list of records"),
    ("- 5", "1:3", "a record is expected"),
    ("- {source: x, number: Q1, topics: [mask], state: derived}", "1:43", "unknown key 'state'"),
    ("- {source: x, topics: [mask]}", "1:3", "either number or count"),
    ("- {source: x, number: Q1, count: 2, topics: [mask]}", "1:3", "either number or count"),
    ("- {number: Q1, topics: [mask]}", "1:3", "source is no text"),
    ("- {source: x, number: Q1}", "1:3", "topics is no text"),
    ("- {source: x, number: Q1, topics: []}", "1:27", "topics is empty"),
    (
        "-\n  source: x\n  number: Q1\n  topics:\n    - mask\n    - mosk",
        "6:7",
        "no topic 'mosk'; did you mean 'mask'?",
    ),
    ("- {source: x, number: Q1, topics: [mask, mask]}", "1:42", "'mask' stands here twice"),
    ("- {source: x, number: [Q1, Q1], topics: [mask]}", "1:28", "'Q1' stands here twice"),
    ("- {source: x, count: 0, topics: [mask]}", "1:15", "count: 0; write a whole number from 1 to 100000"),
    ("- {source: x, count: 1.5, topics: [mask]}", "1:15", "count: 1.5"),
    ("- {source: x, count: true, topics: [mask]}", "1:15", "count: true"),
    (
        "- {source: x, number: Q1, year: 24, topics: [mask]}",
        "1:27",
        "year: 24; write a whole number from 1950",
    ),
    ("- {source: x, number: Q1, topics: [mask], status: derivd}", "1:43", "did you mean 'derived'?"),
    ("- {source: x, count: 2, topics: [mask], status: {derived: 3}}", "1:50", "derived: 3"),
    (
        "- {source: x, count: 2, topics: [mask], status: {derived: 2, official: 1}}",
        "1:41",
        "3 statuses of 2 records",
    ),
]


@pytest.fixture
def read(tmp_path):
    def records(text):
        path = tmp_path / "papers.yaml"
        path.write_text(text, encoding="utf-8")
        return read_records(path, TOPICS)

    return records


def test_what_a_file_holds(read):
    one, counted, two = read(GOOD)
    assert (one.source, one.numbers, one.count, one.year) == ("2024 T1 Quiz 1", ("Q184",), 1, 2024)
    assert (one.topics, one.statuses) == (("positional",), {"derived": 1})
    assert (counted.numbers, counted.count, counted.year) == ((), 15, None)
    assert counted.statuses == {"ambiguous": 3, "official": 2}
    assert (two.numbers, two.count, two.topics, two.statuses) == (("Q277", "Q278"), 2, ("parameters",), {})
    assert two.where.endswith("papers.yaml:4:3")


@pytest.mark.parametrize(("text", "place", "found"), WRONG)
def test_what_is_wrong_has_its_line_and_column(read, text, place, found):
    with pytest.raises(QbankError, match=re.escape(found)) as error:
        read(text)
    assert str(error.value.where).endswith(f"papers.yaml:{place}")


def test_the_shipped_records(packs):
    (records,) = read_papers(BUILTIN, packs.names)
    counted = {topic: r.count for r in records if not r.numbers for topic in r.topics}
    assert [counted[name] for name in ("residual", "normalization", "mask", "positional")] == [21, 21, 15, 11]
    assert [counted[name] for name in ("teacher_forcing", "cross_attention", "dataflow")] == [8, 5, 4]
    assert (counted["output_layer"], counted["parameters"], counted["schedule"]) == (4, 4, 1)
    numbers = {number for record in records for number in record.numbers}
    assert numbers == {f"Q{n}" for n in (12, 142, 175, 176, 184, 190, 277, 278, 279, 280, 281)}
    for record in records:
        assert record.year is None or record.source.startswith(str(record.year))


def test_a_pack_without_papers(tmp_path):
    assert read_papers(tmp_path, TOPICS) == []
