"""`qbank export`: a selection of the bank as a sheet or a data file."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from qbank.cli import options
from qbank.cli.export_effect import EFFECTIVE, without_effect
from qbank.cli.export_files import face_of, title_of, write
from qbank.cli.export_logo import logo
from qbank.cli.say import deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.corrections import Corrections
    from qbank.question import Question
    from qbank.sheets import Format
    from qbank.sheets.sheet import Look, Sheet

NAMED = 20
"""Left-out questions that are named one by one."""

F = TypeVar("F", bound=Callable[..., Any])


def _formats(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """Print what every format is for, cannot carry, and is proved by."""
    if not wanted or ctx.resilient_parsing:
        return
    from qbank.cli.page import columns
    from qbank.sheets import FORMATS

    rows = [(name, about.purpose, about.leaves_out, about.reader) for name, about in FORMATS.items()]
    click.echo(columns([("format", "for", "leaves out", "read back by"), *rows]))
    ctx.exit()


def _look(f: F) -> F:
    """What stands on a paper beside its questions, and how it is set."""
    for decorate in reversed(
        (
            click.option("--title", metavar="TEXT", help="What stands above the sheet; else the file's name."),
            click.option("--course", default="", metavar="TEXT", help="The course, above the title."),
            click.option("--date", default="", metavar="TEXT", help="The date, printed as it is given."),
            click.option("--instructions", default="", metavar="TEXT", help="What to read first, in Markdown."),
            click.option("--points", callback=options.points, default="1", show_default=True, metavar="NUMBER",
                         help="Points for each part of a question, such as 2 or 0.5."),
            click.option("--logo", type=click.Path(dir_okay=False), metavar="FILE",
                         help="A PNG, JPEG or SVG above the title (html, pdf, typ, docx)."),
            click.option("--columns", type=click.IntRange(1, 3), default=1, show_default=True,
                         help="Columns of the sheet (html, pdf, typ); at most 2 in large print."),
            click.option("--large-print", "large", is_flag=True, help="The same sheet in 18 pt (html, pdf, typ)."),
            click.option("--interactive", is_flag=True, help="html: practice in one file, without a server."),
        )
    ):  # fmt: skip
        f = decorate(f)
    return f


@click.command("export", short_help="Write a selection of the bank as a sheet or a data file.")
@click.option("--last", is_flag=True, help="The questions of the last run of generate.")
@click.option("--topic", "topics", multiple=True, metavar="TOPIC", help="Only this topic; repeatable.")
@click.option("--ids", multiple=True, metavar="ID,…", help="These questions, in this order; repeatable.")
@click.option("-n", "count", type=click.IntRange(1), metavar="N", help="Only the first N of them.")
@click.option("--all", "everything", is_flag=True, help="The whole bank.")
@options.bank
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write; the ending picks the format. -: stdout."
)
@click.option("--format", "face", metavar="FORMAT", help="The format, whatever the ending says.")
@click.option("--formats", is_flag=True, is_eager=True, expose_value=False, callback=_formats,
              help="What every format is for, leaves out, and is read back by.")  # fmt: skip
@_look
@options.labels
@click.option("--versions", type=click.IntRange(1, 26), default=1, show_default=True,
              help="Sheets A, B, …, each with its own order of questions and options.")  # fmt: skip
@click.option("--variants", type=click.IntRange(1, 1000), default=None, metavar="N",
              help="Up to N questions of a template form a pool of which each student gets one (moodle, qti12).",
              )  # fmt: skip
@click.option(
    "--seed", metavar="TEXT", help="The same seed gives the same orders; one sheet is reordered too."
)
@click.option("--replace", is_flag=True, help="Write over files that are there and differ.")
@click.option("--strict", is_flag=True, help="Exit status 1 where a question had to be left out.")
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Write a selection of the bank as a sheet or a data file.

    `-o quiz.tex` or `-o quiz.md` writes the sheet, quiz-key and quiz-solutions beside it, the answer form
    quiz-form.csv, and quiz-sheet.json, from which `qbank check --sheet` knows what a number means. Without -o
    the sheet alone goes to stdout. Questions that the format cannot carry are named and left out.
    """
    from qbank import sheets
    from qbank.bank import Bank
    from qbank.corrections import corrections_of
    from qbank.sheets.sheet import lay_out

    face = face_of(given["face"], given["output"])
    form = sheets.load(face)
    without_effect(given, face)
    if given["seed"] is not None and not given["seed"].strip():
        raise QbankError("an empty seed", hint="leave --seed away")
    if given["versions"] > 1 and given["output"] in (None, "-"):
        raise QbankError("several versions are several files", hint="give them a name with -o")
    corrections = corrections_of([given["bank"]])
    selected, void = _selected(given, corrections)
    questions = _carried(selected, form, face, corrections)
    if given["bank"] != "released" and not Bank(Path(given["bank"])).files():
        note(
            f"There are no questions in {given['bank']}; these are from the released bank, whose keys are public."
        )
    title = " ".join((given["title"] or title_of(given["output"])).split())
    sheet = lay_out(questions, title, corrections, look=_looks(given, face), points=given["points"])
    if given["output"] in (None, "-"):
        deliver(_only(form, sheet, questions, face), None)
    else:
        write(given, face, form, _versions(sheet, given), questions)
    short = given["count"] and len(selected) < given["count"]
    if short:
        note(f"Asked for {given['count']}, there are {len(selected)}.")
    if short or (given["strict"] and (void or len(questions) < len(selected))):
        ctx.exit(1)


def _looks(given: dict[str, Any], face: str) -> "Look":
    from qbank import markup
    from qbank.sheets.sheet import Look

    if found := markup.problems(given["instructions"]):
        raise QbankError(f"--instructions: {found[0]}")
    for name in ("title", "course", "date"):
        if found := markup.problems(markup.literal(given[name] or "")):
            raise QbankError(f"--{name}: {found[0]}", hint="leave it out")
    has_logo = given["logo"] and face in EFFECTIVE["logo"][1]
    image = logo(Path(given["logo"])) if has_logo else None
    names = ("course", "date", "instructions", "columns", "large", "interactive")
    labels = options.labels_of(given["labels"])
    shown = {name: given[name] for name in names}
    return Look(**shown, logo=image, variants=given["variants"] or 0, labels=labels)


def _versions(sheet: "Sheet", given: dict[str, Any]) -> "list[Sheet]":
    """The sheet, or its versions A, B, …, in an order that the seed gives."""
    if given["versions"] == 1 and given["seed"] is None:
        return [sheet]
    from dataclasses import replace
    from string import ascii_uppercase

    from qbank.draws import Draws, fresh_seed
    from qbank.sheets.order import reordered

    seed = given["seed"] if given["seed"] is not None else fresh_seed()
    names = ascii_uppercase[: given["versions"]]
    sheets = [reordered(sheet, name, Draws(seed, "export", name)) for name in names]
    return (
        sheets
        if len(sheets) == 1
        else [replace(each, title=f"{each.title} {each.version}") for each in sheets]
    )


def _selected(given: dict[str, Any], corrections: "Corrections") -> "tuple[list[Question], int]":
    """The questions under the keys that hold now, and how many were left out since they are void."""
    from qbank.sheets.corrected import corrected, why_void
    from qbank.sheets.selection import Selection, select

    void: list[tuple[str, str]] = []

    def fit(question: "Question") -> bool:
        why = why_void(question, corrections)
        if why:
            void.append((question.id, why))
        return not why

    asked = {name: given[name] for name in ("last", "ids", "topics", "count", "everything")}
    selected = select(given["bank"], Selection(**asked), fit)
    _name(void)
    if void and not selected:
        raise QbankError(f"void by corrections: all that were selected ({len(void)})")
    return [corrected(question, corrections) for question in selected], len(void)


def _carried(
    questions: "list[Question]", form: "Format", face: str, corrections: "Corrections"
) -> "list[Question]":
    """The questions that the format can carry; the others are named. Raises QbankError where none is left."""
    from qbank.sheets import unsaid

    objections = [
        (question, form.objection(question) or unsaid(form, question, corrections)) for question in questions
    ]
    out = [(question.id, objection) for question, objection in objections if objection]
    _name(out)
    if len(out) == len(questions):
        raise QbankError(f"nothing that was selected ({len(questions)}) can be written as {face}")
    return [question for question, objection in objections if not objection]


def _name(out: "list[tuple[str, str]]") -> None:
    """What is left out, and why."""
    for name, why in out[:NAMED]:
        note(f"{name} is left out: {why}")
    if len(out) > NAMED:
        note(f"{len(out) - NAMED} more are left out")


def _only(form: "Format", sheet: "Sheet", questions: "list[Question]", face: str) -> str | bytes:
    """The one file that goes to stdout."""
    from qbank.sheets import is_folder

    if is_folder(form):
        raise QbankError(f"{face} is a folder of files", hint=f"give it a name with -o name.{face}")
    return form.compose(sheet, questions)[""]
