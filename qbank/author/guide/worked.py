"""The worked questions: drawn, proven, and written down with their explanations; the answers by themselves."""

from collections.abc import Iterator, Mapping, Sequence

from qbank.author.confirm import Laboratory
from qbank.author.generate import Order, generate
from qbank.author.guide.text import Block, listed
from qbank.author.template import Topic
from qbank.draws import Draws
from qbank.errors import QbankError
from qbank.labels import ENGLISH, Labels
from qbank.markup import literal
from qbank.question import Part, Question

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def drawn(topics: Sequence[Topic], seats: Mapping[str, int], seed: str, lab: Laboratory) -> list[Question]:
    """So many proven questions of each topic. Raises QbankError where a topic has too few."""
    return [q for topic in topics for q in _of_topic(topic, seats[topic.name], seed, lab)]


def _of_topic(topic: Topic, count: int, seed: str, lab: Laboratory) -> list[Question]:
    """Questions of different templates, as far as there are so many; claims where nothing else is left.

    One with a figure is passed over: a guide is text.
    """
    plain = [template.title for template in topic.computing if template.solver.picture is None]
    order = Draws(seed, "guide", topic.name).shuffled(plain)
    claims = [template.title for template in topic.templates.values() if topic.poses_claims(template)]
    found: list[Question] = []
    for titles in (order[:count], order, claims):
        missing, known = count - len(found), {question.id for question in found}
        if missing and titles:
            wanted = Order(missing, seed, questions=tuple(titles), known=known)
            found += generate([topic], wanted, lab).questions
    if len(found) == count:
        return found
    hint = "choose more topics"
    raise QbankError(f"{topic.name} has {len(found)} questions, and {count} are wanted", hint=hint)


def blocks(
    questions: Sequence[Question], topics: Mapping[str, Topic], labels: Labels = ENGLISH
) -> tuple[Block, ...]:
    """Each question with its worked explanation."""
    return tuple(
        Block(
            f"{literal(labels.say('Question {number}', number=number))}: {literal(topics[question.topic].title)}",
            "\n\n".join(_question(question, labels)),
        )
        for number, question in enumerate(questions, start=1)
    )


def _question(question: Question, labels: Labels) -> Iterator[str]:
    yield question.prompt.strip()
    for letter, part in _lettered(question):
        if part.ask:
            yield f"{letter} {part.ask.strip()}".strip()
        if part.options:
            yield listed([f"{option}: {text}" for option, text in part.options.items()])
    yield f"**{literal(labels.say('Worked:'))}**"
    yield question.explanation.strip()


def _lettered(question: Question) -> list[tuple[str, Part]]:
    """The parts with (a), (b), …; a single one has no letter."""
    if len(question.parts) == 1:
        return [("", question.parts[0])]
    return [(f"({LETTERS[at % 26]})", part) for at, part in enumerate(question.parts)]


def answers(questions: Sequence[Question], labels: Labels = ENGLISH) -> str:
    """The answers, numbered, each with the template that it comes from."""
    return "\n".join(
        f"{number}. {'; '.join(f'{letter} {_answer(part, labels)}'.strip() for letter, part in _lettered(question))}"
        f" (`{question.template}`, {literal(labels.say('level {level}', level=question.level))})"
        for number, question in enumerate(questions, start=1)
    )


def _answer(part: Part, labels: Labels) -> str:
    right = f"**{literal(part.display or labels.say('none'))}**"
    if part.options and isinstance(part.key, str):
        return f"{right} ({' '.join(part.options[part.key].split())})"
    return f"{right} {literal(part.unit)}" if part.unit else right
