"""The OpenAPI document: what is said of every route alike, and what FastAPI does not say by itself."""

from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from qbank.web.api.forms import Page

Responses = dict[int | str, dict[str, Any]]

SAID = {
    400: "The request cannot be read.",
    401: "No token, or none that is valid.",
    403: "The token does not allow it.",
    404: "Not there, or not for you.",
    409: "It contradicts what is there.",
    413: "Too large.",
    415: "The body is no JSON by its Content-Type.",
    422: "Something in it does not fit; `field` names it.",
    429: "Too often; Retry-After says after how many seconds to ask again.",
    503: "The database is away, and nothing was saved; Retry-After says when to ask again.",
}
ALWAYS = (400, 413, 422, 429, 503)
LATER = (429, 503)
DESCRIPTION = """\
Questions about Transformers whose keys are proven: practice, courses, quizzes and results, for programs.

**Tokens.** Make one on your account's page and send it as `Authorization: Bearer qb_…`. It acts in your name, within
its scopes: `practise`, `learn`, `teach`. Topics and released questions need none.

**Errors** are problem+json (RFC 9457); `field` names what does not fit. What is another's is answered as what is not
there.

**Lists** come in parts: ask again with `after` set to the last part's `next`, until that is null.

**Lost answers.** Send an `Idempotency-Key` with what changes something, and send both again until it is answered: it
is done once. Keys are kept for two days.

**Rates.** Fifty requests a second for each token, and for each address without one; beyond, 429 with `Retry-After`.

Times are milliseconds since 1970 in UTC. Texts are Markdown with `$…$`.
"""
TAGS = [
    {"name": "me", "description": "In whose name a token acts."},
    {"name": "questions", "description": "What can be practised, without keys, and how answers are judged."},
    {"name": "courses", "description": "Courses and who is in them."},
    {"name": "quizzes", "description": "Quizzes of a course, and what they found out."},
    {"name": "attempts", "description": "Sitting a quiz."},
    {
        "name": "rulings",
        "description": "Corrections of keys: tried out first, made with a reason, taken back.",
    },
    {"name": "banks", "description": "Questions with their keys, for instructors."},
]
PROBLEM = {
    "title": "Problem",
    "description": "What is wrong, as RFC 9457 says it.",
    "type": "object",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "one sentence for people"},
        "field": {"type": "string", "description": "what does not fit, by its name"},
    },
    "required": ["type", "title", "status", "detail"],
    "examples": [
        {"type": "about:blank", "title": "Not valid", "status": 422, "detail": "Write a title.", "field": "title"}
    ],
}  # fmt: skip


def routes(tag: str) -> APIRouter:
    """A file's routes, called by the names of their functions."""
    return APIRouter(prefix="/api/v1", tags=[tag], generate_unique_id_function=lambda route: route.name)


def problems(*statuses: int) -> Responses:
    """The errors of a route, besides those that every route has."""
    return {status: _problem(status) for status in sorted({*statuses, *ALWAYS})}


def _problem(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    said: dict[str, Any] = {
        "description": SAID[status],
        "content": {"application/problem+json": {"schema": schema}},
    }
    if status in LATER:
        said["headers"] = {"Retry-After": {"description": "seconds", "schema": {"type": "integer"}}}
    return said


def describe(app: FastAPI) -> None:
    """Let the application describe itself so."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(
        title=app.title, version=app.version, summary=app.summary, description=DESCRIPTION, routes=app.routes,
        tags=TAGS, license_info={"name": "MIT", "identifier": "MIT"}, servers=[{"url": "/"}],
    )  # fmt: skip
    schemas = made["components"]["schemas"]
    schemas["Problem"] = PROBLEM
    for name, schema in schemas.items():
        if name.startswith("Page_"):  # pydantic does not say what a generic model is
            schema["description"] = Page.__doc__
    for operations in made["paths"].values():
        for method, operation in operations.items():
            _complete(method, operation, schemas)
    return made


def _complete(method: str, operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """An example of what is sent, and what holds for a token that need not be shown."""
    if method == "get":
        operation["parameters"] = [each for each in operation.get("parameters", ()) if each["in"] != "header"]
    if "401" not in operation["responses"]:
        operation["responses"]["401"] = _problem(401)  # of a token that is not valid
        operation["security"] = [{}, *operation["security"]]
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            response["description"] = "What was asked for."
    if "requestBody" in operation:
        operation["responses"]["415"] = _problem(415)
        content = operation["requestBody"]["content"]["application/json"]
        sent = schemas[content["schema"]["$ref"].rpartition("/")[2]]["properties"]
        content["example"] = {name: each["examples"][0] for name, each in sent.items() if "examples" in each}
