"""Every template of the built-in pack is sound: `qbank verify`, on a spread of each large space and all of each small."""

import pytest

from qbank.author.pack import Packs
from qbank.author.verify import verify_topic

VARIANTS = 400  # `qbank verify` looks at up to 20,000 of each; see the release notes in CONTRIBUTING.md
TOPICS = Packs().names


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_verifies(packs, lab, topic):
    for report in verify_topic(packs.topic(topic), lab, VARIANTS):
        assert report.findings == []
        assert report.asked >= 1
        assert report.acceptance >= 0.5, f"{report.template} can ask {report.acceptance:.0%} of its variants"


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_fit_to_be_taught(packs, topic):
    """Feedback for every misconception, an explanation with computed numbers, a level, and enough to draw from."""
    loaded = packs.topic(topic)
    assert sum(template.space.size for template in loaded.templates.values()) >= 50
    for template in loaded.templates.values():
        if template.name in loaded.claims or template.name == "claims":
            continue
        assert template.explain.names, f"{template.title} explains without its numbers"
        assert template.feedback or template.conventions, f"{template.title} knows no mistake"
