"""`qbank admin`: what whoever runs the service does at its machine."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from qbank.cli import database
from qbank.errors import QbankError

UNITS = ("qbank.service", "qbank-backup.service", "qbank-backup.timer")


@click.group("admin", short_help="Look after the service: people, backups, its database.")
def command() -> None:
    """Look after the service: make instructors, back its database up, restore and check it.

    Each command takes --database and --data as qbank serve does.
    """


@command.command("instructor")
@click.argument("sign_in", metavar="NAME")
@click.option("--name", help="The name that others see; without it NAME.")
@database.options
def instructor(**given: Any) -> None:
    """Make an account that can make courses; NAME is what one signs in with.

    The password is asked for, or is the first line of stdin. The service may run meanwhile.
    """
    with database.service(), closing(_ready(given)) as store:
        from qbank.web.base.clock import ServerClock
        from qbank.web.door import people

        sign_in, name = _line(given["sign_in"]), _line(given["name"] or given["sign_in"])
        kept = _told(lambda: people.Passwords().hashed(_password()))
        _told(lambda: store.write(lambda connection: people.add_person(
            connection, ServerClock().now(), name=name, role=people.INSTRUCTOR, sign_in=sign_in, password=kept
        )))  # fmt: skip
        click.echo(f"{name} is an instructor, and signs in as {people.folded(sign_in)}")


@command.command("password")
@click.argument("sign_in", metavar="NAME")
@database.options
def password(**given: Any) -> None:
    """Give an account a new password, which ends its sessions and takes the tokens of its programs back.

    The password is asked for, or is the first line of stdin. The service may run meanwhile.
    """
    with database.service(), closing(_ready(given)) as store:
        from qbank.web.base.clock import ServerClock
        from qbank.web.door import people, tokens

        sign_in = _line(given["sign_in"])
        with store.read() as connection:
            found = people.by_sign_in(connection, sign_in)
        if found is None:
            raise QbankError("nobody signs in by this name", where=sign_in)
        person, now = found[0], ServerClock().now()
        kept = _told(lambda: people.Passwords().hashed(_password()))

        def changed(connection: Any) -> int:
            people.set_password(connection, person.id, kept)
            return tokens.revoke_all(connection, person, now)

        revoked = _told(lambda: store.write(changed))
        click.echo(f"{person.name} has a new password; whoever was signed in by the old one is signed out")
        if revoked:
            click.echo(f"tokens of programs that were taken back: {revoked}")


@command.command("migrate")
@database.options
def migrate(**given: Any) -> None:
    """Bring the database to the schema of this release. qbank serve does that by itself when it starts."""
    with database.service(), closing(_ready(given)):
        from qbank.web.base.migrate import newest

        click.echo(f"the database has the schema {newest()}, that of this release")


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Write over a file that is there.")
@database.options
def backup(file: Path, replace: bool, **given: Any) -> None:
    """Write the whole database into FILE, a zip that both SQLite and PostgreSQL can be restored from.

    The service may run meanwhile: the backup holds all that it had acknowledged before. FILE holds the keys of all
    questions and the answers of all students: keep it as you keep those.
    """
    with database.service():
        from qbank.web.base.reach import reached
        from qbank.web.upkeep.backup import backup as write

        if file.exists() and not replace:
            raise QbankError("there is such a file", where=str(file), hint="--replace writes over it")
        if not file.parent.is_dir():
            raise QbankError("there is no such folder", where=str(file.parent), hint="make it first")
        with reached(_existing(given).database) as engine:
            written = write(engine, file)
        click.echo(f"{file}: {written.rows:,} rows of {written.tables} tables")


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Put aside what is in the database, and keep it.")
@database.options
def restore(file: Path, replace: bool, **given: Any) -> None:
    """Fill an empty database from the backup FILE. End the service first.

    A backup of an older release is brought to this one. With --replace a database that is in use is kept beside: as
    a file, or in PostgreSQL as a schema of its own.
    """
    with database.service():
        from qbank.web.start import made
        from qbank.web.upkeep.restore import restore as fill

        place = database.Place.of(given)
        restored = fill(place.database, made(place.folder), file, replace=replace)
        click.echo(f"{restored.written.rows:,} rows of {restored.written.tables} tables restored")
        if restored.kept:
            click.echo(f"what was there before is kept in {restored.kept}")


@command.command("check")
@database.options
def check(**given: Any) -> int:
    """Look whether the database is whole: its file, its references, questions, answers and marks.

    The service may run meanwhile. The exit status is 1 where something was found.
    """
    with database.service():
        from qbank import limits
        from qbank.web.base.reach import reached
        from qbank.web.upkeep.health import findings

        counted: dict[str, int] = {}
        with reached(_existing(given).database) as engine:
            for found in findings(engine):
                counted[found.kind] = counted.get(found.kind, 0) + 1
                if counted[found.kind] <= limits.FINDINGS_SHOWN:
                    click.echo(f"{found.kind}: {found.what}")
        for kind, count in counted.items():
            if count > limits.FINDINGS_SHOWN:
                click.echo(f"{kind}: and {count - limits.FINDINGS_SHOWN:,} more")
        click.echo(f"{sum(counted.values()):,} findings" if counted else "the database is whole")
        return 1 if counted else 0


@command.command("unit")
@click.argument("name", type=click.Choice(UNITS), default=UNITS[0])
def unit(name: str) -> None:
    """Print a unit for systemd: the service, or a backup and the timer that takes it.

    It belongs into /etc/systemd/system/ under its name.
    """
    _print(name)


@command.command("nginx")
def nginx() -> None:
    """Print a site for nginx, to be put into /etc/nginx/sites-available/qbank."""
    _print("nginx.conf")


def _print(name: str) -> None:
    from importlib.resources import files

    click.echo((files("qbank.web") / "deploy" / name).read_text(encoding="utf-8"), nl=False)


def _ready(given: dict[str, Any]) -> Any:
    """The database, of this release's schema."""
    from qbank.web.start import ready

    place = database.Place.of(given)
    return ready(place.database, place.folder)


def _existing(given: dict[str, Any]) -> database.Place:
    """Where the database is. Raises QbankError where there is none: looking at one must not make it."""
    from qbank.web.base.reach import file_of

    place = database.Place.of(given)
    file = file_of(place.database)
    if file is not None and not file.is_file():
        raise QbankError("there is no database", where=str(file), hint="name it with --data or --database")
    return place


def _told(work: Any) -> Any:
    """What the service refuses, as the command line says it."""
    from qbank.web.base.refusals import Refusal

    try:
        return work()
    except Refusal as refusal:
        raise QbankError(refusal.sentence.rstrip(".")) from refusal


def _line(text: str) -> str:
    from qbank import limits
    from qbank.web.base.characters import sayable, why_no_line

    line = " ".join(text.split())
    if said := why_no_line(line, 1, limits.TITLE_CHARACTERS):
        raise QbankError(
            f"this is no name: {said[0].lower()}{said[1:].rstrip('.')}", where=sayable(line)[:80]
        )
    return line


def _password() -> str:
    """Typed without being shown, or the first line of what is piped in."""
    from qbank.web.base.characters import keepable

    if sys.stdin is not None and sys.stdin.isatty():
        given = str(click.prompt("Password", hide_input=True, confirmation_prompt="The same again"))
    else:
        given = _first_line()
    if not keepable(given):
        raise QbankError("this password is no text in UTF-8", hint="save the file that holds it as UTF-8")
    return given


def _first_line() -> str:
    try:
        return "" if sys.stdin is None else sys.stdin.readline(1_000).rstrip("\r\n")
    except UnicodeDecodeError:
        return "\0"  # what no password holds
