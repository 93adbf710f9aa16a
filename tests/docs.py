"""Keeps the documents true: `python -m tests.docs` writes command output and help texts anew.

In README.md every block that is fenced as `console` and begins with `$ qbank` holds what the command prints, in a
folder that has the blocks fenced as `csv` and `yaml` as `answers.csv` and `key.yaml`. `docs/cli.md` holds every command's help; in
`docs/answers.md` the tables come from the checker's own (see `answers_page`); `docs/catalogue.md` shows every
template (see `catalogue`), `docs/models.md` every model of `bank/models.yaml` (see `models_page`) and
`docs/formats.md` every format (see `formats_page`).
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from qbank.cli import COMMANDS, group

from . import answers_page, catalogue, formats_page, models_page

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CLI = ROOT / "docs" / "cli.md"
ANSWERS = ROOT / "docs" / "answers.md"
_CONSOLE = re.compile(r"(?<=```console\n)(\$ qbank .*?)(?=```)", re.DOTALL)
_FILES = {
    "answers.csv": re.compile(r"```csv\n(.*?)```", re.DOTALL),
    "key.yaml": re.compile(r"```yaml\n(- id: .*?)```", re.DOTALL),
    "exam.yaml": re.compile(r"```yaml\n(title: .*?)```", re.DOTALL),
}
_SECONDS = re.compile(r"\b\d+\.\d s\b")
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")


def readme(text: str) -> str:
    """The README with each sample's output as it is today."""
    with tempfile.TemporaryDirectory() as folder:
        for name, fenced in _FILES.items():
            found = fenced.search(text)
            Path(folder, name).write_text(found[1] if found else "", encoding="utf-8")
        return _CONSOLE.sub(lambda block: _replayed(block[1], Path(folder)), text)


def _replayed(block: str, folder: Path) -> str:
    """A console block: each `$ qbank …` line, and below it what it prints."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"{command}\n{_output(command[2:], folder)}" for command in commands)


def _output(command: str, folder: Path) -> str:
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(  # noqa: S602 - the README's own commands
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode("utf-8").rstrip() + "\n"


def timeless(text: str) -> str:
    """The text without the seconds that a run took and the day of a correction."""
    return _DATE.sub("…", _SECONDS.sub("… s", text))


def cli_page() -> str:
    """Every command's help, as one page."""
    pages = [
        "# The command line",
        "",
        "Written by `python -m tests.docs`; the tests hold it against the program.",
        "",
    ]
    for name in ("", *COMMANDS):
        command = group.get_command(click.Context(group), name) if name else group
        parent = click.Context(group, info_name="qbank", **group.context_settings)
        context = click.Context(command, info_name=name, parent=parent) if name else parent
        pages += _help(f"## qbank {name}".rstrip(), command, context)
        for below, inner in command.commands.items() if name and isinstance(command, click.Group) else ():
            pages += _help(f"### qbank {name} {below}", inner, click.Context(inner, context, below))
    return "\n".join(pages)


def _help(heading: str, command: click.Command, context: click.Context) -> list[str]:
    context.max_content_width = 100
    context.terminal_width = 100
    return [heading, "", "```text", command.get_help(context), "```", ""]


if __name__ == "__main__":
    README.write_text(readme(README.read_text(encoding="utf-8")), encoding="utf-8")
    CLI.write_text(cli_page(), encoding="utf-8")
    ANSWERS.write_text(answers_page.page(ANSWERS.read_text(encoding="utf-8")), encoding="utf-8")
    catalogue.PAGE.write_text(catalogue.page(), encoding="utf-8")
    models_page.PAGE.write_text(models_page.page(), encoding="utf-8")
    formats_page.PAGE.write_text(formats_page.page(), encoding="utf-8")
