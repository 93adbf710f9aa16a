"""Keeps the template of catalogues true: `python -m tests.labels` writes `qbank/sheets/labels.pot` anew.

Babel gathers what the program says by `say`, `count` and `passage`. Lines of the source are not named, so that the
template changes with the labels alone.
"""

import ast
from collections.abc import Iterator
from gettext import NullTranslations
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import write_po

from qbank.sheets.labels import TEMPLATE

from .docs import ROOT

KEYWORDS = {"say": None, "count": (1, 2), "passage": None}
WITHOUT = ("web", "exact")
HEADER = r"""# The labels of qbank's sheets and guides. Name a copy de.po, or by your language; put its code, its forms of the
# plural and your translations in; keep what stands in {braces}. What is left empty stays English.
msgid ""
msgstr ""
"Language: \n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""


class Marked(NullTranslations):
    """Every label between two marks."""

    def __init__(self, marks: str = "⟦⟧") -> None:
        super().__init__()
        self._left, self._right = marks

    def gettext(self, message):
        return f"{self._left}{message}{self._right}"

    def ngettext(self, one, many, n):
        return self.gettext(one if n == 1 else many)


def template() -> str:
    """The catalogue that the source gives today."""
    catalog = Catalog()
    for path in sorted((ROOT / "qbank").rglob("*.py")):
        name = path.relative_to(ROOT)
        if name.parts[1] in WITHOUT:
            continue
        with path.open("rb") as source:
            for _, message, _, _ in extract(_calls, source, KEYWORDS):
                catalog.add(message, locations=[(name.as_posix(), 0)])
    written = BytesIO()
    write_po(written, catalog, width=110, omit_header=True, include_lineno=False)
    return HEADER + written.getvalue().decode("utf-8")


def _calls(source, keywords, _tags, options) -> Iterator[tuple]:
    """Every call by a keyword, as Babel wants it; Babel's own reader passes over those inside of f-strings."""
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
            texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            if name in keywords and texts and all(isinstance(text, str) for text in texts[:2]):
                yield node.lineno, name, tuple(texts) if len(texts) > 1 else texts[0], []


if __name__ == "__main__":
    TEMPLATE.write_text(template(), encoding="utf-8", newline="\n")
