"""What commands say beside their result: notes on stderr, results on stdout or into a file."""

from pathlib import Path

import click

from qbank.files import write_atomic


def note(text: str) -> None:
    """One line on stderr, unless `-q` was given."""
    if not click.get_current_context().find_root().params.get("quiet"):
        click.echo(text, err=True)


def detail(text: str) -> None:
    """One line on stderr where `-v` was given."""
    if click.get_current_context().find_root().params.get("verbose"):
        click.echo(text, err=True)


def deliver(content: str, output: str | None) -> None:
    """The result: on stdout where `output` is None or `-`, else atomically into that file."""
    if output in (None, "-"):
        click.echo(content, nl=not content.endswith("\n"))
    else:
        write_atomic(Path(output), content)
