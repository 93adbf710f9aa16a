"""The pipeline: the same seed the same bytes, nothing unconfirmed, nothing twice, what there is and no more."""

import os
import subprocess
import sys

import pytest

from qbank import limits, markup
from qbank.answers import grade
from qbank.author.generate import Order, generate
from qbank.errors import QbankError

from .conftest import SOLVER, TEMPLATE


def run(topics, lab, count=5, seed="7", **more):
    return generate(topics, Order(count, seed, **more), lab)


def test_questions_differ_and_are_proven(packs, lab):
    questions = run([packs.topic("mask"), packs.topic("parameters")], lab, 30).questions
    assert len({question.id for question in questions}) == 30
    assert {question.proof.how for question in questions} <= {"measured", "derived"}
    assert all(
        question.proof.torch and question.proof.symbolic and question.proof.by for question in questions
    )


def test_topics_and_templates_are_dealt_in_turn(packs, lab):
    questions = run([packs.topic("mask"), packs.topic("smoothing")], lab, 8).questions
    assert [question.topic for question in questions] == ["mask", "smoothing"] * 4
    assert len({question.template for question in questions}) == 8


def test_a_prefix_is_a_prefix(packs, lab):
    long = run([packs.topic("mask")], lab, 12).questions
    short = run([packs.topic("mask")], lab, 5).questions
    assert [q.to_line() for q in long[:5]] == [q.to_line() for q in short]


def test_another_seed_is_another_choice(packs, lab):
    one, other = (run([packs.topic("parameters")], lab, 5, seed).questions for seed in ("1", "2"))
    assert {q.id for q in one} != {q.id for q in other}


def test_what_exists_is_given_once(load, lab):
    result = run([load()], lab, 50)
    assert sorted(question.params["x"] for question in result.questions) == list(range(3, 10))


def test_known_ones_are_passed_over(load, lab):
    topic = load()
    first = run([topic], lab, 3).questions
    rest = run([topic], lab, 50, known={question.id for question in first})
    assert len(rest.questions) == 4
    assert not {q.id for q in rest.questions} & {q.id for q in first}
    assert rest.rejected["asked already"] == 3


def test_a_level_and_a_template_can_be_asked_for(packs, lab):
    questions = run([packs.topic("mask")], lab, 10, level=1).questions
    assert {question.level for question in questions} == {1}
    questions = run([packs.topic("mask")], lab, 4, questions=("mask.cells",)).questions
    assert {question.template for question in questions} == {"mask.cells"}


def test_as_choice_the_key_is_among_its_mistakes(packs, lab):
    questions = run([packs.topic("parameters"), packs.topic("mask")], lab, 12, as_choice=True).questions
    assert len(questions) == 12
    for question in questions:
        for part in question.parts:
            assert part.options is not None
            assert 3 <= len(part.options) <= 4
            assert part.key in part.options
            assert {mistake.key for mistake in part.mistakes} == set(part.options) - {part.key}
            assert all(mistake.feedback for mistake in part.mistakes)


def test_options_are_markup_and_are_read_as_typed(packs, lab):
    """Tokens such as <X> would be HTML; typed as they are shown, they mean their option."""
    order = {"questions": ("families.span_corruption",), "as_choice": True}
    for question in run([packs.topic("families")], lab, 5, **order).questions:
        for part in question.parts:
            assert not any(markup.problems(option) for option in part.options.values())
            for letter, option in part.options.items():
                read = grade(part.answer, letter, markup.plain(option), options=part.options)
                assert read.verdict == "right"


@pytest.mark.parametrize(("values", "drawn"), [(447, 447**2), (448, limits.FRUITLESS_DRAWS)])
def test_a_large_space_that_admits_nothing_ends(load, lab, values, drawn):
    """Up to 200,000 variants are all looked at; of a larger space, so many in a row must lead nowhere."""
    template = TEMPLATE.replace(
        "x: {range: [3, 9]}", f"x: {{range: [1, {values}]}}\n      y: {{range: [1, {values}]}}"
    )
    never = "\n\n@double.where\ndef never(x):\n    return False\n"
    topic = load(SOLVER.replace("def double(x)", "def double(x, y)") + never, template)
    (space,) = (template.space for template in topic.templates.values())
    seen = []
    space.at = lambda number, at=space.at: seen.append(number) or at(number)
    assert run([topic], lab).questions == []
    assert len(seen) == drawn


def test_a_contradiction_gives_nothing(load, lab):
    broken = load(solver=SOLVER.replace("return 2 * x", "return 2 * x + (1 if x == 9 else 0)"))
    with pytest.raises(QbankError, match=r"x=9: the solver says 19, added_to_itself measured 18"):
        run([broken], lab, 50)


def test_rejections_are_counted(load, lab):
    sometimes = load(solver=SOLVER.replace("return x * x", "return 2 * x if x == 5 else x * x"))
    result = run([sometimes], lab, 50)
    assert len(result.questions) == 6
    assert result.rejected["squares gives the key"] == 1


@pytest.mark.parametrize(
    "surroundings",
    [{"PYTHONHASHSEED": str(seed)} for seed in range(3)]
    + [{"TZ": "Asia/Kolkata", "LC_ALL": "C", "PYTHONHASHSEED": "7"}],
    ids=lambda s: ",".join(s.values()),
)
def test_the_same_seed_gives_the_same_bytes_anywhere(tmp_path, packs, lab, surroundings):
    from qbank.bank import Bank

    topics = [packs.topic(name) for name in ("mask", "smoothing", "normalization")]
    Bank(tmp_path / "here").add(run(topics, lab, 12, "bytes").questions)
    command = [
        sys.executable,
        "-m",
        "qbank",
        "generate",
        "-n",
        "12",
        "--seed",
        "bytes",
        "--bank",
        str(tmp_path / "there"),
    ]
    for name in ("mask", "smoothing", "normalization"):
        command += ["--topic", name]
    subprocess.run(command, env={**os.environ, **surroundings}, check=True, capture_output=True)
    here = {path.name: path.read_bytes() for path in (tmp_path / "here").glob("*.jsonl")}
    there = {path.name: path.read_bytes() for path in (tmp_path / "there").glob("*.jsonl")}
    assert here == there
    assert len(here) == 3
