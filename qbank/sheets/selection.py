"""Which questions of a bank are meant: those of the last run, some ids, some topics, or all."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from qbank.bank import Bank, open_bank
from qbank.errors import QbankError, did_you_mean
from qbank.question import Question


@dataclass(frozen=True)
class Selection:
    """What was asked for: the last run, or ids, or the whole bank; topics narrow that, `count` cuts it."""

    last: bool = False
    ids: Sequence[str] = ()
    topics: Sequence[str] = ()
    count: int | None = None
    everything: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing was asked for at all."""
        return not (self.last or self.ids or self.topics or self.count or self.everything)


def select(
    folder: str, wanted: Selection, fit: Callable[[Question], bool] = lambda question: True
) -> list[Question]:
    """The questions that are `fit`, in the order of the run or of the ids, else of the bank.

    Raises QbankError for unknown ids and topics, a folder that is not there, and where nothing is asked for:
    the message then says what could be.
    """
    bank = _opened(folder)
    known = bank.by_id()
    if not known:
        raise QbankError("there are no questions", where=folder, hint="run qbank generate first")
    if wanted.empty:
        raise QbankError("nothing is selected", hint=_choices(known.values()))
    if wanted.last and wanted.ids:
        raise QbankError("--last and --ids are two selections", hint="give one of them")
    questions = list(known.values())
    if wanted.last or wanted.ids:
        ids = Bank(Path(folder)).last_run() if wanted.last else _separated(wanted.ids)
        if not ids and wanted.ids:
            raise QbankError("--ids names no question", hint="write --ids ID,…, or leave it away")
        questions = _found(known, ids, folder)
    return list(islice(filter(fit, _of_topics(questions, wanted.topics)), wanted.count))


def _opened(folder: str) -> Bank:
    if folder not in ("bank", "released") and not Path(folder).is_dir():
        raise QbankError("no such folder", where=folder, hint="name a folder with *.jsonl files, or released")
    return open_bank(folder)


def _choices(questions: Iterable[Question]) -> str:
    counts = Counter(question.topic for question in questions)
    topics = ", ".join(f"--topic {topic} ({count})" for topic, count in sorted(counts.items()))
    return f"choose --all ({counts.total()}), --last, --ids ID,…, -n N, or {topics}"


def _separated(ids: Iterable[str]) -> list[str]:
    return list(
        dict.fromkeys(name.strip().lower() for names in ids for name in names.split(",") if name.strip())
    )


def _found(known: dict[str, Question], ids: Sequence[str], folder: str) -> list[Question]:
    unknown = [name for name in ids if name not in known]
    if unknown:
        names = ", ".join(_guessed(name, known) for name in unknown[:5]) + (", …" if len(unknown) > 5 else "")
        raise QbankError(f"no question {names}", where=folder, hint="each id is q and ten letters or digits")
    return [known[name] for name in ids]


def _guessed(name: str, known: dict[str, Question]) -> str:
    close = did_you_mean(name, list(known))
    return f"{name!r} ({close})" if close.startswith("did") else repr(name)


def _of_topics(questions: Sequence[Question], topics: Sequence[str]) -> list[Question]:
    known = sorted({question.topic for question in questions})
    for topic in topics:
        if topic not in known:
            raise QbankError(
                f"no question of topic {topic!r} in this selection", hint=did_you_mean(topic, known)
            )
    return [question for question in questions if not topics or question.topic in topics]
