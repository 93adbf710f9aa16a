"""Why a text could not be read: a code for programs and a sentence for people."""

from qbank.errors import QbankError


class Unreadable(QbankError):
    """The text has no reading, or several that differ. It is never counted as wrong.

    `code` is one of the words in `CODES`; the message says what was found, the hint what to write instead, and
    `char` is the character without which there may be a reading.
    """

    def __init__(self, code: str, message: str, hint: str | None = None, *, char: str | None = None) -> None:
        self.code, self.char = code, char
        super().__init__(message, hint=hint)


def ungrouped(what: str, sign: str) -> Unreadable:
    """The error for a sign that stands where it cannot group digits."""
    message = f"{what} that does not stand before three digits"
    return Unreadable("grouping", message, "write a decimal point, or no sign at all", char=sign)


CODES = {
    "character": "a character that has no meaning in an answer",
    "scripts": "digits of two scripts in one answer",
    "syntax": "text that the grammar does not know",
    "name": "a name that the question does not declare",
    "grouping": "digits that are not grouped in threes",
    "ambiguous": "several readings that lead to different verdicts",
    "date": "a date, as a spreadsheet makes one from 3/4",
    "nan": "not a number",
    "infinite": "an infinite value where none is possible",
    "value": "an expression without a real value, such as 1/0",
    "bound": "longer, deeper or larger than an answer may be",
    "form": "a form that this kind of answer does not have",
    "option": "no option of this question, or several",
}
