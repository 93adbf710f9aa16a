"""The table of what has an effect is what the formats do."""

import pytest

from qbank.cli.export_effect import EFFECTIVE
from qbank.labels import Labels
from qbank.sheets import FORMATS, load
from qbank.sheets.sheet import PLAIN, Look, lay_out
from tests.cli.test_export import part, question
from tests.labels import Marked

SVG = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
LOOKS = {
    "course": Look(course="X"),
    "date": Look(date="X"),
    "instructions": Look(instructions="X"),
    "logo": Look(logo=SVG),
    "columns": Look(columns=2),
    "large": Look(large=True),
    "interactive": Look(interactive=True),
    "labels": Look(labels=Labels("de", Marked("«»"))),
    "variants": Look(variants=2),
}


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "anki"])  # which has the time in it
def test_an_option_changes_a_format_or_is_named(name):
    form = load(name)
    asked = [
        question("mask", prompt, part("integer", "36", "36")) for prompt in ("Blocked?", "Open?", "Both?")
    ]

    def made(title="Quiz", look=PLAIN, points=1):
        return form.compose(lay_out(asked, title, look=look, points=points), asked)

    plain = made()
    changed = {option for option, look in LOOKS.items() if made(look=look) != plain}
    changed |= {"title"} if made("Other") != plain else set()
    changed |= {"points"} if made(points=3) != plain else set()
    assert changed == {option for option, (_, faces) in EFFECTIVE.items() if name in faces}
