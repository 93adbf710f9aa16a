"""Which files a sheet becomes, and which of those that are there are not written over."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets import Content, Format, form, is_folder
from qbank.sheets.sheet import Sheet, to_json

Files = Mapping[Path, Content]


def files_of(path: Path, kind: Format, versions: Sequence[Sheet], questions: Sequence[Question]) -> Files:
    """Every file with its content; of a paper also the answer form and the manifest, which come last.

    `quiz.pdf` in several versions is `quiz-A.pdf`, `quiz-B.pdf`, … `questions` stand in the order of the bank.
    """
    by_id = {question.id: question for question in questions}
    found: dict[Path, Content] = {}
    for sheet in versions:
        composed = kind.compose(sheet, [by_id[slot.id] for slot in sheet.slots])
        which = f"-{sheet.version}" if len(versions) > 1 else ""
        for name, content in composed.items():
            found[_place(path, kind, which, name)] = content
    if kind.PAPER:
        found[path.with_name(f"{path.stem}-form.csv")] = form.compose(*versions)
        manifest = json.dumps(to_json(*versions), ensure_ascii=False, indent=2)
        found[path.with_name(f"{path.stem}-sheet.json")] = manifest + "\n"
    return found


def _place(path: Path, kind: Format, which: str, name: str) -> Path:
    if "/" in name:  # a picture, which all versions share
        return path.parent / name
    if is_folder(kind):
        return path.with_name(f"{path.stem}{which}{path.suffix}") / name
    return path.with_name(f"{path.stem}{which}{name}{path.suffix}")


def spared(files: Files, bank: Path) -> None:
    """Raises QbankError rather than write over what people put in, or a printed sheet is graded by, or a bank."""
    for name, content in files.items():
        within = bank.resolve() in name.resolve().parents
        irreplaceable = name.name.endswith(("-form.csv", "-sheet.json")) or within
        new = content.encode("utf-8") if isinstance(content, str) else content
        if irreplaceable and name.is_file() and name.read_bytes() != new:
            hint = "write under another name, or give --replace"
            raise QbankError(
                "this file is there already and holds something else", where=name.as_posix(), hint=hint
            )
