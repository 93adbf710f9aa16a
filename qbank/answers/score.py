"""Partial credit for vectors and matrices: what stands above guessing one value everywhere.

With m matches, n the longer length and g how often the key's commonest entry stands in it, the score is
max(0, m - g) / (n - g). All zeros for a masked row earn nothing, and two of three different numbers half.
Where all entries of the key are alike it is all or nothing.
"""

from collections.abc import Sequence

from qbank.answers.verdict import REMARKS, Outcome, Word


def share(scores: Sequence[float], longer: int, asked: int, guessable: int) -> float:
    """The score of entries that earned `scores`, beside the longer length and the key's own."""
    if guessable == asked:
        return min(scores, default=0.0) if longer == len(scores) == asked else 0.0
    return max(0.0, sum(scores) - guessable) / (longer - guessable)


def _counted(typed: int) -> str:
    return "1 entry was" if typed == 1 else f"{typed} entries were"


def together(outcomes: Sequence[Outcome], typed: int, asked: int, guessable: int) -> Outcome:
    """One outcome from those of the entries, compared from the front; `typed` and `asked` are the lengths."""
    longer = max(typed, asked)
    words = tuple([outcome.word for outcome in outcomes]) + (Word.WRONG,) * (longer - len(outcomes))
    right = words.count(Word.RIGHT)
    if right == longer:
        return Outcome(Word.RIGHT, 1.0, None, REMARKS["right"], words)
    score = share([outcome.score for outcome in outcomes], longer, asked, guessable)
    word = Word.PARTLY if score > 0 else Word.WRONG
    said = f"{right} of {longer} entries are right."
    if typed != asked:
        return Outcome(
            word, score, "length", f"{_counted(typed)} read, another number is asked. {said}", words
        )
    faults = {outcome.code for outcome in outcomes if outcome.word is not Word.RIGHT}
    fault = faults.pop() if len(faults) == 1 else None
    return Outcome(word, score, fault or "entries", f"{said} {REMARKS[fault]}" if fault else said, words)
