"""The rule by which the answers to a part are judged, in sentences, and the corrections of its key."""

from collections.abc import Hashable

from qbank.check.faces.words import plain
from qbank.check.grading import Rules, arguments
from qbank.check.lookup import Asked
from qbank.errors import QbankError
from qbank.question import Part


class Ruling:
    """The rules of one check. That of a part is made once, and there are as many as there are questions."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._said: dict[Hashable, str] = {}

    def of(self, asked: Asked) -> str:
        """What is right for this part and what earns something, in plain text, by the keys in force."""
        part = asked.part
        options = tuple((part.options or {}).items())  # which stand under other letters on another version
        key = asked.question.id, part.name, options, asked.corrections
        if key not in self._said:
            self._said[key] = self._rule(asked)
        return self._said[key]

    def _rule(self, asked: Asked) -> str:
        from qbank.answers.keys import accepted, as_corrected

        try:
            parts = [as_corrected(asked.part, asked.corrections)]
            parts += [part for _, part in accepted(asked.part, asked.corrections)]
            return " Accepted as well: ".join(map(self._by_key, parts))
        except (QbankError, ArithmeticError) as fault:  # a damaged bank, in which a person has to look
            return f"The key cannot be read ({fault})."

    def _by_key(self, part: Part) -> str:
        from qbank.answers.rules import rule

        return rule(**arguments(part, self._rules))


def corrected(asked: Asked) -> str:
    """The corrections in force: what each means, when, by whom and why, in plain text; empty for none."""
    if not asked.corrections:
        return ""
    from qbank.check.corrections import sentence

    try:
        said = [plain(sentence(line, asked.part)).rstrip(".") for line in asked.corrections]
    except QbankError as fault:
        return f"A correction cannot be read ({fault})."
    return f"{'; '.join(said)}."
