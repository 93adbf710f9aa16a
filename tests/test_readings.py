"""Blind readings: two for each template, of the prompt as it stands today, and both right.

Templates that nobody, or only one reader, has read yet stand in `readings/unread.yaml`, which must shrink to nothing.
"""

import pytest
import yaml

from qbank.answers import Word, grade
from qbank.author.pack import Packs
from qbank.errors import QbankError

from . import blind

TOPICS = Packs().names


UNREAD = set(yaml.safe_load((blind.FOLDER / "unread.yaml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("topic", TOPICS)
def test_every_template_was_read_twice_and_understood(packs, topic):
    readings, templates = blind.kept_of(topic), packs.topic(topic).templates
    assert set(readings) <= set(templates)
    for name, template in templates.items():
        current = [reading for reading in readings.get(name, {}).values() if _stands(template, reading)]
        assert (len(current) < 2) == (template.title in UNREAD), (
            f"{template.title}: python -m tests.blind prompts shows what is to be read"
        )


@pytest.mark.parametrize("topic", TOPICS)
def test_every_reading_is_right(packs, topic):
    templates = packs.topic(topic).templates
    for name, kept in blind.kept_of(topic).items():
        for reading in kept.values():
            if not _stands(templates[name], reading):
                assert templates[name].title in UNREAD, (
                    f"{templates[name].title} changed: it must be read again"
                )
                continue
            question = blind.stored_question(templates[name], reading["params"])
            for part in question.parts:
                key = part.key if isinstance(part.key, str) else list(part.key)
                answer = reading["answers"][part.name or "answer"]
                verdict = grade(part.answer, key, answer, unit=part.unit, options=part.options)
                assert verdict.verdict is Word.RIGHT, f"{templates[name].title}: {answer} is {verdict}"


def _stands(template, reading):
    """Whether the prompt is still what was read."""
    try:
        return blind.digest(blind.stored_question(template, reading["params"])) == reading["digest"]
    except (QbankError, ValueError):  # these parameters are no longer asked
        return False
