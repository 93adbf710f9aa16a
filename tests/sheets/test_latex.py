import os
import re
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest

from qbank.errors import QbankError
from qbank.markup import macros
from qbank.sheets import latex, tex_signs
from qbank.sheets.sheet import Look, lay_out

INSTALL = "install with: make system"


@pytest.fixture(scope="module")
def pdflatex() -> str:
    found = shutil.which("pdflatex")
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(f"pdflatex is missing; {INSTALL}")
    if found is None:
        pytest.skip(INSTALL)
    return found


def typeset(pdflatex: str, folder: Path, text: str) -> str:
    """The log of one run without shell or questions; it must end without an error or a line that is too long."""
    (folder / "sheet.tex").write_text(text, encoding="ascii")
    flags = ["-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error"]
    run = subprocess.run(
        [pdflatex, *flags, "sheet.tex"],
        cwd=folder,
        capture_output=True,
        encoding="latin-1",
        timeout=120,
        check=False,
    )
    log = (folder / "sheet.log").read_text(encoding="latin-1")
    assert run.returncode == 0, log[-3000:]
    assert not re.findall(
        r"^(?:Overfull|LaTeX Font Warning: Font shape.*undefined|Missing character).*", log, re.MULTILINE
    )
    return log


@pytest.mark.parametrize("face", ["", "-key", "-solutions"])
def test_every_sort_is_set(pdflatex, tmp_path, questions, face) -> None:
    typeset(pdflatex, tmp_path, latex.compose(lay_out(questions, "Quiz & more: 100 %"), questions)[face])


def test_parts_of_points_are_set(pdflatex, tmp_path, questions) -> None:
    text = latex.compose(lay_out(questions[:1], "Quiz", points=Decimal("1.25")), questions[:1])[""]
    assert r"\question[2.5]" in text
    typeset(pdflatex, tmp_path, text)


@pytest.mark.parametrize("face", ["", "-key", "-solutions"])
def test_what_bites_is_set(pdflatex, tmp_path, unkind, face) -> None:
    assert [latex.objection(question) for question in unkind] == [None] * len(unkind)
    typeset(pdflatex, tmp_path, latex.compose(lay_out(unkind, "Unkind " * 30 + "x" * 99), unkind)[face])


def test_every_sign_is_set(pdflatex, tmp_path, ask) -> None:
    signs = [*map(chr, range(33, 127)), *tex_signs._WORDS, *tex_signs._MATHEMATICS, *tex_signs._RAISED]
    signs += [*tex_signs._LOWERED, *(f"e{mark}" for mark in tex_signs._ACCENTS)]
    unit = " ".join(signs)
    one = ask("Which?", ask("Which?").parts[0]._replace(unit=unit))
    typeset(pdflatex, tmp_path, latex.compose(lay_out([one], unit), [one])[""])


def test_every_macro_is_set(pdflatex, tmp_path, ask) -> None:
    with_arguments = {name: f"\\{name}{{X}}" for name in (*macros.FONTS, *macros.ACCENTS, "sqrt")}
    with_arguments |= {name: f"\\{name}{{x}}{{y}}" for name in ("frac", "dfrac", "tfrac", "binom")}
    with_arguments |= {name: f"\\{name}(" for name in macros.SIZES if name not in ("left", "right")}
    environments = [f"\\begin{{{name}}} a & b \\\\ c & d \\end{{{name}}}" for name in macros.MATRICES]
    left_out = with_arguments.keys() | {"left", "right", "begin", "end", "\\"}
    formulas = [f"\\{name} x" for name in macros.MACROS if name not in left_out]
    formulas += [*with_arguments.values(), *environments, r"\left( x \right]", r"\sqrt[3]{x}"]
    formulas += [r"K^\mathrm{T}", r"x_\text{max}", r"\frac12", r"\sqrt\pi", "x'^2", "x''", "x_1'"]
    one = ask(" ".join(f"${formula}$" for formula in formulas))
    assert latex.objection(one) is None
    typeset(pdflatex, tmp_path, latex.compose(lay_out([one], "Macros"), [one])[""])


@pytest.mark.parametrize("text", ["see 😀", "नमस्ते", "$\\def\\x{y}$", "- a\n  - b\n    - c\n      - d"])
def test_what_latex_cannot_set_is_refused(ask, asks, text) -> None:
    assert latex.objection(ask(text)) is not None
    assert latex.objection(ask("Fine.", asks("integer", "1", "1", ask=text))) is not None


def test_a_title_that_latex_cannot_set(questions) -> None:
    with pytest.raises(QbankError, match="U\\+1F600"):
        latex.compose(lay_out(questions, "Quiz 😀"), questions)


def test_the_source_is_ascii_and_asks_for_nothing_uncommon(unkind) -> None:
    text = latex.compose(lay_out(unkind, "Unkind"), unkind)[""]
    assert text.isascii()
    assert set(re.findall(r"\\usepackage.*?\{(.*?)\}", text)) == {"amsmath,amssymb,array,graphicx"}


def test_answers_are_typeset(questions) -> None:
    key = latex.compose(lay_out(questions, "Quiz"), questions)["-key"]
    assert r"\item[2] 4,204,032 parameters" in key
    assert r"\item[3] \fit{\(\begin{bmatrix} -1.00 & -1.00 \\ 1.00 & 1.00 \end{bmatrix}\)}" in key
    assert r"\item[4] B. The causal mask, \(j > i\)" in key
    assert r"\item[5] A, C" in key
    assert r"\frac{\sqrt{6}}{2}" in key
    assert r"\item[6b] \(8d^2 + 2df\)" in key


def test_what_stands_on_it(pdflatex, tmp_path, questions) -> None:
    look = Look("Machine & Learning", "12 May", "Read *all*: $x_1$.", name="Ana Łima")
    text = latex.compose(lay_out(questions, "Quiz", look=look), questions)[""]
    typeset(pdflatex, tmp_path, text)
    for said in (r"Machine \& Learning", "12 May", r"\emph{all}", "Ana"):
        assert said in text
