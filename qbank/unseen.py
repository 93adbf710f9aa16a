"""What cannot be seen in a line that people read, as names and titles are, or turns the text around it.

Not the joiners that many scripts are spelled with: Persian and Hindi names hold them, and pictures of several people.
"""

import unicodedata

_JOINERS = "\u200c\u200d"  # ZERO WIDTH NON-JOINER and JOINER
_VIRAMA = 9  # its class among the signs that are set upon others


def unseen(line: str) -> str | None:
    """Of what cannot be seen in that line the first sign, as a sentence names it; None where there is none."""
    if line.isprintable():
        return None
    for at, sign in enumerate(line):
        if not is_seen(line, at):
            name = unicodedata.name(sign, "")
            return f"U+{ord(sign):04X}{f' ({name})' if name else ''}"
    return None


def without_unseen(line: str) -> str:
    """The line as it is seen: without the signs that `unseen` names."""
    return line if line.isprintable() else "".join(line[at] for at in range(len(line)) if is_seen(line, at))


def is_seen(line: str, at: int) -> bool:
    """Whether the sign there can be seen, or belongs to how its neighbours are spelled."""
    return line[at].isprintable() or _joins(line, at)


def _joins(line: str, at: int) -> bool:
    """Whether the sign there is a joiner that belongs to the spelling: between letters, or parts of a picture.

    Beside ASCII it does nothing but make two names look alike. Behind the sign that takes a vowel away it may end a
    word: so Malayalam writes its last consonant.
    """
    if line[at] not in _JOINERS or at == 0 or not _is_spelled(line[at - 1]):
        return False
    ends = at + 1 == len(line) or line[at + 1] == " "
    return unicodedata.combining(line[at - 1]) == _VIRAMA if ends else _is_spelled(line[at + 1])


def _is_spelled(sign: str) -> bool:
    return not sign.isascii() and unicodedata.category(sign)[0] in "LMS"
