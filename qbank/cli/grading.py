"""The options that decide verdicts: where the questions and the students are, and what earns how much."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from qbank.check.grading import CREDITS, Rules

F = TypeVar("F", bound=Callable[..., Any])

BANK = "Where the questions are, beside the released bank; repeatable.  [default: bank]"
SHEET = "The …-sheet.json of a printed sheet, where the table names its numbers."
STUDENTS = "The roster, a CSV file: its names are used, and who sent nothing is named too."
COLUMNS = "A CSV file (column,means) that says what the columns of the table mean."
ATTEMPT = "Which counts where a student answers a question twice.  [default: it is a problem]"
LOCALE = "How numbers are written, such as de or en-US."


class Share(click.FloatRange):
    """A part of a point, 0 to 1; not a number is none."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not 0 <= number <= 1:
            self.fail(f"{value!r} is not between 0 and 1", param, ctx)
        return number


def _share(name: str, words: str) -> Callable[[F], F]:
    default = float(Rules()._asdict()[name])
    return click.option(CREDITS[name], name, type=Share(), default=default, show_default=True, help=words)


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--bank", "banks", multiple=True, metavar="DIR", help=BANK),
    click.option("--sheet", metavar="FILE", help=SHEET),
    click.option("--students", metavar="FILE", help=STUDENTS),
    click.option("--columns", metavar="FILE", help=COLUMNS),
    click.option("--attempt", type=click.Choice(["first", "last"]), help=ATTEMPT),
    click.option("--locale", metavar="LANGUAGE", help=LOCALE),
    _share("truncated", "Credit for decimals cut off instead of rounded."),
    _share("few_digits", "Credit for a correct rounding to too few digits."),
    _share("last_digit", "Credit for a wrong last digit."),
    _share("convention", "Credit for the right answer under another convention."),
)


def options(f: F) -> F:
    """`--bank`, `--sheet`, `--students`, `--columns`, `--attempt`, `--locale` and the four credits."""
    for option in reversed(_OPTIONS):
        f = option(f)
    return f
