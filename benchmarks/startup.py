"""How long the commands take to start, as ratios in one run: `python benchmarks/startup.py`.

Each command is timed in turn with the imports that it is held against (A B A B), so that a machine that grows slower
slows both; medians of their wall time are compared. All run from bytecode, as installed packages do: it is kept in a
folder of the benchmark's own, since some environments forbid writing it beside the source.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 11
PYTHON = sys.executable
HEAVY = ("torch", "sympy", "pydantic")


CACHE = tempfile.TemporaryDirectory()
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": CACHE.name}


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=False
    )
    return time.perf_counter() - start


def ratio(command: list[str], against: list[str]) -> float:
    """The median of a command's time over that of its measure, after one round to warm up."""
    seconds(command), seconds(against)
    pairs = [(seconds(command), seconds(against)) for _ in range(ROUNDS)]
    return statistics.median(c for c, _ in pairs) / statistics.median(a for _, a in pairs)


def heavy(arguments: list[str]) -> list[str]:
    """Which of the heavy libraries a command imports."""
    command = [PYTHON, "-X", "importtime", "-m", "qbank", *arguments]
    report = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False).stderr
    loaded = {line.rpartition("|")[2].strip() for line in report.splitlines()}
    return sorted(loaded & set(HEAVY))


def table_of_twenty(bank: Path) -> Path:
    """Twenty answers: displayed keys of the bank's questions."""
    lines = [
        json.loads(line) for path in sorted(bank.glob("*.jsonl")) for line in path.open(encoding="utf-8")
    ]
    rows = [
        (q["id"] + (f".{p['name']}" if p["name"] else ""), p["display"]) for q in lines for p in q["parts"]
    ]
    table = bank / "answers.csv"
    body = "".join(f'{name},"{answer}"\n' for name, answer in rows[:20])
    table.write_text("question,answer\n" + body, encoding="utf-8")
    return table


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bank = Path(folder, "bank")
        generate = ["generate", "--topic", "mask", "-n", "20", "--seed", "1", "--bank"]
        subprocess.run([PYTHON, "-m", "qbank", *generate, str(bank)], capture_output=True, check=True)
        check = ["check", str(table_of_twenty(bank)), "--bank", str(bank)]
        torch, light = [PYTHON, "-c", "import torch"], [PYTHON, "-c", "import flint, click"]
        again = [PYTHON, "-m", "qbank", *generate, str(Path(folder, "again"))]
        print(f"generate -n 20 / import torch:        {ratio(again, torch):.2f} (goal 1.7)")
        print(
            f"--help / import flint, click:         {ratio([PYTHON, '-m', 'qbank', '--help'], light):.2f} (goal 1.6)"
        )
        print(
            f"check of 20 / import flint, click:    {ratio([PYTHON, '-m', 'qbank', *check], light):.2f} (goal 1.6)"
        )
        print(f"heavy imports of --help and check:    {heavy(['--help']) + heavy(check) or 'none'}")


if __name__ == "__main__":
    main()
