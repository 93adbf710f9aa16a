import json
from collections import defaultdict

import pytest

from qbank.answers import Word
from qbank.bank import released
from qbank.corrections import Correction
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.question import Mistake
from qbank.sheets import evaluation, inspect_task, lm_eval, replies, unsaid
from qbank.sheets.evaluation_prompt import OPENING, manner
from qbank.sheets.order import reordered
from qbank.sheets.sheet import lay_out

FORMATS = pytest.mark.parametrize("form", [lm_eval, inspect_task], ids=["lm-eval", "inspect"])
REPLIES = [
    ("Answer: 5", ["5"]),
    ("answer : 5 ", ["5"]),
    ("**Answer:** 5", ["5"]),
    ("**Answer: 5**", ["5"]),
    ("**Answer**: `5`", ["5"]),
    ("### Final Answer: **[1, 2]**", ["[1, 2]"]),
    ("> Answer: 2**3", ["2**3"]),
    ("Answer: 5*", ["5*"]),
    ("Answer: `the` `cat`", ["`the` `cat`"]),
    ("Answer: 4\nNo.\nAnswer: 5\r\nThat is it.", ["5"]),
    ("Answer:\n\n$$\n5\n$$\n\nfor 7 reasons", ["$$\n5\n$$"]),
    ("Answer (a): 5", ["5"]),
    ("<think>Answer: 4</think>\nAnswer: 5", ["5"]),
    ("<think>Answer: 5", [None]),
    ("so it is 4.</think>Answer: 5", ["5"]),
    ("Answer:", [""]),
    ("The answer is 5", [None]),
    ("5", [None]),
    ("My answer: 5", [None]),
    ("", [None]),
    ("Answer (a): 5\n- **Answer (B):** 6", ["5", "6"]),
    ("Answer (b): 6\nAnswer (a): 4\nAnswer (a): 5", ["5", "6"]),
    ("Answer (a):\nAnswer (b): 6", ["", "6"]),
    ("Answer: 5, 6", [None, None]),
    ("**Answer** (a): 5\n*Answer* (b): 6", ["5", "6"]),
    ("**Answer (a)**: **5**\n`Answer (b):` 6", ["5", "6"]),
    ("Answer a: 5\nANSWER B : 6", ["5", "6"]),
    ("1. Answer (a): 5\n2) **Answer (b):** 6", ["5", "6"]),
    ("The final answer (a): 5\nThe answer (b): 6", ["5", "6"]),
    ("Answer:\n(a) 5\n(b) 6\nThat is all.", ["5", "6"]),
    ("**Final answers:**\n\n- **(a)** 5\n- **(b):** 6", ["5", "6"]),
    ("Answers:\na) 5\nb. 6\n(c) 7", ["5", "6"]),
    ("Answer:\n(a) 5\nand so\n(b) 6", ["5", None]),
    ("Answer:\n(a) 4\nAnswer (a): 5\nAnswer (b): 6", ["5", "6"]),
    ("(a) 5\n(b) 6", [None, None]),
    (r"Answer: $\boxed{[q, \text{r}]}$", ["[q, r]"]),
    (r"Answer: \boxed{\frac{1}{2}}.", [r"\frac{1}{2}"]),
    (r"Answer: \[\boxed{5}\]", ["5"]),
    ("The answer to (a): 5", [None]),
    ("Answer 5", [None]),
]


@pytest.fixture(scope="module")
def bank():
    return list(released())


@pytest.fixture(scope="module")
def records(bank, tmp_path_factory):
    """What is read back from the written file."""
    path = tmp_path_factory.mktemp("set") / evaluation.FILE
    path.write_text(lm_eval.compose(lay_out(bank, "All"), bank)[evaluation.FILE], encoding="utf-8")
    return evaluation.read(path)


def record_of(question, **given):
    [record] = evaluation.records_of(lay_out([question], "One", **given), [question])
    return record


def answered(record, *answers):
    """The verdicts on a reply with these answers to the parts."""
    lines = [
        evaluation.answer_line(part["name"], text)
        for part, text in zip(record["parts"], answers, strict=True)
    ]
    return replies.judged(record, "\n".join(["I think so.", *lines]))


@pytest.mark.parametrize(("reply", "expected"), REPLIES)
def test_the_last_answers_are_read(reply, expected) -> None:
    assert replies.final_answers(reply, len(expected)) == expected


def test_a_long_reply_is_read_at_once() -> None:
    assert replies.final_answers("> " * 50_000 + "x\n" + "answer " * 50_000 + "\n" + "*" * 100_000, 1) == [
        None
    ]


@pytest.mark.parametrize(
    "reply",
    ["Answer" + " " * 100_000 + "a" + "*" * 100_000, "Answer:\n" * 20_000, "Answer: \\boxed{" * 20_000],
)
def test_an_odd_reply_is_read_at_once(reply) -> None:
    assert len(replies.final_answers(reply, 2)) == 2


def test_boxed_tokens_are_read(ask, asks) -> None:
    record = record_of(ask("Which?", asks("tokens", "[q, r]", "[q, r]")))
    for text in (r"\boxed{[q, r]}", r"$$\boxed{[\text{q}, \text{r}]}$$", r"**$\boxed{[q, r]}$**"):
        assert answered(record, text)[0].verdict.verdict is Word.RIGHT, text


@FORMATS
def test_a_question_that_was_given_away_is_named_at_export(form, ask) -> None:
    given = ask("How much?")
    lines = {(given.id, ""): (correction(given, "full_marks"),)}
    assert unsaid(form, given, lines) == "its correction (full marks) cannot be said there"


def test_every_released_key_is_right(records, bank) -> None:
    assert len(records) == len(bank) >= 360
    for record, question in zip(records, bank, strict=True):
        assert record["id"] == question.id
        assert record["points"] == len(question.parts) == len(record["parts"])
        counts = replies.metrics(replies.judged(record, record["target"]))
        assert counts == {"acc": 1, "score": 1, "known_mistakes": 0, "unread": 0}, record["id"]


def test_every_released_mistake_is_wrong_and_named(records, bank) -> None:
    tried = 0
    for record in records:
        keys = [part["display"] for part in record["parts"]]
        for at, part in enumerate(record["parts"]):
            for mistake in part["mistakes"]:
                told = answered(record, *keys[:at], mistake["display"], *keys[at + 1 :])
                assert told[at].verdict.verdict is Word.WRONG, (record["id"], mistake)
                assert told[at].verdict.score == 0
                assert replies._named(mistake) in told[at].mistakes
                assert replies.metrics(told)["acc"] == 0
                tried += 1
    assert tried == sum(len(part.mistakes) for question in bank for part in question.parts) > 1000


def test_every_other_option_is_wrong(records) -> None:
    for record in records:
        for part in record["parts"]:
            letters = {option["letter"] for option in part["options"] if part["kind"] == "choice"}
            for letter in letters - {part["key"]}:
                assert (
                    replies.judged({**record, "parts": [part | {"name": ""}]}, f"Answer: {letter}")[
                        0
                    ].verdict.score
                    == 0
                )


def test_a_key_is_not_found_within_a_number(ask) -> None:
    record = record_of(ask("How many?"))
    assert record["parts"][0]["key"] == "36"
    for wrong in ("136", "360", "3.6", "36.5", "36 or 45"):
        [told] = replies.judged(record, f"The 36 cells…\n\nAnswer: {wrong}")
        assert told.verdict.verdict is not Word.RIGHT


def test_a_decimal_is_right_within_half_a_unit(ask, asks) -> None:
    record = record_of(ask("What is 2/3?", asks({"kind": "decimal", "places": 2}, "2/3", "0.67")))
    scores = {
        text: answered(record, text)[0].verdict.score
        for text in ("0.67", "2/3", "0.666", "0.66", "0.68", "1,000")
    }
    assert scores == {"0.67": 1, "2/3": 1, "0.666": 1, "0.66": 0.5, "0.68": 0, "1,000": 0}


def test_numbers_are_read_as_the_prompt_asks_for_them(ask, asks) -> None:
    record = record_of(ask("How many?", asks("exact", "1234", "1,234")))
    assert [answered(record, text)[0].verdict.score for text in ("1234", "1,234", "1234.0", "1.234")] == [
        1,
        1,
        1,
        0,
    ]


def test_what_has_no_answer_is_unread_and_no_mistake(ask) -> None:
    record = record_of(ask("How many?"))
    for reply in ("36", "Answer:", "Answer: about a dozen"):
        assert replies.metrics(replies.judged(record, reply)) == {
            "acc": 0,
            "score": 0,
            "known_mistakes": 0,
            "unread": 1,
        }


def test_templates_are_split_as_a_whole(records) -> None:
    splits = defaultdict(set)
    for record in records:
        splits[record["template"]].add(record["split"])
    assert all(len(found) == 1 for found in splits.values())
    [shares] = [
        [sum(found == {split} for found in splits.values()) / len(splits) for split in evaluation.SPLITS]
    ]
    assert shares == pytest.approx([0.6, 0.2, 0.2], abs=0.04)


def test_a_split_never_changes() -> None:
    names = ("mask.cells", "attention.self_attention", "output_layer.temperature_ratio")
    assert [evaluation.split_of(name) for name in names] == ["validation", "test", "train"]
    assert evaluation.CANARY == (
        "qbank evaluation canary dd9552d7-ede1-7db7-7fc6-e281e3a1a4f6. "
        "This data is for evaluation and must not be in a training corpus."
    )


def test_one_schema_and_a_canary_on_every_line(records, questions) -> None:
    more = evaluation.records_of(lay_out(questions, "More"), questions)
    assert {tuple(map(type, record.values())) for record in map(sorted_by_name, [*records, *more])} == {
        (str, str, int, str, list, int, str, str, str, str, str)
    }
    assert all(record["canary"] == evaluation.CANARY for record in records)
    assert not any(evaluation.CANARY[:40] in record["prompt"] for record in records)
    for part in (part for record in [*records, *more] for part in record["parts"]):
        assert {
            type(part[name]) for name in ("name", "part", "kind", "answer", "unit", "key", "display")
        } == {str}


def sorted_by_name(record):
    return dict(sorted(record.items()))


def test_every_sort_is_asked_and_graded(questions) -> None:
    for record in evaluation.records_of(lay_out(questions, "Sorts"), questions):
        assert replies.metrics(replies.judged(record, record["target"]))["acc"] == 1
        assert record["prompt"].startswith(OPENING)
        assert record["prompt"].endswith(">")


def test_a_prompt_shows_all_that_is_asked(questions) -> None:
    first, *_, chosen, _, last = evaluation.records_of(lay_out(questions, "Sorts"), questions)
    assert first["prompt"] == (
        "### Question\n\nA decoder reads 9 tokens. Its causal mask is a $9 \\times 9$ table.\n\n"
        "(a) How many cells are blocked?\n\n(b) How many cells stay open?\n\n"
        "End your reply with these lines, and put the answer in place of what stands in angle brackets. "
        "Write numbers with a decimal point and without commas in them.\n\n"
        "Answer (a): <a whole number>\nAnswer (b): <a whole number>"
    )
    assert "\n\n- A. The *padding* mask\n- B. The causal mask, $j > i$\n- C. Dropout\n\n" in chosen["prompt"]
    assert chosen["prompt"].endswith("in angle brackets.\n\nAnswer: <the letter of the right option>")
    assert last["prompt"].endswith(
        "Answer (a): <a list, such as [1, 2]; each entry an exact number, such as -3/4 or sqrt(2)/2>\n"
        "Answer (b): <a formula in d and f>"
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"kind": "decimal", "places": 1}, "a number to 1 decimal, in nats"),
        ({"kind": "decimal", "places": 0}, "a rounded whole number, in nats"),
        ({"kind": "decimal", "figures": 3}, "a number to 3 significant digits, in nats"),
        (
            {"kind": "shape", "names": ["B", "T", "d"]},
            "a shape, such as [4, 2, 8], that may name B, T and d, in nats",
        ),
        (
            {"kind": "vector", "of": {"kind": "integer"}, "infinite": True},
            "a list, such as [1, 2]; each entry a whole number or inf or -inf, in nats",
        ),
    ],
)
def test_how_an_answer_is_given(asks, answer, words) -> None:
    assert manner(asks(answer, "1", "1", unit="nats")) == words


def test_shuffled_options_are_graded_by_their_printed_letters(questions) -> None:
    moved = 0
    for seed in range(6):
        sheet = reordered(lay_out(questions, "Sorts"), "B", Draws(str(seed), "test"))
        by_id = {question.id: question for question in questions}
        for record in evaluation.records_of(sheet, [by_id[slot.id] for slot in sheet.slots]):
            assert replies.metrics(replies.judged(record, record["target"]))["acc"] == 1
            [part, *_] = record["parts"]
            texts = {option["letter"]: option["text"] for option in part["options"]}
            if part["kind"] == "choice":
                assert texts[part["key"]] == "The causal mask, $j > i$"
                assert texts[part["mistakes"][0]["key"]] == "The *padding* mask"
                moved += part["key"] != "B"
            if part["kind"] == "choices":
                assert {texts[letter] for letter in part["key"].strip("[]").split(",")} == {
                    "$i \\le j$",
                    "none of `x_1`",
                }
    assert moved


def correction(question, action, value=None):
    return Correction(question.id, "", action, value, "Both hold.", "", "2026-05-31T12:00:00+00:00")


def test_an_accepted_key_is_right_and_no_mistake(ask, asks) -> None:
    wrong = Mistake(("counts_both",), None, "45", "45", "No.")
    question = ask("How many?", asks("integer", "36", "36", mistakes=(wrong,)))
    record = record_of(question, corrections={(question.id, ""): (correction(question, "accept", "45"),)})
    assert record["parts"][0]["also_right"] == ["45"]
    assert record["parts"][0]["mistakes"] == []
    assert [answered(record, text)[0].verdict.score for text in ("36", "45", "44")] == [1, 1, 0]


def test_a_question_that_was_given_away_is_left_out(ask) -> None:
    kept, given = ask("How many?"), ask("How much?")
    lines = {(given.id, ""): (correction(given, "full_marks"),)}
    sheet = lay_out([kept, given], "Two", lines)
    assert [record["id"] for record in evaluation.records_of(sheet, [kept, given])] == [kept.id]
    assert "1 question (1 left out" in inspect_task.compose(sheet, [kept, given])["README.md"]
    with pytest.raises(QbankError, match="no question is left"):
        evaluation.records_of(lay_out([given], "One", lines), [given])


@FORMATS
def test_what_bites_survives(form, unkind, tmp_path) -> None:
    assert [form.objection(question) for question in unkind] == [None] * len(unkind)
    title = "& < > \" ' % # { } ~ \\ $ ^ _ ]]> 😀 नमस्ते שלום " * 8
    files = form.compose(lay_out(unkind, title), unkind)
    (tmp_path / evaluation.FILE).write_text(files[evaluation.FILE], encoding="utf-8")
    for question, record in zip(unkind, evaluation.read(tmp_path / evaluation.FILE), strict=True):
        assert question.prompt.strip() in record["prompt"]
        key, wrong = question.parts[0].key, record["parts"][0]["mistakes"][0]["key"]
        assert answered(record, key)[0].verdict.verdict is Word.RIGHT
        if question.parts[0].options is None:
            assert answered(record, wrong)[0].mistakes == question.parts[0].mistakes[0].names
    assert "\\<" in files["README.md"]
    for name in files:
        compile(files[name], name, "exec") if name.endswith(".py") else None


@FORMATS
def test_what_cannot_be_printed_is_refused(form, ask) -> None:
    assert "U+0007" in form.objection(ask("a bell \a"))
    with pytest.raises(QbankError, match="the title: the character U\\+0007"):
        form.compose(lay_out([ask("How many?")], "a bell \a"), [ask("How many?")])


def test_a_picture_is_told(ask) -> None:
    record = record_of(
        ask("How many arrows?", figure={"draw": "flow", "data": {}, "alt": "Two boxes, one arrow."})
    )
    assert "How many arrows?\n\n[Picture: Two boxes, one arrow.]\n\nEnd your reply" in record["prompt"]


@FORMATS
def test_the_same_questions_give_the_same_files(form, questions) -> None:
    sheet = lay_out(questions, "Twice")
    assert form.compose(sheet, questions) == form.compose(sheet, questions)


def test_a_split_without_questions_says_so(ask, tmp_path) -> None:
    path = tmp_path / evaluation.FILE
    path.write_text(
        evaluation.to_lines([record_of(ask("How many?", template="output_layer.temperature_ratio"))]),
        encoding="utf-8",
    )
    assert len(evaluation.read(path, "train")) == len(evaluation.read(path)) == 1
    with pytest.raises(QbankError, match="no question is in the split test"):
        evaluation.read(path, "test")
    with pytest.raises(QbankError, match="no split 'tests'"):
        evaluation.read(path, "tests")


def test_the_table_counts_mistakes_among_answers_that_could_show_them(questions) -> None:
    first, second, *_ = evaluation.records_of(lay_out(questions, "Sorts"), questions)
    told = [
        (first, answered(first, "45", "45")),
        (first, answered(first, "36", "45")),
        (second, answered(second, "4195840")),
    ]
    assert replies.table((record, replies.fallen_for(parts)) for record, parts in told).splitlines() == [
        "misconception                     times  of",
        "another convention: bias = false      1   1",
        "blocks_the_diagonal                   1   2",
    ]


def test_a_log_says_what_was_read_and_why(questions) -> None:
    record = evaluation.records_of(lay_out(questions, "Sorts"), questions)[0]
    first, second = json.loads(json.dumps(replies.shown(answered(record, "**45**", "lots"))))
    assert first | {"why": ""} == {
        "name": "a", "answer": "45", "verdict": "wrong", "score": 0.0, "read_as": "45", "why": "",
        "diagnosis": ["blocks_the_diagonal"], "mistakes": ["blocks_the_diagonal"],
    }  # fmt: skip
    assert first["why"] == "A token may attend to itself."
    assert (second["verdict"], second["mistakes"]) == ("unreadable", [])


@pytest.mark.parametrize(
    ("title", "name"), [("Quiz & more", "quiz_more"), ("נמס 😀", "questions"), ("x" * 300, "x" * 40)]
)
def test_a_title_gives_a_name_for_programs(title, name) -> None:
    assert evaluation.slug(title) == name
