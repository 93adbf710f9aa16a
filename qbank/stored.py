"""Reading stored lines back: every field present, of its type, and a question's line as it was written."""

import json

from qbank import limits
from qbank.errors import QbankError
from qbank.question import FORMAT, Convention, Json, Mistake, Part, Proof, Question, digest_of

_QUESTION: dict[str, tuple[type, ...]] = {
    "id": (str,),
    "pack": (str,),
    "topic": (str,),
    "template": (str,),
    "level": (int,),
    "params": (dict,),
    "conventions": (list,),
    "prompt": (str,),
    "figure": (dict, type(None)),
    "parts": (list,),
    "explanation": (str,),
    "proof": (dict,),
    "made_by": (dict,),
    "format": (int,),
    "digest": (str,),
}
_CONVENTION: dict[str, tuple[type, ...]] = {"name": (str,), "value": (bool, int, str), "phrase": (str,)}
_PART: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "ask": (str,),
    "answer": (dict,),
    "unit": (str, type(None)),
    "key": (str, list),
    "display": (str,),
    "formula": (str, type(None)),
    "options": (dict, type(None)),
    "mistakes": (list,),
}
_MISTAKE: dict[str, tuple[type, ...]] = {
    "names": (list,),
    "convention": (dict, type(None)),
    "key": (str, list),
    "display": (str,),
    "feedback": (str,),
}
_PROOF: dict[str, tuple[type, ...]] = {
    "how": (str,),
    "by": (str,),
    "within": (str,),
    "symbolic": (str, type(None)),
    "torch": (str, type(None)),
    "device": (str, type(None)),
    "dtype": (str, type(None)),
}


def question_from_json(line: dict[str, Json], where: str) -> Question:
    """The question of a bank line; `where` (`file:line`) stands before every complaint.

    Raises QbankError for a newer format, a missing, unknown or mistyped field, and for a line whose digest is not
    its own, that is one that was edited by hand.
    """
    number = line.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise QbankError(
            f"format {number} is newer than this qbank reads ({FORMAT})", where=where, hint="update qbank"
        )
    checked(line, _QUESTION, "question", where)
    if line["digest"] != digest_of({name: value for name, value in line.items() if name != "digest"}):
        raise QbankError(
            f"{line['id']} was edited after it was written",
            where=where,
            hint="restore the line; a changed question needs a changed template and qbank generate",
        )
    fields = {name: value for name, value in line.items() if name != "digest"}
    fields["conventions"] = tuple(
        Convention(**checked(c, _CONVENTION, "convention", where)) for c in line["conventions"]
    )
    fields["parts"] = tuple(_part(part, where) for part in line["parts"])
    fields["proof"] = Proof(**checked(line["proof"], _PROOF, "proof", where))
    return Question(**fields)


def _part(part: Json, where: str) -> Part:
    fields = dict(checked(part, _PART, "part", where))
    fields["key"] = _key(fields["key"])
    fields["mistakes"] = tuple(_mistake(mistake, where) for mistake in fields["mistakes"])
    return Part(**fields)


def _mistake(mistake: Json, where: str) -> Mistake:
    fields = dict(checked(mistake, _MISTAKE, "mistake", where))
    return Mistake(**{**fields, "names": tuple(fields["names"]), "key": _key(fields["key"])})


def _key(key: str | list[str]) -> str | tuple[str, ...]:
    return key if isinstance(key, str) else tuple(key)


def parsed(line: str, where: str, hint: str = "restore or remove the line") -> dict[str, Json]:
    """The JSON object of one line. Raises QbankError, with that hint, for anything else."""
    if len(line) > limits.BANK_LINE_BYTES:
        raise QbankError(
            f"a line of {len(line):,} characters", where=where, hint="restore the file from a backup"
        )
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, or a number of thousands of digits
        column = getattr(error, "colno", 1)
        raise QbankError(
            "this line is no complete JSON object", where=f"{where}:{column}", hint=hint
        ) from error
    if not isinstance(value, dict):
        raise QbankError("a line must be one JSON object", where=where)
    return value


def checked(value: Json, fields: dict[str, tuple[type, ...]], what: str, where: str) -> dict[str, Json]:
    """The object itself, which has these fields, of these types, and no others. Raises QbankError."""
    if not isinstance(value, dict):
        raise QbankError(f"a {what} must be an object", where=where)
    for name in sorted(fields.keys() ^ value.keys()):
        fault = "has no field" if name in fields else "has an unknown field"
        raise QbankError(f"the {what} {fault} {name!r}", where=where)
    for name, types in fields.items():
        if not isinstance(value[name], types):
            raise QbankError(f"the {what}'s field {name!r} is of the wrong type", where=where)
    return value
