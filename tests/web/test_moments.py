"""Times in zones: what the clocks there skip or show twice is refused, and everything else comes back as it was."""

from datetime import UTC, datetime, timedelta

import pytest

from qbank.web.base.refusals import Refusal
from qbank.web.course import moments


def utc(text):
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("text", "zone", "meant"),
    [
        ("2027-01-15T14:30", "UTC", "2027-01-15T14:30"),
        ("2027-01-15 14:30", "Europe/Berlin", "2027-01-15T13:30"),
        ("2027-07-15T14:30:00", "Europe/Berlin", "2027-07-15T12:30"),
        ("2027-03-28T01:59", "Europe/Berlin", "2027-03-28T00:59"),
        ("2027-03-28T03:00", "Europe/Berlin", "2027-03-28T01:00"),
        ("2027-10-31T01:59", "Europe/Berlin", "2027-10-30T23:59"),
        ("2027-10-31T03:00", "Europe/Berlin", "2027-10-31T02:00"),
        ("2027-06-01T12:00", "Asia/Kathmandu", "2027-06-01T06:15"),
    ],
)
def test_a_time_is_what_the_clocks_there_show(text, zone, meant):
    assert moments.read(text, zone, "opens") == utc(meant)


def test_nothing_is_no_time():
    assert moments.read("  ", "UTC", "opens") is None
    assert moments.written(None, "UTC") == ""


@pytest.mark.parametrize(
    ("text", "zone", "said"),
    [
        ("2027-03-28T02:30", "Europe/Berlin", "The clocks of Europe/Berlin skip 2027-03-28 02:30. Write 2027-03-28 03:30, or another time."),
        ("2027-03-28T02:00", "Europe/Berlin", "skip 2027-03-28 02:00"),
        ("2027-03-28T02:59", "Europe/Berlin", "skip 2027-03-28 02:59"),
        ("2027-10-31T02:00", "Europe/Berlin", "twice, at 00:00 and 01:00 UTC. Choose the zone UTC to say which."),
        ("2027-10-31T02:59", "Europe/Berlin", "twice"),
        ("2011-12-30T12:00", "Pacific/Apia", "skip 2011-12-30 12:00"),
        ("2027-10-03T02:15", "Australia/Lord_Howe", "skip"),
    ],
)  # fmt: skip
def test_what_the_clocks_skip_or_show_twice_is_asked_again(text, zone, said):
    with pytest.raises(Refusal) as refused:
        moments.read(text, zone, "closes")
    assert refused.value.field == "closes"
    assert said in refused.value.sentence


@pytest.mark.parametrize(
    "text",
    ["tomorrow", "2027-02-30T12:00", "2027-01-01T24:00", "1999-01-01T00:00", "2200-01-01T00:00", "20270101T0000",
     "2027-01-01", "2027-01-01T12:00Z", "2027-01-01T12:00:30", "٢٠٢٧-01-01T12:00", "2027-W01-1T12:00"],
)  # fmt: skip
def test_what_is_no_time_is_refused(text):
    with pytest.raises(Refusal):
        moments.read(text, "UTC", "opens")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/localtime", "Nowhere/City", "Etc/GMT+1", "\0", "UTC\n.."]
)
def test_a_zone_that_is_none_is_refused(name):
    with pytest.raises(Refusal):
        moments.zone(name)


def test_every_quarter_of_an_hour_of_a_year_comes_back_or_is_refused():
    """2027 in Berlin: 8,760 hours, of which one is skipped and one is there twice."""
    refused, at = 0, datetime(2027, 1, 1)
    while at.year == 2027:
        text = f"{at:%Y-%m-%dT%H:%M}"
        try:
            found = moments.read(text, "Europe/Berlin", "opens")
        except Refusal:
            refused += 1
        else:
            assert moments.written(found, "Europe/Berlin") == text
        at += timedelta(minutes=15)
    assert refused == 8
