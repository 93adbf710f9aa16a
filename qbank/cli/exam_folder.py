"""The folder of an exam: which files it holds, what a makeup reads there, and how it comes about all at once."""

import csv
import io
import json
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from qbank.check.faces.csv import harmless, line
from qbank.cli.exam_students import Student
from qbank.cli.outputs import BYTE_ORDER_MARK
from qbank.cli.say import note
from qbank.errors import QbankError
from qbank.files import explained, read_text, write_atomic
from qbank.question import Json, Question
from qbank.sheets import Content, Format, form
from qbank.sheets.files import files_of
from qbank.sheets.manifest import to_json
from qbank.sheets.sheet import Sheet
from qbank.stored import checked

FORMAT = 1
BLUEPRINT, RECORD, SEED, MARKING = "exam-blueprint.yaml", "exam-record.json", "exam-seed.txt", "marking.md"
STUDENTS, KEYS, TABLE = "students", "keys", "students.csv"

_RECORD: dict[str, tuple[type, ...]] = {
    "format": (int,), "templates": (list,), "avoided": (list,), "files": (list,),
}  # fmt: skip
Files = dict[Path, Content]
"""What is written, by its place in the folder."""


class Record(NamedTuple):
    """What a makeup needs beside blueprint and manifest: each slot's template, what was avoided, and the files."""

    templates: tuple[str, ...]
    avoided: tuple[str, ...]
    files: tuple[str, ...]

    def to_text(self) -> str:
        """As it is kept."""
        return json.dumps({"format": FORMAT, **self._asdict()}, ensure_ascii=False, indent=1) + "\n"


def read_record(folder: Path) -> Record:
    """The record that an exam left in its folder. Raises QbankError where there is none."""
    path = folder / RECORD
    if not path.is_file():
        hint = "name the folder that qbank exam wrote"
        raise QbankError(f"there is no {RECORD}, so this is no exam", where=str(folder), hint=hint)
    try:
        value: Json = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise QbankError("this is no JSON", where=str(path), hint="make the exam again") from error
    record = checked(value, _RECORD, "record", str(path))
    lists = (record["templates"], record["avoided"], record["files"])
    if record["format"] != FORMAT or not all(isinstance(item, str) for items in lists for item in items):
        raise QbankError("this record cannot be read", where=str(path), hint="make the exam again")
    return Record(*map(tuple, lists))


def manifest_in(folder: Path) -> Path:
    """The manifest of the exam in that folder."""
    with explained(folder):
        found = sorted(folder.glob("*-sheet.json"))
    if len(found) != 1:
        there = "no manifest" if not found else f"{len(found)} manifests"
        raise QbankError(f"{there} (…-sheet.json)", where=str(folder), hint="keep the one of the exam there")
    return found[0]


def papers(
    stem: str, formats: Mapping[str, Format], sheets: Sequence[Sheet], questions: Sequence[Question]
) -> Files:
    """The papers of all versions in every format, the answer form and the manifest."""
    found: Files = {}
    for ending, kind in formats.items():
        found.update(files_of(Path(f"{stem}.{ending}"), kind, sheets, questions))
    return found


def students_papers(
    stem: str,
    formats: Mapping[str, Format],
    sheets: Sequence[Sheet],
    questions: Sequence[Question],
    students: Sequence[Student],
) -> Files:
    """A paper for each student under their own name, keys and solutions apart from it, and who has which version."""
    found: Files = {}
    by_id = {question.id: question for question in questions}
    for ending, kind in formats.items():
        for sheet, student in zip(sheets, students, strict=True):
            composed = _named(kind, sheet, [by_id[slot.id] for slot in sheet.slots])
            for suffix, content in composed.items():
                found[Path(KEYS if suffix else STUDENTS, f"{student.stem}{suffix}.{ending}")] = content
    manifest = json.dumps(to_json(*sheets), ensure_ascii=False, indent=2)
    found[Path(f"{stem}-sheet.json")] = manifest + "\n"
    found[Path(f"{stem}-form.csv")] = _filled_in(sheets, students)
    found[Path(TABLE)] = _table(students, next(iter(formats)))
    return found


def _named(kind: Format, sheet: Sheet, questions: Sequence[Question]) -> Mapping[str, Content]:
    """The papers with the student's name; with a blank for it where the format has no signs for that name."""
    try:
        return kind.compose(sheet, questions)
    except QbankError as error:
        composed = kind.compose(replace(sheet, look=replace(sheet.look, name="")), questions)
        note(f"{sheet.look.name}: their sheet has a line for the name instead: {error.message}")
        return composed


def _filled_in(sheets: Sequence[Sheet], students: Sequence[Student]) -> str:
    """The answer form with every student's name on the rows of their version."""
    names = {student.version: harmless(student.student) for student in students}
    header, *rows = csv.reader(io.StringIO(form.compose(*sheets)))
    which, who = header.index("version") if "version" in header else None, header.index("student")
    for row in rows:
        row[who] = names[sheets[0].version if which is None else row[which]]
    return BYTE_ORDER_MARK + "".join(map(line, (header, *rows)))


def _table(students: Sequence[Student], ending: str) -> str:
    """Who has which version, and in which file."""
    rows = [
        (harmless(one.student), harmless(one.name), one.version, f"{STUDENTS}/{one.stem}.{ending}")
        for one in students
    ]
    return BYTE_ORDER_MARK + "".join(map(line, (("student", "name", "version", "file"), *rows)))


def refuse_exam(folder: Path, *, over: bool) -> None:
    """Raises QbankError where the folder is a file, or holds an exam that may not be replaced."""
    with explained(folder):
        if folder.exists() and not folder.is_dir():
            raise QbankError("this is a file", where=str(folder), hint="name a folder")
        there = folder.is_dir() and ((folder / RECORD).exists() or any(folder.glob("*-sheet.json")))
    if there and not over:
        hint = "write into another folder, or give --replace"
        raise QbankError("there is an exam already", where=str(folder), hint=hint)


def publish(folder: Path, files: Files, *, over: bool, before: Callable[[], None]) -> None:
    """Write the files: all of them lie complete beside the folder before one takes its place there.

    `before` is called when they do, and nothing is left where it fails. Of an exam that is replaced, what the new one
    lacks goes.
    """
    taken = sorted(path for path in files if (folder / path).exists())
    if taken and not over:
        hint = "write into another folder, or give --replace"
        raise QbankError("this file is there already", where=str(folder / taken[0]), hint=hint)
    old = read_record(folder).files if (folder / RECORD).is_file() else ()
    with explained(folder):
        folder = folder.resolve()
        staged = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
        try:
            for path, content in files.items():
                write_atomic(staged / path, content, lasting=path.parent == Path())
            before()
            _move(staged, folder, files)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
        _remove([name for name in old if Path(name) not in files], folder)


def _move(staged: Path, folder: Path, files: Files) -> None:
    if not folder.exists():
        staged.rename(folder)
        return
    for path in files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (staged / path).replace(folder / path)


def _remove(names: Sequence[str], folder: Path) -> None:
    """Papers of the exam before, which would be taken for ones of this."""
    for name in names:
        path = (folder / name).resolve()
        if path.is_relative_to(folder) and path.is_file():
            path.unlink()
