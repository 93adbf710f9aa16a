import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.bank import released
from qbank.errors import QbankError
from qbank.sheets import html_text, lms_text

from .conftest import UNKIND

PIECES = ["a", "If ", " is", "$x_1 \\le 2$", "$$y$$", "`nn.Linear`", "``", "[2, 3]", "](", "]:", "*", "_", "<", "&amp;",
          ">", '"', "'", "\\", "\n", "\n\n", " \n", "  ", "1. ", "12", "- ", "#", "|", "---", "$", "“so”", "\t", "(", "="]  # fmt: skip


def texts():
    for question in released():
        yield from (question.prompt, question.explanation)
        for part in question.parts:
            yield part.ask
            yield from (part.options or {}).values()
            yield from (mistake.feedback for mistake in part.mistakes)


def by_the_parser(text: str, mathematics=html_text.delimited) -> str | None:
    try:
        return html_text.html(text, mathematics)
    except QbankError:
        return None


def by_us(text: str) -> str | None:
    try:
        return lms_text.blocks(text)
    except QbankError:
        return None


def test_every_released_text_is_what_the_parser_makes_of_it() -> None:
    found = set(texts())
    assert all(lms_text.blocks(text) == by_the_parser(text) for text in found)
    assert sum(map(lms_text.is_plain, found)) > 0.9 * len(found)


@pytest.mark.parametrize("text", UNKIND.values(), ids=UNKIND)
def test_what_bites_is_what_the_parser_makes_of_it(text) -> None:
    assert by_us(text) == by_the_parser(text)


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_any_text_is_what_the_parser_makes_of_it(pieces) -> None:
    text = "".join(pieces)
    assert by_us(text) == by_the_parser(text)


def test_a_line_stands_without_its_paragraph() -> None:
    assert lms_text.line("If $x$.") == r"If \(x\)."
    assert lms_text.line("one\n\ntwo") == "<p>one</p>\n<p>two</p>"
    assert "<math" in lms_text.line("$x$", html_text.mathml)


def test_a_macro_off_the_list_is_refused() -> None:
    with pytest.raises(QbankError, match="no macro"):
        lms_text.blocks(r"If $\href{x}{y}$.")
