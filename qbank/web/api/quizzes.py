"""Quizzes of a course, and what their attempts earned."""

from sqlalchemy import select

from qbank.web.api import forms
from qbank.web.api.caller import By
from qbank.web.api.document import problems, routes
from qbank.web.api.lists import SIZE, Cursor, Name, Size, demand, page, part
from qbank.web.api.sitting import result_form
from qbank.web.base.schema import attempts as sittings
from qbank.web.base.schema import people
from qbank.web.course import courses, quizzes
from qbank.web.course.quizzes import Quiz
from qbank.web.door.tokens import Scope
from qbank.web.sitting import marks
from qbank.web.sitting.attempts import Attempt

router = routes("quizzes")


@router.get("/courses/{name}/quizzes", summary="Quizzes of a course", responses=problems(401, 403, 404))
def course_quizzes(by: By, name: Name, after: Cursor = "", size: Size = SIZE) -> forms.Page[forms.Quiz]:
    """The quizzes of a course; drafts for its instructors alone."""
    person = by.may(Scope.LEARN, Scope.TEACH)
    with by.site.store.read() as connection:
        course = courses.course(connection, person, name)
        found = [quiz_form(each) for each in quizzes.of_course(connection, person, course.id)]
    return part(found, after, size, lambda item: item.name)


@router.get("/quizzes/{name}", summary="One quiz", responses=problems(401, 403, 404))
def one_quiz(by: By, name: Name) -> forms.Quiz:
    """One quiz of a course that the person is in."""
    person = by.may(Scope.LEARN, Scope.TEACH)
    with by.site.store.read() as connection:
        return quiz_form(quizzes.quiz(connection, person, name))


@router.get("/quizzes/{name}/results", summary="Results of a quiz", responses=problems(401, 403, 404))
def results(by: By, name: Name, after: Cursor = "", size: Size = SIZE) -> forms.Page[forms.Result]:
    """What the submitted attempts at a quiz earned: for its instructors."""
    person = by.teacher()
    with by.site.store.read() as connection:
        quiz = quizzes.quiz(connection, person, name, teaching=True)
        demand(connection, sittings.c.public, after)
        asked = (
            select(*(sittings.c[field] for field in Attempt._fields), people.c.public.label("student"))
            .join(people, people.c.id == sittings.c.person_id)
            .where(
                sittings.c.quiz_id == quiz.id, sittings.c.submitted.is_not(None), sittings.c.public > after
            )
            .order_by(sittings.c.public)
        )
        rows = connection.execute(asked.limit(size + 1)).all()
        found = marks.latest(connection, [row.id for row in rows])
    items = [result_form(Attempt(*tuple(row)[:-1]), row.student, found.get(row.id, [])) for row in rows]
    return page(items, size, lambda item: item.attempt)


def quiz_form(quiz: Quiz) -> forms.Quiz:
    """The quiz as its members may see it."""
    return forms.Quiz(
        name=quiz.public, title=quiz.title, instructions=quiz.instructions, state=quiz.state.value, opens=quiz.opens,
        closes=quiz.closes, minutes=quiz.minutes, attempts=quiz.attempts, feedback=quiz.feedback.value,
        questions=quiz.positions, points=quiz.points,
    )  # fmt: skip
