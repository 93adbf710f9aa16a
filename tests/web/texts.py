"""Keeps the template of the site's texts true: `python -m tests.web.texts` writes `qbank/web/texts.pot` anew.

What templates say by `_("…")` and `ngettext`, and the sentences of the service's own code: those marked by `passage`
and those of refusals, where they are not made of parts.
"""

import ast
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from qbank.web.base.texts import ENGLISH, TEMPLATE
from qbank.web.door.views import environment

from ..docs import ROOT

WEB = ROOT / "qbank" / "web"
PLACES = {"Refusal": 1, "passage": 0}  # which argument is the sentence
HEADER = r"""# The texts of qbank's site. Name a copy de.po, or by your language; put its code, its forms of the plural and your
# translations in; keep what stands as %(name)s. What is left empty stays English.
msgid ""
msgstr ""
"Language: \n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""


def template() -> str:
    """The catalogue that the source gives today."""
    catalog = Catalog()
    for name, message in [*of_templates(), *of_code()]:
        catalog.add(message, locations=[(name, 0)])
    written = BytesIO()
    write_po(written, catalog, width=110, no_location=True, omit_header=True, include_lineno=False)
    return HEADER + written.getvalue().decode("utf-8")


def of_templates():
    """What each template says, a tuple where it depends on a number."""
    pages = environment(ENGLISH)
    for path in sorted((WEB / "templates").glob("*.html")):
        for _, _, message in pages.extract_translations(path.read_text(encoding="utf-8")):
            texts = message if isinstance(message, tuple) else (message,)
            found = tuple(text for text in texts if isinstance(text, str))
            yield path.relative_to(ROOT).as_posix(), found if len(found) > 1 else found[0]


def of_code():
    """What the code says in whole sentences."""
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (text := _sentence(node)):
                yield path.relative_to(ROOT).as_posix(), text


def _sentence(call):
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
    place = PLACES.get(name)
    if place is None or len(call.args) <= place:
        return None
    argument = call.args[place]
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


if __name__ == "__main__":
    TEMPLATE.write_text(template(), encoding="utf-8", newline="\n")
