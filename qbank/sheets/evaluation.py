"""An evaluation set: questions for a language model, one record each, held out by template.

A record is a whole question: its parts share one prompt, later parts lean on former ones, and a model pays for the
prompt once. Every value is text, a number, or a list of these, so that any reader of JSON lines finds one schema;
a kind of answer and a convention are therefore JSON within a text.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from qbank import limits, markup
from qbank.digests import blake2b
from qbank.errors import QbankError, did_you_mean
from qbank.files import read_text
from qbank.points import in_json
from qbank.question import Mistake, Part, Question, canonical
from qbank.sheets import wording
from qbank.sheets.evaluation_prompt import prompt
from qbank.sheets.sheet import Sheet, Slot, letters, options_of

FILE = "questions.jsonl"
SPLITS = ("train", "validation", "test")
ALL = "all"

_SENTENCE = "This data is for evaluation and must not be in a training corpus."
_TENTHS = ("test", "test", "validation", "validation")  # and six of train

Record = dict[str, Any]


def _guid(text: str) -> str:
    digits = blake2b(text.encode("utf-8"), digest_size=16).hexdigest()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


CANARY = f"qbank evaluation canary {_guid(_SENTENCE)}. {_SENTENCE}"
"""One text for all sets ever written, so that one search finds them in a corpus, or in what a model recites."""


def split_of(template: str) -> str:
    """Where all questions of a template belong, here and in every other set: about a fifth are `test`."""
    tenth = int.from_bytes(blake2b(template.encode("utf-8"), digest_size=8).digest(), "big") % 10
    return _TENTHS[tenth] if tenth < len(_TENTHS) else "train"


def records_of(sheet: Sheet, questions: Sequence[Question]) -> list[Record]:
    """The records in the sheet's order. A question whose marks everybody was given measures nothing: it is left out.

    Raises QbankError for a title that cannot be printed, and where no question is left.
    """
    if found := markup.problems(markup.literal(sheet.title)):
        raise QbankError(f"the title: {found[0]}", hint="write the title in plain letters")
    pairs = zip(sheet.slots, questions, strict=True)
    records = [_record(slot, question) for slot, question in pairs if not _given_away(slot)]
    if not records:
        raise QbankError("no question is left to evaluate with", hint="select others")
    return records


def to_lines(records: Iterable[Record]) -> str:
    """The content of `questions.jsonl`."""
    return "".join(canonical(record) + "\n" for record in records)


def read(path: Path, split: str = ALL) -> list[Record]:
    """The records of one split of such a file, or all. Raises QbankError where there are none."""
    if split not in (*SPLITS, ALL):
        raise QbankError(f"no split {split!r}", hint=did_you_mean(split, (*SPLITS, ALL)))
    lines = read_text(path, limits.BANK_BYTES).split("\n")
    found = [record for record in map(json.loads, filter(None, lines)) if split in (record["split"], ALL)]
    if not found:
        raise QbankError(
            f"no question is in the split {split}", where=str(path), hint=f"take the split {ALL}"
        )
    return found


def slug(title: str) -> str:
    """A name for programs: the title's plain letters and digits."""
    return "_".join(re.findall("[a-z0-9]+", title.lower()))[:40].strip("_") or "questions"


def _given_away(slot: Slot) -> bool:
    return any(line.action == "full_marks" for lines in slot.corrections.values() for line in lines)


def _record(slot: Slot, question: Question) -> Record:
    names = [""] if slot.parts == ("",) else letters(len(slot.parts))
    parts = [_part(slot, name, part) for name, part in zip(names, question.parts, strict=True)]
    return {
        "id": question.id,
        "pack": question.pack,
        "topic": question.topic,
        "template": question.template,
        "level": question.level,
        "points": in_json(slot.points),
        "split": split_of(question.template),
        "prompt": prompt(slot, question),
        "target": "\n".join(answer_line(part["name"], part["display"]) for part in parts),
        "parts": parts,
        "canary": CANARY,
    }


def answer_line(name: str, answer: str) -> str:
    """The line on which a part is answered; a question of one part has no letter."""
    return f"Answer ({name}): {answer}" if name else f"Answer: {answer}"


def _part(slot: Slot, name: str, part: Part) -> Record:
    others = _accepted(slot, part)
    wrong = [mistake for mistake in part.mistakes if all(mistake in other.mistakes for other in others)]
    return {
        "name": name,
        "part": part.name,
        "kind": part.answer["kind"],
        "answer": canonical(part.answer),
        "unit": part.unit or "",
        "key": _key(slot, part, part.key),
        "display": part.display if part.options is None else wording.chosen(slot, part.key),
        "also_right": [_key(slot, part, other.key) for other in others],
        "options": [{"letter": letter, "text": text} for letter, text in options_of(slot, part)],
        "mistakes": [_mistake(slot, part, mistake) for mistake in wrong],
    }


def _accepted(slot: Slot, part: Part) -> list[Part]:
    """The part under each further key that is accepted."""
    lines = slot.corrections.get(part.name, ())
    if not lines:
        return []
    from qbank.answers.keys import accepted  # the grammar, which a set without corrections needs not

    return [other for _, other in accepted(part, lines)]


def _key(slot: Slot, part: Part, key: str | tuple[str, ...]) -> str:
    """Key text, in the letters that the prompt shows."""
    if part.options is None:
        return str(key)
    return slot.printed(key) if isinstance(key, str) else f"[{','.join(sorted(map(slot.printed, key)))}]"


def _mistake(slot: Slot, part: Part, mistake: Mistake) -> Mapping[str, Any]:
    return {
        "names": list(mistake.names),
        "convention": canonical(mistake.convention) if mistake.convention else "",
        "key": _key(slot, part, mistake.key),
        "display": wording.wrong_answer(slot, part, mistake),
        "feedback": mistake.feedback,
    }
