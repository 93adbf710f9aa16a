"""A catalogue that is refused while it is read: for more forms of the plural than a language has, for a text twice."""

from pathlib import Path

from babel.messages.catalog import Catalog, Message

from qbank import limits
from qbank.errors import QbankError


class BoundedCatalog(Catalog):
    """Babel's catalogue, which makes room for every form that a header asks for, and keeps the first of two texts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__()

    @property
    def num_plurals(self) -> int:
        """How many forms the plural has. Raises QbankError for more than any language has."""
        forms = super().num_plurals
        if not 1 <= forms <= limits.PLURAL_FORMS:
            found = f"Plural-Forms of its header: nplurals={forms}"
            hint = f"write 1 to {limits.PLURAL_FORMS}, as many forms as the language has"
            raise QbankError(found, where=str(self._path), hint=hint)
        return forms

    def __setitem__(self, text: str | tuple[str, ...] | list[str], message: Message) -> None:
        known = self.get(message.id, message.context) if message.id else None
        if known is not None:
            where, hint = f"{self._path}:{message.lineno}", "keep one of them"
            raise QbankError(f"this msgid stands on line {known.lineno} already", where=where, hint=hint)
        super().__setitem__(text, message)
