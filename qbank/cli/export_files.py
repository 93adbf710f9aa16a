"""Where `qbank export` writes, and what it says of that."""

import shlex
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qbank.cli.say import deliver, note
from qbank.errors import QbankError
from qbank.files import explained

if TYPE_CHECKING:
    from qbank.question import Question
    from qbank.sheets import Format
    from qbank.sheets.sheet import Sheet


def face_of(face: str | None, output: str | None) -> str:
    """The format's name: as given, else by the file's ending, else Markdown."""
    from qbank.sheets import ENDINGS, FORMATS

    if output is not None and not output.strip():
        raise QbankError("-o names no file", hint="write -o quiz.pdf, or - for stdout")
    if face or output in (None, "-"):
        return face or "md"
    ending = Path(output or "").suffix.removeprefix(".").lower()
    if (named := ENDINGS.get(ending, ending)) in FORMATS:
        return named
    if str(output).endswith(("/", "\\")) or Path(str(output)).is_dir():
        raise QbankError(
            "this names a folder", where=output, hint=f"write {Path(str(output)).as_posix()}/quiz.pdf"
        )
    found = f"no format is called .{ending}" if ending else "the file has no ending"
    raise QbankError(
        found, where=output, hint=f"end it in .{', .'.join((*FORMATS, *ENDINGS))}, or give --format"
    )


def title_of(output: str | None) -> str:
    """`midterm-1.tex` is headed Midterm 1."""
    words = Path(output or "-").stem.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "Questions"


def write(
    given: dict[str, Any], face: str, form: "Format", versions: "list[Sheet]", questions: "list[Question]"
) -> None:
    """All files, each composed before the first is written; what the sheet before leaves over goes."""
    from qbank.sheets.files import files_of, spared, succeeding, writable

    path, left_over = _place(given["output"], face), list[Path]()
    files = files_of(path, form, versions, questions)
    writable(files)
    if form.PAPER:
        files, left_over = succeeding(files, path)
    if not given["replace"]:
        spared(files)
    for name, content in files.items():
        deliver(content, str(name))
    note(f"{len(questions)} question{'s' if len(questions) != 1 else ''} in {path.as_posix()}")
    if face == "typ":
        _boxes("".join(map(str, files.values())))
    _remove(left_over)
    _remarks(form, versions[0], questions)
    if form.PAPER:
        _next_step([name.as_posix() for name in files], given["bank"])


def _place(output: str, face: str) -> Path:
    """The file; Auto Multiple Choice keeps things of its own in `quiz.amc` while LaTeX sets `quiz.tex`."""
    path = Path(output)
    if face != "amc" or path.suffix.lower() != ".amc":
        return path
    note(f"LaTeX would write over {path.as_posix()} while it sets it, so the source is a .tex file.")
    return path.with_suffix(".tex")


def _boxes(source: str) -> None:
    """Say which signs would be boxes if the source were set here; elsewhere there may be a font for them."""
    from qbank.sheets.pdf import boxes

    if found := boxes(source):
        note(f"No font here has {found}: install one where you set the sheet.")


def _remove(names: list[Path]) -> None:
    """Papers of the sheet before, which would be taken for ones of this."""
    for name in names:
        with explained(name):
            name.unlink()
    if names:
        note(f"Removed, since they were of the sheet before: {', '.join(name.as_posix() for name in names)}")


def _remarks(form: "Format", sheet: "Sheet", questions: "list[Question]") -> None:
    """What the reader scores otherwise than `qbank check` would, each remark with the number of its questions."""
    from qbank.sheets import remark

    slots = {slot.id: slot for slot in sheet.slots}
    said = Counter(told for question in questions for told in remark(form, question, slots[question.id]))
    for told, times in said.most_common():
        note(f"{times} of {len(questions)}: {told}")


def _next_step(names: list[str], folder: str) -> None:
    *papers, answer_form, manifest = names
    for_teachers = [name for name in papers if Path(name).stem.endswith(("-key", "-solutions"))]
    note(f"For the teacher alone: {', '.join(for_teachers)}, {manifest}")
    elsewhere = [] if folder == "bank" else ["--bank", folder]
    call = shlex.join(["qbank", "check", answer_form, "--sheet", manifest, *elsewhere])
    note(f"Next: {call}")
