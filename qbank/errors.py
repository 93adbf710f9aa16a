"""The one error that a person sees: where it is, what was found, what to write instead."""

from collections.abc import Callable, Iterable, Iterator

SHORTEST_MISSPELT = 3  # letters; a shorter word is one slip away from too many
LONGEST_MISSPELT = 40


class QbankError(Exception):
    """A call or its input is wrong.

    `where` is `file`, `file:line` or `file:line:column`, or a name such as `mask.cells`; `hint` says what to
    write instead, or finds that once it is to be shown. The text reads `where: message; hint`, always one line, so
    that it can be shown as it is.
    """

    def __init__(
        self, message: str, *, where: str | None = None, hint: str | Callable[[], str | None] | None = None
    ) -> None:
        self.message, self.where, self._hint = message, where, hint
        super().__init__(message)

    @property
    def hint(self) -> str | None:
        """What to write instead."""
        return self._hint() if callable(self._hint) else self._hint

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f"; {self.hint}" if self.hint else ""
        return f"{place}{self.message}{advice}"


def did_you_mean(word: str, known: "list[str] | tuple[str, ...]") -> str:
    """`did you mean 'T'?` for a near miss, else the list of what is known."""
    close = next((name for name in known if name.casefold() == word.casefold()), None)
    if close is None and len(word) >= SHORTEST_MISSPELT:
        names, letters = set(known), sorted(set().union(*known))
        close = next((name for name in one_slip_away(word, letters) if name in names), None)
    return f"did you mean {close!r}?" if close else f"known here: {', '.join(known) or 'none'}"


def one_slip_away(word: str, letters: Iterable[str]) -> Iterator[str]:
    """Every word that one wrong, missing, surplus or swapped letter would turn into `word`."""
    if len(word) > LONGEST_MISSPELT:
        return
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in letters:
            yield before + letter + after[1:]
            yield before + letter + after
