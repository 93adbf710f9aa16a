"""The routes of pages, with what their functions ask for.

They are Starlette's. FastAPI checks and describes what programs send, and there it earns its time; of a page there is
nothing to describe, and solving its few parameters anew with each request took a third of what a page costs.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from inspect import Parameter, signature
from typing import Annotated, Any, TypeVar, get_args, get_origin

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from qbank.web.base import characters
from qbank.web.base.refusals import Refusal
from qbank.web.door.visit import address_of

Page = TypeVar("Page", bound=Callable[..., Response])
Given = Callable[[Request], Awaitable[Any]]
"""Makes what one parameter of a page gets."""


class Pages:
    """Pages below a path. Their functions run in threads, since they wait for the database.

    Looked at, they are made in turn (`Turns`), unless they are `slow`: what waits for a commit, or takes seconds, must
    not keep others waiting, and runs beside them.

    A function gets the request, then by its parameters' names what stands in the path, in the query where a parameter
    has a default (texts and whole numbers), and what `Annotated[kind, maker]` makes, as forms are.
    """

    def __init__(self, prefix: str = "", *, slow: bool = False) -> None:
        self._prefix, self._slow = prefix, slow
        self.routes: list[Route] = []

    def get(self, path: str) -> Callable[[Page], Page]:
        """The page at that path."""
        return self._added(path, "GET")

    def post(self, path: str) -> Callable[[Page], Page]:
        """What a form at that path does."""
        return self._added(path, "POST")

    def _added(self, path: str, method: str) -> Callable[[Page], Page]:
        def added(page: Page) -> Page:
            answer = _answering(page, in_turn=method == "GET" and not self._slow)
            self.routes.append(Route(self._prefix + path, answer, methods=[method]))
            return page

        return added


async def keepable(request: Request) -> None:
    """Refuse an address that holds what no name and no text of ours can hold."""
    for name, value in (*request.path_params.items(), *request.query_params.multi_items()):
        characters.check(str(value), name)


def _answering(page: Callable[..., Response], *, in_turn: bool) -> Callable[[Request], Awaitable[Response]]:
    _, *others = signature(page).parameters.values()
    givers = {parameter.name: _giver(parameter) for parameter in others}

    async def answer(request: Request) -> Response:
        await keepable(request)
        given = {name: await giver(request) for name, giver in givers.items()}
        made = partial(page, request, **given)
        return await (_in_turn(request, made) if in_turn else to_thread.run_sync(made))

    return answer


async def _in_turn(request: Request, made: Callable[[], Response]) -> Response:
    """The page when its visitor's turn has come; none for a visitor who is gone by then."""
    state = request.app.state
    visitor = request.cookies.get(state.site.settings.cookie) or address_of(request)
    async with state.turns.of(visitor):
        if await request.is_disconnected():
            return Response()
        return await to_thread.run_sync(made, limiter=state.turns.threads)


def _giver(parameter: Parameter) -> Given:
    if get_origin(parameter.annotation) is Annotated:
        made: Given = get_args(parameter.annotation)[1]
        return made
    if parameter.default is Parameter.empty:
        return _in_path(parameter.name)
    return _in_query(parameter.name, parameter.default)


def _in_path(name: str) -> Given:
    async def given(request: Request) -> Any:
        return request.path_params[name]

    return given


def _in_query(name: str, default: str | int) -> Given:
    async def given(request: Request) -> str | int:
        text = request.query_params.get(name)
        if text is None:
            return default
        return text if isinstance(default, str) else _number(text, name)

    return given


def _number(text: str, name: str) -> int:
    if len(text) > 40 or not text.isascii() or not text.removeprefix("-").isdigit():
        raise Refusal(422, "%(name)s: write a whole number.", field=name, name=name)
    return int(text)
