"""The picture of a question: joined, written down as plain JSON, drawn, and silent about the key."""

from itertools import count

import pytest

from qbank import pictures
from qbank.author.figure import faults, figure_of
from qbank.author.generate import Order, generate
from qbank.author.pack import Pack, Packs
from qbank.author.prove import Candidate, consider
from qbank.author.rederive import rederive
from qbank.author.solver import solver
from qbank.author.verify import verify
from qbank.errors import QbankError
from qbank.question import question_id
from qbank.stored import parsed, question_from_json
from tests import blind

from .conftest import SOLVER, TEMPLATE

GRID = """

@double.working
def rows(x):
    return [str(i + 1) for i in range(x)]


@double.figure
def cells_drawn(x, rows):
    return {
        "draw": "grid",
        "data": {
            "row_title": "row",
            "column_title": "column",
            "rows": rows,
            "columns": ("1",),
            "numbers": [["0"] for _ in rows],
        },
        "alt": f"A column of {x} cells.",
    }
"""
DRAWN = SOLVER + GRID


@pytest.fixture
def drawn(write_pack):
    """The topic of the sample pack with a figure, each in a folder of its own; the source may be changed."""
    folders = count(1)

    def build(change=("", ""), template=TEMPLATE):
        return Pack(write_pack(DRAWN.replace(*change), template, folder=f"course{next(folders)}")).load(
            "double"
        )

    return build


def questions(topic, lab):
    return generate([topic], Order(3, "7"), lab).questions


def findings(topic, lab):
    return " ".join(verify(topic.templates["double"], lab).findings)


def test_a_question_has_its_figure_as_plain_json(drawn, lab):
    question = questions(drawn(), lab)[0]
    x = question.params["x"]
    assert question.figure["data"]["columns"] == ["1"]
    assert len(question.figure["data"]["rows"]) == x
    assert question.figure["alt"] == f"A column of {x} cells."
    assert len(pictures.said(question.figure)) == x


def test_without_a_declaration_there_is_none(drawn, lab):
    assert questions(drawn((GRID, "")), lab)[0].figure is None


def test_the_id_hangs_on_the_figure_and_the_line_is_read_back(drawn, lab):
    question = questions(drawn(), lab)[0]
    assert question.id == question_id(question.prompt, question.figure, question.parts)
    assert question.id != question_id(question.prompt, None, question.parts)
    assert question_from_json(parsed(question.to_line(), "line"), "line") == question


def test_what_was_stored_is_derived_again_and_a_changed_picture_is_found(write_pack, lab):
    packs = Packs([write_pack(DRAWN, TEMPLATE)])
    stored = questions(packs.topic("double"), lab)
    assert rederive(stored, packs, lab) == ({q.id: q for q in stored}, [])
    other = stored[0]._replace(figure={**stored[0].figure, "alt": "another"})
    assert "asks or keys something else" in rederive([other], packs, lab)[1][0]


def test_exact_numbers_become_text(drawn, lab):
    template = drawn(('[["0"] for _ in rows]', "[[x / 8] for _ in rows]")).templates["double"]
    variant = consider(template, template.space.at(0))
    assert figure_of(variant)["data"]["numbers"] == [["3/8"]] * 3


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('"draw": "grid"', '"draw": "grit"'), "did you mean 'grid'"),
        (('"rows": rows', '"rows": []'), "list of 1 to"),
        (('f"A column of {x} cells."', '" "'), "alt text"),
        (('[["0"] for', "[[0.5] for"), "write decimal"),
        (('"alt":', '"text":'), "draw, data, alt"),
        (('"columns": ("1",)', '"columns": ("1",)[x]'), "IndexError"),
        (('[["0"] for', "[[str(2 * x)] for"), "the drawing tells the answer: 6"),
    ],
)
def test_verify_finds_what_is_wrong_with_a_picture(drawn, lab, change, complaint):
    assert complaint in findings(drawn(change), lab)


def test_a_key_in_the_alt_text_is_found_unless_it_is_a_small_number(drawn, lab):
    large = TEMPLATE.replace("[3, 9]", "[50, 60]")
    assert findings(drawn(("of {x} cells", "of {2 * x} cells")), lab) == ""
    assert "the alt text tells the answer: 100" in findings(
        drawn(("of {x} cells", "of {2 * x} cells"), large), lab
    )


def test_what_the_prompt_says_may_stand_in_the_picture(drawn, lab):
    said = TEMPLATE.replace("ask: What is", "ask: Of 6, 8, 10, 12, 14, 16, 18, what is")
    assert findings(drawn(('[["0"] for', "[[str(2 * x)] for"), said), lab) == ""


def test_a_number_within_another_is_not_the_key(drawn, lab):
    for other in ("1.{}", "{}.5", "−{}", "{}5", "2{}"):
        shown = f"[[{other!r}.format(2 * x)] for"
        assert findings(drawn(('[["0"] for', shown)), lab) == "", other


def test_of_a_choice_the_right_option_may_not_be_read(drawn, lab):
    question = questions(drawn(), lab)[0]
    part = question.parts[0]._replace(options={"A": "Column", "B": "row"}, key="A", display="A")
    assert (
        faults(question._replace(parts=(part,), prompt="Which?")) == "the alt text tells the answer: Column"
    )
    assert faults(question._replace(parts=(part._replace(key="B"),), prompt="Which?")) is None


def test_questions_that_differ_in_their_picture_alone_are_different(drawn, lab):
    same = TEMPLATE.replace("What is twice << x >>?", "How often is a cell of the picture seen in a mirror?")
    assert "ask the same" not in findings(drawn(template=same), lab)
    assert "ask the same" in findings(drawn((GRID, ""), same), lab)


def test_the_picture_may_be_all_that_needs_a_parameter(drawn, lab):
    shaped = TEMPLATE.replace("x: {range: [3, 9]}", "x: {range: [3, 9]}\n      n: {one_of: [2, 3]}")
    change = ("def cells_drawn(x, rows):", "def cells_drawn(x, rows, n):")
    assert drawn(change, shaped).templates["double"].space.size == 14
    with pytest.raises(QbankError, match="no parameter 'n'"):
        drawn(change)


def test_one_picture_a_question():
    question = solver(lambda x: x)
    question.figure(lambda x: {})
    with pytest.raises(QbankError, match="second figure"):
        question.figure(lambda x: {})


def test_a_reader_sees_the_words_of_the_picture(drawn):
    topics = drawn(), drawn((GRID, ""))
    with_picture, without = (blind.question_of(topic.templates["double"], 1) for topic in topics)
    assert blind.shown(with_picture)["figure"] == with_picture.figure["alt"]
    assert set(blind.shown(without)) == {"prompt", "parts"}


def pictured(packs):
    topics = ("attention", "dataflow", "decoding", "mask", "normalization", "positional", "schedule")
    return [t for topic in topics for t in packs.topic(topic).templates.values() if t.solver.picture]


def test_the_built_in_pictures_are_drawn_and_each_drawing_is_used(packs):
    used = set()
    for template in pictured(packs):
        for number in (1, 2, 3):
            question = blind.question_of(template, number)
            assert faults(question) is None
            used.add(question.figure["draw"])
    assert used == set(pictures.DRAWINGS)


def test_pictures_of_one_template_differ_with_what_is_asked(packs):
    """Two variants with one picture and other keys would have to differ in the prompt: `verify` says so too."""
    for template in pictured(packs):
        shown = {}
        for number in range(min(template.space.size, 60)):
            candidate = consider(template, template.space.at(number))
            if isinstance(candidate, Candidate):
                seen = (str(figure_of(candidate)), template.ask.render(template.words(candidate.variant)))
                assert shown.setdefault(seen, candidate.answers) == candidate.answers, template.title
