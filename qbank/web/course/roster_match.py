"""Whom a row of a list means among those who are in the course: by sign-in name, or else by label."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from qbank.check.people import folded
from qbank.web.course.courses import STUDENT
from qbank.web.course.membership import Member
from qbank.web.course.roster_table import Listed
from qbank.web.door.people import folded as sign_in_folded

_WORD = re.compile(r"\w+")
_TELLING = 3  # letters: of fewer, an initial, nothing can be told


class There(NamedTuple):
    """The members, and by which sign-in name those who have none yet were `invited`."""

    by_id: Mapping[int, Member]
    by_label: Mapping[str, Member]
    by_folded: Mapping[str, Member]
    invited: Mapping[int, str]

    @classmethod
    def of(cls, members: Sequence[Member], invited: Mapping[int, str]) -> "There":
        """Ready to be looked up."""
        return cls(
            {member.id: member for member in members},
            {member.label: member for member in members if member.label},
            {folded(member.label): member for member in members if member.label},
            invited,
        )

    def called(self, label: str) -> Member | None:
        """Who has that label, exactly or else as people read it."""
        return self.by_label.get(label) or self.by_folded.get(folded(label))

    def leaving(self, rows: Iterable[tuple[Listed, int | None]]) -> set[int]:
        """The students whose row, by sign-in name, gives them another label that is free or becomes so by this list.

        No two rows want the same label, so that who waits for whom makes chains and rings. In a ring all go round;
        a chain that ends at somebody who keeps the label goes nowhere.
        """
        wants = {
            who: self.called(row.label) for row, who in rows if who is not None and self._moves(row, who)
        }
        behind = {holder.id: who for who, holder in wants.items() if holder is not None}
        stuck: set[int] = set()
        for holder in behind.keys() - wants.keys():
            waiting = behind.get(holder)
            while waiting is not None:
                stuck.add(waiting)
                waiting = behind.get(waiting)
        return wants.keys() - stuck

    def _moves(self, row: Listed, who: int) -> bool:
        """Whether the row is a student's here, whom it calls otherwise."""
        member = self.by_id.get(who)
        return member is not None and member.role == STUDENT and member.label != row.label


def is_another(row: Listed, member: Member, invited: str) -> bool:
    """Whether a row with the label of a member plainly means somebody else: both have a name, and these share no word.

    A name may be written in another order, shortened, or with more of it; who was invited by the same sign-in name is
    the same whatever the names.
    """
    if row.sign_in and sign_in_folded(row.sign_in) in (sign_in_folded(invited), member.sign_in):
        return False
    no_names = (row.label, row.sign_in, member.label, member.sign_in or "", invited)
    if {row.name.casefold(), member.name.casefold()} & {text.casefold() for text in no_names}:
        return False
    listed, here = _words(row.name), _words(member.name)
    return not (_is_begun(listed, here) or _is_begun(here, listed))


def _words(name: str) -> list[str]:
    """The words of a name without case and accents, sorted."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return sorted(_WORD.findall(plain.casefold()))


def _is_begun(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether a word is among the others, or begins one of them: Ben and Benjamin."""
    for word in words:
        after = others[(at := bisect_left(others, word)) : at + 1]
        if word in after or (len(word) >= _TELLING and after and after[0].startswith(word)):
            return True
    return False
