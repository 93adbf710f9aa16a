"""Schemathesis asks every route of the API what its document allows and forbids: no fault, and answers as described."""

from dataclasses import replace

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from qbank.web.app import create_app

from .conftest import make_school, make_site
from .programs import API, Program, Unlimited, add_quiz, token_of

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
EXAMPLES = 8
DOCUMENT = f"{API}/openapi.json"


@pytest.fixture(scope="module")
def world(tmp_path_factory, some_questions):
    """A site with a course, its tokens, and names that lead somewhere."""
    folder = tmp_path_factory.mktemp("fuzzed")
    site = make_site(f"sqlite:///{folder / 'qbank.sqlite'}", folder, some_questions, rates=Unlimited())
    school = make_school(site)
    quiz = add_quiz(site, school["course"], attempts=20)
    attempt = Program(site, school["ben"]).post(f"/quizzes/{quiz}/attempts")["name"]
    names = {"quizzes": quiz, "courses": school["course"].public, "attempts": attempt, "banks": "released"}
    tokens = {name: token_of(site, school[name]) for name in ("ada", "ben")}
    local = replace(site, settings=replace(site.settings, hosts=("*",)))
    yield create_app(local), names, tokens
    site.store.close()


@pytest.mark.parametrize("who", ["ada", "ben"])
def test_no_route_fails_and_all_answer_as_described(world, who):
    app, names, tokens = world
    schema = schemathesis.openapi.from_asgi(DOCUMENT, app)
    tried = set()

    def asked_of(operation):
        @settings(
            max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
            phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @_given(operation)
        def asks(case):
            kind = operation.path.removeprefix(f"{API}/").split("/")[0]
            if "name" in case.path_parameters and len(tried) % 2 and kind in names:
                case.path_parameters["name"] = names[kind]
            tried.add((operation.method, operation.path, len(tried)))
            headers = {"authorization": f"Bearer {tokens[who]}"}
            case.call_and_validate(headers=headers, checks=CHECKS)

        asks()

    operations = [found.ok() for found in schema.get_all_operations()]
    for operation in operations:
        asked_of(operation)
    assert {each[:2] for each in tried} == {(each.method, each.path) for each in operations}


def _given(operation):
    from hypothesis import given

    return given(case=operation.as_strategy())
