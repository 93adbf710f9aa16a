"""What keeps a question off every paper, whatever its format."""

from collections.abc import Iterator

from qbank import markup
from qbank.question import Question


def objection(question: Question) -> str | None:
    """The first reason, or None: a figure, or a text that programs would show in different ways."""
    if question.figure is not None:
        return "its figure cannot be drawn yet"
    return next((problem for text in _texts(question) for problem in markup.problems(text)), None)


def _texts(question: Question) -> Iterator[str]:
    yield from (question.prompt, question.explanation)
    for part in question.parts:
        yield part.ask
        yield from (part.options or {}).values()
        yield from (mistake.feedback for mistake in part.mistakes)
