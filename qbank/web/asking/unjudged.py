"""How an answer is read by somebody who does not know the key.

While a quiz is sat, a reading that the key has a say in would tell about the key: of two readings the one that is
named, or that there are two at all, hangs on which of them is right.
"""

from collections.abc import Mapping, Sequence
from functools import reduce

from qbank import exact
from qbank.answers import Unreadable, kind
from qbank.answers.kinds import Setting
from qbank.question import Json
from qbank.web.asking.questions import lettered
from qbank.web.base.sentences import Sentence

_FAULTS = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
_NONE = {"read": "", "trouble": ""}

Reading = dict[str, str]
"""How it is read, or why it is not; both empty where there is nothing to say."""


def readings(
    form: Mapping[str, Json], options: Mapping[str, str] | None, typed: Mapping[str, str], locale: str | None
) -> list[Reading]:
    """One for each part of the public form, in the letters that the attempt shows."""
    return [reading(part, options, typed.get(part["name"], ""), locale) for part in form["parts"]]


def reading(
    part: Mapping[str, Json], options: Mapping[str, str] | None, typed: str, locale: str | None
) -> Reading:
    """How what was typed for one part is read."""
    if not typed.strip():
        return _NONE
    known = kind(_open(part["answer"]))
    try:
        found = known.readings(typed, Setting(part["unit"], lettered(part["options"], options), locale))
        return _told(list(dict.fromkeys(known.echo(each) for each in found)))
    except Unreadable as unread:
        said = str(unread)
        return {"read": "", "trouble": f"{said[:1].upper()}{said[1:].rstrip('.')}."}
    except exact.Undecided:
        return _NONE
    except exact.TooLarge:
        return {"read": "", "trouble": Sentence("This is too large to compute; write the result.")}
    except exact.DomainError:
        return {"read": "", "trouble": Sentence("This has no real value.")}
    except _FAULTS:  # what the checker cannot do is said when it is marked, and then by a person
        return _NONE


def _open(answer: Mapping[str, Json]) -> dict[str, Json]:
    """The kind; whether an entry can be infinite is not said, since that is half of an answer."""
    return {**answer, "infinite": True} if answer["kind"] in ("vector", "matrix") else dict(answer)


def _told(ways: Sequence[str]) -> Reading:
    if len(ways) == 1:
        return {"read": ways[0], "trouble": ""}
    either = reduce(lambda one, other: Sentence("%(one)s or as %(other)s", one=one, other=other), ways)
    said = Sentence("This can be read as %(ways)s. Write it so that only one is meant.", ways=either)
    return {"read": "", "trouble": said}
