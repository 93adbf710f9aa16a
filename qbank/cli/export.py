"""`qbank export`: a selection of the bank as a sheet or a data file."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from qbank.cli import options
from qbank.cli.say import deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.corrections import Corrections
    from qbank.question import Question
    from qbank.sheets import Format
    from qbank.sheets.sheet import Sheet

NAMED = 20
"""Left-out questions that are named one by one."""


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
@click.option("--format", "face", metavar="FORMAT", help="md, tex or jsonl, whatever the ending says.")
@click.option("--title", metavar="TEXT", help="What stands above the sheet; else the file's name.")
@click.option(
    "--replace", is_flag=True, help="Write over an answer form, a manifest or a bank's file that differs."
)
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

    face = _face(given["face"], given["output"])
    form = sheets.load(face)
    corrections = corrections_of([given["bank"]])
    selected, void = _selected(given, corrections)
    questions = _carried(selected, form, face)
    if given["bank"] != "released" and not Bank(Path(given["bank"])).files():
        note(
            f"There are no questions in {given['bank']}; these are from the released bank, whose keys are public."
        )
    title = " ".join((given["title"] or _title(given["output"])).split())
    sheet = lay_out(questions, title, corrections)
    if given["output"] in (None, "-"):
        deliver(form.compose(sheet, questions)[""], None)
    else:
        _write(Path(given["output"]), form, sheet, questions, given["bank"], given["replace"])
    short = given["count"] and len(selected) < given["count"]
    if short:
        note(f"Asked for {given['count']}, there are {len(selected)}.")
    if short or (given["strict"] and (void or len(questions) < len(selected))):
        ctx.exit(1)


def _face(face: str | None, output: str | None) -> str:
    """The format's name: as given, else the file's ending, else Markdown."""
    from qbank.sheets import FORMATS

    if face or output in (None, "-"):
        return face or "md"
    ending = Path(output or "").suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        found = f"no format is called .{ending}" if ending else "the file has no ending"
        raise QbankError(found, where=output, hint=f"end it in .{', .'.join(FORMATS)}, or give --format")
    return ending


def _title(output: str | None) -> str:
    """`midterm-1.tex` is headed Midterm 1."""
    words = Path(output or "-").stem.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "Questions"


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


def _carried(questions: "list[Question]", form: "Format", face: str) -> "list[Question]":
    """The questions that the format can carry; the others are named. Raises QbankError where none is left."""
    objections = [(question, form.objection(question)) for question in questions]
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


def _write(
    path: Path, form: "Format", sheet: "Sheet", questions: "list[Question]", folder: str, replace: bool
) -> None:
    """All files of the sheet, each composed before the first is written."""
    import shlex

    texts = dict(_texts(path, form, sheet, questions))
    if not replace:
        _spare(texts, folder)
    for name, text in texts.items():
        deliver(text, str(name))
    note(f"{len(questions)} question{'s' if len(questions) != 1 else ''} in {path.as_posix()}")
    if form.PAPER:
        *papers, answer_form, manifest = (name.as_posix() for name in texts)
        note(f"For the teacher alone: {', '.join(papers[1:])}, {manifest}")
        elsewhere = [] if folder == "bank" else ["--bank", folder]
        call = shlex.join(["qbank", "check", answer_form, "--sheet", manifest, *elsewhere])
        note(f"Next: {call}")


def _spare(texts: dict[Path, str], folder: str) -> None:
    """Refuses to write over what people put in, or what a printed sheet is graded by, or a bank."""
    for name, text in texts.items():
        irreplaceable = (
            name.name.endswith(("-form.csv", "-sheet.json"))
            or name.parent.resolve() == Path(folder).resolve()
        )
        if irreplaceable and name.is_file() and name.read_bytes() != text.encode("utf-8"):
            hint = "write under another name, or give --replace"
            raise QbankError(
                "this file is there already and holds something else", where=name.as_posix(), hint=hint
            )


def _texts(
    path: Path, form: "Format", sheet: "Sheet", questions: "list[Question]"
) -> Iterator[tuple[Path, str]]:
    """Every file with its text, the form and the manifest last."""
    import json

    from qbank.sheets import form as answer_form
    from qbank.sheets.sheet import to_json

    for suffix, text in form.compose(sheet, questions).items():
        yield path.with_name(f"{path.stem}{suffix}{path.suffix}"), text
    if form.PAPER:
        yield path.with_name(f"{path.stem}-form.csv"), answer_form.compose(sheet)
        manifest = json.dumps(to_json(sheet), ensure_ascii=False, indent=2)
        yield path.with_name(f"{path.stem}-sheet.json"), manifest + "\n"
