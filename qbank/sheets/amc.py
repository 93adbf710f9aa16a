"""LaTeX source for Auto Multiple Choice, which prints answer sheets and grades their scans.

It carries what can be ticked: options, and one number in a grid of digits. A list in several grids would earn
points for each entry by itself, which `qbank check` does not give, so lists stay out.
"""

from collections.abc import Iterator, Sequence

from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.sheets import amc_grid, carry, lms
from qbank.sheets.sheet import Sheet, Slot, letters, options_of
from qbank.sheets.tex_pictures import included, picture_files
from qbank.sheets.tex_signs import escape
from qbank.sheets.tex_text import render

PAPER = False
UNSAID = ("accept", "full_marks")
"""Corrections that the format cannot say: the old key would stand."""

_PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage{amsmath,amssymb,array,graphicx}
\usepackage[box]{automultiplechoice}
\setcounter{MaxMatrixCols}{64}
\setlength{\parindent}{0pt}
\emergencystretch=\textwidth % rather a loose line than one that is too long
\newsavebox{\fitted}
\newcommand{\fit}[1]{% what is wider than the line is scaled down to it
  \sbox{\fitted}{#1}%
  \ifdim\wd\fitted>\linewidth\resizebox{\linewidth}{!}{\usebox{\fitted}}\else\usebox{\fitted}\fi}
\begin{document}
"""
_OPENING = r"""
\onecopy{1}{% so many different copies
\begin{center}\Large\bfseries TITLE\end{center}
\noindent\AMCcodeGridInt{student}{8}\hfill
\namefield{\fbox{\begin{minipage}{70mm}Name:\par\vspace{12mm}\end{minipage}}}
\par\bigskip
\noindent\emph{ADVICE}\par\bigskip
\insertgroup{sheet}
}
\end{document}
"""
_ABOVE = r"\par\nopagebreak\medskip"
_NUMBERS = "In a grid of digits the last digit stands in the last column; a column left blank counts as 0."


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str | bytes]:
    """One file, and the pictures beside it. Raises QbankError where `objection` would have said why."""
    pairs = list(zip(sheet.slots, questions, strict=True))
    elements = [_element(*pair) for pair in pairs]
    grids = amc_grid.has_grid([part for question in questions for part in question.parts])
    opening = _OPENING.replace("TITLE", escape(sheet.title)).replace("ADVICE", _NUMBERS if grids else "")
    return {"": "\n".join([_PREAMBLE, *elements, opening]), **picture_files(questions)}


def remark(_slot: Slot, question: Question) -> Iterator[str]:
    """What Auto Multiple Choice scores otherwise than our checker."""
    return lms.unequal(question, given=("choices",))


def objection(question: Question) -> str | None:
    """What cannot be ticked, or LaTeX cannot set; None where all can."""
    return carry.unset(question, compose)


def _element(slot: Slot, question: Question) -> str:
    """One question with all its parts, which stay together however a sheet is shuffled."""
    share = amc_grid.number(slot.points, len(question.parts))
    if slot.parts == ("",):
        text = "\n\n".join(filter(None, [_prompt(question), render(question.parts[0].ask)]))
        written = "\n".join(_part(slot, question.id, question.parts[0], text, share))
    else:
        written = "\n".join([_prompt(question) + _ABOVE, *_lettered(slot, question, share)])
    return f"\\element{{sheet}}{{\n{written}\n}}"


def _prompt(question: Question) -> str:
    return render(question.prompt) + included(question)


def _lettered(slot: Slot, question: Question, share: str) -> Iterator[str]:
    for letter, part in zip(letters(len(slot.parts)), question.parts, strict=True):
        yield from _part(slot, f"{question.id}-{letter}", part, render(part.ask), share)


def _part(slot: Slot, name: str, part: Part, text: str, share: str) -> Iterator[str]:
    """One question of Auto Multiple Choice."""
    kind = part.answer.get("kind")
    environment = "question" if kind == "choice" else "questionmult" if kind == "choices" else "questionmultx"
    yield rf"\begin{{{environment}}}{{{name}}}{_scoring(part, share)}"
    yield (
        r"\leavevmode\par " if text.startswith(r"\fit") else ""
    ) + text  # as wide as a line without its number
    yield from _choices(slot, part) if part.options is not None else amc_grid.written(part, share)
    yield rf"\end{{{environment}}}"


def _scoring(part: Part, share: str) -> str:
    r"""What `qbank check` gives: of several options, ticks that are right less those that are wrong."""
    if part.answer.get("kind") == "choice":
        return rf"\scoring{{b={share},m=0,e=0,v=0}}"
    if part.answer.get("kind") == "choices":
        if not part.key:
            raise QbankError("no option is right, which an empty answer could mean as well")
        return rf"\scoring{{formula={share}*(NBC-NMC)/NB,p=0,e=0,v=0}}"
    return r"\scoring{e=0,v=0}"


def _choices(slot: Slot, part: Part) -> Iterator[str]:
    """The options in the sheet's order, which is kept."""
    right = {slot.printed(letter) for letter in part.key}
    yield r"\begin{choices}[o]"
    for letter, text in options_of(slot, part):
        yield rf"\{'correct' if letter in right else 'wrong'}choice{{{render(text)}}}"
    yield r"\end{choices}"
