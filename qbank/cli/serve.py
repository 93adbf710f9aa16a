"""`qbank serve`: the web service."""

import os
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from qbank.cli import database
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.web.base.site import Settings, Site

LOOPBACK = ("127.0.0.1", "localhost", "::1")
BACKLOG = 2_048  # connections that wait: a class begins in the same second
LAST_SECONDS = 20  # for what was begun, once the service is to end


def _template(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from qbank.files import read_text

    with database.service():
        from qbank.web.base.texts import TEMPLATE
    click.echo(read_text(TEMPLATE), nl=False)
    ctx.exit()


@click.command("serve", short_help="Serve practice, quizzes and an API to browsers and programs.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65_535),
              help="The port; 0 takes a free one.")  # fmt: skip
@database.options
@click.option("--origin", metavar="URL", help="How browsers reach it, such as https://quiz.example.org.")
@click.option("--texts", type=click.Path(), metavar="FILE.po",
              help="The words of its pages in another language, from this catalogue.")  # fmt: skip
@click.option("--texts-template", is_flag=True, is_eager=True, expose_value=False, callback=_template,
              help="Print the words to translate, as a gettext catalogue.")  # fmt: skip
@click.option("--no-generate", is_flag=True, help="Never make new questions; ask what there is.")
def command(**given: Any) -> None:
    """Serve practice, quizzes and an API.

    Without options it keeps everything in the user's data folder and answers on this machine alone. For a school it
    stands behind a web server that speaks HTTPS, whose address --origin names; docs/service.md shows how.
    """
    with database.service():
        place = database.Place.of(given)
        bound = _bound(given["host"], given["port"])
        with bound:
            settings = _settings(given, place, bound.getsockname()[1])
            from qbank.web.base.texts import ENGLISH, read_texts
            from qbank.web.start import open_site

            texts = read_texts(Path(given["texts"])) if given["texts"] else ENGLISH
            with open_site(settings, texts) as site:
                _serve(site, bound, place)


def _serve(site: "Site", bound: socket.socket, place: database.Place) -> None:
    """Serve until a signal ends it: then what was begun is finished, and nothing new is taken."""
    import uvicorn

    from qbank.web.app import create_app
    from qbank.web.start import has_instructor

    server = uvicorn.Server(
        uvicorn.Config(
            create_app(site), log_level="warning", access_log=False, server_header=False,
            proxy_headers=True, forwarded_allow_ips="127.0.0.1", timeout_keep_alive=30,
            backlog=BACKLOG, timeout_graceful_shutdown=LAST_SECONDS,
        )
    )  # fmt: skip

    def end(
        *_: Any,
    ) -> None:  # while it starts; later the server itself is told, and raises it once more at its end
        server.should_exit = True

    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, end)
    _listen(bound)
    click.echo(f"qbank serves {site.settings.origin} (data: {site.settings.folder}); end it with Ctrl-C")
    if not has_instructor(site):
        click.echo(
            f"nobody teaches here yet; an instructor is made by: qbank admin instructor{place.said} NAME"
        )
    server.run(sockets=[bound])


def _bound(host: str, port: int) -> socket.socket:
    """A socket at that address, which nobody can reach yet. Raises QbankError where it is not to be had."""
    where = f"--host {host} --port {port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise QbankError("this is no address of this machine", where=where, hint="try 127.0.0.1") from error
    bound = socket.socket(family, kind, protocol)
    if os.name == "posix":
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _refused(error, where) from error
    return bound


def _listen(bound: socket.socket) -> None:
    try:
        bound.listen(BACKLOG)
    except OSError as error:
        raise _refused(error, f"port {bound.getsockname()[1]}") from error


def _refused(error: OSError, where: str) -> QbankError:
    reason = (error.strerror or str(error)).lower()
    return QbankError(
        f"cannot listen here: {reason}", where=where, hint="try another --port, or 0 for a free one"
    )


def _settings(given: dict[str, Any], place: database.Place, port: int) -> "Settings":
    """How it is to be started. Raises QbankError where passwords would travel unsealed."""
    from qbank.web.base.site import Settings

    host = given["host"]
    shown = f"[{host}]" if ":" in host else host
    origin = (given["origin"] or f"http://{shown}:{port}").rstrip("/")
    name = _name_of(origin)
    if origin.startswith("http:") and name not in LOOPBACK:
        hint = "put a web server with HTTPS before it, and name that with --origin https://…"
        raise QbankError("without HTTPS it is served to this machine alone", where=origin, hint=hint)
    hosts = tuple(dict.fromkeys([name, "127.0.0.1", "localhost", "[::1]"]))
    return Settings(place.database, place.folder, origin, hosts, generates=not given["no_generate"])


def _name_of(origin: str) -> str:
    """The host of an address such as https://quiz.example.org. Raises QbankError for anything else."""
    wrong = QbankError(f"--origin {origin} is no address", hint="write it as in https://quiz.example.org")
    try:
        parts = urlsplit(origin)
        name, port = parts.hostname, parts.port
    except ValueError as error:
        raise wrong from error
    plain = origin == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc and port != 0
    if not name or not plain or parts.scheme not in ("http", "https"):
        raise wrong
    return name
