"""The page of formats: `page()` writes docs/formats.md from what the formats' modules say and do.

What is left out and what is scored otherwise is asked of every format for every released question. Only the way into a
platform is written here, since no code of ours knows it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from textwrap import fill

from qbank.bank import released
from qbank.cli.export_files import face_of
from qbank.question import Question
from qbank.sheets import FORMATS, load, remark

from .sheets.conftest import part, question

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "formats.md"
WIDTH = 118
TESTS = {"typ": "pdf", "inspect": "inspect"}
"""The names of tests that are not called after their module."""

_CHECKED = "Collect the answers in the form that comes with it: `qbank check` grades them."
_OPENING = """\
# Formats

Written by `python -m tests.docs` from the formats' own code; the tests hold it against them. `qbank export --formats`
prints the short form. Every released question was put to every format, {count} of them, and one that asks for a formula
besides, since none of them does. The numbers below say how many a format leaves out; `qbank export` names each of yours,
and why.

A learning platform compares numbers within a margin and texts letter by letter. It cannot read answers as `qbank check`
does, which takes `1/2`, `0,5` and `\\frac{{1}}{{2}}` for one number. So the usual typings of a key are listed in the file,
and the question says how to type.
"""

INTO = {
    "md": ("quiz.md", f"Read it on GitHub, or convert it. {_CHECKED}"),
    "html": (
        "quiz.html",
        f"Open it in a browser and print it. {_CHECKED} With `--interactive` it is practice in one file.",
    ),
    "tex": ("quiz.tex", f"Run `pdflatex quiz.tex`; it needs the class `exam`. {_CHECKED}"),
    "pdf": ("quiz.pdf", f"Print it. {_CHECKED}"),
    "typ": ("quiz.typ", f"Run `typst compile quiz.typ`. {_CHECKED}"),
    "docx": ("quiz.docx", f"Open it in Word or LibreOffice. {_CHECKED}"),
    "moodle": (
        "quiz.xml",
        "In the course: Question bank → Import → Moodle XML format, then the file. Each topic becomes a category; add "
        "its questions to a quiz. With `--variants` a category is a pool: add one random question from it.",
    ),
    "gift": (
        "quiz.gift",
        "In Moodle: Question bank → Import → GIFT format, then the file. Other platforms that read GIFT have an import "
        "of that name. For Moodle itself the format `moodle` carries more.",
    ),
    "qti12": (
        "canvas.zip",
        "In the course: Settings → Import Course Content → QTI .zip file, then the file. The quiz stands under Quizzes, "
        "unpublished. With `--variants` each slot of the quiz is a group that draws one question.",
    ),
    "qti21": (
        "quiz.zip",
        "Import it as a QTI 2.1 package: in TAO under Tests → Import, in OpenOlat under Authoring → Import. Other "
        "platforms call it IMS or 1EdTech content package. Try one question before a class does.",
    ),
    "amc": (
        "quiz.tex",
        "Make a project in Auto Multiple Choice from this file, print it, scan the answer sheets and let it mark them. "
        "Students give their number in the grid at the top.",
    ),
    "anki": (
        "quiz.apkg",
        "In Anki: File → Import, then the file. A second import updates the cards that are there.",
    ),
    "ipynb": (
        "quiz.ipynb",
        "Hand out `quiz.ipynb`, which has no keys. It writes `answers.csv`, which `qbank check` grades. Keep the notebook "
        "with the solutions.",
    ),
    "jsonl": (
        "quiz.jsonl",
        "Read it line by line, or put it into a folder and name that with `--bank`.",
    ),
    "lm-eval": ("quiz.lm-eval", "Its `README.md` has the command that runs it."),
    "inspect": ("quiz.inspect", "Its `README.md` has the command that runs it."),
}
"""For each format a file's name, and what to do with that file."""


@cache
def asked() -> tuple[Question, ...]:
    """Every released question, and one that asks for a formula."""
    formula = part({"kind": "expression", "names": ["d", "f"]}, "2*d*f", "2df")
    return (
        *released(),
        question("How many weights has a feed-forward block of widths $d$ and $f$?", formula),
    )


def page() -> str:
    """The whole page."""
    lines = [
        _OPENING.format(count=len(asked()) - 1),
        "| format | for | leaves out | read back by |",
        "|---|---|---|---|",
    ]
    for name, about in FORMATS.items():
        lines.append(f"| [{name}](#{name}) | {about.purpose} | {about.leaves_out} | {about.reader} |")
    for name in FORMATS:
        lines += ["", *_section(name)]
    return "\n".join(lines) + "\n"


def command(name: str) -> str:
    """The call that writes that format."""
    file, _ = INTO[name]
    chosen = "" if _ending_says(name, file) else f" --format {name}"
    return f"qbank export --last{chosen} -o {file}"


def _ending_says(name: str, file: str) -> bool:
    return not file.endswith(".zip") and face_of(None, file) == name


def _section(name: str) -> Iterator[str]:
    yield from (f"## {name}", "", str(load(name).__doc__).strip(), "")
    yield from (
        "```console",
        command(name),
        "```",
        "",
        fill(INTO[name][1], WIDTH, break_on_hyphens=False),
        "",
    )
    yield from _left_out(name)
    yield from _otherwise(name)
    tests = _tests(name)
    yield f"- Read back by: {FORMATS[name].reader} ([{tests.name}](../{tests.as_posix()}))."


def _left_out(name: str) -> Iterator[str]:
    reasons = Counter(filter(None, _reasons(name)))
    left = f"{count} are" if (count := sum(reasons.values())) > 1 else "1 is" if count else "none is"
    yield f"- Leaves out: {FORMATS[name].leaves_out}. Of the {len(asked())} questions {left} left out."
    yield from _counted(reasons)
    if unsaid := getattr(load(name), "UNSAID", ()):
        said = ", ".join(action.replace("_", " ") for action in unsaid)
        yield f"- Corrections that it cannot say, so that a question with one is left out: {said}."


def _otherwise(name: str) -> Iterator[str]:
    carried = [one for one, reason in zip(asked(), _reasons(name), strict=True) if reason is None]
    remarks = Counter(said for one in carried for said in remark(load(name), one))
    if remarks:
        yield "- Scored otherwise than by `qbank check`:"
    yield from _counted(remarks)


def _counted(said: Counter[str]) -> Iterable[str]:
    ordered = sorted(said.items(), key=lambda item: (-item[1], item[0]))
    return (f"  - {count} × {words}" for words, count in ordered)


def _reasons(name: str) -> tuple[str | None, ...]:
    """Why each question is left out. `pdf` is asked as `typ`: its own answer hangs on the fonts of a machine."""
    return _answers(load("typ" if name == "pdf" else name).objection)


@cache
def _answers(objection: Callable[[Question], str | None]) -> tuple[str | None, ...]:
    return tuple(map(objection, asked()))


def _tests(name: str) -> Path:
    return Path("tests", "sheets", f"test_{TESTS.get(name, FORMATS[name].module)}.py")
