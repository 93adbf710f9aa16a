"""A quiz for Canvas beside text2qti: `python -m benchmarks.quiz --help`.

Both write QTI 1.2 in a zip file from the same questions: those of the released bank with one answer that text2qti can
hold, which are whole numbers, decimals with their tolerance, and choices. qbank writes the explanation and the feedback
for every known mistake besides, and is also timed without them, since text2qti has none here. Runs alternate, A B A B,
in one call, and medians are compared; text2qti's version is in benchmarks/peers.txt. R/exams is not compared: Debian
packages R, but not R/exams (r-cran-exams).
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks import measure, rival
from qbank.bank import released
from qbank.question import Part, Question
from qbank.sheets import lms, load

OURS, THEIRS = (Path(__file__).with_name(f"quiz_{whose}.py") for whose in ("own", "peer"))
FORMAT = "qti12"
HELD = ("integer", "decimal", "choice")
WARM = 20


def questions() -> list[Question]:
    """Every question of the released bank that both can carry as it is."""
    form = load(FORMAT)
    return [question for question in released() if _held(question) and not form.objection(question)]


def _held(question: Question) -> bool:
    part = question.parts[0]
    plain = question.figure is None and "\n\n" not in question.prompt.strip() and "\n|" not in question.prompt
    return len(question.parts) == 1 and plain and part.answer["kind"] in HELD


def as_text(asked: Sequence[Question]) -> str:
    """The questions as text2qti reads them: Markdown on one line each, then the answer."""
    return "\n".join(_item(number, question) for number, question in enumerate(asked, 1))


def _item(number: int, question: Question) -> str:
    (part,) = question.parts
    lines = [f"{number}. {_line(f'{question.prompt} {part.ask}')}"]
    if part.options is None:
        lines.append(f"= {_number(part)}")
    for letter, text in (part.options or {}).items():
        lines.append(f"{'*' if letter == part.key else ''}{letter.lower()}) {_line(text)}")
    return "\n".join([*lines, ""])


def _line(text: str) -> str:
    return " ".join(text.split())


def _number(part: Part) -> str:
    value, margin = lms.tolerance(part)
    return value if margin == "0" else f"{value} +- {margin}"


def seconds(python: str, script: Path, **request: object) -> float:
    """One side's seconds for the file's bytes, in a process of its own that has made the warm ones before."""
    text = json.dumps(request)
    done = subprocess.run([python, str(script)], input=text, capture_output=True, text=True, check=True)
    told: float = json.loads(done.stdout)["seconds"]
    return told


def alone(python: str, every: Sequence[Question], rounds: int, *, bare: bool) -> tuple[float, ...]:
    """The medians of both, A B A B, without the start of a process and without reading a bank."""
    sides = {"warm": every[:WARM], "asked": every[WARM:]}
    ids = {name: [question.id for question in some] for name, some in sides.items()}
    texts = {name: as_text(some) for name, some in sides.items()}
    pairs = [
        (seconds(sys.executable, OURS, **ids, bare=bare), seconds(python, THEIRS, **texts))
        for _ in range(rounds)
    ]
    return tuple(statistics.median(side) for side in zip(*pairs, strict=True))


def commands(python: str, folder: str, asked: Sequence[Question]) -> tuple[list[str], list[str]]:
    """The whole command of each, from its own source to the file."""
    source = Path(folder, "quiz.txt")
    source.write_text(as_text(asked), encoding="utf-8")
    ids = ",".join(question.id for question in asked)
    export = ["export", "--bank", "released", "--ids", ids, "--format", FORMAT, "-o", f"{folder}/ours.zip"]
    ours = [sys.executable, "-m", "qbank", "--quiet", *export, "--replace"]
    return ours, [str(Path(python).with_name("text2qti")), str(source)]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--rounds", default=5, show_default=True, help="Rounds of both, A B A B.")
@click.option("--env", metavar="DIR", help="Where the peer's environment is, or is made and kept.")
def main(rounds: int, env: str | None) -> None:
    """Milliseconds a question beside text2qti: the bytes alone, and the whole commands."""
    every = questions()
    count = len(every) - WARM
    with tempfile.TemporaryDirectory() as folder:
        python = rival.environment(Path(env or f"{folder}/peer"))
        _say("the file's bytes", count, *alone(python, every, rounds, bare=False))
        _say("the same without feedback", count, *alone(python, every, rounds, bare=True))
        whole = measure.alternately(*commands(python, folder, every[WARM:]), "", rounds)
        _say("the whole command", count, *whole)


def _say(what: str, count: int, ours: float, others: float) -> None:
    each = f"qbank {1000 * ours / count:.2f} ms a question, text2qti {1000 * others / count:.2f} ms"
    print(f"{what}, {count} questions: {each}, ratio {others / ours:.1f}")


if __name__ == "__main__":
    main()
