"""A school for the tests in a browser: people, a course in full swing, and the addresses of all its pages."""

from types import SimpleNamespace
from urllib.parse import urlsplit

from qbank import limits
from qbank.bank import released
from qbank.web.asking import questions
from qbank.web.base.names import public_name
from qbank.web.base.schema import questions as stock
from qbank.web.course import courses, invitations, rosters
from qbank.web.course.roster_table import read
from qbank.web.door import people, tokens
from qbank.web.door.tokens import Scope
from qbank.web.outcome import interventions
from qbank.web.outcome.interventions import Done
from qbank.web.sitting import attempts, marks

from . import sat
from .quizzing import make_quiz, save, start, submit


def furnished(served, words=str):
    """The school. `words` makes every text in it that somebody has typed."""
    site = served.site
    now = site.clock.now()
    made = {name: served.person(words(name.capitalize()), role, name) for name, role in PEOPLE.items()}
    course = site.store.write(lambda c: courses.add_course(c, made["ada"], words("Transformers"), now))
    for name in ("ben", "cleo"):
        site.store.write(lambda c, who=made[name]: courses.add_member(
            c, course.id, who.id, courses.STUDENT, now, label=words(f"L-{who.id}")))  # fmt: skip
    school = {**made, "course": course}
    place = SimpleNamespace(people=made, course=course, site=site, words=words, school=school, paths={})
    practised(place)
    sat_through(place)
    running(place)
    listed(place)
    site.store.write(
        lambda c: tokens.add_token(c, made["ada"], words("Grades"), [Scope.LEARN], public_name(), now)
    )
    return place


PEOPLE = {"ada": people.INSTRUCTOR, "ben": people.STUDENT, "cleo": people.STUDENT, "dora": people.STUDENT}


def practised(place):
    """Questions of every sort."""
    chosen = {name: next(filter(wanted, released())) for name, wanted in SORTS.items()}
    chosen["choices"] = with_boxes(chosen["choice"])
    place.site.store.write(lambda c: questions.add(c, [chosen["choices"]]))
    with place.site.store.read() as connection:
        names = {row.id: row.public for row in connection.execute(stock.select())}
    place.questions, place.publics = chosen, names
    place.topics = {name: question.topic.replace("_", " ").capitalize() for name, question in chosen.items()}
    place.paths |= {name: f"/practice/{names[question.id]}" for name, question in chosen.items()}


def sat_through(place):
    """A quiz that was sat: right and wrong answers, one that nobody can read, and a ruling."""
    site, made, words = place.site, place.people, place.words
    quiz = make_quiz(
        site, place.school, slots=sat.SLOTS, title=words("Week 1"), instructions=words("Take *care*.")
    )
    hows = (sat.right, sat.mistaken, lambda part: words("about ten?"))
    ben = sat.sit(site, made["ben"], quiz, *hows, ended=False)
    save(site, made["ben"], ben, 1, {first_part(site, ben): words("77")})
    submit(site, made["ben"], ben)
    save(site, made["ben"], ben, 2, {first_part(site, ben, 2): words("too late")})
    marks.mark(site, ben.id)
    papers = sat.papers(site, ben)
    sat.rule(site, quiz, made["ada"], sat.ruling(papers[1].question.id, "void", reason=words("A slip.")))
    name = place.publics[papers[0].question.id]
    here = f"/teach/quizzes/{quiz.public}"
    place.quiz, place.attempt = quiz, ben
    place.paths |= {
        "quiz, sat": f"/quizzes/{quiz.public}", "receipt": f"/attempts/{ben.public}/receipt",
        "quiz, open": here, "live": f"{here}/live", "items": f"{here}/items", "grades": f"{here}/grades",
        "review": f"{here}/review", "rulings": f"{here}/rulings", "ruling": f"{here}/rulings/{name}",
        "print": f"{here}/print", "attempt, looked at": f"/teach/attempts/{ben.public}", "grades.csv": f"{here}/grades.csv",
    }  # fmt: skip


def running(place):
    """Quizzes that are a draft, and that are being sat; and all of the course."""
    site, made, words = place.site, place.people, place.words
    draft = make_quiz(
        site, place.school, state="draft", title=words("Week 3"), instructions=words("Not yet.")
    )
    quiz = make_quiz(
        site,
        place.school,
        slots=sat.SLOTS[:2],
        title=words("Week 2"),
        instructions=words("Go on."),
        attempts=3,
    )
    attempt = start(site, made["cleo"], quiz)
    save(site, made["cleo"], attempt, 1, {first_part(site, attempt): words("12")})
    late = Done(made["ada"], words("The lift was late."), public_name(), site.clock.now())
    site.store.write(lambda c: interventions.more_time(c, attempt.id, 5, late))
    place.running = attempt
    here, teach = f"/attempts/{attempt.public}", f"/teach/courses/{place.course.public}"
    of_draft = f"/teach/quizzes/{draft.public}"
    place.paths |= {
        "course": f"/courses/{place.course.public}", "quiz": f"/quizzes/{quiz.public}",
        "quiz, linked": f"/quizzes/link/{quiz.link}", "join": f"/join/{place.course.code}", "attempt": here,
        "sit": f"{here}/1", "submit": f"{here}/submit", "course, taught": teach, "quiz, new": f"{teach}/quizzes/new",
        "quiz, draft": of_draft, "preview": f"{of_draft}/preview", "questions": f"{of_draft}/questions",
        "roster": f"{teach}/roster", "invitations": f"{teach}/invitations",
        "member": f"{teach}/members/{made['ben'].public}", "attempt, running": f"/teach/attempts/{attempt.public}",
    }  # fmt: skip


def listed(place):
    """A list of students that was brought, of which one has a place to take, and another that is looked at."""
    site, ada, words, most = place.site, place.people["ada"], place.words, limits.TITLE_CHARACTERS
    rows = [("F-6", words("Fay")[:most], ""), ("G-7", words("Gus")[:most], "gus")]
    for label, name, sign_in in rows:
        table = f"student,name,email\n{label},{quoted(name)},{sign_in}\n{label},{quoted(name)},\n"
        found = read(table.encode())
        site.store.write(
            lambda c, found=found: rosters.keep(c, ada, place.course.public, found, site.clock.now())
        )
        if label == "F-6":
            with site.store.read() as connection:
                plan = rosters.kept(connection, ada, place.course)
            site.store.write(
                lambda c, plan=plan: rosters.apply(c, ada, place.course.public, plan.public, site.clock.now())
            )
    with site.store.read() as connection:
        invited = invitations.of_course(connection, place.course)
    place.paths |= {"invitation": urlsplit(invitations.link(site, invited[0].public)).path}


def quoted(cell):
    """The cell as CSV has it."""
    return '"' + cell.replace('"', '""') + '"'


def first_part(site, attempt, position=1):
    """The name of the first part of a question."""
    with site.store.read() as connection:
        return attempts.asked_in(connection, attempt)[position - 1].form["parts"][0]["name"]


def with_boxes(question):
    """The question with boxes to tick, of which the released bank has none."""
    part = question.parts[0]
    boxes = part._replace(answer={"kind": "choices"}, key=list(part.options))
    return question._replace(id="q000000000x", parts=(boxes,))


def _single(kind):
    return lambda question: len(question.parts) == 1 and question.parts[0].answer["kind"] == kind


SORTS = {
    "integer": _single("integer"),
    "choice": _single("choice"),
    "parts": lambda question: len(question.parts) > 1,
    "picture": lambda question: question.figure is not None,
}
