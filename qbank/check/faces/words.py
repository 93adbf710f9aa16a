"""How scores, shares, markup and verdicts are written in every face."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from qbank.question import Json

if TYPE_CHECKING:
    from qbank.answers import Diagnosis, Verdict

_MARKUP = frozenset("$*_`\\[&")


def plain(text: str) -> str:
    """Markup as it is shown in a terminal."""
    return text if _MARKUP.isdisjoint(text) else _without_markup(text)


@lru_cache(maxsize=1024)
def _without_markup(text: str) -> str:
    """The same feedback is shown to everybody who made a mistake."""
    from qbank import markup

    return markup.plain(text)


def amount(score: float | None) -> str:
    """A score to two decimals at most; empty for none."""
    return "" if score is None else f"{score:.2f}".rstrip("0").rstrip(".")


def percent(share: float | None) -> str:
    """A share of the whole, such as `50%`; empty for none."""
    return "" if share is None else f"{share:.0%}"


def verdict_json(verdict: "Verdict") -> dict[str, Json]:
    """What is said about one answer."""
    return {
        "verdict": verdict.verdict.value,
        "score": verdict.score,
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
