"""How fast papers and files are made, as ratios within one run: `python -m benchmarks.sheets`.

Each pair is run in turns, A B A B, and the medians are compared. pdflatex and text2qti must be installed.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from qbank.bank import released
from qbank.question import Question
from qbank.sheets import latex, load, pdf, typst_paper
from qbank.sheets.sheet import lay_out

ROUNDS = 3


def seconds(work: Callable[[], object]) -> float:
    """The wall-clock seconds of one run."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def compared(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """The median seconds of both, run in turns."""
    pairs = [(seconds(one), seconds(other)) for _ in range(ROUNDS)]
    first, second = zip(*pairs, strict=True)
    return statistics.median(first), statistics.median(second)


def typeset(text: str) -> None:
    """One run of pdflatex in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sheet.tex").write_text(text, encoding="ascii")
        call = ["pdflatex", "-interaction=batchmode", "-no-shell-escape", "sheet.tex"]
        subprocess.run(call, cwd=folder, check=True, capture_output=True)


def questions_of(count: int) -> list[Question]:
    """The first questions of the released bank that LaTeX and Typst can both set."""
    fit = (question for question in released() if question.figure is None and not latex.objection(question))
    return [question for question, _ in zip(fit, range(count), strict=False)]


def one_sheet(questions: list[Question]) -> tuple[float, float]:
    """A sheet of twenty questions: Typst in this process, and a run of pdflatex."""
    sheet = lay_out(questions, "Quiz")
    source = latex.compose(sheet, questions)[""]
    return compared(lambda: pdf.compiled(typst_paper.compose(sheet, questions)[""]), lambda: typeset(source))


def copies(questions: list[Question], count: int) -> tuple[float, float]:
    """Seconds a copy: one question a copy, `count` of them by Typst, a tenth as many by pdflatex."""
    ours = [[questions[i % len(questions)]] for i in range(count)]
    few = [latex.compose(lay_out(one, "Quiz"), one)[""] for one in ours[: max(count // 10, 1)]]

    def by_typst() -> None:
        for one in ours:
            pdf.compiled(typst_paper.compose(lay_out(one, "Quiz"), one)[""])

    def by_latex() -> None:
        for text in few:
            typeset(text)

    typst, tex = compared(by_typst, by_latex)
    return typst / count, tex / len(few)


def files(questions: list[Question], name: str, count: int) -> float:
    """Seconds a copy of a file for a learning platform, each with questions of its own."""
    form = load(name)
    fit = [question for question in questions if not form.objection(question)]

    def made() -> None:
        for i in range(count):
            one = [fit[(i + j) % len(fit)] for j in range(10)]
            form.compose(lay_out(one, f"Quiz {i}"), one)

    return seconds(made) / count


def main() -> int:
    questions = questions_of(200)
    typst, tex = one_sheet(questions[:20])
    print(f"20 questions: Typst {typst:.3f} s, pdflatex {tex:.3f} s, ratio {typst / tex:.2f}")
    typst, tex = copies(questions, 200)
    print(
        f"a copy of one question: Typst {typst * 1e3:.1f} ms, pdflatex {tex * 1e3:.0f} ms, {tex / typst:.0f} times"
    )
    for name in ("moodle", "qti12"):
        few, many = files(questions, name, 10), files(questions, name, 1_000)
        print(
            f"{name}: {few * 1e3:.2f} ms a copy of 10, {many * 1e3:.2f} ms of 1,000, {many / few:.2f} times"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
