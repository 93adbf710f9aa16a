"""A paper in LaTeX (class `exam`): questions, key, worked solutions. It needs nothing beyond a plain TeX."""

from collections.abc import Iterable, Sequence

from qbank.answers import kind
from qbank.errors import QbankError
from qbank.labels import Labels
from qbank.question import Mistake, Part, Question
from qbank.sheets import carry, wording
from qbank.sheets.sheet import Sheet, Slot, letters, options_of
from qbank.sheets.tex_pictures import included, picture_files
from qbank.sheets.tex_signs import escape
from qbank.sheets.tex_text import mathematics, render

PAPER = True

_PREAMBLE = r"""\documentclass[11pt,a4paper]{exam}
\usepackage{amsmath,amssymb,array,graphicx}
\setcounter{MaxMatrixCols}{64}
\emergencystretch=\textwidth % rather a loose line than one that is too long
\raggedbottom
\pointsinrightmargin
\bracketedpoints
\setlength{\rightpointsmargin}{9mm}
% exam's own frame around solutions cannot always be broken between pages
\renewenvironment{TheSolution}{\par\noindent\rule{\linewidth}{0.4pt}\par\nopagebreak}{\par\medskip}
\pagestyle{headandfoot}
\newsavebox{\fitted}
\newcommand{\fit}[1]{% what is wider than the line is scaled down to it
  \sbox{\fitted}{#1}%
  \ifdim\wd\fitted>\linewidth\resizebox{\linewidth}{!}{\usebox{\fitted}}\else\usebox{\fitted}\fi}
\newenvironment{close}{\begin{itemize}\setlength{\itemsep}{0pt}\setlength{\parskip}{0pt}}{\end{itemize}}
\newenvironment{answers}{\begin{list}{}{\raggedright\setlength{\labelwidth}{10mm}\setlength{\leftmargin}{12mm}%
  \setlength{\itemsep}{0pt}\renewcommand{\makelabel}[1]{\textbf{##1}\hfill}}}{\end{list}}
\newcommand{\answer}[2]{% room to work in, and a line for the answer
  \par\nopagebreak\vspace{#1}\nopagebreak
  \noindent\hspace*{\fill}\answerlabel\enspace\makebox[65mm]{\hrulefill}#2\par\medskip}
"""
_NAME_LINE = r"""\noindent %s\enspace %s\quad %s\enspace\makebox[30mm]{\hrulefill}\quad
%s\enspace\makebox[12mm]{\hrulefill}\,/\,%d
\bigskip
"""
_TYPESET = {"exact", "expression", "vector", "matrix"}
_ROOM = {1: "12mm", 2: "22mm", 3: "32mm"}  # by level
_ROOM_OF_KIND = {"shape": "7mm", "tokens": "7mm", "matrix": "42mm"}


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str | bytes]:
    """The three papers, and the pictures beside them. Raises QbankError where `objection` would have said why."""
    pairs = list(zip(sheet.slots, questions, strict=True))
    labels = sheet.look.labels
    asked = [_asked(*pair) for pair in pairs]
    key = [entry for pair in pairs for entry in _key(*pair, labels)]
    solved = [_solved(*pair, labels) for pair in pairs]
    answers, solutions = wording.key_title(sheet), wording.solutions_title(sheet)
    return {
        "": _paper(sheet.title, _opening(sheet), "questions", asked),
        "-key": _paper(answers, "", "answers", key),
        "-solutions": _paper(solutions, "\\printanswers\n", "questions", solved),
        **picture_files(questions),
    }


def _opening(sheet: Sheet) -> str:
    """Course and date, lines to fill in, instructions."""
    look = sheet.look
    said = escape(" · ".join(filter(None, (look.course, look.date))))
    course = rf"\begin{{center}}{said}\end{{center}}" + "\n" if said else ""
    name = escape(look.name) + r"\hfill" if look.name else r"\hrulefill"
    read_first = render(look.instructions) + "\n\\bigskip\n" if look.instructions else ""
    names, dates, points = map(escape, wording.to_fill_in(look.labels))
    line = rf"\newcommand{{\answerlabel}}{{{escape(look.labels.say('Answer:'))}}}" + "\n"
    return line + course + _NAME_LINE % (names, name, dates, points, sheet.points) + read_first


def objection(question: Question) -> str | None:
    """What LaTeX cannot set of it, or None."""
    return carry.unset(question, compose)


def _paper(title: str, opening: str, environment: str, entries: Sequence[str]) -> str:
    written = escape(title)
    lines = [
        _PREAMBLE + rf"\runningheader{{}}{{}}{{\small {written}}}" + "\n" + r"\footer{}{\thepage}{}",
        r"\begin{document}",
        rf"\begin{{center}}\Large\bfseries {written}\end{{center}}",
        opening + rf"\begin{{{environment}}}",
        "\n".join(entries),
        rf"\end{{{environment}}}",
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def _asked(slot: Slot, question: Question) -> str:
    """A question as a student sees it, on one page if it fits on one."""
    answers = [_room(slot, question, part) for part in question.parts]
    return "\\filbreak\n" + _question(slot, question, answers)


def _solved(slot: Slot, question: Question, labels: Labels) -> str:
    """A question with its options, then answers, explanation, known mistakes and proof."""
    options = [_options(slot, part) for part in question.parts]
    return _question(slot, question, options) + "\n" + _solution(slot, question, labels)


def _question(slot: Slot, question: Question, below: Sequence[str]) -> str:
    """The prompt and the parts, each with what stands below it."""
    head = f"\\question[{slot.points}]\n{render(question.prompt)}{included(question)}"
    if slot.parts == ("",):
        ask = render(question.parts[0].ask)
        return "\n".join(filter(None, [head, ask and f"\n{ask}", below[0]]))
    parts = (
        f"\\part\n{render(part.ask)}\n{under}" for part, under in zip(question.parts, below, strict=True)
    )
    return "\n".join([head, r"\begin{parts}", *parts, r"\end{parts}"])


def _room(slot: Slot, question: Question, part: Part) -> str:
    if part.options is not None:
        return _options(slot, part)
    room = _ROOM_OF_KIND.get(part.answer.get("kind", ""), _ROOM.get(question.level, _ROOM[3]))
    unit = f"\\enspace {escape(part.unit)}" if part.unit else ""
    return rf"\answer{{{room}}}{{{unit}}}"


def _options(slot: Slot, part: Part) -> str:
    if part.options is None:
        return ""
    choices = (rf"\choice {render(text)}" for _, text in options_of(slot, part))
    return "\n".join([r"\begin{choices}", *choices, r"\end{choices}"])


def _solution(slot: Slot, question: Question, labels: Labels) -> str:
    marks = [""] if slot.parts == ("",) else [f"({letter}) " for letter in letters(len(slot.parts))]
    answers = [
        _answer(rf"\textbf{{{mark or escape(labels.say('Answer:')) + ' '}}}", slot, part, labels)
        + _noted(wording.solution_corrections(slot, part, labels), labels)
        for mark, part in zip(marks, question.parts, strict=True)
    ]
    known = _mistakes(marks, slot, question, labels)
    lines = [r"\begin{solution}", *answers, render(question.explanation), *known]
    proof = rf"{{\footnotesize {escape(wording.proof(question.proof, labels))} {_id(question.id)}\par}}"
    return "\n\n".join(filter(None, [*lines, proof])) + "\n\\end{solution}"


def _answer(mark: str, slot: Slot, part: Part, labels: Labels) -> str:
    """The right answer behind its mark: typeset where that reads better than what one would type."""
    unit = f" {escape(part.unit)}" if part.unit else ""
    if part.answer.get("kind") in _TYPESET and isinstance(part.key, str):
        known = kind(part.answer)
        return f"{mark}{mathematics(known.display(known.read_key(part.key), 'latex'))}{unit}"
    right = wording.right_option(slot, part)
    return f"{mark}{escape(wording.answer(slot, part, labels))}" + (f". {render(right)}" if right else "")


def _mistakes(marks: Sequence[str], slot: Slot, question: Question, labels: Labels) -> list[str]:
    """A line for each known mistake, what was written and what to say to it."""
    items = [
        rf"\item {mark}{_mistake(slot, part, mistake, labels)}"
        for mark, part in zip(marks, question.parts, strict=True)
        for mistake in part.mistakes
    ]
    head = escape(labels.say("Known mistakes:")) + r"\begin{close}"
    return ["\n".join([head, *items, r"\end{close}"])] if items else []


def _mistake(slot: Slot, part: Part, mistake: Mistake, labels: Labels) -> str:
    wrong = escape(wording.wrong_answer(slot, part, mistake, labels))
    return f"{wrong}: {render(wording.feedback(mistake, labels))}"


def _key(slot: Slot, question: Question, labels: Labels) -> Iterable[str]:
    """A line for each number: the answer and, at the right, the id."""
    unproven = escape(wording.unproven(question.proof, labels))
    for (number, name), part in zip(slot.names().items(), question.parts, strict=True):
        answer = _answer("", slot, part, labels) + _noted(wording.corrections(slot, part, labels), labels)
        yield rf"\item[{number}] {answer}{unproven}\hspace{{1em}}\hspace*{{\fill}}\mbox{{{_id(name)}}}"


def _noted(note: str, labels: Labels) -> str:
    """A note on a correction, in general words where plain LaTeX lacks a sign of an accepted answer."""
    try:
        return escape(note)
    except QbankError:
        return f" ({escape(labels.say('corrected: see qbank show'))})"


def _id(name: str) -> str:
    return rf"{{\footnotesize\ttfamily {escape(name)}}}"
