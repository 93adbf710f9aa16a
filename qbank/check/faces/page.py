"""What every HTML page shares: its head, its style, and text in which nothing is markup.

A page is one file. It loads nothing and runs nothing; a browser that reads it is told so.
"""

from html import escape
from typing import TYPE_CHECKING

from qbank.check.faces.words import amount, plain
from qbank.check.grading import VOID
from qbank.check.layout import visible

if TYPE_CHECKING:
    from qbank.answers import Verdict
    from qbank.check.lookup import Asked

PROMPT = 600  # characters of a question; of a longer one the middle is left out
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
SIGNS = {
    "right": "✓",
    "partly": "◐",
    "wrong": "✗",
    "unreadable": "?",
    "undecided": "?",
    "blank": "–",
    VOID: "–",
}

STYLE = """
:root { color-scheme: light dark; --ink: #1a1d21; --faint: #5a636e; --line: #d5dae0; --paper: #fff; --soft: #f4f6f8;
  --right: #12703a; --partly: #8a5a00; --wrong: #b3261e; --open: #5b3fb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --faint: #9aa4af; --line: #3a424b; --paper: #15181c;
  --soft: #1e2328; --right: #5ecb8a; --partly: #e3b341; --wrong: #ff8a80; --open: #b9a5ff; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 76rem;
  margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; } h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; } p, ul { margin: .25rem 0; } a { color: inherit; }
code, .typed { font-family: ui-monospace, monospace; font-size: .95em; }
.typed { white-space: pre-wrap; } .faint, dt, th, figcaption { color: var(--faint); }
.right { color: var(--right); } .partly { color: var(--partly); } .wrong { color: var(--wrong); }
.unreadable, .undecided { color: var(--open); } .blank, .void { color: var(--faint); } .verdict { font-weight: 600; }
article { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0 0; }
dt { min-width: 5rem; } dd { margin: 0; overflow: clip; }
.totals { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; padding: 0; list-style: none; }
.totals li { background: var(--soft); border-radius: .5rem; padding: .5rem 1rem; }
.totals b { display: block; font-size: 1.25rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; }
th, td { padding: .35rem .5rem; vertical-align: top; overflow: clip; }
th, td code, .verdict, .whole { white-space: nowrap; overflow-wrap: normal; }
tbody tr { border-top: 1px solid var(--line); } .number { text-align: right; font-variant-numeric: tabular-nums; }
meter { width: 8rem; height: .8rem; }
@media print { :root { --ink: #000; --faint: #444; --line: #bbb; --paper: #fff; --soft: #eee; --right: #064;
  --partly: #640; --wrong: #900; --open: #317; }
  body { font-size: 10pt; max-width: none; padding: 0; } nav { display: none; }
  article, tr, .totals { break-inside: avoid; } h2, h3 { break-after: avoid; } }
"""


def head(title: str, more_style: str = "", maker: str = "qbank") -> str:
    """Everything up to the first words of a page, which says that it is made by `maker`."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{made_by(maker)}\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}{more_style}</style>\n</head>\n<body>\n"
    )


def made_by(maker: str) -> str:
    """What a page says about that."""
    return f'<meta name="generator" content="{escape(maker)}">'


FOOT = "</body>\n</html>\n"


def text(content: str) -> str:
    """Any text, on one line, as it reads: no character in it means anything to a browser."""
    return escape(visible(content))


def typed(content: str) -> str:
    """What a person typed, signs and blanks as they are."""
    return f'<span class="typed">{text(content)}</span>' if content else ""


def badge(verdict: "Verdict") -> str:
    """The word of a verdict, with a sign and a colour; `void` where it counts for nobody."""
    word = VOID if verdict.code == VOID else verdict.verdict.value
    return f'<span class="verdict {word}">{SIGNS[word]} {word}</span>'


def totals(facts: list[tuple[str, str]]) -> str:
    """A few numbers in large letters; those that are empty are left out."""
    items = "".join(f"<li><b>{text(value)}</b>{text(name)}</li>" for name, value in facts if value)
    return f'<ul class="totals">{items}</ul>\n'


def called(asked: "Asked") -> str:
    """The number that is printed, where there is one, and the id."""
    number = f"<b>{text(asked.number)}</b> " if asked.number else ""
    return f"{number}<code>{text(asked.name)}</code>"


def posed(asked: "Asked") -> str:
    """The question on one line, mathematics in Unicode."""
    whole = " ".join(plain(f"{asked.question.prompt}\n\n{asked.part.ask}").split())
    half = PROMPT // 2
    return whole if len(whole) <= PROMPT else f"{whole[:half].rstrip()} … {whole[-half:].lstrip()}"


def points(score: float, worth: float) -> str:
    """`0.5 of 1`."""
    return f"{amount(score)} of {amount(worth)}"
