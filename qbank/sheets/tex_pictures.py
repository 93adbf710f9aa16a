"""Pictures in LaTeX: each a PDF in a folder beside the paper."""

from collections.abc import Sequence

from qbank import pictures
from qbank.question import Question
from qbank.sheets import carry
from qbank.sheets.drawn import as_pdf


def picture_files(questions: Sequence[Question]) -> dict[str, bytes]:
    """The pictures' files by their names."""
    return {
        carry.picture_file(question, "pdf"): as_pdf(svg, pictures.size(question.figure or {})[0])
        for question, svg in carry.drawn(questions)
    }


def included(question: Question) -> str:
    """The picture at its own size, or as wide as the line; empty where there is none."""
    if question.figure is None:
        return ""
    name = carry.picture_file(question, "pdf")
    return rf"\begin{{center}}\fit{{\includegraphics{{{name}}}}}\end{{center}}"
