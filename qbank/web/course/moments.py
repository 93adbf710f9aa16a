"""Times as an instructor writes them, in a zone, and as the service keeps them: milliseconds since 1970 in UTC."""

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from qbank.web.base.refusals import Refusal

DEFAULT = "UTC"
_AREAS = {
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}  # fmt: skip
YEARS = range(2000, 2200)

_WRITTEN = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::00)?", re.ASCII)


@cache
def zones() -> tuple[str, ...]:
    """The zones that this machine knows by their cities, UTC first."""
    return (DEFAULT, *sorted(name for name in available_timezones() if name.partition("/")[0] in _AREAS))


def zone(name: str) -> str:
    """The zone's name. Raises Refusal, by its field, for one that is not known."""
    name = name.strip() or DEFAULT
    if name not in zones():
        raise Refusal(422, "No zone is called that. Write one such as Europe/Berlin, or UTC.", field="zone")
    return name


def read(text: str, zone_name: str, field: str) -> int | None:
    """The moment; None where nothing is written.

    Raises Refusal, by its field, for what is no time, and where the clocks of the zone skip it, or show it twice.
    """
    if not (text := text.strip()):
        return None
    local = _local(text, field)
    place = ZoneInfo(zone_name)
    first, second = (local.replace(tzinfo=place, fold=fold) for fold in (0, 1))
    if _back(first, place) != local and _back(second, place) != local:
        after = _back(first, place)
        raise Refusal(
            422,
            "The clocks of %(zone)s skip %(time)s. Write %(after)s, or another time.",
            field=field,
            zone=zone_name,
            time=text.replace("T", " "),
            after=f"{after:%Y-%m-%d %H:%M}",
        )
    if first.utcoffset() != second.utcoffset():
        one, other = (f"{each.astimezone(UTC):%H:%M}" for each in (first, second))
        raise Refusal(
            422,
            "The clocks of %(zone)s show %(time)s twice, at %(one)s and %(other)s UTC. "
            "Choose the zone UTC to say which.",
            field=field,
            zone=zone_name,
            time=text.replace("T", " "),
            one=one,
            other=other,
        )
    return round((first - _EPOCH) / _MILLISECOND)


def written(moment: int | None, zone_name: str | None) -> str:
    """The moment as the field of a form has it."""
    if moment is None:
        return ""
    here = datetime.fromtimestamp(moment // 1000, UTC).astimezone(ZoneInfo(zone_name or DEFAULT))
    return f"{here:%Y-%m-%dT%H:%M}"


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def _local(text: str, field: str) -> datetime:
    match = _WRITTEN.fullmatch(text)
    try:
        if match is None or int(match[1]) not in YEARS:
            raise ValueError(text)
        return datetime(*map(int, match.groups()))  # type: ignore[arg-type]
    except ValueError as error:
        raise Refusal(
            422,
            "Write a time as in 2027-03-28 14:30, between %(first)s and %(last)s.",
            field=field,
            first=YEARS[0],
            last=YEARS[-1],
        ) from error


def _back(moment: datetime, place: ZoneInfo) -> datetime:
    """What the clocks there show at that moment."""
    return moment.astimezone(UTC).astimezone(place).replace(tzinfo=None)
