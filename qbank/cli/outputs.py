"""What `qbank check` writes: the report, a page a student, the open answers; never over what it has read."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qbank.bank import Bank
from qbank.check.layout import short
from qbank.cli.say import stream
from qbank.corrections import file_of
from qbank.errors import QbankError, did_you_mean
from qbank.files import explained
from qbank.home import RELEASED

if TYPE_CHECKING:
    from qbank.check.report import Report, Student
    from qbank.check.review import Decisions

ENDINGS = {  # and the format that each picks
    ".txt": "table",
    ".json": "json",
    ".csv": "csv",
    ".md": "md",
    ".html": "html",
    ".xlsx": "xlsx",
}
REVIEWS = (".csv", ".tsv", ".txt")
PAGE_START = 1_000  # bytes of a student's page, among which it says what made it
BYTE_ORDER_MARK = "\ufeff"  # without it spreadsheets take UTF-8 for a code page


class Outputs:
    """The files that a call asks for, refused before anything is graded where one would go over another."""

    def __init__(self, given: dict[str, Any]) -> None:
        """Raises QbankError for an unknown ending, and for a file that is also read, or written twice."""
        self._output: str | None = None if given["output"] == "-" else given["output"]
        self._review: str | None = given["review"]
        self._folder: str | None = given["reports"]
        self._explain: bool = given["explain"]
        self._face = _face(given["face"], self._output)
        if self._folder is not None and Path(self._folder).exists() and not Path(self._folder).is_dir():
            raise QbankError("this is a file", where=self._folder, hint="name a folder for the pages")
        self._banks = [RELEASED, *map(Path, given["banks"] or ["bank"])]
        self._taken = _read(given, self._banks) if self._output or self._review or self._folder else set()
        self._files = {identity for path in self._taken if (identity := _identity(path))}
        for path in (self._output, self._review):
            if path:
                self._take(Path(path))
        if self._review is not None and Path(self._review).suffix.lower() not in REVIEWS:
            hint = "write --review review.csv"
            raise QbankError(
                "a review file is text, and ends in .csv, .tsv or .txt", where=self._review, hint=hint
            )

    def write(self, report: "Report", decisions: "Decisions | None") -> None:
        """All of them, each as a whole or not at all; none where one would go over what it must not."""
        pages = (
            [self._page(Path(self._folder), student) for student in report.students] if self._folder else []
        )
        if self._face == "xlsx":
            self._write_workbook(report, Path(self._output or ""))
        else:
            stream(self._pieces(report), self._output)
        if self._folder:
            self._write_students(report, pages)
        if self._review and decisions is not None and (report.open or Path(self._review).exists()):
            from qbank.check.review_file import review_csv

            stream(review_csv(report.open_answers(), decisions), self._review)

    def _take(self, path: Path) -> None:
        resolved = self._free(path)
        if resolved.suffix == ".jsonl" and resolved.parent in [bank.resolve() for bank in self._banks]:
            raise QbankError(
                "this would be read as a file of the bank", where=str(path), hint="write elsewhere"
            )
        self._taken.add(resolved)

    def _free(self, path: Path) -> Path:
        """Where that is. Raises QbankError for what this call reads, or writes as something else."""
        with explained(path):
            resolved = path.resolve()
            if resolved in self._taken or _identity(resolved) in self._files:
                found = "this file is already read or written by this call"
                raise QbankError(found, where=str(path), hint="write elsewhere")
        return resolved

    def _page(self, folder: Path, student: "Student") -> Path:
        """Where the student's page goes. Raises QbankError for a file there that is no such page."""
        from qbank.check.student_files import file_stem, is_page

        path = folder / f"{file_stem(student.student)}.html"
        if path.is_symlink():
            raise QbankError("this is a link, and could lead anywhere", where=str(path), hint="remove it")
        self._free(path)
        with explained(path):
            if path.exists() and not is_page(_start(path)):
                hint = f"name another folder; the page of {short(student.student)!r} would go there"
                raise QbankError("this file is no page of a student's", where=str(path), hint=hint)
        return path

    def _write_workbook(self, report: "Report", path: Path) -> None:
        from qbank.check.faces.xlsx import write_xlsx
        from qbank.files import replacing

        with replacing(path) as file:
            write_xlsx(report, file, explain=self._explain)

    def _write_students(self, report: "Report", pages: list[Path]) -> None:
        from qbank.check.student_files import student_files
        from qbank.files import write_atomic

        for path, (_, content) in zip(pages, student_files(report), strict=True):
            write_atomic(path, content, lasting=False)

    def _pieces(self, report: "Report") -> Iterator[str]:
        """The report, in the format that is asked for. Each is loaded where it is."""
        match self._face:
            case "json":
                from qbank.check.faces.json import as_json

                return as_json(report, explain=self._explain)
            case "csv":
                from qbank.check.faces.csv import as_csv

                return self._marked(as_csv(report, explain=self._explain))
            case "md":
                from qbank.check.faces.markdown import as_markdown

                return as_markdown(report, explain=self._explain)
            case "html":
                from qbank.check.faces.html import as_html

                return as_html(report, explain=self._explain)
        from qbank.check.faces.table import as_table

        return as_table(report, _window(self._output), explain=self._explain)

    def _marked(self, pieces: Iterator[str]) -> Iterator[str]:
        """With a byte order mark where it goes into a file."""
        if self._output:
            yield BYTE_ORDER_MARK
        yield from pieces


def _face(face: str | None, output: str | None) -> str:
    """The format: as told, else by the ending of the file, else a table."""
    ending = Path(output).suffix.lower() if output else ".txt"
    if face is None and ending not in ENDINGS:
        hint = did_you_mean(ending, list(ENDINGS))
        raise QbankError(f"no format ends in {ending!r}", where=output, hint=hint)
    chosen = face or ENDINGS[ending]
    if chosen == "xlsx" and output is None:
        raise QbankError("a workbook goes into a file", hint="write -o report.xlsx")
    return chosen


def _read(given: dict[str, Any], banks: list[Path]) -> set[Path]:
    """The files that the call reads, those of banks and their corrections too."""
    named = [given[name] for name in ("table", "sheet", "students", "columns")]
    files = [path for folder in banks for path in (*Bank(folder).files(), file_of(folder))]
    return {path.resolve() for path in (*files, *(Path(name) for name in named if name and name != "-"))}


def _start(path: Path) -> str:
    """The first characters of a plain file; nothing of anything else."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file.read(PAGE_START).decode("utf-8", "replace")


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells the file from others, since A.csv is a.csv on some systems; None where there is none."""
    if not path.exists():
        return None
    about = path.stat()
    return about.st_dev, about.st_ino


def _window(output: str | None) -> int | None:
    """The columns to fill: the terminal's, or what COLUMNS asks for; None where the table goes elsewhere."""
    shown = output is None and ((sys.stdout is not None and sys.stdout.isatty()) or "COLUMNS" in os.environ)
    if not shown:
        return None
    import shutil  # with all its archive formats: only where there is a window

    return shutil.get_terminal_size().columns
