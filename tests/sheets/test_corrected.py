"""Sheets that are made after a correction: the new key stands in key and solutions, the stored question stays."""

from dataclasses import replace

import pytest

from qbank import sheets
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Question
from qbank.sheets import anki_card, html, ipynb, jsonl, latex, markdown, typst_paper
from qbank.sheets.corrected import corrected, why_void
from qbank.sheets.manifest import to_json
from qbank.sheets.sheet import lay_out


def line(question, action, value=None, part=""):
    return Correction(question.id, part, action, value, "why", "", "2026-05-31T12:00:00+00:00")


def papers(form, question, *lines):
    """The papers of that one question under these corrections."""
    found = {(one.id, one.part): tuple(other for other in lines if other.part == one.part) for one in lines}
    made = [corrected(question, found)]
    return form.compose(lay_out(made, "Quiz", found), made)


def row(text, number):
    return next(
        found for found in text.splitlines() if found.startswith((f"| {number} |", rf"\item[{number}]"))
    )


@pytest.mark.parametrize("form", [markdown, latex])
def test_another_key_stands_in_key_and_solutions_and_nowhere_on_the_sheet(form, questions) -> None:
    cells = questions[0]
    before = papers(form, cells)
    after = papers(form, cells, line(cells, "rekey", "37", "blocked"))
    assert after[""] == before[""]
    assert "37 (corrected on 2026-05-31)" in row(after["-key"], "1a")
    assert row(after["-key"], "1b") == row(before["-key"], "1b")
    assert "corrected on 2026-05-31; explanation and proof are those of the old key" in after["-solutions"]
    assert "37" in after["-solutions"]
    assert cells.parts[0].key == "36"


def test_a_mistake_that_is_the_key_now_is_not_listed(questions) -> None:
    cells = questions[0]
    assert "- **(a)** 45: A token may attend" in papers(markdown, cells)["-solutions"]
    after = papers(markdown, cells, line(cells, "rekey", "45", "blocked"))
    assert "A token may attend" not in after["-solutions"]


@pytest.mark.parametrize("form", [markdown, latex])
def test_accepted_values_and_full_marks_stand_in_key_and_solutions_alone(form, questions) -> None:
    cells = questions[0]
    lines = [line(cells, "accept", "40", "blocked"), line(cells, "accept", "41", "blocked")]
    before, after = papers(form, cells), papers(form, cells, *lines)
    assert after[""] == before[""]
    assert "(also right since 2026-05-31: 40; also right since 2026-05-31: 41)" in after["-solutions"]
    assert "36 (also right since 2026-05-31: 40; also right since 2026-05-31: 41)" in row(after["-key"], "1a")
    after = papers(form, cells, line(cells, "full_marks", part="open"))
    assert "45 (full marks for everybody since 2026-05-31)" in row(after["-key"], "1b")
    assert "(full marks for everybody since 2026-05-31)" in after["-solutions"]


@pytest.mark.parametrize("form", [markdown, latex, html, typst_paper, ipynb])
def test_an_accepted_answer_is_no_mistake(form, questions) -> None:
    cells = questions[0]
    assert "A token may attend" in papers(form, cells)["-solutions"]
    assert (
        "A token may attend" not in papers(form, cells, line(cells, "accept", "45", "blocked"))["-solutions"]
    )


def test_typeset_keys_are_the_new_ones(questions) -> None:
    norm = questions[5]
    after = papers(latex, norm, line(norm, "rekey", "[-1,0,sqrt(2)]", "x"))
    assert r"\sqrt{2}" in row(after["-key"], "1a")
    assert r"\sqrt{6}" not in row(after["-key"], "1a")


def test_letters_of_a_choice_are_the_printed_ones(questions) -> None:
    claim = questions[3]
    found = {(claim.id, ""): (line(claim, "rekey", "C"), line(claim, "accept", "A"))}
    made = [corrected(claim, found)]
    sheet = lay_out(made, "Quiz", found)
    slot = replace(sheet.slots[0], options={"A": "C", "B": "A", "C": "B"})
    text = markdown.compose(replace(sheet, slots=(slot,)), made)["-key"]
    assert "| 1 | A (corrected on 2026-05-31; also right since 2026-05-31: B) |" in text


def test_a_sign_that_latex_lacks_spoils_no_sheet(ask, asks) -> None:
    tokens = ask("Which tokens?", asks("tokens", "[a,b]", "[a, b]"))
    text = papers(latex, tokens, line(tokens, "accept", "[😀]"))["-key"]
    assert "(corrected: see qbank show)" in text
    assert "😀" in papers(markdown, tokens, line(tokens, "accept", "[😀]"))["-key"]


def test_a_manifest_says_nothing_about_corrections(questions) -> None:
    cells = questions[0]
    found = {(cells.id, "open"): (line(cells, "full_marks", part="open"),)}
    assert to_json(lay_out([cells], "Quiz", found)) == to_json(lay_out([cells], "Quiz"))


def test_a_bank_line_with_another_key_is_not_written(questions) -> None:
    cells: Question = questions[0]
    assert jsonl.objection(cells) is None
    other = corrected(cells, {(cells.id, "open"): (line(cells, "rekey", "46", "open"),)})
    assert jsonl.objection(other) == "its key was corrected, which a bank line cannot say"
    same = corrected(cells, {(cells.id, "open"): (line(cells, "accept", "46", "open"),)})
    assert same is cells


def test_why_a_question_is_void(questions) -> None:
    cells, count = questions[:2]
    found = {
        (cells.id, "open"): (line(cells, "void", part="open"),),
        (count.id, ""): (line(count, "accept", "1"), line(count, "void")),
    }
    assert why_void(cells, found) == "its part open is void by a correction of 2026-05-31"
    assert why_void(count, found) == "it is void by a correction of 2026-05-31"
    assert why_void(questions[2], found) is None


def test_a_value_that_is_no_key_is_refused(questions) -> None:
    cells = questions[0]
    with pytest.raises(
        QbankError, match=rf"the correction of {cells.id}.open on 2026-05-31: 'many' cannot be read as a key"
    ):
        corrected(cells, {(cells.id, "open"): (line(cells, "rekey", "many", "open"),)})


@pytest.mark.parametrize("action", ["accept", "full_marks"])
def test_bank_lines_cannot_say_what_else_is_right(questions, action) -> None:
    cells = questions[0]
    found = {(cells.id, "open"): (line(cells, action, "46" if action == "accept" else None, "open"),)}
    assert "cannot be said there" in sheets.unsaid(jsonl, corrected(cells, found), found)
    assert sheets.unsaid(jsonl, cells, {}) is None


def test_a_card_says_what_else_is_right(questions) -> None:
    claim = questions[3]
    found = {(claim.id, ""): (line(claim, "accept", "A"),)}
    made = corrected(claim, found)
    back = anki_card.faces(lay_out([made], "", found).slots[0], made)[1]
    assert "(also right since 2026-05-31: A)" in back
    assert "The future is hidden." not in back
