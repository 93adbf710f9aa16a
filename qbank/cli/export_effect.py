"""Options of `qbank export` that only some formats have a use for."""

from typing import Any

from qbank.cli.say import note

_PAPERS = ("md", "html", "tex", "pdf", "typ", "docx")
_PLATFORMS = ("moodle", "qti12", "qti21")
_SETS = ("lm-eval", "inspect")
EFFECTIVE = {
    "title": ("--title", (*_PAPERS, *_PLATFORMS, *_SETS, "gift", "amc", "anki", "ipynb")),
    "points": ("--points", (*_PAPERS, *_PLATFORMS, *_SETS, "amc", "ipynb")),
    "course": ("--course", _PAPERS),
    "date": ("--date", _PAPERS),
    "instructions": ("--instructions", (*_PAPERS, "qti12")),
    "logo": ("--logo", ("html", "pdf", "typ", "docx")),
    "columns": ("--columns", ("html", "pdf", "typ")),
    "large": ("--large-print", ("html", "pdf", "typ")),
    "interactive": ("--interactive", ("html",)),
    "labels": ("--labels", (*_PAPERS, "anki", "ipynb")),
    "variants": ("--variants", (*_PLATFORMS, "gift")),
}
"""Each option by its name in the call, with the formats that show it."""

_COUNTED = ("columns", "points")  # for which 1 is as good as nothing


def without_effect(given: dict[str, Any], face: str) -> None:
    """Say of each option that the format has no use for that it changes nothing."""
    for name, (option, faces) in EFFECTIVE.items():
        asked = given[name] != 1 if name in _COUNTED else bool(given[name])
        if asked and face not in faces:
            note(f"{option} changes nothing in {face}; it does in {', '.join(faces)}.")
