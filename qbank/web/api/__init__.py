"""What programs ask for: `/api/v1`, described in `/api/v1/openapi.json`."""

from qbank.web.api import courses, quizzes, rulings, sitting, stock, teaching

ROUTERS = (sitting.router, stock.router, courses.router, quizzes.router, teaching.router, rulings.router)
