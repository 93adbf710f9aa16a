"""Keeps the template of the site's texts true: `python -m tests.web.texts` writes `qbank/web/texts.pot` anew.

What templates say by `_("…")` and `ngettext`; the sentences of the service's own code, which are those of `Refusal` and
`Sentence`; and the remarks of the checker that are always the same. Programs are told in English, so `api` is left out.
"""

import ast
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from qbank.answers.slips import FEEDBACK
from qbank.answers.verdict import REMARKS
from qbank.web.base.texts import ENGLISH, TEMPLATE
from qbank.web.door.views import environment

from ..docs import ROOT

WEB = ROOT / "qbank" / "web"
PLACES = {"Refusal": 1, "Sentence": 0}  # which argument is the sentence
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
    for name, message in [*of_templates(), *of_code(), *of_the_checker()]:
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
    for path, argument in arguments():
        if isinstance(argument, ast.Constant):
            yield path.relative_to(ROOT).as_posix(), argument.value


def arguments():
    """What stands in the code where a sentence is to stand, each with its file."""
    for path in sorted(WEB.rglob("*.py")):
        if path.parent.name == "api":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                place = PLACES.get(getattr(node.func, "attr", None) or getattr(node.func, "id", None))
                if place is not None and len(node.args) > place:
                    yield path, node.args[place]


def of_the_checker():
    """Its remarks and the feedback of slips, which are said as they are; what is made for one answer is English."""
    for text in (*REMARKS.values(), *FEEDBACK.values()):
        yield "qbank/answers", text


if __name__ == "__main__":
    TEMPLATE.write_text(template(), encoding="utf-8", newline="\n")
