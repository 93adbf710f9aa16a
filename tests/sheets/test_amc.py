import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from qbank.answers import grade
from qbank.bank import released
from qbank.errors import QbankError
from qbank.question import Part, Question
from qbank.sheets import amc, amc_grid
from qbank.sheets.order import reordered
from qbank.sheets.sheet import Sheet, lay_out
from qbank.sheets.tex_pictures import picture_files

INSTALL = "automultiplechoice.sty or pdflatex is missing; install with: make system"

NUMERIC = re.compile(r"\\AMCnumericChoices\{(.*?)\}\{(.*?)\}$", re.MULTILINE)
ASKED = re.compile(r"\\begin\{(question\w*)\}\{([^}]*)\}\\scoring\{([^}]*)\}\n(.*?)\\end\{\1\}", re.DOTALL)


@pytest.fixture(scope="module")
def pdflatex() -> str:
    found = shutil.which("pdflatex")
    style = found and subprocess.run(
        ["kpsewhich", "automultiplechoice.sty"], capture_output=True, text=True, timeout=30, check=False
    )
    if not (found and style.stdout.strip()):
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(INSTALL)
    return found


@pytest.fixture(scope="module")
def carried() -> list[Question]:
    return [question for question in released() if amc.objection(question) is None]


def source(questions: list[Question], title: str = "Quiz") -> str:
    return amc.compose(lay_out(questions, title), questions)[""]


def typeset(pdflatex: str, folder: Path, text: str, questions: Sequence[Question] = ()) -> str:
    """What Auto Multiple Choice itself noted of the questions: no error, no line too long, no sign missing.

    A question is never broken between pages, so one that is longer than a page is too high; that is not refused.
    """
    (folder / "sheet.tex").write_text(text, encoding="ascii")
    for name, picture in picture_files(questions).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(picture)
    flags = ["-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error"]
    run = subprocess.run(
        [pdflatex, *flags, r"\def\SujetExterne{1}\input{sheet.tex}"],
        cwd=folder,
        capture_output=True,
        encoding="latin-1",
        timeout=120,
        check=False,
    )
    log = (folder / "sheet.log").read_text(encoding="latin-1")
    assert run.returncode == 0, log[-3000:]
    assert not re.findall(r"^(?:Overfull .hbox|Missing character|.*~Error).*", log, re.MULTILINE)
    return (folder / "sheet.amc").read_text(encoding="latin-1")


class Scan:
    """One question as the source has it, scored as Auto Multiple Choice's manual says."""

    def __init__(self, environment: str, scoring: str, body: str) -> None:
        self.environment, self.scoring = environment, dict(pair.split("=", 1) for pair in scoring.split(","))
        self.options = [
            right == "correct" for right in re.findall(r"^\\(correct|wrong)choice\{", body, re.MULTILINE)
        ]
        numeric = NUMERIC.search(body)
        self.settings = dict(pair.split("=", 1) for pair in numeric[2].split(",")) if numeric else {}
        self.right = (
            {Decimal(numeric[1]), Decimal(self.settings.get("alsocorrect", numeric[1]))} if numeric else set()
        )

    def ticked(self, letters: str) -> Fraction:
        """The score of ticking these letters."""
        ticks = [chr(65 + at) in letters for at in range(len(self.options))]
        if not any(ticks):
            return Fraction(self.scoring["v"])
        if self.environment == "question":
            return Fraction(self.scoring["b" if ticks == self.options else "m"])
        share = Fraction(re.fullmatch(r"(.+)\*\(NBC-NMC\)/NB", self.scoring["formula"])[1])
        hits = sum(tick and right for tick, right in zip(ticks, self.options, strict=True))
        return max(Fraction(self.scoring["p"]), share * (2 * hits - sum(ticks)) / sum(self.options))

    def entered(self, text: str) -> Fraction | None:
        """The score of a number in the grid; None where the grid has no room for it."""
        value, places = Decimal(text), int(self.settings["decimals"])
        units = (
            value.scaleb(places - value.adjusted()) if "exponent" in self.settings else value.scaleb(places)
        )
        if units != units.to_integral_value() or len(str(abs(int(units)))) > int(self.settings["digits"]):
            return None
        if value < 0 and self.settings["sign"] == "false":
            return None
        return Fraction(self.settings["scoreexact" if value in self.right else "scorewrong"])


def scans(text: str) -> dict[str, Scan]:
    return {
        name: Scan(environment, scoring, body) for environment, name, scoring, body in ASKED.findall(text)
    }


def named(sheet: Sheet, questions: list[Question]):
    """Each part with its question of Auto Multiple Choice and the slot it stands in."""
    for slot, question in zip(sheet.slots, questions, strict=True):
        for at, part in enumerate(question.parts):
            yield question.id if slot.parts == ("",) else f"{question.id}-{'abcdefghijkl'[at]}", slot, part


def judged(part: Part, text: str) -> float:
    known = [mistake._asdict() for mistake in part.mistakes]
    return grade(part.answer, part.key, text, unit=part.unit, options=part.options, known=known).score


def plain(shown: str) -> str | None:
    """A display as Decimal reads it; None for what is no decimal number."""
    powers = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    text = shown.replace(",", "").replace("−", "-").replace(" × 10", "e").translate(powers)
    return text if re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", text) else None


def printed(slot, key) -> str:
    return "".join(slot.printed(letter) for letter in key)


def test_what_is_carried(carried) -> None:
    reasons = {amc.objection(question) for question in released()} - {None}
    assert len(carried) == 213
    assert all("ticked" in reason or "digits" in reason for reason in reasons)


def test_keys_are_right_and_mistakes_wrong(carried) -> None:
    sheet = lay_out(carried, "Quiz", points=3)
    found, entered = scans(amc.compose(sheet, carried)[""]), 0
    parts = list(named(sheet, carried))
    assert found.keys() == {name for name, _, _ in parts}
    for name, slot, part in parts:
        scan = found[name]
        if part.options is not None:
            assert scan.ticked(printed(slot, part.key)) == 3
            assert [scan.ticked(printed(slot, mistake.key)) for mistake in part.mistakes] == [0] * len(
                part.mistakes
            )
            continue
        assert [scan.entered(f"{key:f}") for key in scan.right] == [3] * len(scan.right)
        assert [judged(part, f"{key:f}") for key in scan.right] == [1] * len(scan.right), name
        for mistake in part.mistakes:
            score = scan.entered(typed) if (typed := plain(mistake.display)) else None
            assert score in (0, None), (name, mistake)
            entered += score == 0
    assert entered > 600


def test_points_are_those_of_the_check(carried) -> None:
    """Every number near the key, in units of the last place, earns in the grid what it earns when it is typed."""
    sheet = lay_out(carried, "Quiz")
    found = scans(amc.compose(sheet, carried)[""])
    for name, _, part in named(sheet, carried):
        if part.options is not None or part.answer["kind"] == "exact":
            continue
        scan = found[name]
        least = min(scan.right)
        power = least.adjusted() if "exponent" in scan.settings else 0
        unit = Decimal(1).scaleb(power - int(scan.settings["decimals"]))
        for steps in (-20, -2, -1, 0, 1, 2, 20):
            typed = f"{least + steps * unit:f}"
            if (score := scan.entered(typed)) is not None and judged(part, typed) in (0, 1):
                assert score == judged(part, typed), (name, typed)


def test_every_set_of_ticks(ask, asks) -> None:
    options = {letter: f"option {letter}" for letter in "ABCD"}
    for key in (("A",), ("A", "C"), ("B", "C", "D"), ("A", "B", "C", "D")):
        part = asks("choices", key, ", ".join(key), options=options)
        one = ask("Which?", part)
        scan = scans(source([one]))[one.id]
        for ticks in range(16):
            letters = "".join(letter for at, letter in enumerate("ABCD") if ticks >> at & 1)
            assert float(scan.ticked(letters)) == pytest.approx(judged(part, ", ".join(letters))), (
                key,
                letters,
            )


def test_a_tie_has_two_right_numbers(ask, asks) -> None:
    one = ask("How much?", asks({"kind": "decimal", "places": 1}, "1/4", "0.3"))
    scan = scans(source([one]))[one.id]
    assert scan.right == {Decimal("0.3"), Decimal("0.2")}
    assert [scan.entered(text) for text in ("0.1", "0.2", "0.3", "0.4")] == [0, 1, 1, 0]


@pytest.mark.parametrize(
    ("answer", "key", "mistakes", "expected"),
    [
        ("integer", "36", (), (3, 0, False, ("36",))),
        ("integer", "-36", (), (3, 0, True, ("-36",))),
        ("integer", "36", ("-1",), (3, 0, True, ("36",))),
        ("integer", "36", ("1234",), (4, 0, False, ("36",))),
        ("integer", "36", ("123456",), (4, 0, False, ("36",))),
        ("integer", "999999999", ("1234567890",), (9, 0, False, ("999999999",))),
        ({"kind": "decimal", "places": 3}, "sqrt(2)", (), (4, 3, True, ("1.414",))),
        ({"kind": "decimal", "places": 2}, "0", (), (3, 2, True, ("0.00",))),
        ("exact", "3/8", (), (4, 3, False, ("0.375",))),
        ("exact", "-3", (), (3, 0, True, ("-3",))),
        ({"kind": "decimal", "figures": 3}, "1/300", (), (3, 2, True, ("3.33e-3",), 2)),
        ({"kind": "decimal", "figures": 2}, "-12345", (), (2, 1, True, ("-1.2e4",), 2)),
        ({"kind": "decimal", "figures": 2}, "125/10", (), (2, 1, True, ("1.3e1", "1.2e1"), 2)),
        ({"kind": "decimal", "figures": 2}, "999", (), (2, 1, True, ("1.0e3",), 2)),
        ({"kind": "decimal", "figures": 1}, "1", (), (1, 0, True, ("1.0e0",), 2)),
    ],
)
def test_grids(asks, answer, key, mistakes, expected) -> None:
    from qbank.question import Mistake

    wrong = tuple(Mistake((text,), None, text, text, "") for text in mistakes)
    assert amc_grid.grid(asks(answer, key, key, mistakes=wrong)) == amc_grid.Grid(*expected)


@pytest.mark.parametrize(
    ("answer", "key", "reason"),
    [
        ("integer", "1234567890", "a grid of 10 digits"),
        ({"kind": "decimal", "figures": 10}, "12345", "a grid of 10 digits"),
        ({"kind": "decimal", "figures": 2}, "10^100", "a power of ten"),
        ("exact", "1/3", "a fraction or root"),
        ("exact", "sqrt(2)", "a fraction or root"),
        ({"kind": "vector", "of": {"kind": "integer"}}, "[1,2]", "a list cannot be ticked"),
        ({"kind": "matrix", "of": {"kind": "integer"}}, "[[1,2]]", "a table of numbers"),
        ({"kind": "expression", "names": ["d"]}, "2*d", "a formula"),
        ({"kind": "shape"}, "[1,2]", "a shape"),
        ({"kind": "tokens"}, "[a,b]", "a list of tokens"),
    ],
)
def test_what_cannot_be_ticked(ask, asks, answer, key, reason) -> None:
    assert reason in amc.objection(ask("How much?", asks(answer, key, key)))


@pytest.mark.parametrize("text", ["see 😀", "नमस्ते", "a\x07b", "<b>x</b>", "$\\def\\x{y}$"])
def test_what_latex_cannot_set_is_refused(ask, text) -> None:
    assert amc.objection(ask(text)) is not None


def test_no_right_option(ask, asks) -> None:
    part = asks("choices", (), "none", options={"A": "x", "B": "y"})
    assert "no option is right" in amc.objection(ask("Which?", part))


@pytest.mark.parametrize("title", ["Quiz 😀", "a\x07b"])
def test_a_title_that_latex_cannot_set(carried, title) -> None:
    with pytest.raises(QbankError, match=r"U\+"):
        source(carried[:1], title)


def test_points_that_parts_do_not_share_evenly() -> None:
    assert [amc_grid.number(points, 3) for points in (0, 3, 6, 2)] == ["0", "1", "2", "(2/3)"]
    assert [amc_grid.number(Decimal("2.5"), parts) for parts in (1, 2)] == ["(5/2)", "(5/4)"]


def test_another_order_keeps_the_key(carried) -> None:
    from qbank.draws import Draws

    chosen = [question for question in carried if question.parts[0].options][:12]
    by_id = {question.id: question for question in chosen}
    for seed in "abc":
        sheet = reordered(lay_out(chosen, "Quiz"), "B", Draws(seed))
        questions = [by_id[slot.id] for slot in sheet.slots]
        found = scans(amc.compose(sheet, questions)[""])
        for name, slot, part in named(sheet, questions):
            if part.options is not None:
                assert found[name].ticked(printed(slot, part.key)) == 1


def test_auto_multiple_choice_reads_the_same_keys(pdflatex, tmp_path, carried) -> None:
    chosen = carried[::6]
    text = source(chosen, "Quiz & more: 100 % " + "x" * 300)
    noted = _noted(typeset(pdflatex, tmp_path, text, chosen))
    found = scans(text)
    assert noted.keys() == found.keys()
    for name, scan in found.items():
        right = noted[name]
        if scan.options:
            assert right == [at for at, is_right in enumerate(scan.options, start=1) if is_right]
        else:
            assert _number(right, scan.settings) in scan.right, name


def _noted(messages: str) -> dict[str, list[int]]:
    """From each question to the boxes that are to be ticked."""
    right: dict[str, list[int]] = {}
    current: list[int] = []
    for name, box in re.findall(r"\\message\{(?:NUM=\d+=([^}]*)|REP=(\d+):B)\}", messages):
        if name:
            current = right.setdefault(name, [])
        else:
            current.append(int(box))
    return {name: boxes for name, boxes in right.items() if not name.startswith("student[")}


def _number(boxes: list[int], settings: dict[str, str]) -> Decimal:
    """The number that these boxes mean: ten to a digit, before them two for a sign where there is one."""
    found, rest = _columns(boxes, int(settings["digits"]), settings["sign"] == "true", 0)
    value = Decimal(found).scaleb(-int(settings["decimals"]))
    if "exponent" not in settings:
        assert not rest
        return value
    first = 10 * int(settings["digits"]) + 2
    power, rest = _columns(rest, int(settings["exponent"]), True, first)
    assert not rest
    return value.scaleb(power)


def _columns(boxes: list[int], digits: int, signed: bool, first: int) -> tuple[int, list[int]]:
    """The whole number in so many columns whose boxes are counted from `first`, and the boxes behind them."""
    relative = [box - first for box in boxes]
    minus = signed and relative[0] == 2
    if signed and relative[0] in (1, 2):  # none is ticked for 0
        relative.pop(0)
    columns = [box - 1 - 2 * signed for box in relative[:digits]]
    assert [column // 10 for column in columns] == list(range(digits))
    number = int("".join(str(column % 10) for column in columns))
    return -number if minus else number, [box + first for box in relative[digits:]]


def test_what_bites_is_set(pdflatex, tmp_path, unkind) -> None:
    carried = [question for question in unkind if amc.objection(question) is None]
    assert len(carried) == len(unkind)
    typeset(pdflatex, tmp_path, source(carried, r"& < > \" ' % # { } ~ \ $ ^ _ ]]>"))


def test_the_source_is_ascii_and_always_the_same(carried) -> None:
    text = source(carried)
    assert text.isascii()
    assert text == source(carried)
