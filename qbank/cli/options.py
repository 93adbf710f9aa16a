"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from qbank.points import Points, points_of

if TYPE_CHECKING:
    from qbank.labels import Labels

F = TypeVar("F", bound=Callable[..., Any])

_MOST_POINTS = 1_000  # for a part of a question


class _Once(click.Option):
    """An option that is refused where it is given twice, instead of the last one counting without a word."""

    def value_from_envvar(self, ctx: click.Context) -> Any:
        """One value, blanks and all."""
        value = self.resolve_envvar_value(ctx)
        return None if value is None else (value,)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The only value."""
        values = super().process_value(ctx, value)
        if len(values) != 1:
            raise click.BadParameter(f"it is given {len(values)} times, and one bank is meant", ctx, self)
        return values[0]


def points(ctx: click.Context, param: click.Parameter, value: str) -> Points:
    """What is given for an option that takes points, exactly."""
    found = points_of(value)
    if found is None or found > _MOST_POINTS:
        said = f"{value!r} is no number from 0 to {_MOST_POINTS:,} with two decimals at most."
        raise click.BadParameter(said, ctx, param)
    return found


def bank(f: F) -> F:
    """`--bank DIR`."""
    return click.option(
        "--bank",
        cls=_Once,
        multiple=True,
        default=("bank",),
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


def labels(f: F) -> F:
    """`--labels FILE`, and the template of such files."""
    template = click.option(
        "--labels-template",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_template,
        help="Print the labels to translate, as a gettext catalogue.",
    )
    catalogue = click.option(
        "--labels",
        type=click.Path(),
        metavar="FILE.po",
        help="The words beside the questions in another language, from this catalogue.",
    )
    return catalogue(template(f))


def _template(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from qbank.files import read_text
    from qbank.sheets.labels import TEMPLATE

    click.echo(read_text(TEMPLATE), nl=False)
    ctx.exit()


def labels_of(path: str | None) -> "Labels":
    """The labels of that catalogue; English without one."""
    from qbank.labels import ENGLISH

    if path is None:
        return ENGLISH
    from qbank.sheets.labels import read_labels

    return read_labels(Path(path))


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
