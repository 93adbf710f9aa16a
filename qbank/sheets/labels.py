"""A teacher's translation of the labels."""

from pathlib import Path

from qbank.labels import Labels, places
from qbank.sheets.catalogue import Kind, read_catalogue

TEMPLATE = Path(__file__).parent / "labels.pot"
"""The catalogue to translate: every label in English, and nothing else."""

_KIND = Kind("export", "labels", TEMPLATE, places, "{{{}}}", "sheets")


def read_labels(path: Path) -> Labels:
    """The labels of the catalogue. Raises QbankError, naming file and line, for what is none."""
    found = read_catalogue(path, _KIND)
    return Labels(found.language, found.translations)
