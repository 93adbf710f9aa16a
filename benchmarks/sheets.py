"""How fast papers and files are made, as ratios within one run: `python -m benchmarks.sheets`.

Each pair is run in turns, A B A B, and the medians are compared. Times are the processor's, so that other work on the
machine does not count. pdflatex must be installed.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qbank.bank import released
from qbank.question import Question
from qbank.sheets import latex, load, pdf, typst_paper
from qbank.sheets.sheet import lay_out

ROUNDS = 3


def seconds(work: Callable[[], object]) -> float:
    """The processor's seconds of one run, in this process and those that it starts."""
    started = _spent()
    work()
    return _spent() - started


def _spent() -> float:
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


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
    """A sheet of twenty questions from its source: Typst in this process, and a run of pdflatex.

    Each round has questions of its own, since Typst remembers what it has set.
    """
    rounds = [questions[20 * i : 20 * (i + 1)] for i in range(ROUNDS)]

    def turn(form: Any, work: Callable[[str], object]) -> Callable[[], object]:
        sources = iter([form.compose(lay_out(twenty, "Quiz"), twenty)[""] for twenty in rounds])
        return lambda: work(next(sources))

    return compared(turn(typst_paper, pdf.compiled), turn(latex, typeset))


def copies(questions: list[Question], count: int, *, whole: bool) -> tuple[float, float]:
    """Seconds a copy: one question a copy, `count` of them by Typst, a tenth as many by pdflatex.

    Both begin at the copy's source, or with `whole` at the question.
    """
    asked = [[questions[i % len(questions)]] for i in range(count)]
    few = asked[: max(count // 10, 1)]
    typst, tex = compared(
        setting(typst_paper, asked, pdf.compiled, whole=whole), setting(latex, few, typeset, whole=whole)
    )
    return typst / count, tex / len(few)


def setting(
    form: Any, asked: list[list[Question]], work: Callable[[str], object], *, whole: bool
) -> Callable[[], object]:
    """Sets every copy; the sources are written before, or each as its turn comes."""

    def source(one: list[Question]) -> str:
        written: str = form.compose(lay_out(one, "Quiz"), one)[""]
        return written

    if whole:
        return lambda: [work(source(one)) for one in asked]
    ready = [source(one) for one in asked]
    return lambda: [work(text) for text in ready]


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
    typst, tex = one_sheet(questions)
    print(f"20 questions: Typst {typst:.3f} s, pdflatex {tex:.3f} s, ratio {typst / tex:.2f}")
    for whole, start in ((False, "from its source"), (True, "from its question")):
        typst, tex = copies(questions, 200, whole=whole)
        times = f"Typst {typst * 1e3:.1f} ms, pdflatex {tex * 1e3:.0f} ms"
        print(f"a copy of one question, {start}: {times}, {tex / typst:.0f} times (goal 50)")
    for name in ("moodle", "qti12"):
        few, many = files(questions, name, 10), files(questions, name, 1_000)
        print(
            f"{name}: {few * 1e3:.2f} ms a copy of 10, {many * 1e3:.2f} ms of 1,000, {many / few:.2f} times"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
