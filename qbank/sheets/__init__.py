"""Right of the bank: questions as papers and files. A format is one module with `compose` and `objection`."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from qbank.corrections import Corrections
from qbank.errors import QbankError, did_you_mean
from qbank.question import Question
from qbank.sheets.sheet import Sheet, Slot, lay_out

Content = str | bytes


class About(NamedTuple):
    """What people want to know of a format before they choose it."""

    module: str
    purpose: str
    leaves_out: str
    reader: str


FORMATS: Mapping[str, About] = {
    "md": About("markdown", "a paper in Markdown, pictures beside it", "nothing", "CommonMark, GitHub"),
    "html": About("html", "a paper for the browser, or practice without a server", "nothing", "Chromium"),
    "tex": About("latex", "a paper in LaTeX, class exam", "signs beyond its fonts", "pdflatex"),
    "pdf": About(
        "pdf", "a paper to print, without a TeX installation", "signs that no font here has", "Typst, poppler"
    ),
    "typ": About("typst_paper", "the same paper as Typst source", "nothing", "Typst"),
    "docx": About("docx", "a paper to edit in a word processor", "columns", "pandoc"),
    "moodle": About(
        "moodle", "Moodle's question bank (XML)", "formulas", "its rules of grading, in the tests"
    ),
    "gift": About("gift", "question banks that read GIFT", "several parts, matrices", "gift-pegjs"),
    "qti12": About(
        "qti12", "Canvas (QTI 1.2, zip)", "parts of unlike size, formulas", "its conditions, in the tests"
    ),
    "qti21": About(
        "qti21", "platforms that read QTI 2.1 (zip)", "formulas", "its response processing, in the tests"
    ),
    "amc": About(
        "amc", "answer sheets scanned by Auto Multiple Choice", "lists, formulas", "pdflatex, AMC's style"
    ),
    "anki": About("anki", "a deck to practise with", "grading: the student judges", "anki"),
    "ipynb": About("ipynb", "a notebook that checks answers", "nothing", "nbformat"),
    "jsonl": About("jsonl", "the bank's own lines", "corrected keys", "qbank"),
    "lm-eval": About("lm_eval", "a task for lm-evaluation-harness (folder)", "nothing", "lm_eval"),
    "inspect": About("inspect_task", "a task for inspect_ai (folder)", "nothing", "inspect_ai"),
}
"""Each format's name, which is also an ending, and what it is."""

ENDINGS = {"xml": "moodle", "apkg": "anki", "htm": "html", "markdown": "md", "typst": "typ"}
"""Other endings that mean one format alone. `.zip` and `.txt` could be several."""


class Format(Protocol):
    """What a format's module offers."""

    PAPER: bool
    """Whether people read it: it then comes with a form for answers and a manifest."""

    compose: Callable[[Sheet, Sequence[Question]], Mapping[str, Content]]
    """The files by what stands between name and ending: `""`, and perhaps `-key` and `-solutions`.

    A module with `FOLDER = True` gives the files of a folder by their names.
    """

    objection: Callable[[Question], str | None]
    """Why the format cannot carry the question; None where it can."""


def load(name: str) -> Format:
    """The format of that name. Raises QbankError for an unknown one, or one whose packages are missing."""
    if name not in FORMATS:
        raise QbankError(f"no format {name!r}", hint=did_you_mean(name, list(FORMATS)))
    try:
        module: Format = importlib.import_module(f"qbank.sheets.{FORMATS[name].module}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("qbank"):
            raise
        hint = "pip install 'qbank[sheets]'"
        raise QbankError(f"the format {name} needs the package {error.name}", hint=hint) from error
    return module


def unsaid(form: Format, question: Question, corrections: Corrections) -> str | None:
    """A correction in force that the format cannot say, which would let the old key stand; None where there is none.

    A module names these actions in `UNSAID`; of others some values cannot be said, which it finds as it writes them.
    """
    actions = {
        line.action for part in question.parts for line in corrections.get((question.id, part.name), ())
    }
    if lost := sorted(actions & set(getattr(form, "UNSAID", ()))):
        return f"its correction ({', '.join(lost).replace('_', ' ')}) cannot be said there"
    return _refused(form, question, corrections) if actions else None


def _refused(form: Format, question: Question, corrections: Corrections) -> str | None:
    try:
        form.compose(lay_out([question], "", corrections), [question])
    except QbankError as error:
        return f"its correction cannot be said there: {error.message}"
    return None


def remark(form: Format, question: Question, slot: Slot | None = None) -> list[str]:
    """What the format's reader scores otherwise than `qbank check`, where its module has a `remark`.

    Without a slot the question is worth a point a part.
    """
    said = getattr(form, "remark", None)
    return list(said(slot or lay_out([question], "").slots[0], question)) if said else []


def is_folder(form: Format) -> bool:
    """Whether the format is a folder of files."""
    return getattr(form, "FOLDER", False)
