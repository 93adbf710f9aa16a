import pytest

from qbank.errors import QbankError
from qbank.sheets import FORMATS, load
from qbank.sheets.sheet import lay_out


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_offers_the_same(name, questions) -> None:
    form = load(name)
    assert [form.objection(question) for question in questions] == [None] * len(questions)
    texts = form.compose(lay_out(questions, "Quiz"), questions)
    assert list(texts) == (["", "-key", "-solutions"] if form.PAPER else [""])
    assert texts == form.compose(lay_out(questions, "Quiz"), questions)


@pytest.mark.parametrize("name", ["md", "tex"])
def test_the_paper_for_students_gives_nothing_away(name, ask, asks) -> None:
    from qbank.question import Mistake

    mistake = Mistake(("canary_name",), None, "31415", "31415", "canary feedback")
    one = ask(
        "How many?", asks("integer", "27182", "27,182", mistakes=(mistake,)), explanation="canary explanation"
    )
    texts = load(name).compose(lay_out([one], "Quiz"), [one])
    for secret in ("27182", "27,182", "31415", "canary", one.id, one.template, "PyTorch"):
        assert secret not in texts[""], secret
    for shown in ("27,182", "31415", "canary feedback", "canary explanation", one.id, "PyTorch"):
        assert shown in texts["-solutions"], shown
    assert "27,182" in texts["-key"]
    assert "canary" not in texts["-key"]


@pytest.mark.parametrize("name", ["md", "tex"])
def test_what_nobody_proved_is_called_so(name, ask) -> None:
    from qbank.question import Proof

    one = ask("How many?", proof=Proof("asserted", "the teacher", "equal", None, None, None, None))
    texts = load(name).compose(lay_out([one], "Quiz"), [one])
    assert "(unproven)" in texts["-key"]
    assert "Unproven: asserted by the teacher." in texts["-solutions"]


@pytest.mark.parametrize("name", ["md", "tex"])
def test_figures_are_refused_for_now(name, ask) -> None:
    one = ask("What is drawn?", figure={"draw": "mask", "data": [], "alt": "a mask"})
    assert "figure" in load(name).objection(one)


@pytest.mark.parametrize("name", ["md", "tex"])
@pytest.mark.parametrize(
    ("text", "objection"),
    [
        (r"$\input{x}$", r"\input is no macro"),
        ("costs $5 and", "a $ has no partner"),
        ("<b>bold</b>", "HTML"),
        ("[text](address)", "link"),
        ("![text](address)", "link"),
        ("# Title", "heading"),
    ],
)
def test_what_neither_paper_can_show(name, text, objection, ask, asks) -> None:
    for one in (ask(text), ask("Fine.", explanation=text), ask("Fine.", asks("integer", "1", "1", ask=text))):
        assert objection in load(name).objection(one)


def test_an_unknown_format() -> None:
    with pytest.raises(QbankError, match="no format 'markdwn'"):
        load("markdwn")
