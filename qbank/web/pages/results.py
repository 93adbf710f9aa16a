"""How a quiz went: its questions in figures and charts, and the grades with their files."""

from starlette.requests import Request
from starlette.responses import Response

from qbank.web.course.quizzes import Quiz, quiz
from qbank.web.door.pages import Pages
from qbank.web.door.visit import Visit
from qbank.web.outcome import charts, deciding, grade_files, grades, reviewing, statistics

router = Pages("/teach/quizzes/{public}", slow=True)

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@router.get("/items")
def items(request: Request, public: str) -> Response:
    """Difficulty, discrimination, reliability, and the mistakes that were made most."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
        sheets = grades.counting_sheets(connection, of)
        times = statistics.times_spent(connection, of)
        publics = {one.id: one.public for one in deciding.used(connection, of)}
    found = statistics.statistics(sheets, times)
    return visit.page(
        "items", quiz=of, found=found, publics=publics,
        slots_chart=charts.items(found.slots, visit.site.texts),
        totals_chart=charts.totals(found.histogram, visit.site.texts),
    )  # fmt: skip


@router.get("/grades")
def table(request: Request, public: str) -> Response:
    """A row for every student."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
        rows = grades.grades(connection, of)
        waiting = reviewing.waiting(connection, of)
    return visit.page("grades", quiz=of, rows=rows, waiting=waiting)


@router.get("/grades.csv")
def as_csv(request: Request, public: str) -> Response:
    """The totals for a spreadsheet."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
        rows = grades.grades(connection, of)
    return _file(grade_files.as_csv(of, rows), CSV, of, "csv")


@router.get("/grades.xlsx")
def as_xlsx(request: Request, public: str) -> Response:
    """The totals, every answer, and the rulings."""
    visit = Visit(request)
    with visit.site.store.read() as connection:
        of = quiz(connection, visit.signed_in(), public, teaching=True)
        rows = grades.grades(connection, of)
        body = grade_files.as_xlsx(connection, of, rows)
    return _file(body, XLSX, of, "xlsx")


def _file(body: bytes, kind: str, of: Quiz, ending: str) -> Response:
    """A download. Its name is made of the quiz's random one: titles hold what no header may."""
    headers = {"content-disposition": f'attachment; filename="grades-{of.public}.{ending}"'}
    return Response(body, media_type=kind, headers=headers)
