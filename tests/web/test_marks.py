"""What attempts earn: judged in the letters that were shown, once, on what is there when it is written."""

import json

import pytest
from sqlalchemy import insert

from qbank.answers import Word
from qbank.bank import released
from qbank.check.grading import Rules
from qbank.corrections import Correction
from qbank.draws import Draws
from qbank.web.asking import questions, unjudged
from qbank.web.base.schema import marks as given
from qbank.web.base.schema import rulings
from qbank.web.sitting import attempts, drawing, marks
from qbank.web.sitting.letters import printed
from qbank.web.sitting.marks import Paper

from .conftest import make_school
from .quizzing import keys_of, make_quiz, own, rows, save, slot, start, submit
from .school import with_boxes

RULES = Rules()


@pytest.fixture(scope="module")
def choice():
    """A question with one of several options, not a true one or a false one."""
    return next(q for q in released() if len(q.parts) == 1 and len(q.parts[0].options or {}) > 2)


@pytest.fixture(scope="module")
def truth():
    """A question whose options are true and false."""
    return next(q for q in released() if set((q.parts[0].options or {}).values()) == {"True", "False"})


def orders(question):
    """Every rotation of its letters, as attempts may show them."""
    letters = sorted(question.parts[0].options)
    return [dict(zip(letters, letters[at:] + letters[:at], strict=True)) for at in range(len(letters))]


def judge(question, options, typed, corrections=()):
    return marks.verdict_on(
        Paper(1, question, 1.0, options, {"": typed}), question.parts[0], RULES, corrections
    )


def test_a_letter_is_judged_by_what_stood_behind_it(choice):
    part = choice.parts[0]
    for options in orders(choice):
        for letter, stored in options.items():
            word = Word.RIGHT if stored == part.key else Word.WRONG
            for typed in (letter, letter.lower(), f"({letter})", part.options[stored]):
                assert judge(choice, options, typed).verdict is word, (options, typed)
            assert judge(choice, options, letter).read_as == letter


def test_boxes_are_judged_by_what_stood_behind_them(choice):
    boxes = with_boxes(choice)
    part = boxes.parts[0]._replace(key=("A", "C"), mistakes=())
    boxes = boxes._replace(parts=(part,))
    for options in orders(boxes):
        right = [letter for letter, stored in options.items() if stored in part.key]
        for typed in (
            ", ".join(right),
            "".join(right),
            ",".join(reversed(right)).lower(),
            " and ".join(right),
        ):
            assert judge(boxes, options, typed).verdict is Word.RIGHT, (options, typed)
        assert judge(boxes, options, right[0]).score == 0.5
        assert printed(part, options).display == ", ".join(sorted(right))


def test_the_known_mistakes_and_the_solution_speak_in_the_letters_that_were_shown(choice):
    part = choice.parts[0]
    mistake = part.mistakes[0]
    for options in orders(choice):
        letters = {stored: letter for letter, stored in options.items()}
        found = judge(choice, options, letters[mistake.key])
        assert found.verdict is Word.WRONG
        assert mistake.feedback in found.why
        assert printed(part, options).display == letters[part.key]


def test_a_ruling_means_the_stored_letter(choice):
    part = choice.parts[0]
    other = next(letter for letter in part.options if letter != part.key)
    line = Correction(choice.id, "", "rekey", other, "a slip", "ada", "2027-01-01T00:00:00+00:00")
    for options in orders(choice):
        letters = {stored: letter for letter, stored in options.items()}
        assert judge(choice, options, letters[other], [line]).verdict is Word.RIGHT
        assert judge(choice, options, letters[part.key], [line]).verdict is Word.WRONG
    odd = line._replace(value="Z9")
    assert judge(choice, orders(choice)[1], "A", [odd]).verdict is Word.UNDECIDED


def test_options_are_turned_and_true_and_false_are_not(truth, choice):
    turned = {
        tuple(drawing.turned(questions.form_of(choice), Draws(seed, "test")).values()) for seed in range(20)
    }
    assert len(turned) > 5
    assert {
        tuple(drawing.turned(questions.form_of(truth), Draws(seed, "test")).values()) for seed in range(20)
    } == {("A", "B")}


def test_every_question_of_the_bank_answered_by_its_key_is_right(both, some_questions):
    """Through the database: drawn, turned, typed as shown, saved, submitted, marked."""
    school = make_school(both)
    slots = [slot(topic, size=3) for topic in sorted({question.topic for question in some_questions})]
    attempt = start(both, school["ben"], make_quiz(both, school, slots))
    size = 3 * len(slots)
    for position in range(1, size + 1):
        save(both, school["ben"], attempt, position, keys_of(both, attempt, position))
    submit(both, school["ben"], attempt)
    assert marks.mark(both, attempt.id)
    with both.store.read() as connection:
        found = marks.latest(connection, [attempt.id])[attempt.id]
    assert {each.verdict for each in found} == {"right"}
    assert sum(each.points for each in found) == pytest.approx(size)


def test_the_parts_share_the_points_and_a_blank_one_earns_none(site, school, some_questions):
    template = next(question.template for question in some_questions if len(question.parts) == 2)
    attempt = start(site, school["ben"], make_quiz(site, school, [slot(template=template, points=3)]))
    keys = keys_of(site, attempt, 1)
    first = next(iter(keys))
    save(site, school["ben"], attempt, 1, {first: keys[first]})
    submit(site, school["ben"], attempt)
    marks.mark(site, attempt.id)
    with site.store.read() as connection:
        found = marks.latest(connection, [attempt.id])[attempt.id]
    assert [(each.points, each.worth, each.verdict) for each in found] == [
        (1.5, 1.5, "right"),
        (0, 1.5, "blank"),
    ]


def test_it_is_marked_once(both):
    school = make_school(both)
    attempt = start(both, school["ben"], make_quiz(both, school))
    assert not marks.mark(both, attempt.id)  # it has not ended
    submit(both, school["ben"], attempt)
    assert [marks.mark(both, attempt.id) for _ in range(3)] == [True, False, False]
    parts = sum(len(keys_of(both, attempt, position)) for position in (1, 2))
    assert len(rows(both, given)) == parts


@pytest.mark.parametrize("what", ["answer", "ruling"])
def test_what_comes_in_while_it_is_judged_is_not_passed_over(site, school, monkeypatch, what):
    quiz = make_quiz(site, school, [slot("mask")])
    attempt = start(site, school["ben"], quiz)
    keys = keys_of(site, attempt, 1)
    site.clock.at = attempt.deadline + 1
    judged = marks.marked
    ruling = {"public": "r", "quiz_id": quiz.id, "question_id": "q0", "part": "", "action": "void", "reason": "x",
              "who_id": school["ada"].id, "made": 1}  # fmt: skip
    if "request" in rulings.c:
        ruling["request"] = "r"

    def slow(*given):
        monkeypatch.setattr(marks, "marked", judged)
        if what == "answer":
            save(site, school["ben"], attempt, 1, keys, received=attempt.deadline)
        else:
            site.store.write(lambda c: c.execute(insert(rulings).values(ruling)) and None)
        return judged(*given)

    monkeypatch.setattr(marks, "marked", slow)
    assert attempts.end_overdue(site) == 0
    assert own(site, school["ben"], attempt).marked is None
    assert attempts.end_overdue(site) == 1
    with site.store.read() as connection:
        words = {each.verdict for each in marks.latest(connection, [attempt.id])[attempt.id]}
    assert words == ({"right"} if what == "answer" else {"blank"})


def test_the_rules_of_the_quiz_are_followed(site, school):
    """Two decimals instead of four: half the points, or what the quiz says."""
    wanted = {"kind": "decimal", "places": 4}
    question = next(
        q for q in released() if len(q.parts) == 1 and q.parts[0].answer == wanted and q.parts[0].key[0] != "-"
        and float(q.parts[0].display) > 0.1
    )  # fmt: skip
    site.store.write(lambda c: questions.add(c, [question]))
    earned = []
    for rules in ({}, {"few_digits": 0.25}):
        quiz = make_quiz(site, school, [slot(template=question.template)], rules=json.dumps(rules))
        attempt = start(site, school["ben"], quiz)
        short = f"{float(keys_of(site, attempt, 1)['']):.2f}"
        save(site, school["ben"], attempt, 1, {"": short})
        submit(site, school["ben"], attempt)
        marks.mark(site, attempt.id)
        with site.store.read() as connection:
            earned += [each.points for each in marks.latest(connection, [attempt.id])[attempt.id]]
    assert earned == [0.5, 0.25]


# Reading before it counts.


def test_what_is_read_before_does_not_hang_on_the_key(some_questions):
    """A text with two readings is called so, whichever of them, or none, would be right."""
    question = next(q for q in some_questions if q.parts[0].answer["kind"] == "decimal")
    part = questions.form_of(question)["parts"][0]
    said = unjudged.reading(part, None, "1,024", None)
    assert "1024 or as 1.024" in said["trouble"]
    assert set(unjudged.reading(part, None, "1024", None)) == {"read", "trouble"}


def test_every_key_is_read_without_the_key(some_questions):
    for question in some_questions:
        typed = {part.name: part.display for part in question.parts}
        for each in unjudged.readings(questions.form_of(question), None, typed, None):
            assert each["read"], (question.id, each)
            assert not each["trouble"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", ""),
        ("about ten?", "ten"),
        ("1/0", "zero"),
        ("2^99999", "too many digits"),
        ("1" * 3000, "characters"),
    ],
)
def test_what_cannot_be_read_says_why(some_questions, typed, said):
    question = next(q for q in some_questions if q.parts[0].answer["kind"] == "integer")
    each = unjudged.reading(questions.form_of(question)["parts"][0], None, typed, None)
    assert said in each["trouble"]
    assert each["read"] == ""
