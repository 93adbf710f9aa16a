"""Verdicts on published answers, each on a template of the built-in pack."""

import pytest

from qbank.author.audit.entries import Entry
from qbank.author.audit.opinion import Opinion, audit

LAYER = {"d": "512", "f": "2048"}


def entry(template, parameters, published=None, conventions=None, formula=None, **more):
    def by_part(given):
        return given if isinstance(given, dict) else {"": given} if given else {}

    return Entry(
        "e",
        "key.yaml:1:1",
        template,
        parameters,
        conventions or {},
        by_part(published),
        by_part(formula),
        **more,
    )


CASES = [
    (entry("parameters.decoder_layer", LAYER, "4,204,032", {"bias": "true"}), Opinion.AGREES, "This is right."),
    (entry("parameters.decoder_layer", LAYER, "about 4.2 million"), Opinion.ROUNDED, "Rounded; it is 4,204,032."),
    (entry("parameters.decoder_layer", LAYER, "4,204,032"), Opinion.AMBIGUOUS, "4,195,840 with “without biases"),
    (entry("parameters.decoder_layer", LAYER, "4,195,840", {"bias": "true"}), Opinion.OTHER, "it is 4,204,032"),
    (entry("parameters.decoder_layer", LAYER, "8,408,064", {"bias": "true"}), Opinion.WRONG, "off by a factor of 2"),
    (entry("parameters.decoder_layer", LAYER), Opinion.NO_KEY, "Nothing is there"),
    (entry("mask.cells", {"T": "5"}, {"blocked": "15", "open": "10"}), Opinion.WRONG, "“blocks the diagonal”"),
    (entry("mask.cells", {"T": "5"}, {"blocked": "10"}), Opinion.AGREES, "right"),
    (entry("mask.cells", {"T": "5"}, {"blocked": "10", "open": "99"}), Opinion.WRONG, "(blocked agrees)"),
    (entry("mask.a_query_sees_itself", {}, "false"), Opinion.WRONG, "It is true."),
    (entry("mask.a_query_sees_itself", {}, "True"), Opinion.AGREES, "right"),
    (entry("parameters.decoder_layer", {"f": "4d"}, formula="16d^2+19d", conventions={"bias": "true"}), Opinion.AGREES, ""),
    (entry("parameters.decoder_layer", {"f": "4d"}, formula="16d^2+3d"), Opinion.AMBIGUOUS, "16d² + 19d"),
    (entry("parameters.decoder_layer", LAYER, formula="8d^2+2df+15d+f", conventions={"bias": "true"}), Opinion.AGREES, ""),
    (entry("mask.cells", {}, formula={"blocked": "T(T+1)/2"}), Opinion.WRONG, "blocks the diagonal"),
    (entry("mask.cells", {"T": "5"}, formula={"blocked": "10"}), Opinion.AGREES, "right at T = 5."),
    (entry("mask.cells", {"T": "1000"}, {"blocked": "500k"}), Opinion.ROUNDED, "it is blocked: 499,500"),
    (entry("mask.cells", {"T": "1000"}, {"blocked": "1e6"}), Opinion.WRONG, "It is blocked: 499,500."),
    (entry("schedule.width_ratio", {}, formula="sqrt(b/a)"), Opinion.AGREES, "right"),
    (entry("mask.cells", {"Z": "1"}, formula={"blocked": "10"}), Opinion.CANNOT, "no parameter 'Z'"),
    (entry("mask.cells", {"T": {"a": 1}}, {"blocked": "10"}), Opinion.CANNOT, "mask.cells"),
    (entry("mask.cells", {"T": "5"}, {"blocked": "ten thousand cats"}), Opinion.CANNOT, "could not be read"),
    (entry(None, {}), Opinion.CANNOT, "No template asks this."),
    (entry("mask.cell", {"T": "5"}, "10"), Opinion.CANNOT, "did you mean 'mask.cells'?"),
    (entry("mask.cells", {"T": "5"}, "10"), Opinion.CANNOT, "asks blocked, open"),
    (entry("mask.cells", {"T": "five"}, {"open": "10"}), Opinion.CANNOT, "T=five is no number"),
    (entry("mask.cells", {"T": "5"}, {"opne": "10"}), Opinion.CANNOT, "did you mean 'open'?"),
    (entry("parameters.decoder_layer", LAYER, "1", {"bias": "maybe"}), Opinion.CANNOT, "ias: maybe is not known"),
    (entry("parameters.decoder_layer", LAYER, "1", {"bais": "true"}), Opinion.CANNOT, "did you mean 'bias'?"),
    (entry("mask.cells", {}, formula={"blocked": "T(T-1"}), Opinion.CANNOT, "is no formula in T"),
    (entry("mask.masked_row", {}, formula="T"), Opinion.CANNOT, "has no formula"),
]  # fmt: skip


@pytest.mark.parametrize(("published", "opinion", "why"), CASES)
def test_opinions(packs, lab, published, opinion, why):
    finding = audit(published, packs, lab)
    assert (finding.opinion, why in finding.why) == (opinion, True), finding.why


def test_misconceptions_are_named(packs, lab):
    finding = audit(entry("mask.cells", {"T": "5"}, {"blocked": "15", "open": "10"}), packs, lab)
    assert finding.misconceptions == ("blocks_the_diagonal",)
    assert finding.proof.how == "measured"


def test_every_answer_that_an_open_question_could_have(packs, lab):
    finding = audit(entry("parameters.decoder_layer", LAYER, "4,204,032"), packs, lab)
    assert [answer for _, answer in finding.answers] == ["4,204,032", "4,195,840", "4,199,936"]


@pytest.mark.parametrize(
    ("expect", "looks"), [(None, True), (str(Opinion.WRONG), False), (str(Opinion.AGREES), True)]
)
def test_what_was_expected_needs_no_look(packs, lab, expect, looks):
    published = entry("mask.cells", {"T": "5"}, {"blocked": "15"}, expect=expect)
    assert audit(published, packs, lab).needs_a_look is looks
