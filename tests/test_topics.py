"""Every template of the built-in pack is sound: what `qbank verify` says in CI, on spread samples elsewhere."""

import os

import pytest

from qbank import limits
from qbank.author.pack import Packs
from qbank.author.verify import verify_topic

VARIANTS = limits.VERIFIED_VARIANTS if os.environ.get("CI") == "true" else 400  # of each template
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
    for template in loaded.computing:
        assert template.explain.names, f"{template.title} explains without its numbers"
        assert template.feedback or template.conventions, f"{template.title} knows no mistake"
