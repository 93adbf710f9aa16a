"""Which files a sheet becomes, and which of those that are there are not written over."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from qbank.errors import QbankError
from qbank.files import explained, read_text
from qbank.question import Question
from qbank.sheets import ENDINGS, FORMATS, Content, Format, form, is_folder
from qbank.sheets.carry import FOLDER
from qbank.sheets.manifest import to_json
from qbank.sheets.sheet import Sheet

Files = Mapping[Path, Content]
NAME_BYTES = 240  # of a file's name, to which a few are added while it is written


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
        found[_manifest(path)] = _written(to_json(*versions))
    return found


def _manifest(path: Path) -> Path:
    return path.with_name(f"{path.stem}-sheet.json")


def _written(manifest: Mapping[str, Any]) -> str:
    return json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"


def _place(path: Path, kind: Format, which: str, name: str) -> Path:
    if "/" in name:  # a picture, which all versions share
        return path.parent / name
    if is_folder(kind):
        return path.with_name(f"{path.stem}{which}{path.suffix}") / name
    return path.with_name(f"{path.stem}{which}{name}{path.suffix}")


def succeeding(files: Files, path: Path) -> tuple[Files, list[Path]]:
    """The files of a paper, its manifest naming the papers, and those of the sheet before that these leave over.

    The same sheet in another format keeps what it had: the manifest then names both formats' papers.
    """
    place = _manifest(path)
    new = json.loads(files[place])
    papers = {name.relative_to(path.parent).as_posix() for name in list(files)[:-2]}
    before = _before(place)
    old = set(filter(_paper_of(path), before.get("files", [])))
    same = _one_sheet(before, new)
    new["files"] = sorted(papers | old if same else papers)
    shared = _other_sheets(place)
    gone = [name for name in sorted(old - papers) if not same and not _is_picture_in(name, shared)]
    left_over = [path.parent / name for name in gone]
    return {**files, place: _written(new)}, [name for name in left_over if name.is_file()]


def _is_picture_in(name: str, manifests: str) -> bool:
    return name.startswith(f"{FOLDER}/") and Path(name).stem in manifests


def _other_sheets(manifest: Path) -> str:
    """The manifests of other sheets in the folder, which name the questions whose pictures they share."""
    with explained(manifest.parent):
        others = sorted(manifest.parent.glob("*-sheet.json"))
    return "".join(read_text(other) for other in others if other != manifest)


def _before(manifest: Path) -> dict[str, Any]:
    """The manifest that is there; nothing where none is that can be read."""
    with explained(manifest):
        return _read(manifest.read_bytes()) if manifest.is_file() else {}


def _read(manifest: str | bytes) -> dict[str, Any]:
    try:
        found = json.loads(manifest)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and isinstance(found.get("files", []), list) else {}


def _one_sheet(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether two manifests differ in the names of papers at most."""
    return {**old, "files": None} == {**new, "files": None}


def _paper_of(path: Path) -> Callable[[object], bool]:
    """Whether that is the name of a paper such as `path`, or of a picture, and of no other place, form or manifest."""
    endings = "|".join(map(re.escape, {*FORMATS, *ENDINGS, path.suffix.removeprefix(".")}))
    paper = rf"{re.escape(path.stem)}(?:-[A-Z])?(?:-key|-solutions)?\.(?:{endings})"
    named = re.compile(rf"{paper}|{FOLDER}/q[0-9a-z]{{10}}\.(?:svg|pdf)")
    return lambda name: isinstance(name, str) and named.fullmatch(name) is not None


def spared(files: Files) -> None:
    """Raises QbankError rather than write over any file that holds something else."""
    for name, content in files.items():
        with explained(name):
            differs = name.is_file() and _differ(name.read_bytes(), _bytes(content))
        if differs:
            hint = "write under another name, or give --replace"
            raise QbankError(
                "this file is there already and holds something else", where=name.as_posix(), hint=hint
            )


def writable(files: Files) -> None:
    """Raises QbankError for a name that no system takes, or that a folder has, before anything is written."""
    for name in files:
        longest = max(len(each.encode("utf-8", "surrogatepass")) for each in name.parts)
        if longest > NAME_BYTES:
            found = f"a name of {longest} bytes, where {NAME_BYTES} are the most"
            raise QbankError(found, where=f"{name.as_posix()[:60]}…", hint="write under a shorter name")
        with explained(name):
            if name.is_dir():
                raise QbankError("this is a folder", where=name.as_posix(), hint="write under another name")


def _differ(old: bytes, new: bytes) -> bool:
    return old != new and not (_read(new) and _one_sheet(_read(old), _read(new)))


def _bytes(content: Content) -> bytes:
    return content.encode("utf-8") if isinstance(content, str) else content
