import pytest

from qbank.errors import QbankError
from qbank.sheets import FORMATS, is_folder, load
from qbank.sheets.sheet import lay_out

LIMITED = ("moodle", "gift", "qti12", "qti21", "amc")  # what a platform cannot grade is left out


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_offers_the_same(name, questions) -> None:
    form = load(name)
    carried = [question for question in questions if form.objection(question) is None]
    assert len(carried) == len(questions) or name in LIMITED
    texts = form.compose(lay_out(carried, "Quiz"), carried)
    if form.PAPER:
        assert list(texts) == ["", "-key", "-solutions"]
    elif is_folder(form):
        assert "README.md" in texts
    else:
        assert "" in texts
    assert texts == form.compose(lay_out(carried, "Quiz"), carried) or name == "anki"


@pytest.mark.parametrize("name", FORMATS)
def test_a_control_character_is_refused_in_one_line(name, ask) -> None:
    if name == "jsonl":
        return  # JSON has a spelling for it
    found = load(name).objection(ask("How many\x07?"))
    assert "U+0007" in found
    assert "\n" not in found


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


@pytest.mark.parametrize("name", FORMATS)
def test_a_picture_is_shown(name, pictured) -> None:
    form = load(name)
    assert form.objection(pictured) is None
    files = form.compose(lay_out([pictured], "Quiz"), [pictured])
    content = b"".join(made.encode() if isinstance(made, str) else made for made in files.values())
    assert len(content) > len(pictured.prompt)
    if name in ("md", "tex", "amc"):
        assert any(file.startswith("figures/") for file in files)
    if name in ("md", "html", "typ", "moodle", "gift", "lm-eval", "inspect", "jsonl", "ipynb"):
        assert pictured.figure["alt"].encode() in content


@pytest.mark.parametrize("name", ["md", "tex", "html", "pdf", "anki", "moodle", "gift", "qti12"])
def test_what_cannot_be_drawn_is_refused(name, ask) -> None:
    one = ask("What is drawn?", figure={"draw": "mask", "data": [], "alt": "a mask"})
    assert "no drawing 'mask'" in load(name).objection(one)


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
