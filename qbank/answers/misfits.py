"""What is said of a token that fits nowhere."""

from qbank.answers.unreadable import Unreadable, ungrouped
from qbank.answers.vocabulary import BRACKETS, END, Token


def unexpected(token: Token) -> Unreadable:
    """The error for a token that fits nowhere."""
    if token is END:
        return Unreadable("syntax", "the answer ends too early", "finish it")
    if token.text == ",":
        return ungrouped("a comma", ",")
    if token.kind == "number" and token.text.startswith("."):
        return Unreadable("grouping", "a second point", "write thousands with a comma, a blank or no sign")
    if token.kind == "number":
        what = f"a second number, {token.text}, without a sign before it"
        return Unreadable("syntax", what, "write one number, and * between factors")
    if token.text == "\n":
        return Unreadable("syntax", "a second line", "write one answer on one line")
    return several() if token.kind == "separator" else Unreadable("syntax", f"{token.text!r} fits nowhere")


def unclosed(opening: Token, found: Token) -> Unreadable:
    """The error where something else stands than what closes a bracket."""
    if found.kind == "separator":
        return several()
    hint = f"write {BRACKETS[opening.text]}" if found.kind == "close" else "close it"
    return Unreadable("syntax", f"a {opening.text!r} that is not closed", hint)


def several() -> Unreadable:
    """The error for a list in the place of one number."""
    return Unreadable("form", "several values where one is asked", "write one")
