"""How scores, shares, markup and verdicts are written in every face."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from qbank.question import Json

if TYPE_CHECKING:
    from qbank.answers import Diagnosis, Verdict

_MARKUP = frozenset("$*_`\\[&")


@lru_cache(maxsize=1024)  # the same is said to everybody who made a mistake
def plain(text: str) -> str:
    """Markup as it is shown in a terminal."""
    if _MARKUP.isdisjoint(text):
        return text
    from qbank import markup

    return markup.plain(text)


@lru_cache(maxsize=1024)
def amount(score: float | None) -> str:
    """A score to two decimals at most; empty for none."""
    return "" if score is None else f"{score:.2f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=1024)
def exact(score: float) -> str:
    """A score to the last digit that is not noise, for programs."""
    return f"{score:.9f}".rstrip("0").rstrip(".")


def counted(count: int, what: str) -> str:
    """`1 answer`, `2 answers`."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def percent(share: float | None) -> str:
    """A share of the whole, such as `50%`; empty for none."""
    return "" if share is None else f"{share:.0%}"


def verdict_json(verdict: "Verdict") -> dict[str, Json]:
    """What is said about one answer."""
    return {
        "verdict": verdict.verdict.value,
        "score": round(verdict.score, 9),
        "code": verdict.code,
        "read_as": verdict.read_as,
        "why": verdict.why,
        "diagnosis": diagnosis_json(verdict.diagnosis),
    }


def diagnosis_json(diagnosis: "Sequence[Diagnosis]") -> list[Json]:
    """What may have gone wrong."""
    return [
        {
            "names": list(item.names),
            "convention": None if item.convention is None else dict(item.convention),
            "feedback": item.feedback,
        }
        for item in diagnosis
    ]
