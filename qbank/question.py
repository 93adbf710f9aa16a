"""A question as it stands in a bank: frozen, with its key, its known mistakes and its proof."""

import json
from typing import Any, NamedTuple

from qbank.digests import blake2b

FORMAT = 1

Json = Any  # what json.loads gives: None, bool, int, str, list, dict

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"


def canonical(value: Json) -> str:
    """JSON with sorted keys and no blanks, the one spelling that digests are taken of."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest_of(value: Json) -> str:
    """32 hexadecimal digits that change with any change of `value`."""
    return blake2b(canonical(value).encode("utf-8"), digest_size=16).hexdigest()


class Convention(NamedTuple):
    """One choice that the answer hangs on, as it was drawn and as the prompt says it."""

    name: str
    value: bool | int | str
    phrase: str


class Mistake(NamedTuple):
    """A known wrong answer: the misconceptions that give it, or the convention under which it would be right."""

    names: tuple[str, ...]
    convention: dict[str, bool | int | str] | None
    key: str | tuple[str, ...]
    display: str
    feedback: str


class Part(NamedTuple):
    """One thing that is asked. `answer` is the kind in its long form; `key` is exact text, letters for choices."""

    name: str
    ask: str
    answer: dict[str, Json]
    unit: str | None
    key: str | tuple[str, ...]
    display: str
    formula: str | None
    options: dict[str, str] | None
    mistakes: tuple[Mistake, ...]

    @property
    def answered(self) -> str:
        """The right answer as it is shown, with its unit."""
        return f"{self.display} {self.unit}" if self.unit else self.display


class Proof(NamedTuple):
    """Who confirmed the key: `measured` by a PyTorch module, `derived` by another road, or merely `asserted`."""

    how: str
    by: str
    within: str
    symbolic: str | None
    torch: str | None
    device: str | None
    dtype: str | None


class Question(NamedTuple):
    """One line of a bank. `design`: a question never changes under its id."""

    id: str
    pack: str
    topic: str
    template: str
    level: int
    params: dict[str, Json]
    conventions: tuple[Convention, ...]
    prompt: str
    figure: dict[str, Json] | None
    parts: tuple[Part, ...]
    explanation: str
    proof: Proof
    made_by: dict[str, str]
    format: int = FORMAT

    def to_json(self) -> dict[str, Json]:
        """The bank line as a mapping, with the digest of all the rest."""
        line = _plain(self)
        return {**line, "digest": digest_of(line)}

    def to_line(self) -> str:
        """The bank line as canonical JSON, without the line end."""
        return canonical(self.to_json())

    def part(self, name: str) -> Part | None:
        """The part of that name, or None."""
        return next((part for part in self.parts if part.name == name), None)


def question_id(prompt: str, figure: Json, parts: tuple[Part, ...]) -> str:
    """`q` and ten characters of Crockford's base 32 (50 bits) from what is asked and keyed.

    The id names no topic and no template: "zeroed too late" would give the trick away.
    """
    asked = {"prompt": prompt, "figure": figure, "parts": [_asked(part) for part in parts]}
    digest = blake2b(canonical(asked).encode("utf-8"), digest_size=16).digest()
    number = int.from_bytes(digest, "big") >> (128 - 50)
    return "q" + "".join(_CROCKFORD[(number >> shift) & 31] for shift in range(45, -1, -5))


def same_asked(one: Question, other: Question) -> bool:
    """Whether both ask and key the same, whatever their explanations and proofs say."""
    return (one.prompt, one.figure, [_asked(p) for p in one.parts]) == (
        other.prompt,
        other.figure,
        [_asked(p) for p in other.parts],
    )


def _asked(part: Part) -> dict[str, Json]:
    names = ("name", "ask", "answer", "unit", "options", "key")
    return {name: _plain(getattr(part, name)) for name in names}


def _plain(value: Json) -> Json:
    """Records and tuples as JSON knows them."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
