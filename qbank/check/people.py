"""The columns that say who somebody is, as tools and universities head them, in English and German."""

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
