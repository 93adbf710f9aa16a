"""`qbank exam`: a blueprint becomes versions with keys, an answer form, a marking scheme and one manifest."""

import shlex
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import click

from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.say import note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.author.exam.blueprint import Blueprint
    from qbank.author.exam.fill import Filled
    from qbank.cli.exam_folder import Files
    from qbank.cli.exam_students import Student
    from qbank.labels import Labels
    from qbank.question import Question
    from qbank.sheets import Format


@click.command("exam", short_help="Make an exam from a blueprint: versions, keys, a marking scheme.")
@click.argument("blueprint", required=False, metavar="[FILE]")
@click.option("-o", "--output", required=True, metavar="DIR", help="The exam's folder.")
@click.option("--makeup", metavar="DIR",
              help="Fill the slots of the exam in DIR again, with questions that it did not ask.")  # fmt: skip
@click.option(
    "--students", metavar="FILE", help="A roster: everybody gets a version and a file of their own."
)
@options.labels
@options.bank
@options.packs
@options.device
@click.option("--replace", "over", is_flag=True, help="Write over the exam that is in the folder.")
def command(**given: Any) -> None:
    """Make an exam from the blueprint in FILE.

    Every slot is filled from one template, with a variant for each version. Questions are proven as by generate and
    added to the bank. Released questions, and those in the manifests under `avoid`, are not asked. The folder gets
    papers and keys, marking.md, the answer form, and the manifest by which `qbank check --sheet` grades.
    """
    with heavy_imports():
        from qbank.author.confirm import laboratory
        from qbank.author.exam.fill import Exam, fill
        from qbank.author.pack import Packs
    from qbank.bank import Bank
    from qbank.cli import exam_folder
    from qbank.cli.exam_refused import refused
    from qbank.cli.exam_sheets import questions_of
    from qbank.draws import fresh_seed

    folder = _folder(given)
    blueprint, text = _blueprint(given)
    students = _students(given["students"])
    if students and blueprint.versions > 1:
        note(
            f"versions: {blueprint.versions} is not looked at: each of the {len(students)} students has one."
        )
    labels = options.labels_of(given["labels"])
    formats = _formats(blueprint)
    avoided, seen = refused(blueprint, given)
    seed = blueprint.seed or fresh_seed()
    exam = Exam(len(students) or blueprint.versions, blueprint.same, seed, _objection(formats))
    with laboratory(given["device"]) as lab:
        filled = fill(blueprint.slots, exam, Packs(given["packs"]), lab, seen)
    files = _composed(folder.resolve().name, blueprint, filled, formats, students, seed, labels)
    files |= {Path(exam_folder.BLUEPRINT): text, Path(exam_folder.SEED): seed + "\n"}
    names = [*sorted(path.as_posix() for path in files), exam_folder.RECORD]
    record = exam_folder.Record(tuple(each.template for each in filled), tuple(avoided), tuple(names))
    files[Path(exam_folder.RECORD)] = record.to_text()
    questions = questions_of(filled)
    added: list[Question] = []
    exam_folder.publish(
        folder,
        files,
        over=given["over"],
        before=lambda: added.extend(Bank(Path(given["bank"])).add(questions)),
    )
    _close(folder, filled, len(added), given["bank"], students)


def _folder(given: dict[str, Any]) -> Path:
    """Where the exam goes. Raises QbankError for a folder that holds what must stay."""
    from qbank.cli.exam_folder import refuse_exam

    if given["bank"] == "released" or not given["bank"].strip():
        found = f"--bank {given['bank'] or '(empty)'} is no bank to add to"
        raise QbankError(found, hint="name a folder of your own")
    folder = Path(given["output"])
    _no_file(folder)
    kept = [Path(given["bank"]), *([Path(given["makeup"])] if given["makeup"] else [])]
    if not given["output"].strip() or not folder.resolve().name:
        raise QbankError(
            f"-o {given['output'] or '(empty)'} is no folder for an exam", hint="write -o midterm/"
        )
    if folder.resolve() in [path.resolve() for path in kept]:
        raise QbankError("this folder is also read", where=str(folder), hint="write into another one")
    refuse_exam(folder, over=given["over"])
    return folder


def _no_file(folder: Path) -> None:
    """Raises QbankError for a name that asks for one file, where an exam is many."""
    from qbank.sheets import ENDINGS, FORMATS

    ending = folder.suffix.removeprefix(".").lower()
    if ending in (*FORMATS, *ENDINGS) and not folder.is_dir():
        hint = f"write -o {folder.stem}/, and formats: [{ENDINGS.get(ending, ending)}] in the blueprint"
        raise QbankError("this names one file, and an exam is a folder", where=str(folder), hint=hint)
    if str(folder) == "-":
        raise QbankError("an exam is a folder, which stdout cannot hold", hint="write -o midterm/")


def _blueprint(given: dict[str, Any]) -> "tuple[Blueprint, str]":
    """The blueprint and its text; of a makeup each slot is held to the template that it had."""
    from qbank.author.exam.blueprint import read_blueprint
    from qbank.cli.exam_folder import BLUEPRINT, read_record
    from qbank.files import read_text
    from qbank.sheets import FORMATS

    if bool(given["blueprint"]) == bool(given["makeup"]):
        found = "a blueprint and --makeup" if given["makeup"] else "no blueprint"
        raise QbankError(
            found, hint="write qbank exam exam.yaml -o midterm/, or --makeup midterm/ -o makeup/"
        )
    if given["blueprint"]:
        path = Path(given["blueprint"])
        return read_blueprint(path, list(FORMATS)), read_text(path)
    path = Path(given["makeup"], BLUEPRINT)
    record = read_record(Path(given["makeup"]))
    blueprint = read_blueprint(path, list(FORMATS))
    if len(blueprint.slots) != len(record.templates):
        found = f"{len(blueprint.slots)} questions, where the exam had {len(record.templates)}"
        raise QbankError(found, where=str(path), hint="restore the blueprint of that exam")
    slots = (
        replace(slot, topics=(), templates=(title,))
        for slot, title in zip(blueprint.slots, record.templates, strict=True)
    )
    return replace(blueprint, slots=tuple(slots), avoid={}), read_text(path)


def _students(roster: str | None) -> "list[Student]":
    if roster is None:
        return []
    from qbank.cli.exam_students import read_students

    return read_students(roster)


def _formats(blueprint: "Blueprint") -> "dict[str, Format]":
    """The formats by name; without any PDF, or LaTeX where that is missing."""
    from qbank import sheets

    if not blueprint.formats:
        try:
            return {"pdf": sheets.load("pdf")}
        except (QbankError, ModuleNotFoundError):
            note("PDF needs pip install 'qbank[sheets]'; the papers are LaTeX.")
            return {"tex": sheets.load("tex")}
    found = {}
    for name, where in blueprint.formats.items():
        try:
            found[name] = sheets.load(name)
        except QbankError as error:
            raise QbankError(error.message, where=where, hint=error.hint) from error
        if not found[name].PAPER:
            raise QbankError(f"{name} is no paper", where=where, hint="write pdf, tex, docx, html or md")
    return found


def _objection(formats: "dict[str, Format]") -> "Any":
    """Why one of the formats cannot carry a question; None where all can."""

    def objection(question: "Question") -> str | None:
        found = ((name, kind.objection(question)) for name, kind in formats.items())
        return next((f"left out by {name} ({why})" for name, why in found if why), None)

    return objection


def _composed(
    stem: str,
    blueprint: "Blueprint",
    filled: "list[Filled]",
    formats: "dict[str, Format]",
    students: "list[Student]",
    seed: str,
    labels: "Labels",
) -> "Files":
    """All that is printed, or graded by."""
    from qbank.cli import exam_folder
    from qbank.cli.exam_marking import marking_scheme
    from qbank.cli.exam_sheets import Layout, questions_of
    from qbank.sheets.sheet import Look

    names = {one.version: one.name for one in students} or dict.fromkeys(
        ascii_uppercase[: blueprint.versions], ""
    )
    look = Look(
        course=blueprint.course,
        date=blueprint.date,
        instructions=blueprint.instructions,
        labels=labels,
    )
    sheets = Layout(blueprint.title, look, seed, same=blueprint.same).sheets(filled, names)
    questions = questions_of(filled)
    if students:
        files = exam_folder.students_papers(stem, formats, sheets, questions, students)
    else:
        files = exam_folder.papers(stem, formats, sheets, questions)
    files[Path(exam_folder.MARKING)] = marking_scheme(blueprint.title, filled, sheets)
    return files


def _close(folder: Path, filled: "list[Filled]", added: int, bank: str, students: "list[Student]") -> None:
    """What was made, what is for the teacher alone, and what comes next."""
    from qbank.cli import exam_folder

    versions = len(filled[0].questions)
    several = "s" if versions != 1 else ""
    asked = f"{len(filled)} question{'s' if len(filled) != 1 else ''}"
    note(f"{versions} version{several} of {asked} in {folder.as_posix()}; {added} added to {bank}.")
    handed = f"{exam_folder.STUDENTS}/" if students else "the papers without -key and -solutions"
    note(f"For students: {handed}. All else is for the teacher alone, the seed ({exam_folder.SEED}) too.")
    stem = (folder / folder.resolve().name).as_posix()
    elsewhere = [] if bank == "bank" else ["--bank", bank]
    call = shlex.join(["qbank", "check", f"{stem}-form.csv", "--sheet", f"{stem}-sheet.json", *elsewhere])
    note(f"Next: {call}")
