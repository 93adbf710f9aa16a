"""What is said beside a verdict: the mistake's name and its feedback, or why the answer got no more."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qbank.answers import Diagnosis, Verdict

_OPENERS = frozenset(
    ("A", "An", "The", "This", "That", "It", "Its", "Each", "Every", "All", "Both", "Only", "No")
)
_EXPLAINED = frozenset({"partly", "unreadable", "undecided"})
_DECIDED = frozenset({"void", "full_marks", "rekeyed", "accepted", "reviewed"})
"""Codes of verdicts that a person has changed."""


def remark(verdict: "Verdict", plain: Callable[[str], str]) -> str:
    """The remark on an answer, empty where the verdict says it all; `plain` makes markup what is shown.

    Feedback is Markdown; why an answer got what it got is plain text, in which what was typed may be quoted.
    """
    if verdict.code in _DECIDED or verdict.verdict in _EXPLAINED:
        return verdict.why
    if verdict.verdict == "wrong" and verdict.diagnosis:
        return diagnosed(verdict.diagnosis, plain)
    return verdict.why if verdict.verdict == "wrong" and verdict.code else ""


def diagnosed(diagnosis: "Sequence[Diagnosis]", plain: Callable[[str], str]) -> str:
    """One diagnosis as it is; of several, that it may be either; empty for none."""
    said = [_one(item, plain) for item in diagnosis]
    if len(said) < 2:
        return "".join(said)
    *others, last = map(_continued, said)
    return f"either {'; or '.join([*map(_unstopped, others), last])}"


def named(item: "Diagnosis", plain: Callable[[str], str]) -> str:
    """The mistake's name in words; where it has none, the other convention as questions say it, or its feedback."""
    if item.names:
        return " and ".join(name.replace("_", " ") for name in item.names)
    feedback = plain(item.feedback).strip()
    if item.convention and (phrase := re.search("“.*?”", feedback)):
        return f"answer for {phrase[0]}"
    axes = ", ".join(f"{axis} = {str(value).lower()}" for axis, value in item.convention or ())
    return _unstopped(feedback) or f"under {axes}"


def _one(item: "Diagnosis", plain: Callable[[str], str]) -> str:
    """`blocks the diagonal: a token may attend to itself, so the diagonal stays open.`"""
    names, feedback = named(item, plain), plain(item.feedback).strip()
    if feedback and (not item.names or names.lower() in feedback.lower()):
        return feedback
    return f"{names}: {_continued(feedback)}" if feedback else names


def _unstopped(sentence: str) -> str:
    """Without its full stop, where the sentence around it goes on."""
    return sentence.removesuffix(".")


def _continued(sentence: str) -> str:
    """The sentence as it goes on behind a colon: with a small letter where the first word is no name."""
    opener = sentence.partition(" ")[0]
    return sentence[:1].lower() + sentence[1:] if opener in _OPENERS else sentence
