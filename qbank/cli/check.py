"""`qbank check`: grade a table of answers."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from qbank import limits
from qbank.cli.say import deliver, note
from qbank.errors import QbankError, did_you_mean

if TYPE_CHECKING:
    from qbank.check.grading import Find, Rules
    from qbank.check.report import Report
    from qbank.sheets.sheet import Sheet

ENDINGS = {".txt": "table", ".json": "json", ".csv": "csv", ".md": "md"}  # the format that each picks
PROBLEMS_SHOWN = 50


class Share(click.FloatRange):
    """A part of a point, 0 to 1; not a number is none."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not 0 <= number <= 1:
            self.fail(f"{value!r} is not between 0 and 1", param, ctx)
        return number


SHARE = Share()


@click.command("check", short_help="Grade a table of answers.")
@click.argument("table", metavar="FILE")
@click.option(
    "--bank",
    "banks",
    multiple=True,
    metavar="DIR",
    help="Where the questions are, beside the released bank; repeatable.  [default: bank]",
)
@click.option(
    "--sheet", metavar="FILE", help="The …-sheet.json of a printed sheet, where the table names its numbers."
)
@click.option(
    "--format",
    "face",
    type=click.Choice(["table", "json", "csv", "md"]),
    help="How the result is written.  [default: table, or the ending of -o]",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write into this file (.txt, .json, .csv, .md) and not on stdout."
)
@click.option("--strict", is_flag=True, help="Exit status 1 where an answer was unreadable.")
@click.option("--locale", metavar="LANGUAGE", help="How numbers are written, such as de or en-US.")
@click.option(
    "--truncated",
    type=SHARE,
    default=0.5,
    show_default=True,
    help="Credit for decimals cut off instead of rounded.",
)
@click.option(
    "--few-digits",
    type=SHARE,
    default=0.5,
    show_default=True,
    help="Credit for a correct rounding to too few digits.",
)
@click.option(
    "--last-digit-credit",
    "last_digit",
    type=SHARE,
    default=0.0,
    show_default=True,
    help="Credit for a wrong last digit.",
)
@click.option(
    "--convention-credit",
    "convention",
    type=SHARE,
    default=0.0,
    show_default=True,
    help="Credit for the right answer under another convention.",
)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Grade the answers in FILE, a CSV table (- is stdin).

    Long form: the columns question, answer and perhaps student. Wide form: a column student and one column a
    question. A question is an id or id.part, or with --sheet a number such as 3b. The csv format holds the
    answers; the others also sum up students and questions.

    Exit status 1 when some rows could not be graded.
    """
    from qbank.check.grading import graded
    from qbank.check.report import report
    from qbank.check.table import read_table

    _spare(given["output"], (given["table"], given["sheet"]))
    face, problems = _face(given["face"], given["output"]), list[QbankError]()
    rules, find = _rules(given), _find(given["banks"], given["sheet"])
    name, data = _content(given["table"])
    result = report(graded(read_table(data, name, problems), find, rules, problems))
    _deliver(result, face, given["output"])
    _complain(problems)
    _close(result)
    unread = given["strict"] and any(answer.verdict.verdict == "unreadable" for answer in result.answers)
    if problems or unread:
        ctx.exit(1)


def _spare(output: str | None, read: tuple[str | None, ...]) -> None:
    """The report goes beside what it was made from, never over it."""
    for path in read:
        if (
            output not in (None, "-")
            and path not in (None, "-")
            and Path(output).resolve() == Path(path).resolve()
        ):
            raise QbankError(
                "this file is what is being graded", where=output, hint="write the report elsewhere"
            )


def _face(face: str | None, output: str | None) -> str:
    """The format: as told, else by the ending of the file, else a table."""
    if face or output is None or output == "-":
        return face or "table"
    ending = Path(output).suffix.lower()
    if ending not in ENDINGS:
        raise QbankError(
            f"no format ends in {ending!r}", where=output, hint=did_you_mean(ending, list(ENDINGS))
        )
    return ENDINGS[ending]


def _rules(given: dict[str, Any]) -> "Rules":
    from qbank.check.grading import Rules

    if given["locale"]:
        from qbank.answers.digits import of_locale

        of_locale(given["locale"])  # an unknown language is refused before anything is graded
    return Rules(**{name: given[name] for name in Rules._fields})


def _find(folders: tuple[str, ...], sheet: str | None) -> "Find":
    from qbank.check.lookup import Questions, banks_of

    questions = Questions(banks_of(folders))
    if sheet is None:
        return questions.asked
    from qbank.check.papers import Papers

    return Papers(questions, _papers(sheet)).asked


def _papers(path: str) -> "list[Sheet]":
    """The versions that a manifest describes."""
    import json

    from qbank.files import read_text
    from qbank.sheets.sheet import from_json

    try:
        manifest = json.loads(read_text(Path(path)))
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, or a number of thousands of digits
        where = f"{path}:{getattr(error, 'lineno', 1)}:{getattr(error, 'colno', 1)}"
        raise QbankError(
            "this is no JSON", where=where, hint="name the …-sheet.json that qbank export wrote"
        ) from error
    return from_json(manifest, path)


def _content(table: str) -> tuple[str, bytes]:
    """The table's name in complaints, and its bytes: one past the bound at most."""
    most = limits.TABLE_BYTES + 1
    if table == "-":
        return "stdin", sys.stdin.buffer.read(most)
    try:
        with Path(table).open("rb") as file:
            return table, file.read(most)
    except OSError as error:
        raise QbankError(f"cannot be read: {(error.strerror or str(error)).lower()}", where=table) from error


def _deliver(result: "Report", face: str, output: str | None) -> None:
    from qbank.check import formats

    if face == "table":
        content = formats.as_table(result, _window(output))
    else:
        content = {"json": formats.as_json, "csv": formats.as_csv, "md": formats.as_markdown}[face](result)
    if face == "csv" and output not in (None, "-"):
        content = "\ufeff" + content  # without it spreadsheets take UTF-8 for a code page
    if content or output not in (None, "-"):
        deliver(content, output)


def _window(output: str | None) -> int | None:
    """The columns to fill: the terminal's, or what COLUMNS asks for; None where the table goes elsewhere."""
    shown = output in (None, "-") and (
        (sys.stdout is not None and sys.stdout.isatty()) or "COLUMNS" in os.environ
    )
    if not shown:
        return None
    import shutil  # with all its archive formats: only where there is a window

    return shutil.get_terminal_size().columns


def _complain(problems: "list[QbankError]") -> None:
    """What could not be graded, on stderr also under `-q`."""
    for problem in problems[:PROBLEMS_SHOWN]:
        click.echo(f"qbank: {problem}", err=True)
    if len(problems) > PROBLEMS_SHOWN:
        click.echo(f"qbank: and {len(problems) - PROBLEMS_SHOWN:,} more", err=True)


def _close(result: "Report") -> None:
    if not result.answers:
        note("The table holds no answers that could be graded.")
    left = sum(student.open for student in result.students)
    if left:
        note(f"Open: {left} of {len(result.answers)} answers. A person must look; they count 0 until then.")
