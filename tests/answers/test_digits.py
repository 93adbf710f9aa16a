import pytest

from qbank.answers.digits import COMMA, CONTINENTAL, POINT, localised, of_locale
from qbank.errors import QbankError


@pytest.mark.parametrize(
    ("locale", "way"),
    [
        (None, None),
        ("", None),
        ("en", POINT),
        ("en_US.UTF-8", POINT),
        ("de", CONTINENTAL),
        ("de-CH", POINT),
        ("pt_BR", CONTINENTAL),
        ("es-MX", POINT),
        ("fr", COMMA),
        ("PL", COMMA),
    ],
)
def test_locales(locale, way):
    assert of_locale(locale) == way


def test_an_unknown_locale_is_refused():
    with pytest.raises(QbankError, match="unknown locale 'xx'"):
        of_locale("xx")


@pytest.mark.parametrize(
    ("locale", "face", "shown"),
    [
        (None, "unicode", "2,048.5"),
        ("en", "unicode", "2,048.5"),
        ("de", "unicode", "2.048,5"),
        ("fr", "unicode", "2\u202f048,5"),
    ],
)
def test_a_display_in_a_locale(locale, face, shown):
    assert localised("2,048.5", locale, face) == shown


def test_latex_keeps_the_comma_from_becoming_a_separator():
    assert localised("2{,}048.5", "de", "latex") == "2.048{,}5"
