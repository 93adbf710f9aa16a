"""What every paper does with a question: what keeps it off, and its picture."""

from collections.abc import Callable, Iterator, Sequence

from qbank import markup, pictures
from qbank.errors import QbankError
from qbank.labels import Labels
from qbank.question import Question
from qbank.sheets.sheet import Sheet, lay_out

FOLDER = "figures"
"""Where pictures lie that a paper does not hold itself."""
_ENGLISH = "transformers"  # the pack that qbank brings along


def language(question: Question, labels: Labels) -> str:
    """What the question is written in: English, or in a course's own pack what its labels are in."""
    return "en" if question.pack == _ENGLISH else labels.language


def problem(question: Question) -> str | None:
    """The first reason against any paper: a picture that cannot be drawn, a text that is shown in different ways."""
    try:
        if question.figure is not None:
            pictures.svg(question.figure)
    except QbankError as error:
        return str(error)
    return next((found for text in _texts(question) for found in markup.problems(text)), None)


def unset(question: Question, compose: Callable[[Sheet, Sequence[Question]], object]) -> str | None:
    """`problem`, or what `compose` refuses on a sheet of this question alone; None where it is set."""
    if found := problem(question):
        return found
    try:
        compose(lay_out([question], ""), [question])
    except QbankError as error:
        return str(error)
    return None


def drawing(question: Question) -> Iterator[str]:
    """Its picture as a part of a page in HTML, if it has one."""
    if question.figure is not None:
        svg = pictures.svg(question.figure)
        yield f"<figure>{svg[svg.index('<svg') :]}</figure>"


def picture_file(question: Question, ending: str) -> str:
    """The name of its picture beside the paper."""
    return f"{FOLDER}/{question.id}.{ending}"


def drawn(questions: Sequence[Question]) -> Iterator[tuple[Question, str]]:
    """The questions that have a picture, each with its SVG."""
    return (
        (question, pictures.svg(question.figure)) for question in questions if question.figure is not None
    )


def _texts(question: Question) -> Iterator[str]:
    yield from (question.prompt, question.explanation)
    for part in question.parts:
        yield part.ask
        yield from (part.options or {}).values()
        yield from (mistake.feedback for mistake in part.mistakes)
