"""An Anki deck (.apkg): prompt and options in front; answers, explanation and known mistakes behind.

A note's GUID is made of the question's id, so that importing a second time updates notes and doubles none. Anki
takes over only notes that are newer than its own, so the file holds the time of the export; SOURCE_DATE_EPOCH sets it.
"""

import os
import re
import tempfile
import time
import zipfile
from collections.abc import Sequence
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from qbank import markup
from qbank.digests import blake2b
from qbank.errors import QbankError
from qbank.labels import Labels
from qbank.question import Question
from qbank.sheets import anki_card, carry
from qbank.sheets.sheet import Sheet, Slot, lay_out
from qbank.sheets.zipped import zipped

if TYPE_CHECKING:
    import genanki

PAPER = False

_CSS = """.card { font-family: sans-serif; font-size: 18px; text-align: left; max-width: 44em; margin: 0 auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid #888; padding: 2px 8px; }
.right { font-weight: bold; }
.note { font-size: 14px; }
"""
_ASKED = "{{Question}}"
_SOLVED = '{{FrontSide}}<hr id="answer">{{Answer}}'
_FIELDS = ("Question", "Answer", "Id")


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, bytes]:
    """One package: a deck of the sheet's title, in which every topic has a deck of its own."""
    import genanki

    model = _model()
    decks: dict[str, genanki.Deck] = {}
    for slot, question in zip(sheet.slots, questions, strict=True):
        name = f"{_deck_name(sheet.title)}::{question.topic}"
        deck = decks.setdefault(name, genanki.Deck(_number("deck", name), name))
        deck.add_note(_note(model, slot, question, sheet.look.labels))
    return {"": _package([decks[name] for name in sorted(decks)])}


def objection(question: Question) -> str | None:
    """What HTML or Anki cannot show of it, or None."""
    if found := carry.problem(question):
        return found
    try:
        list(starmap(anki_card.faces, zip(lay_out([question], "").slots, [question], strict=True)))
    except QbankError as error:
        return str(error)
    return None


def guid(question: Question) -> str:
    """What Anki knows the question by, in whatever deck it is."""
    return f"qbank-{question.id}"


def _deck_name(title: str) -> str:
    """The title as the name of one deck. `::` would begin another; QbankError where nothing could be shown."""
    if found := markup.problems(markup.literal(title)):
        raise QbankError(f"the title: {found[0]}", hint="leave it out")
    return re.sub(":{2,}", ":", " ".join(title.split())).strip(":").replace('"', "”") or "qbank"


def _number(what: str, name: str) -> int:
    """An id from a name: the same in every export, and different from other people's."""
    digest = blake2b(f"qbank {what} {name}".encode(), digest_size=8).digest()
    return (1 << 40) + int.from_bytes(digest, "big") % (1 << 40)


def _model() -> "genanki.Model":
    import genanki

    return genanki.Model(
        _number("model", "question and answer"),
        "qbank question",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "Question", "qfmt": _ASKED, "afmt": _SOLVED}],
        css=_CSS,
    )


def _note(model: "genanki.Model", slot: Slot, question: Question, labels: Labels) -> "genanki.Note":
    import genanki

    front, back = anki_card.faces(slot, question, labels)
    tags = [_tag(question.topic), f"level-{question.level}"]
    return genanki.Note(
        model=model, fields=[front, back, question.id], tags=tags, guid=guid(question), sort_field=question.id
    )


def _tag(name: str) -> str:
    return re.sub(r"\s+", "_", name)


def _package(decks: Sequence["genanki.Deck"]) -> bytes:
    """The package's bytes, its parts under a fixed date."""
    import genanki

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.apkg")
        genanki.Package(decks).write_to_file(path, timestamp=_now())
        with zipfile.ZipFile(path) as written:
            return zipped({name: written.read(name) for name in written.namelist()})


def _now() -> int:
    """The time of the export in whole seconds, or the one that the environment sets for files that never differ."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given and not (given.isascii() and given.isdigit()):
        raise QbankError(
            f"SOURCE_DATE_EPOCH is {given!r}", hint="write whole seconds since 1970, or unset it"
        )
    return int(given) if given else int(time.time())
