"""A question as HTML: its mathematics is readable, and nothing in it runs or leads away."""

import pytest
from lxml import html

from qbank import limits
from qbank.bank import released
from qbank.errors import QbankError
from qbank.web.asking import questions, shown
from qbank.web.door.views import number

LIVELY = {
    "script", "style", "img", "iframe", "form", "base", "meta", "svg", "a", "input", "details", "button", "link", "object"
}  # fmt: skip
LEADING = {"href", "src", "style", "action", "srcdoc", "xlink:href"}
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](vbscript:x)",
    "![x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "<https://evil.example>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<style>*{background:url(//evil.example)}</style>",
    "<math><mtext></p><style><img title='</style><img src onerror=alert(1)>'>",
    "<form action=//evil.example><input name=password></form>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "`</code><script>alert(1)</script>`",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\text{<img src=x onerror=alert(1)>}$",
    "$<script>alert(1)</script>$",
    "| a |\n|---|\n| <script>alert(1)</script> |",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<details open ontoggle=alert(1)>",
]


def harmless(written):
    """Whether nothing in that HTML runs, loads or leads away."""
    root = html.fragment_fromstring(str(written), create_parent="div")
    names = {element.tag for element in root.iter()}
    attributes = {name for element in root.iter() for name in element.attrib}
    return not names & LIVELY and not {
        name for name in attributes if name.startswith("on") or name in LEADING
    }


@pytest.mark.parametrize("source", HOSTILE)
def test_a_text_with_html_is_refused_and_any_other_is_harmless(source):
    for made in (shown.text, shown.phrase):
        try:
            written = made(source)
        except QbankError:
            continue
        assert harmless(written)


@pytest.mark.parametrize("source", HOSTILE)
def test_what_slipped_through_would_be_cleaned(source):
    assert harmless(shown._clean(source))
    assert harmless(shown._clean(f"<p>{source}</p>"))


def test_what_a_question_needs_stays():
    for source in ("$\\frac{1}{2}$", "*a* **b** `c`", "| a |\n|:-:|\n| 1 |", "- a\n- b"):
        made = str(shown.html(source, shown.mathml)).replace('style="text-align:center"', 'align="center"')
        assert str(shown.text(source)) == made


def test_every_released_question_keeps_its_words_and_its_mathematics():
    for question in released():
        seen = shown.shown(questions.form_of(question))
        for text, source in [
            (seen.prompt, question.prompt),
            *zip((part.ask for part in seen.parts), (part.ask for part in question.parts), strict=True),
        ]:
            assert str(text).count("<math") == _formulas(source), question.id
        assert (seen.picture is None) == (question.figure is None)
        assert not question.figure or seen.alt


def _formulas(source):
    return str(shown.html(source, shown.mathml)).count("<math")


def test_options_are_shown_under_the_letters_that_were_drawn():
    question = next(each for each in released() if each.parts[0].options)
    form = questions.form_of(question)
    letters = sorted(question.parts[0].options)
    turned = dict(zip(letters, reversed(letters), strict=True))
    plain, drawn = shown.shown(form).parts[0].options, shown.shown(form, turned).parts[0].options
    assert [letter for letter, _ in drawn] == letters
    assert [text for _, text in drawn] == [text for _, text in reversed(plain)]


def test_how_many_are_remembered():
    kept = shown._shown
    assert kept.cache_info().maxsize == limits.RENDERED_KEPT
    kept.cache_clear()
    form = questions.form_of(next(iter(released())))
    first = shown.shown(form)
    assert shown.shown(form) is first
    kept.cache_clear()
    assert shown.shown(form) is not first


def test_points_are_rounded_as_people_round():
    assert [number(each) for each in (0.495, 1.745, 1.875, 2.0, 0.1 + 0.2, 1 / 3, 1234.5)] == [
        "0.5", "1.75", "1.88", "2", "0.3", "0.33", "1,234.5",
    ]  # fmt: skip
