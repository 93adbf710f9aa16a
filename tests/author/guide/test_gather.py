"""The guide: its order, what stands in it, and that it is proven, clean markup, and always the same."""

import re

import pytest

from qbank import markup
from qbank.author import claim as claims
from qbank.author.confirm import laboratory
from qbank.author.guide import traps
from qbank.author.guide.formula_sheet import LONGEST, formula_sheet
from qbank.author.guide.gather import QUESTIONS, gather
from qbank.author.guide.text import Block, Guide, Section
from qbank.author.guide.worked import answers, blocks, drawn
from qbank.author.pack import Packs
from qbank.author.rederive import rederive
from qbank.errors import QbankError
from qbank.labels import Labels

from ...labels import Marked

SECTIONS = ["What to study first, and why", "Formulas and shapes", "Traps", "Ten worked questions", "Answers"]


@pytest.fixture(scope="module")
def whole(packs):
    """The guide to all topics."""
    with laboratory("cpu") as lab:
        return gather(packs, (), "guide", lab)


@pytest.fixture
def section(whole):
    return lambda name: next(section for section in whole.sections if section.name == name)


def test_the_order(whole):
    assert whole.markdown.startswith("# Study guide\n\n## What to study first, and why\n\n")
    assert re.findall(r"^## (.*)$", whole.markdown, re.MULTILINE) == SECTIONS


def test_everything_but_headings_is_clean_markup(whole):
    lines = whole.markdown.splitlines()
    assert markup.problems("\n".join(line for line in lines if not re.match("#{1,3} ", line))) == []


def test_the_ranking_with_its_counts(section):
    rows = [line.split(" | ") for line in section("first").text.splitlines() if line.startswith("| ")][1:]
    assert [row[1] for row in rows][:4] == [
        "Normalization",
        "Residual connections",
        "Attention masks",
        "Positions",
    ]
    assert [row[2] for row in rows][:2] == ["21", "21"]
    assert (
        "Counted together: Normalization + Residual connections; Output layer + Counting"
        in section("first").text
    )
    assert rows[2][2:4] == ["15", "1 derived, 14 not stated"]
    assert rows[3][4].startswith("2026 T1 Quiz 1 Q12; 2024 T1 Quiz 1 Q184")
    assert [row[2] for row in rows][-3:] == ["–", "–", "–"]
    assert sum(int(row[5].rstrip(" |")) for row in rows) == QUESTIONS


def test_formulas_are_the_solvers_own_and_letters_are_said(section):
    sheet = {block.title: block.text for block in section("formulas").blocks}
    assert r"- How many cells are blocked? $\frac{T^2 - T}{2}$" in sheet["Attention masks"]
    assert (
        "- What is the shape of the logits, which the output layer gives? $[B, T, V]$"
        in sheet["The full data flow"]
    )
    assert r"$[B, h, T, \frac{d}{h}]$" in sheet["Cross-attention"]
    assert "A decoder reads $T$ tokens." in sheet["Attention masks"]
    assert not re.search(r"(\$\w+) = \1\b|\bGive\b|<<|StrictUndefined", "\n".join(sheet.values()))


def test_no_formula_is_lost_but_those_too_long(packs):
    """Each template with a formula is on the sheet: letters can be put into every text."""
    from qbank.author.formula import formulas
    from qbank.exact import latex

    for name in packs.names:
        topic = packs.topic(name)
        with_formula = {
            template.name.replace("_", " ")
            for template in topic.computing
            if template.solver.picture is None
            for found in [formulas(template, {n: next(iter(p)) for n, p in template.conventions.items()})]
            if any(len(latex(formula)) <= LONGEST for formula in found.values())
        }
        text = "".join(block.text for block in formula_sheet([topic]).blocks)
        assert with_formula <= set(re.findall(r"^\*\*(.*)\*\*$", text, re.MULTILINE)), name


def test_traps_say_what_was_measured(packs, section):
    blocks = {block.title: block.text for block in section("traps").blocks}
    mask = blocks["Attention masks"]
    assert mask.startswith("Mistakes:\n\n- **blocks the diagonal**: This blocks the diagonal too,")
    assert re.search(
        r"hides the keys marked 0\.” \*\*False\.\*\* .* \*Measured difference 0\.\d+, must be below 1e-9\.\*",
        mask,
    )
    assert "*Measured: it does not hold.*" in mask
    false = [c for n in packs.names for c in packs.topic(n).claims.values() if not c.holds]
    assert sum(text.count("**False.**") for text in blocks.values()) == len(false) > 80


def test_a_claim_that_its_experiment_does_not_refute_stops_the_guide(packs, lab, monkeypatch):
    monkeypatch.setattr(traps, "outcome", lambda value, name: True)
    with pytest.raises(QbankError, match="by which the claim holds"):
        traps.traps([packs.topic("mask")], lab)
    assert claims.outcome(0.5, "x") is False


def test_ten_questions_each_worked_and_answered(section):
    questions, listed = section("questions"), section("answers")
    assert len(questions.blocks) == QUESTIONS
    assert all("\n\n**Worked:**\n\n" in block.text for block in questions.blocks)
    assert [line.split(".")[0] for line in listed.text.splitlines()] == [str(n) for n in range(1, 11)]


def test_the_questions_are_proven(packs, lab):
    topics = [packs.topic("mask"), packs.topic("schedule")]
    questions = drawn(topics, {"mask": 7, "schedule": 3}, "guide", lab)
    assert [question.topic for question in questions] == ["mask"] * 7 + ["schedule"] * 3
    assert len({question.template for question in questions}) == QUESTIONS
    assert {question.proof.how for question in questions} <= {"measured", "derived"}
    again, findings = rederive(questions, packs, lab)
    assert (list(again), findings) == ([question.id for question in questions], [])


def test_the_same_seed_gives_the_same_guide(packs, lab):
    one, again = (gather(packs, ("mask", "schedule"), "guide", lab).markdown for _ in range(2))
    assert one == again
    other = gather(packs, ("mask", "schedule"), "other", lab).markdown
    assert one.partition("## Ten worked")[0].count("\n") == other.partition("## Ten worked")[0].count("\n")
    assert one != other


def test_only_the_chosen_topics(packs, lab):
    guide = gather(packs, ("decoding", "mask", "mask"), "guide", lab)
    assert guide.title == "Study guide: Attention masks, Decoding"
    assert {block.title for section in guide.sections[1:3] for block in section.blocks} == {
        "Attention masks",
        "Decoding",
    }
    assert any(": Decoding" in block.title for block in guide.sections[3].blocks)


def test_the_guide_in_another_language(packs, lab):
    """Topics, questions and claims are the pack's own; all else comes from the catalogue."""
    guide = gather(packs, ("mask",), "guide", lab, Labels("de", Marked()))
    assert guide.title == "⟦Study guide⟧: Attention masks"
    assert [section.title for section in guide.sections] == [f"⟦{title}⟧" for title in SECTIONS]
    assert all(section.text.startswith(("⟦", "1. ")) for section in guide.sections)
    text = guide.markdown
    for said in (
        "Study guide",
        "rank",
        "records",
        "Mistakes:",
        "False statements:",
        "False.",
        "Worked:",
        "level ",
    ):
        assert said in text
        assert f"⟦{said}" in text
        assert not re.search(rf"(?<!\w){re.escape(said)}", re.sub("⟦[^⟧]*⟧", "", text)), said


def test_topics_without_records_say_so(packs, lab):
    guide = gather(packs, ("decoding", "families"), "guide", lab)
    assert "No records of past papers are known" in guide.sections[0].text
    assert len(guide.sections[3].blocks) == QUESTIONS


def test_an_unknown_topic(packs, lab):
    with pytest.raises(QbankError, match="no topic 'maks'; did you mean 'mask'"):
        gather(packs, ("maks",), "guide", lab)


TEMPLATE = """
title: Halves & <halves>
questions:
  halves:
    params: {n: {range: [1, %d]}}
    ask: What is half of $<< n >>$? Give a fraction.
    answer: exact
    explain: Half of $<< n >>$ is << answer >>.
    misconceptions: {doubles: "This doubles <x> it."}
"""
SOLVER = """
from qbank import solver

@solver
def halves(n):
    return n / 2

@halves.confirm
def divided(n):
    return n / 2

@halves.misconception
def doubles(n):
    return 2 * n
"""


@pytest.fixture
def pack(tmp_path):
    def made(variants, feedback="<x> it"):
        for folder, name, text in (
            ("templates", "halves.yaml", (TEMPLATE % variants).replace("<x> it", feedback)),
            ("solvers", "halves.py", SOLVER),
        ):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / name).write_text(text, encoding="utf-8")
        (tmp_path / "pack.yaml").write_text("name: course\n", encoding="utf-8")
        return tmp_path

    return made


def test_a_courses_own_pack_has_its_own_papers(pack, lab):
    folder = pack(40, "it")
    (folder / "bank" / "papers").mkdir(parents=True)
    record = "- {source: 2026 Midterm, number: '3', year: 2026, topics: [halves], status: official}\n"
    (folder / "bank" / "papers" / "mine.yaml").write_text(record, encoding="utf-8")
    guide = gather(Packs([folder]), ("halves",), "guide", lab)
    assert r"| 1 | Halves & \<halves\> | 1 | 1 official | 2026 Midterm 3 | 10 |" in guide.sections[0].text
    assert guide.title == "Study guide: Halves & <halves>"
    assert guide.markdown.startswith(r"# Study guide: Halves & \<halves\>")
    assert "What is half of $n$?\n\n- $\\frac{n}{2}$" in guide.sections[1].markdown(3)


def test_a_topic_with_too_few_questions(pack, lab):
    with pytest.raises(QbankError, match="halves has 4 questions, and 10 are wanted; choose more topics"):
        gather(Packs([pack(4, "it")]), ("halves",), "guide", lab)


def test_a_question_with_a_picture_is_no_text(packs, lab, monkeypatch):
    topic = packs.topic("mask")
    kept = topic.computing[0]
    for template in topic.computing[1:]:
        monkeypatch.setattr(template.solver, "picture", lambda: None)
    assert {q.template for q in drawn([topic], {"mask": 3}, "guide", lab)} == {kept.title}
    (block,) = formula_sheet([topic]).blocks
    assert re.findall(r"^\*\*(.*)\*\*$", block.text, re.MULTILINE) == ["cells"]


def test_claims_stand_in_where_nothing_is_computed(packs, lab, monkeypatch):
    topic = packs.topic("mask")
    for template in topic.computing:
        monkeypatch.setattr(template.solver, "picture", lambda: None)
    questions = drawn([topic], {"mask": 3}, "guide", lab)
    assert all(topic.poses_claims(packs.template(q.template)) for q in questions)
    text = blocks(questions, {"mask": topic})[0].text
    assert text.startswith(("True or false?", "Which of these"))
    assert "- A: True\n- B: False" in text or "- A: " in text
    assert re.match(r"1\. \*\*[A-Z, ]+\*\*", answers(questions))


def test_foreign_markup_is_refused_with_its_place(pack, lab):
    with pytest.raises(QbankError, match=r"Traps, Halves .*: <x> is read as HTML"):
        gather(Packs([pack(40)]), ("halves",), "guide", lab)


@pytest.mark.parametrize("text", ["# a heading", "a \x07 bell", "$x", "[a](b)"])
def test_a_text_that_cannot_be_shown_is_refused(text):
    with pytest.raises(QbankError, match="Section, Block"):
        Guide("Title", (Section("s", "Section", "", (Block("Block", text),)),))
