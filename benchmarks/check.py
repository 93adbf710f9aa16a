"""What grading costs, alone and beside math-verify: `python -m benchmarks.check --help`.

Times are the processor's for one thread, so that other work on the machine does not count; what is compared is run
A B A B in one run, and medians are compared. The peer's versions are in benchmarks/peers.txt.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks import answered, cases, measure, rival
from benchmarks.mix import A_KIND, Item, mix
from benchmarks.parts import A_KIND as PARTS
from benchmarks.parts import KINDS

A_KIND_OPTION = click.option(
    "--a-kind", default=A_KIND, show_default=True, help="Distinct answers of each kind."
)
ROUNDS_OPTION = click.option(
    "--rounds", default=5, show_default=True, help="Rounds, of which medians are taken."
)
ENV_OPTION = click.option(
    "--env", metavar="DIR", help="Where the peer's environment is, or is made and kept.  [default: temporary]"
)
PROCESS_ANSWERS = 340
MEGABYTE = 1_000_000


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def group() -> None:
    """Measure grading: answers a second, the peer, whole processes, long tables."""


@group.command()
@A_KIND_OPTION
@ROUNDS_OPTION
def answers(a_kind: int, rounds: int) -> None:
    """Answers a second on an equal mix of the ten kinds.

    The goals: 30,000 a second of one core, p99 1 ms, worst 100 ms. Keys are warm: every one has been read. Every
    answer is judged once a round; the first round, in which all texts are new, is also shown alone.
    """
    items = mix(a_kind)
    _warm()
    passes = [measure.judge(items) for _ in range(rounds)]
    columns = list(zip(*(run.seconds for run in passes), strict=True))
    rows = [
        (name, [c for item, c in zip(items, columns, strict=True) if item.kind == name]) for name in KINDS
    ]
    lines = [_speed(name, timed) for name, timed in [*rows, ("all", columns)]]
    _print(("kind", "answers/s/core", "p50 ms", "p99 ms", "worst ms"), lines)
    first = f"in the first {passes[0].rate:,.0f} answers/s/core"
    print(f"{len(items):,} distinct answers, {rounds} rounds; {first}")


def _speed(name: str, timed: Sequence[Sequence[float]]) -> tuple[Any, ...]:
    """A row: the median round's rate, and quantiles of every single time."""
    rate = len(timed) / statistics.median(map(sum, zip(*timed, strict=True)))
    each = [1000 * seconds for column in timed for seconds in column]
    marks = (measure.quantile(each, 0.5), measure.quantile(each, 0.99), max(each))
    return (name, f"{rate:,.0f}", *(f"{mark:.3f}" for mark in marks))


def _warm() -> list[Item]:
    """Judge other answers to the same parts, so that keys and known mistakes are read."""
    items = mix(4 * PARTS, "warm")
    for item in items:
        item.verdict()
    return items


@group.command()
@A_KIND_OPTION
@click.option("--rounds", default=3, show_default=True, help="Rounds of both, A B A B.")
@ENV_OPTION
@click.option(
    "-o", "--output", metavar="FILE", help="List every disagreement on the shared cases (Markdown)."
)
def peer(a_kind: int, rounds: int, env: str | None, output: str | None) -> None:
    """Answers a second beside math-verify, and cases.

    The goal is 300 times as many. Keys are read before the clock starts, for both. The verdicts of both on
    the shared cases are counted.
    """
    items, warm = mix(a_kind), _warm()
    text = rival.request(_put(items), _put(warm[: 10 * PARTS]))
    with _folder(env) as folder:
        python = rival.environment(Path(folder))
        runs = [(measure.judge(items), rival.asked(python, text)) for _ in range(rounds)]
        _compare(items, runs)
        _cases(python, output)


def _put(items: Iterable[Item]) -> list[tuple[dict[str, Any], str]]:
    return [(item.part, item.typed) for item in items]


def _compare(items: Sequence[Item], runs: Sequence[tuple[measure.Pass, rival.Answers]]) -> None:
    """The rates of both for each kind, and how often each contradicts what the mix wants."""
    accepted = [_right(items), runs[0][1].accepted]
    rows = []
    for name in (*KINDS, "all"):
        at = [index for index, item in enumerate(items) if name in ("all", item.kind)]
        ours, theirs = (
            statistics.median(sum(run[side].seconds[index] for index in at) for run in runs)
            for side in (0, 1)
        )
        rates = (len(at) / ours, len(at) / theirs, theirs / ours)
        wrong = (_contradicted(items, said, at) for said in accepted)
        rows.append((name, len(at), *(f"{rate:,.0f}" for rate in rates), *wrong))
    head = ("kind", "answers", "qbank/s", "math-verify/s", "ratio", "contradicts: qbank", "math-verify")
    _print(head, rows)
    ours, theirs = (statistics.median(run[side].wall for run in runs) for side in (0, 1))
    print(
        f"by the clock the ratio is {theirs / ours:,.0f}; put to math-verify as the nearest that it can do:"
    )
    print("\n".join(f"  {name} as {said}" for name, said in rival.NEAREST.items()))


def _right(items: Iterable[Item]) -> list[bool]:
    return [item.verdict().verdict == "right" for item in items]


def _contradicted(items: Sequence[Item], accepted: Sequence[bool], at: Iterable[int]) -> int:
    """How many verdicts contradict the wanted ones; only right counts as accepted."""
    return sum(accepted[index] != ("right" in items[index].wanted) for index in at)


def _cases(python: str, output: str | None) -> None:
    rows = cases.judged(python)
    count = [sum(row.contradicts(side) for row in rows) for side in ("ours", "theirs")]
    print(f"shared cases: of {len(rows)} verdicts qbank contradicts {count[0]}, math-verify {count[1]}")
    refused = [cases.refused(rows, side) for side in ("ours", "theirs")]
    print(f"  of these are right answers refused: {refused[0]} and {refused[1]}")
    if output:
        Path(output).write_text(cases.markdown(rows), encoding="utf-8")


@group.command()
@ROUNDS_OPTION
@ENV_OPTION
def process(rounds: int, env: str | None) -> None:
    """A whole process over 340 answers beside one of math-verify.

    Both start, read the keys of released questions and judge the same answers. The goal is 40 times as fast.
    """
    with _folder(env) as folder, tempfile.TemporaryDirectory() as tables:
        python = rival.environment(Path(folder))
        table = Path(tables, "answers.csv")
        items = answered.released_answers(table, PROCESS_ANSWERS)
        check = [sys.executable, "-m", "qbank", "check", str(table), "-o", f"{tables}/report.csv"]
        request = rival.request(_put(items), ())
        ours, theirs = measure.alternately(check, [python, str(rival.SCRIPT)], request, rounds)
    times = f"qbank check {ours:.3f} s, math-verify {theirs:.3f} s"
    print(f"{len(items)} answers: {times}, ratio {theirs / ours:.1f} (goal 40)")


@group.command()
@click.option("--students", default=25_000, show_default=True, help="Students, each with 40 answers.")
@click.option("--distinct", default=2_000, show_default=True, help="Distinct answers to a question, at most.")
def memory(students: int, distinct: int) -> None:
    """Peak memory of a long table with a million rows.

    The bounds on tables are raised for it. The goal is 150 MB; rows a second are told too.
    """
    with tempfile.TemporaryDirectory() as folder:
        table, pools = Path(folder, "long.csv"), answered.pools(distinct)
        rows = answered.long_table(table, students, pools)
        _tell_distinct(pools)
        _report(rows, table, "report.csv")


@group.command()
@click.option("--students", default=1_000, show_default=True, help="Students, each with 40 answers.")
@click.option(
    "--to",
    multiple=True,
    default=("csv", "json", "html", "xlsx"),
    show_default=True,
    help="Endings of the report.",
)
def table(students: int, to: tuple[str, ...]) -> None:
    """A wide table of a thousand students in one call.

    Seconds and peak memory, for each kind of report.
    """
    with tempfile.TemporaryDirectory() as folder:
        wide, pools = Path(folder, "wide.csv"), answered.pools(students)
        answered.wide_table(wide, students, pools)
        _tell_distinct(pools)
        for ending in to:
            _report(students * answered.QUESTIONS, wide, f"report.{ending}")


def _tell_distinct(pools: dict[str, list[str]]) -> None:
    sizes = sorted(map(len, pools.values()))
    print(f"distinct answers to a question: {sizes[0]} to {sizes[-1]}, {sum(sizes):,} in all")


def _report(rows: int, asked: Path, name: str) -> None:
    size = asked.stat().st_size
    arguments = [str(asked), "-o", str(asked.with_name(name))]
    done = measure.check(arguments, rows + 1, size + 1)
    rate, peak = rows / done.wall, done.peak / MEGABYTE
    table = f"{rows:,} rows, {size / MEGABYTE:.1f} MB → {name}"
    print(f"{table}: {done.wall:.2f} s, {rate:,.0f} rows/s, peak {peak:.0f} MB")


def _folder(env: str | None) -> Any:
    """The peer's folder: the one that is named, or one that is removed at the end."""
    return measure.kept(env) if env else tempfile.TemporaryDirectory()


def _print(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table with its columns aligned."""
    lines = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        first, *rest = zip(line, widths, strict=True)
        print(first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest), sep="  ")


if __name__ == "__main__":
    group()
