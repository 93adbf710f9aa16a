"""`qbank audit`: a published answer key held against the solvers."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.page import columns
from qbank.cli.say import deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.author.audit.opinion import Finding

ENDINGS = {".md": "md", ".json": "json", ".txt": "table"}


@click.command("audit", short_help="Hold a published answer key against the solvers.")
@click.argument("key", metavar="KEY.yaml")
@click.option("--only", multiple=True, metavar="ID", help="Audit these entries alone. Repeatable.")
@click.option("-o", "--output", metavar="FILE", help="Write the report here; its ending says how.")
@click.option(
    "--format",
    "face",
    type=click.Choice(["table", "md", "json"]),
    help="How the result is written; else a table.",
)
@options.packs
@options.device
@click.pass_context
def command(
    ctx: click.Context,
    /,
    key: str,
    only: tuple[str, ...],
    output: str | None,
    face: str | None,
    packs: tuple[str, ...],
    device: str,
) -> None:
    """Hold published answers against the solvers, under every convention that a question leaves open.

    KEY.yaml is a list of entries: template, parameters, the conventions that the question states, and what was
    published. `public` is the audit of public questions that qbank ships.

    Exit status 1 when a key is not right, or not what its entry expects.
    """
    face = face or _face(output)
    with heavy_imports():
        from qbank.author.audit.entries import read_entries
        from qbank.author.audit.opinion import Opinion, audit
        from qbank.author.audit.report import as_json, as_markdown, counted, tally
        from qbank.author.confirm import laboratory
        from qbank.author.pack import Packs

    path = _path(key)
    if output not in (None, "-") and Path(output).resolve() == path.resolve():
        raise QbankError(f"{output} is the key itself", hint="write the report into another file")
    entries = read_entries(path, tuple(map(str, Opinion)))
    for wanted in only:
        if wanted not in {entry.id for entry in entries}:
            raise QbankError(f"no entry {wanted!r} in {path.name}")
    chosen = Packs(packs)
    with laboratory(device) as lab:
        findings = [audit(entry, chosen, lab) for entry in entries if not only or entry.id in only]
    faces = {"md": lambda: as_markdown(findings, path.name), "json": lambda: as_json(findings)}
    deliver(faces.get(face, lambda: _table(findings))(), output)
    note(f"{counted(findings)}: {tally(findings)}.")
    if any(finding.needs_a_look for finding in findings):
        ctx.exit(1)


def _face(output: str | None) -> str:
    """What a file's ending asks for."""
    if output in (None, "-"):
        return "table"
    ending = Path(output).suffix.lower()
    if ending not in ENDINGS:
        raise QbankError(f"{output} has no known ending", hint=f"use {', '.join(ENDINGS)} or --format")
    return ENDINGS[ending]


def _path(key: str) -> Path:
    """The file, or the shipped one of that name."""
    from qbank.home import AUDITS

    shipped = AUDITS / f"{key}.yaml"
    return shipped if "." not in key and "/" not in key and shipped.is_file() else Path(key)


def _table(findings: "list[Finding]") -> str:
    from qbank.author.audit.entries import listed

    rows = [["entry", "verdict", "published", "why"]]
    for finding in findings:
        mark = f" (expected: {finding.entry.expect})" if finding.needs_a_look and finding.entry.expect else ""
        rows.append(
            [finding.entry.id, f"{finding.opinion}{mark}", listed(finding.entry.answers), finding.why]
        )
    return columns(rows)
