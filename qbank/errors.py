"""The one error that a person sees: where it is, what was found, what to write instead."""


class QbankError(Exception):
    """A call or its input is wrong.

    `where` is `file`, `file:line` or `file:line:column`, or a name such as `mask.cells`; `hint` says what to
    write instead. The text reads `where: message; hint`, always one line, so that it can be shown as it is.
    """

    def __init__(self, message: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.message, self.where, self.hint = message, where, hint
        super().__init__(message)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f"; {self.hint}" if self.hint else ""
        return f"{place}{self.message}{advice}"


def did_you_mean(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """`did you mean 'T'?` for a near miss, else the list of what is known."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known here: {', '.join(known) or 'none'}"
