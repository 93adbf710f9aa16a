"""The report in Markdown."""

from qbank.check.faces.markdown import as_markdown
from tests.check.faces.report import EMPTY, REPORT


def test_markdown_means_nothing_that_was_typed():
    text = "".join(as_markdown(REPORT))
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## Answers", "## Students", "## Questions"]
    assert r"| =1+1\|\<b\> |" in text
    assert "blocks the diagonal: a token sees i ≤ j." in text
    assert "\n4 students, mean 25%; 1 sum is provisional, since answers are open.\n" in text


def test_every_row_has_the_cells_of_its_header():
    rows = [line for line in "".join(as_markdown(REPORT)).splitlines() if line.startswith("|")]
    assert [row.replace("\\|", "").count("|") for row in rows] == [8] * 6 + [9] * 6 + [7] * 4


def test_explained():
    assert "| This is right. Right is exactly 36, however that" in "".join(as_markdown(REPORT, explain=True))


def test_nothing_graded():
    assert "0 students." in "".join(as_markdown(EMPTY))
