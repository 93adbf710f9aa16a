from gettext import NullTranslations

import pytest

from qbank.labels import ENGLISH, Labels, direction, passage, places


class Polish(NullTranslations):
    def gettext(self, message):
        return {"{number} of {title}": "{title}: {number} {other} {title.__class__}"}.get(message, message)

    def ngettext(self, one, many, n):
        return f"{{n}} form {1 if n == 1 else 2 if n in (2, 3, 4) else 3}"


def test_english_needs_no_catalogue():
    assert ENGLISH.language == "en"
    assert ENGLISH.say("Question {number}", number=3) == "Question 3"
    assert passage("For the teacher.") == "For the teacher."


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0 points"),
        (1, "1 point"),
        (1.0, "1 point"),
        (2, "2 points"),
        (0.5, "0.5 points"),
        (10**6, "1000000 points"),
    ],
)
def test_numbers_take_their_form(number, said):
    assert ENGLISH.count("{n} point", "{n} points", number) == said


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 form 1"), (3, "3 form 2"), (7, "7 form 3"), (1.5, "1.5 form 2")]
)
def test_a_language_may_have_more_forms(number, said):
    assert Labels("pl", Polish()).count("one", "many", number) == said


def test_a_catalogue_reads_no_attributes():
    """A place is a plain name; what is not given stays as it is."""
    said = Labels("pl", Polish()).say("{number} of {title}", number=1, title="{number}")
    assert said == "{number}: 1 {other} {title.__class__}"
    assert places("{n} of {title}, {0} {a.b} {}") == {"n", "title"}


class Hebrew(NullTranslations):
    def gettext(self, message):
        return {"Answer: {answer}": "תשובה: {answer} {other}"}.get(message, message)


def test_what_stands_in_a_label_that_runs_to_the_left_keeps_its_order():
    """Else `[2, 8, 1]` behind a Hebrew word is shown as `[1 ,8 ,2]`."""
    said = Labels("he", Hebrew()).say("Answer: {answer}", answer="[2, 8, 1]")
    assert said == "\u2067תשובה: \u2068[2, 8, 1]\u2069 {other}\u2069"
    assert Labels("he", Hebrew()).say("Date: {answer}", answer="[2]") == "Date: [2]"


@pytest.mark.parametrize(
    ("text", "runs"),
    [("", "ltr"), ("1. A א", "ltr"), ("[1] א A", "rtl"), ("\u2067الاسم:\u2069", "rtl"), ("٣", "ltr")],
)
def test_direction(text, runs):
    assert direction(text) == runs
