"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def bank(f: F) -> F:
    """`--bank DIR`."""
    return click.option(
        "--bank",
        default="bank",
        envvar="QBANK_BANK",
        show_default=True,
        metavar="DIR",
        help="The bank's folder; `released` is the shipped one.",
    )(f)


def packs(f: F) -> F:
    """`--pack DIR`, repeatable."""
    return click.option(
        "--pack",
        "packs",
        type=click.Path(),
        multiple=True,
        envvar="QBANK_PACK",
        metavar="DIR",
        help="A course's own pack; it runs code. Repeatable.",
    )(f)


def device(f: F) -> F:
    """`--device`."""
    choice = click.Choice(["auto", "cpu", "cuda", "mps"])
    return click.option(
        "--device",
        type=choice,
        envvar="QBANK_DEVICE",
        default="auto",
        show_default=True,
        help="Where PyTorch confirms.",
    )(f)


def output_format(*names: str) -> Callable[[F], F]:
    """`--format` with these names, the first as the default."""
    return click.option(
        "--format",
        "face",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="How the result is written.",
    )
