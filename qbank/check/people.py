"""Who somebody is: the columns that say so, as tools and universities head them, and one name in two spellings."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

NUMBERS = frozenset(
    {
        "id number", "id-nummer", "student id", "student number", "matriculation number", "matrikelnummer",
        "matrikel-nr.", "matr.-nr.", "sis_id",
    }
)  # fmt: skip
LOGINS = frozenset(
    {
        "email address", "e-mail address", "email", "e-mail", "e-mail-adresse", "login", "login id", "username",
        "user name", "anmeldename", "benutzername", "nutzername",
    }
)  # fmt: skip
MAILS = frozenset(word for word in LOGINS if "mail" in word)
FIRST = frozenset({"first name", "firstname", "given name", "vorname"})
LAST = frozenset({"last name", "lastname", "surname", "family name", "nachname"})
NAMES = frozenset({"name", "full name", "student name", "vollständiger name", "vor- und nachname"})

PERSONAL = NUMBERS | LOGINS | FIRST | LAST | NAMES


class People(NamedTuple):
    """The columns, by index, that say who somebody is; `name` holds first and last name, or the one with both."""

    numbers: tuple[int, ...]
    logins: tuple[int, ...]
    name: tuple[int, ...]

    def by(self, *kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Ways to call somebody, best first: each of these columns, then the name."""
        single = tuple((at,) for kind in kinds for at in kind)
        return (*single, self.name) if self.name else single


def people(names: Sequence[str]) -> People:
    """The columns among these, casefolded, that say who somebody is."""

    def among(words: frozenset[str]) -> tuple[int, ...]:
        return tuple(at for at, name in enumerate(names) if name in words)

    first, last = among(FIRST), among(LAST)
    return People(among(NUMBERS), among(LOGINS), first + last if first and last else among(NAMES)[:1])


def folded(name: str) -> str:
    """The name as it is compared: whatever its case, its blanks, how accents are put together, and what is unseen."""
    if name.isascii():
        return " ".join(name.casefold().split())
    from qbank.answers.characters import DROPPED  # here, since most names need no table

    seen = name.translate(dict.fromkeys(map(ord, DROPPED)))
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", seen).casefold())
    return " ".join(folded.replace("i\u0307", "i").split())  # which is what İ becomes
