"""What commands say beside their result: notes on stderr, results on stdout or into a file."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from qbank.errors import QbankError
from qbank.files import replacing, write_atomic

if TYPE_CHECKING:
    from qbank.check.problems import Problems

CHUNK = 65_536  # characters that are written at once


def note(text: str) -> None:
    """One line on stderr, unless `-q` was given."""
    if not click.get_current_context().find_root().params.get("quiet"):
        click.echo(text, err=True)


def detail(text: str) -> None:
    """One line on stderr where `-v` was given."""
    if click.get_current_context().find_root().params.get("verbose"):
        click.echo(text, err=True)


def complain(problems: "Problems") -> None:
    """What could not be graded, on stderr also under `-q`."""
    for problem in problems.shown:
        click.echo(f"qbank: {problem}", err=True)
    if len(problems) > len(problems.shown):
        click.echo(f"qbank: and {len(problems) - len(problems.shown):,} more", err=True)


def deliver(content: str | bytes, output: str | None) -> None:
    """The result: on stdout where `output` is None or `-`, else atomically into that file."""
    if output in (None, "-"):
        _demand_stdout()
        click.echo(content, nl=isinstance(content, str) and not content.endswith("\n"))
    else:
        write_atomic(Path(output), content)


def stream(pieces: Iterable[str], output: str | None) -> None:
    """`deliver` for a result that is made piece by piece, of which no more than a chunk is in memory."""
    if output in (None, "-"):
        _demand_stdout()
        for chunk in _chunks(pieces):
            click.echo(chunk, nl=False)
        return
    with replacing(Path(output)) as file:
        for chunk in _chunks(pieces):
            file.write(chunk.encode("utf-8", "backslashreplace"))


def _demand_stdout() -> None:
    """Raises QbankError where there is none, since a result would be lost without a word."""
    if sys.stdout is None:
        raise QbankError("stdout is closed, so the result has nowhere to go")


def _chunks(pieces: Iterable[str]) -> Iterator[str]:
    held, length = list[str](), 0
    for piece in pieces:
        held.append(piece)
        length += len(piece)
        if length >= CHUNK:
            yield "".join(held)
            held, length = [], 0
    if held:
        yield "".join(held)
