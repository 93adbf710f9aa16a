"""Questions found by their own text, in the dresses that tools give it."""

import html
import re
from collections import Counter

import pytest

from qbank.bank import released
from qbank.check.lookup import Questions, Unnamed
from qbank.check.texts import CUT, Texts, folded
from qbank.markup import pieces, plain
from tests.check.samples import (
    CELLS,
    CLAIM,
    CLAIMS,
    INTEGER,
    LAYER,
    QUESTIONS,
    WEIGHT,
    make_bank,
    part,
    question,
)


def named(text, questions=QUESTIONS):
    return Texts(questions).named(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (WEIGHT.prompt, WEIGHT.id),
        (WEIGHT.prompt.upper(), WEIGHT.id),
        ("  the scores of query 2 are 2 1 5 3 — what is its first weight to four decimals", WEIGHT.id),
        ("3) The scores of query 2 are [2, 1, 5, 3]. What is its first weight, to four decimals", WEIGHT.id),
        ("Question 12: A causal mask hides the diagonal.", CLAIM.id),
        ("<p>A causal&nbsp;mask <b>hides</b> the diagonal.</p>", CLAIM.id),
        ("A causal mask hides the diagonal.: True; False", CLAIM.id),
        ("A causal mask hides the diagonal: False; True", CLAIM.id),
        ("Which hold?: four; one; three; two", CLAIMS.id),
        ("How many parameters has a decoder layer with biases, d = 512, f = 2,048?", LAYER.id),
        ("How many parameters has a decoder layer with biases, \\(d = 512\\), \\(f = 2{,}048\\)?", LAYER.id),
        ("How many parameters has a decoder layer with biases, d=512, f=2 048?", LAYER.id),
        ("A decoder reads 9 tokens; its mask is a 9 x 9 table. How many are blocked?", f"{CELLS.id}.blocked"),
        (
            "A decoder reads 9 tokens; its mask is a $$9 \\times 9$$ table. [How many stay open?]",
            f"{CELLS.id}.open",
        ),
        ("A decoder reads 9 tokens; its mask is a 9 × 9 table.", CELLS.id),
    ],
)
def test_texts(text, name):
    assert named(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "The scores of query 3 are [2, 1, 5, 3]. What is its first weight, to four decimals?",
        "The scores of query 2 are [2, -1, 5, 3]. What is its first weight, to four decimals?",
        "A causal mask hides",
        "A causal mask hides the diagonal.: True; Maybe",
        "your name please",
        "— …",
    ],
)
def test_what_is_no_question(text):
    with pytest.raises(Unnamed) as refused:
        named(text)
    shown = text if len(text) <= 60 else f"{text[:59]}…"
    hint = "write its id into the table, or say with --columns what the column means"
    assert str(refused.value) == f"no question reads {shown!r}; {hint}"


def test_numbers_are_told_apart():
    texts = ["12 and 3", "1, 23", "1 2 3", "1.2 and 3", "-12 and 3", "12 or 3"]
    assert len(set(map(folded, texts))) == len(texts)
    assert len(set(map(folded, ["i < j", "i ≤ j", "i > j", "i + j", "i / j", "i × j", "i j"]))) == 7
    assert folded("a ½ – b") == folded("A (1/2) b")
    assert folded("d_k = 2, W_q") == folded("dₖ=2  Wq") == folded("$d_k$ = 2; **W q**")
    assert folded("2⁸ (−3)") == folded("28 -3")


LONG = "Position vectors are wide and long. " * 8


@pytest.fixture
def long():
    return [
        question("t.a", f"{LONG}What is the {rank}?", part(INTEGER, "1", "1")) for rank in ("first", "second")
    ]


@pytest.mark.parametrize("cut", ["{}…", "{}...", "{}... "])
def test_a_text_that_is_cut_off_with_a_sign(cut, long):
    assert named(cut.format("How many param")) == LAYER.id
    assert named(cut.format(f"{LONG}What is the f"), long) == long[0].id


def test_a_text_that_is_cut_off_without_a_sign(long):
    assert len(LONG) > CUT
    assert named(f"{LONG}What is the s", long) == long[1].id
    with pytest.raises(Unnamed) as refused:
        named(LONG, long)
    one, other = sorted(question.id for question in long)
    assert str(refused.value).endswith(f"could be {one} or {other}; say with --columns which it is")
    with pytest.raises(Unnamed, match="no question reads"):
        named("How many parameters has a decoder")


def test_a_cut_question_of_several_parts_could_be_each_of_them():
    with pytest.raises(Unnamed, match=f"could be {CELLS.id}.blocked or {CELLS.id}.open"):
        named("A decoder reads 9 tokens; its…")


def test_two_questions_with_one_text_are_both_shown():
    twins = [question("t.a", "How many?", part(INTEGER, key, key)) for key in "12"]
    with pytest.raises(Unnamed) as refused:
        named("How many?", twins)
    one, other = sorted(twin.id for twin in twins)
    assert str(refused.value) == f"'How many?' could be {one} or {other}; say with --columns which it is"
    many = [question("t.a", "How many?", part(INTEGER, str(key), str(key))) for key in range(7)]
    with pytest.raises(Unnamed, match="and 3 more; say"):
        named("How many?", many)


def as_html(text):
    return (
        "<p>" + "".join(f"\\({p.body}\\)" if p.mark else html.escape(p.body) for p in pieces(text)) + "</p>"
    )


def as_words(text):
    return re.sub(r"[*`$]", "", text)


@pytest.mark.parametrize("dress", [str, plain, as_html, as_words, lambda text: f"7. {plain(text)}"])
def test_every_released_question_is_found_by_its_text(dress):
    bank = list(released())
    texts, times = Texts(bank), Counter(question.prompt for question in bank)
    alike = {
        question.id for question in bank if times[question.prompt] > 1
    }  # told apart by their pictures alone
    assert all(question.figure for question in bank if question.id in alike)
    for asked in bank:
        several = len(asked.parts) > 1
        for one in asked.parts:
            text = f"{asked.prompt} {one.ask}".strip()
            name = f"{asked.id}.{one.name}" if one.name else asked.id
            if asked.id in alike:
                with pytest.raises(Unnamed):
                    texts.named(dress(text))
            else:
                assert texts.named(dress(text)) == name
        assert asked.id in alike or texts.named(dress(asked.prompt)) == asked.id or not several


def test_an_id_anywhere_in_a_text_wins(tmp_path):
    questions = Questions([make_bank(tmp_path)])
    assert questions.asked(f"Q1 ({LAYER.id.upper()}): A causal mask hides the diagonal.").question == LAYER
    assert questions.asked(f"{CELLS.id}.open How many?").name == f"{CELLS.id}.open"
    assert questions.asked("A causal mask hides the diagonal.").question == CLAIM
    with pytest.raises(Unnamed, match="asks for several parts"):
        questions.asked("A decoder reads 9 tokens; its mask is a 9 × 9 table.")
