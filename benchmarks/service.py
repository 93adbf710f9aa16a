"""What the service holds and keeps: `python -m benchmarks.service --help`.

`kill` ends `qbank serve` with -9 while students save answers, over and over, and holds what was acknowledged against
what the database has. `load` measures durable submissions, pages, a start of all at once and a class at work; the load
comes from a process of its own, so on two cores the service has little more than one.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from benchmarks.service_kill import kill as killed
from benchmarks.service_school import school, service


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
def main() -> None:
    """What the service holds and keeps."""


@main.command("kill")
@click.option("-n", "kills", default=200, help="How many times.")
@click.option("--students", default=12, help="Who save answers meanwhile.")
@click.option("--database", metavar="URL", help="An empty PostgreSQL database; without it SQLite.")
def kill(kills: int, students: int, database: str | None) -> None:
    """Kill the service under load; nothing that was acknowledged may be lost or doubled."""
    with tempfile.TemporaryDirectory() as folder:
        found = killed(school(Path(folder), students, database), kills)
    print(
        f"{found.kills} kills, {students} students, {found.acknowledged:,} answers acknowledged: "
        f"lost {found.lost}, doubled {found.doubled}, saved by half {found.halves}"
    )
    raise SystemExit(1 if found.lost or found.doubled or found.halves else 0)


@main.command("load")
@click.option("--students", default=500, help="Signed in, each with a session of their own.")
@click.option("--seconds", default=20, help="For each measurement.")
@click.option("--at-once", default=64, help="Connections of the first two measurements.")
@click.option("--class", "crowd", is_flag=True, help="Also students at 30 to 90 seconds of thought.")
@click.option("--database", metavar="URL", help="An empty PostgreSQL database; without it SQLite.")
def load(students: int, seconds: int, at_once: int, crowd: bool, database: str | None) -> None:
    """Durable submissions and pages a second, all beginning at once, and a class at work."""
    with tempfile.TemporaryDirectory() as folder:
        found = school(Path(folder), students, database)
        port = 8_765
        with service(found, port) as process:
            told = {"port": port, "quiz": found.quiz, "students": [list(each) for each in found.students],
                    "seconds": seconds, "at_once": at_once, "class": crowd}  # fmt: skip
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.service_crowd"], input=json.dumps(told),
                text=True, capture_output=True, check=False,
            )  # fmt: skip
            peak = (
                Path(f"/proc/{process.pid}/status")
                .read_text(encoding="ascii")
                .partition("VmHWM:")[2]
                .split()[0]
            )
    if done.returncode:
        raise SystemExit(done.stderr)
    print(done.stdout, end="")
    print(f"memory at most: {int(peak) / 1_024:.0f} MiB")


if __name__ == "__main__":
    main()
