"""A bank: a folder of `*.jsonl` files, one question a line, never changed once written."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from qbank import limits
from qbank.errors import QbankError
from qbank.files import append_line, explained, read_text, write_atomic
from qbank.home import RELEASED
from qbank.question import Json, Question, canonical, same_asked
from qbank.stored import parsed, question_from_json

LOCKED_SECONDS = 60


def released() -> "Bank":
    """The bank that ships with qbank."""
    return Bank(RELEASED)


def open_bank(folder: str) -> "Bank":
    """The bank in `folder`; `released` is the shipped one, which also stands in for a folder without questions."""
    if folder == "released":
        return released()
    bank = Bank(Path(folder))
    return bank if bank.files() else released()


class Bank:
    """The questions in one folder. Reading checks every line; adding is atomic a file and changes no line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def files(self) -> list[Path]:
        """The bank's files, by name."""
        with explained(self.folder):
            return sorted(self.folder.glob("*.jsonl")) if self.folder.is_dir() else []

    def __iter__(self) -> Iterator[Question]:
        for path in self.files():
            yield from _read(path)

    def by_id(self) -> dict[str, Question]:
        """Every question under its id. Raises QbankError where one id stands for two questions."""
        found: dict[str, Question] = {}
        for question in self:
            other = found.setdefault(question.id, question)
            if other is not question and not same_asked(other, question):
                raise QbankError(f"two different questions have the id {question.id}", where=str(self.folder))
        return found

    def add(self, questions: Iterable[Question]) -> list[Question]:
        """Append the questions that are not there yet and give those back, in the order they came.

        A question that is there already, asked and keyed the same, leaves the stored line as it is; one with the
        same id that asks or keys something else is refused, and nothing is written.
        """
        with self.locked():
            new = self._unknown(questions)
            for topic in sorted({question.topic for question in new}):
                self._append(topic, [question for question in new if question.topic == topic])
        return new

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else writes into this folder meanwhile; it is made where it is missing."""
        from filelock import FileLock, Timeout

        with explained(self.folder):
            (self.folder / "runs").mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / "runs" / "lock", timeout=LOCKED_SECONDS)
            try:
                lock.acquire()
            except Timeout as error:
                found = f"another run has been writing into this bank for {LOCKED_SECONDS} seconds"
                raise QbankError(found, where=str(self.folder), hint="try again when it has ended") from error
        try:
            yield
        finally:
            lock.release()

    def _unknown(self, questions: Iterable[Question]) -> list[Question]:
        known, new = self.by_id(), []
        for question in questions:
            if question.id not in known:
                known[question.id] = question
                new.append(question)
            elif not same_asked(known[question.id], question):
                raise QbankError(f"{question.id} stands for another question", where=str(self.folder))
        return new

    def _append(self, topic: str, questions: list[Question]) -> None:
        path = self.folder / f"{topic}.jsonl"
        before = read_text(path, limits.BANK_BYTES) if path.exists() else ""
        write_atomic(path, before + "".join(question.to_line() + "\n" for question in questions))

    def replace(self, questions: dict[str, Question]) -> None:
        """Write the lines with these ids anew: explanations and proofs may be renewed, what is asked may not."""
        for path in self.files():
            lines = [questions.get(question.id, question) for question in _read(path)]
            write_atomic(path, "".join(question.to_line() + "\n" for question in lines))

    def record_run(self, run: dict[str, Json]) -> None:
        """Keep what a run made, and its seed, beside the bank and not in it."""
        append_line(self.runs, canonical(run))

    @property
    def runs(self) -> Path:
        """The file with one line a run: when, seed, options, ids."""
        return self.folder / "runs" / "runs.jsonl"

    def last_run(self) -> list[str]:
        """The ids that the last run of `generate` made."""
        lines = read_text(self.runs, limits.BANK_BYTES).splitlines() if self.runs.exists() else []
        if not lines:
            raise QbankError("no run is recorded here", where=str(self.runs), hint="run qbank generate first")
        ids = parsed(lines[-1], f"{self.runs}:{len(lines)}").get("ids")
        if not isinstance(ids, list):
            raise QbankError(
                "this is no run's record", where=f"{self.runs}:{len(lines)}", hint="name --ids instead"
            )
        return [str(name) for name in ids]


def _read(path: Path) -> Iterator[Question]:
    # Only "\n" ends a line: JSON may hold U+2028, at which str.splitlines would cut.
    for number, line in enumerate(read_text(path, limits.BANK_BYTES).split("\n"), start=1):
        if line.strip():
            yield question_from_json(parsed(line, f"{path}:{number}"), f"{path}:{number}")
