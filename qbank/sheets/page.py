"""One page of HTML that needs nothing from elsewhere: its style, and the small program that checks choices."""

from collections.abc import Iterable
from html import escape

from qbank.labels import Labels, direction
from qbank.sheets.sheet import Sheet

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5em; } h2 { font-size: 1.1em; margin: 0 0 .3em; } h3 { font-size: 1em; }
.points, .proof, .course { font-weight: normal; font-size: .85em; opacity: .8; }
.logo { max-height: 4em; max-width: 100%; }
.fill { display: flex; flex-wrap: wrap; gap: .5em 2em; }
.blank { display: inline-block; min-width: 9em; border-bottom: 1px solid; }
.question { margin: 1.5em 0; break-inside: avoid; overflow-x: auto; overflow-y: hidden; }
.part { margin: .6em 0; } .label { margin-inline-end: .3em; }
.options { list-style: none; padding-inline-start: 1em; }
.bubble, .box { display: inline-block; width: .9em; height: .9em; border: 1.5px solid; vertical-align: -.1em; }
.bubble { border-radius: 50%; }
.answer { margin-top: 1.5em; }
.solution { border-top: 1px solid; padding-top: .4em; }
.feedback { margin-inline-start: 2em; font-style: italic; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid; padding: .2em .6em; text-align: start; overflow-wrap: normal; }
math { font-size: 1.05em; } math[display=block] { overflow-x: auto; overflow-y: hidden; padding: .2em 0; }
figure { margin: .8em 0; } svg { max-width: 100%; height: auto; background: #fff; }
input[type=text] { font: inherit; width: 12em; max-width: 100%; }
fieldset { border: 0; padding: 0; margin: 0; } legend { font-size: .85em; opacity: .8; }
details { margin: .5em 0; } summary { cursor: pointer; }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } details { display: none; } }
"""
_LARGE = "body { font-size: 18pt; max-width: none; } @media print { body { font-size: 18pt; } }\n"
_COLUMNS = """@media print, (min-width: 60rem) {{
  main {{ columns: {count}; column-gap: 2em; }} body {{ max-width: none; }}
}}
"""

PRACTICE = """
for (const button of document.querySelectorAll("button.check")) {
  button.addEventListener("click", () => {
    const asked = button.closest("fieldset");
    const options = [...asked.querySelectorAll("input")];
    const chosen = options.filter((option) => option.checked).map((option) => option.value).join(",");
    const accepted = asked.dataset.right.split(" ");
    const right = accepted.includes(chosen) || accepted.includes("*");
    for (const option of options) {
      const said = option.closest("li").querySelector(".feedback");
      said.hidden = !(option.checked && said.textContent.trim());
    }
    button.nextElementSibling.textContent = button.nextElementSibling.dataset[right ? "right" : "wrong"];
  });
}
"""
"""Checks the options of one question and shows what is to be said to those that were chosen.

A fieldset names what is right: letters with commas between, a blank before each further choice; * is any choice.
"""


def by_itself(text: str, labels: Labels) -> str:
    """The attribute of what a person wrote, where it does not run as the labels do."""
    return f' dir="{runs}"' if (runs := direction(text)) != labels.direction else ""


def page(sheet: Sheet, title: str, inside: Iterable[str], program: str = "") -> str:
    """A whole page under that title. Nothing is loaded, so that it can be kept, sent and opened anywhere."""
    look = sheet.look
    style = _STYLE + (_LARGE if look.large else "")
    style += _COLUMNS.format(count=look.columns) if look.columns > 1 else ""
    allowed = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    leftwards = ' dir="rtl"' if look.labels.direction == "rtl" else ""
    lines = [
        f'<!doctype html>\n<html lang="{look.labels.language}"{leftwards}>\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">',
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>",
        f"<h1{by_itself(title, look.labels)}>{escape(title)}</h1>\n<main>",
        *inside,
        "</main>",
        *([f"<script>{program}</script>"] if program else []),
        "</body>\n</html>",
    ]
    return "\n".join(filter(None, lines)) + "\n"
