"""The command line. Each command is one file, loaded when it is called."""

import atexit
import gc
import importlib
import os
import sys
from typing import Any, TextIO

import click

from qbank.errors import QbankError
from qbank.home import VERSION

COMMANDS = {
    "generate": "Draw questions, prove each, add them to the bank.",
    "check": "Grade a table of answers.",
    "correct": "Correct a key after the exam.",
    "export": "Write a selection of the bank as a sheet or a data file.",
    "exam": "Make an exam from a blueprint: versions, keys, a marking scheme.",
    "topics": "List what can be asked.",
    "show": "Show one question with its key and proof.",
    "solve": "Calculate an answer under every convention.",
    "verify": "Prove templates, or every line of a bank.",
    "audit": "Hold a published answer key against the solvers.",
    "guide": "Write a study guide: what matters, formulas, traps, worked questions.",
    "serve": "Serve practice, quizzes and an API to browsers and programs.",
    "admin": "Look after the service: people, backups, its database.",
}


GARBAGE_AFTER = 50_000
"""New objects between two searches for garbage: what a command loads at its start is none, and most end soon."""


class _Commands(click.Group):
    """Knows every command by name and one line, and imports a command's file when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        _demand_text(args)
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"qbank.cli.{cmd_name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from qbank.errors import did_you_mean

            hint = did_you_mean(args[0], list(COMMANDS))
            raise click.UsageError(f"no command {args[0]!r}; {hint}", ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "auto_envvar_prefix": "QBANK",
        "max_content_width": 100,
    },
)
@click.version_option(VERSION, "--version", prog_name="qbank", message="%(prog)s %(version)s")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing on stderr but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Say more on stderr.")
def group(quiet: bool, verbose: bool) -> None:
    """An exam question bank for Transformers whose keys are proven.

    Every key is derived exactly and measured on a running PyTorch model before anyone sees it.
    """


def _demand_text(args: list[str]) -> None:
    """Raises QbankError for an argument, or an option's variable, whose bytes are no text: nothing could print it."""
    variables = {name: value for name, value in os.environ.items() if name.startswith("QBANK_")}
    before = ("", *(arg if arg.startswith("--") else "" for arg in args))
    for where, value in (*zip(before, args, strict=False), *variables.items()):
        if any("\ud800" <= sign <= "\udfff" for sign in value):
            shown = value.encode("utf-8", "backslashreplace").decode("utf-8")[:40]
            raise QbankError(f"{shown} is not UTF-8", where=where or None, hint="write it in UTF-8")


def main() -> None:
    """Run the command line: exit status 0 done, 1 done with findings, 2 the call or its input is wrong."""
    gc.set_threshold(GARBAGE_AFTER)
    atexit.register(gc.freeze)  # what is left at the end goes with the process, and is not looked through
    for stream in (sys.stdout, sys.stderr):
        _speak_utf8(stream)
    try:
        status = group.main(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as leave:
        status = leave.exit_code
    except click.ClickException as error:
        error.show()
        status = 2
    except QbankError as error:
        click.echo(f"qbank: {error}", err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("qbank: interrupted; what was already written is whole", err=True)
        status = 130
    except BrokenPipeError:  # before OSError, of which it is one
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that the interpreter's last flush is silent too
        status = 1
    except OSError as error:  # stdout on a full disk, say
        click.echo(f"qbank: {(error.strerror or str(error)).lower()}", err=True)
        status = 2
    raise SystemExit(status if isinstance(status, int) else 0)


def _speak_utf8(stream: TextIO | None) -> None:
    """UTF-8 also into a pipe whose code page is another."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
