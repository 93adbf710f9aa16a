"""Which topic comes first, and who gets the ten questions."""

from fractions import Fraction

from qbank.author.guide.papers import Record
from qbank.author.guide.ranking import ranked, seats
from qbank.author.template import Topic


def topics(*names):
    return [Topic("pack", name, name.title(), {}, {}) for name in names]


def counted(count, *names, **statuses):
    return Record("a guide", (), count, names, statuses, None, "here")


def named(source, numbers, *names, year=None, **statuses):
    return Record(source, numbers, len(numbers), names, statuses, year, "here")


def test_the_most_records_first_and_the_unknown_last():
    files = [[counted(8, "c"), counted(15, "b")]]
    assert [asked.topic.name for asked in ranked(topics("a", "b", "c", "d"), files)] == ["b", "c", "a", "d"]


def test_what_is_named_is_among_what_is_counted():
    file = [
        counted(15, "mask"),
        named("Quiz 1", ("Q1", "Q2"), "mask", year=2024, derived=2),
        named("Quiz 2", ("Q3",), "mask", year=2026, ambiguous=1),
    ]
    (asked,) = ranked(topics("mask"), [file])
    assert (asked.count, asked.share) == (15, 15)
    assert asked.statuses == {"derived": 2, "ambiguous": 1, "not stated": 12}
    assert asked.papers == ("Quiz 2 Q3", "Quiz 1 Q1, Q2")


def test_other_files_count_on_top():
    files = [[counted(3, "mask")], [named("Quiz 1", ("Q1", "Q2"), "mask", "b")]]
    mask, b = ranked(topics("mask", "b"), files)
    assert (mask.count, b.count, b.share) == (5, 2, 2)


def test_a_shared_count_is_divided_and_said():
    one, other = ranked(topics("residual", "normalization"), [[counted(21, "residual", "normalization")]])
    assert (one.count, one.share, one.together) == (21, Fraction(21, 2), ("normalization",))
    assert (other.topic.name, other.together) == ("normalization", ("residual",))


def test_seats_follow_the_shares():
    ranking = ranked(topics("a", "b", "c"), [[counted(16, "a"), counted(8, "b")]])
    assert seats(ranking, 10) == {"a": 7, "b": 3, "c": 0}
    assert sum(seats(ranking, 37).values()) == 37


def test_topics_without_records_share_alike():
    assert seats(ranked(topics("a", "b", "c"), []), 10) == {"a": 4, "b": 3, "c": 3}
