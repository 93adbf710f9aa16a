"""Blind readings: two for each template, of the prompt as it stands today, and both right."""

import pytest
import yaml

from qbank.answers import Word, grade
from qbank.author.pack import Packs

from . import blind

TOPICS = Packs().names


@pytest.mark.parametrize("topic", TOPICS)
def test_every_template_was_read_twice_and_understood(packs, topic):
    readings = yaml.safe_load((blind.FOLDER / f"{topic}.yaml").read_text(encoding="utf-8"))
    templates = packs.topic(topic).templates
    assert set(readings) == set(templates), "python -m tests.blind prompts shows what is to be read"
    for name, template in templates.items():
        assert len(readings[name]) >= 2
        for reading in readings[name].values():
            question = blind.stored_question(template, reading["params"])
            assert blind.digest(question) == reading["digest"], (
                f"{template.title} changed: it must be read again"
            )
            for part in question.parts:
                key = part.key if isinstance(part.key, str) else list(part.key)
                verdict = grade(
                    part.answer,
                    key,
                    reading["answers"][part.name or "answer"],
                    unit=part.unit,
                    options=part.options,
                )
                assert verdict.verdict is Word.RIGHT, f"{template.title}: {reading['answers']} is {verdict}"
