"""Signs that no font here has are named instead of printed as boxes."""

import pytest

from qbank.bank import released
from qbank.errors import QbankError
from qbank.sheets import glyphs, pdf
from qbank.sheets.sheet import Look, lay_out

NOBODYS = "\U0002fffd"  # is assigned to nothing


@pytest.mark.parametrize("look", [Look(NOBODYS), Look(name=NOBODYS), Look(instructions=NOBODYS)])
def test_what_would_be_a_box_is_refused_by_name(ask, look) -> None:
    one = ask("How many?")
    with pytest.raises(QbankError, match=r"no font here has .* \(U\+2FFFD\)"):
        pdf.compose(lay_out([one], "Quiz", look=look), [one])
    with pytest.raises(QbankError, match=r"U\+2FFFD"):
        pdf.compose(lay_out([one], f"Quiz {NOBODYS}"), [one])


def test_a_question_with_such_a_sign_is_left_out(ask) -> None:
    assert "no font here has" in (pdf.objection(ask(f"What is {NOBODYS}?")) or "")
    assert pdf.objection(ask("Is é, ⊤, “x” or −∞ there?")) is None


def test_what_is_not_seen_is_no_box() -> None:
    pdf.compiled("a\u200bb\u00adc e\u0301 \ufe0f")


def test_the_released_bank_needs_no_font_but_those_that_come_with_typst() -> None:
    import typst

    compiler = typst.Compiler(b"", font_paths=typst.Fonts(include_system_fonts=False))

    def drawn(sign: str) -> str:
        source = f'#set page(width: auto, height: auto)\n#"{sign}"'
        return compiler.compile_with_warnings(source.encode("utf-8"), format="svg")[0].decode("utf-8")

    bank = list(released())
    texts = [
        text for one in bank for text in (one.prompt, one.explanation, *(part.ask for part in one.parts))
    ]
    glyphs.demand("".join(texts), drawn)
    with pytest.raises(QbankError, match="注"):
        glyphs.demand("注", drawn)
