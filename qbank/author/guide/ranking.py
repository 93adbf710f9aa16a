"""Which topic comes first, and how many of the worked questions it gets."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qbank.author.guide.papers import Record
from qbank.author.template import Topic

UNKNOWN = "not stated"


@dataclass(frozen=True)
class Asked:
    """What the records say about one topic.

    `together` are the topics with which some of the records were counted, so that nobody knows which of them they
    ask about; `share` is the count with such records divided among them. `papers` are named, the newest first.
    """

    topic: Topic
    count: int
    share: Fraction
    statuses: Mapping[str, int]
    together: tuple[str, ...]
    papers: tuple[str, ...]


def ranked(topics: Sequence[Topic], files: Sequence[Sequence[Record]]) -> list[Asked]:
    """The topics, those with the most records first; without records they keep their order."""
    return sorted((_asked(topic, files) for topic in topics), key=lambda asked: -asked.count)


def _asked(topic: Topic, files: Sequence[Sequence[Record]]) -> Asked:
    """The records of all files together; what a file counts includes what it names."""
    count, share, statuses = 0, Fraction(0), Counter[str]()
    here = [[record for record in file if topic.name in record.topics] for file in files]
    for records in here:
        counted = [record for record in records if not record.numbers]
        named = [record for record in records if record.numbers]
        of_file = max(_sum(counted), _sum(named))
        known = _statuses(counted) | _statuses(named)
        count += of_file
        share += sum((Fraction(r.count, len(r.topics)) for r in counted), Fraction(0)) or _sum(named)
        statuses += known
        statuses[UNKNOWN] += max(of_file - known.total(), 0)
    records = [record for file in here for record in file]
    shared = dict.fromkeys(name for r in records if not r.numbers for name in r.topics if name != topic.name)
    return Asked(topic, count, share, +statuses, tuple(shared), _papers(records))


def _sum(records: Sequence[Record]) -> int:
    return sum(record.count for record in records)


def _statuses(records: Sequence[Record]) -> Counter[str]:
    found = Counter[str]()
    for record in records:
        found.update(record.statuses)
    return found


def _papers(records: Sequence[Record]) -> tuple[str, ...]:
    named = sorted((record for record in records if record.numbers), key=lambda record: -(record.year or 0))
    return tuple(f"{record.source} {', '.join(record.numbers)}" for record in named)


def seats(ranking: Sequence[Asked], count: int) -> dict[str, int]:
    """So many questions dealt out by the shares (Sainte-Laguë), as if each topic had one record more.

    With that one a topic of which no record is known can get a question too.
    """
    given = dict.fromkeys((asked.topic.name for asked in ranking), 0)
    for _ in range(count):
        first = max(ranking, key=lambda asked: (asked.share + 1) / (2 * given[asked.topic.name] + 1))
        given[first.topic.name] += 1
    return given
