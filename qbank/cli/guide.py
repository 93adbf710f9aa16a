"""`qbank guide`: a study guide for the chosen topics."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.say import deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.author.guide.text import Guide, Section
    from qbank.labels import Labels

ENDINGS = {".md": "md", ".markdown": "md", ".html": "html", ".htm": "html", ".pdf": "pdf"}
SEED = "guide"


@click.command("guide", short_help="Write a study guide: what matters, formulas, traps, worked questions.")
@click.option("--topics", multiple=True, metavar="TOPIC,…", help="Only these topics; repeatable.")
@click.option(
    "--seed",
    default=SEED,
    show_default=True,
    metavar="TEXT",
    help="Another seed draws other worked questions.",
)
@options.labels
@options.packs
@click.option("-o", "--output", metavar="FILE", help="Write the guide here: .md, .html or .pdf.")
@click.option(
    "--format", "face", type=click.Choice(["md", "html", "pdf"]), help="The format, whatever the ending says."
)
@click.option("--replace", is_flag=True, help="Write over a file that is there and differs.")
def command(
    topics: tuple[str, ...],
    seed: str,
    labels: str | None,
    packs: tuple[str, ...],
    output: str | None,
    face: str | None,
    replace: bool,
) -> None:
    """Write a study guide: what to study first, formulas and shapes, traps, ten worked questions, answers.

    Topics are ranked by records of past papers. Formulas come from the solvers; every false statement is refuted by
    its experiment, and every worked question proven, while the guide is written. The same options give the same file.
    """
    face = face or _face(output)
    if Path(output or "").suffix.lower() in (".jsonl", ".csv", ".json"):
        raise QbankError(f"{output} may be a bank's or a sheet's", hint="end it in .md, .html or .pdf")
    if not seed.strip():
        raise QbankError("an empty seed", hint="leave --seed away")
    said = options.labels_of(labels)
    with heavy_imports():
        from qbank.author.confirm import laboratory
        from qbank.author.guide.gather import gather
        from qbank.author.pack import Packs

    names = [name.strip() for listed in topics for name in listed.split(",")]
    with laboratory("cpu") as lab:  # whose random numbers are the same everywhere
        guide = gather(Packs(packs), names, seed, lab, said)
    written = _set(guide, face, said)
    if output not in (None, "-") and not replace:
        from qbank.sheets.files import spared

        spared({Path(str(output)): written})
    deliver(written, output)
    if output not in (None, "-"):
        note(f"{guide.title} in {Path(str(output)).as_posix()}")


def _face(output: str | None) -> str:
    """What a file's ending asks for; Markdown on stdout."""
    if output in (None, "-"):
        return "md"
    ending = Path(str(output)).suffix.lower()
    if ending not in ENDINGS:
        raise QbankError(
            f"{output} has no known ending", hint="end it in .md, .html or .pdf, or give --format"
        )
    return ENDINGS[ending]


def _set(guide: "Guide", face: str, labels: "Labels") -> str | bytes:
    if face == "md":
        return guide.markdown
    try:
        return _page(guide, labels) if face == "html" else _pdf(guide, labels)
    except ModuleNotFoundError as error:
        hint = "pip install 'qbank[sheets]'"
        raise QbankError(f"a guide as {face} needs the package {error.name}", hint=hint) from error


def _pdf(guide: "Guide", labels: "Labels") -> bytes:
    from qbank.sheets.pdf import compiled
    from qbank.sheets.typst_text import document

    return compiled(document(guide.title, guide.body(1), labels.language))


def _page(guide: "Guide", labels: "Labels") -> str:
    """One page with links to its sections; formulas are MathML, which needs no program."""
    from qbank.sheets.page import page
    from qbank.sheets.sheet import Look, Sheet

    links = "".join(f'<li><a href="#{s.name}">{escape(s.title)}</a></li>' for s in guide.sections)
    aloud = escape(labels.say("Contents"))
    contents = f'<nav aria-label="{aloud}"><ul>{links}</ul></nav>'
    sheet = Sheet(guide.title, (), look=Look(labels=labels))
    return page(sheet, guide.title, [contents, *map(_section, guide.sections)])


def _section(section: "Section") -> str:
    from qbank.sheets.html_text import html, mathml

    inside = html(section.markdown(3), mathml)
    title = f'<h2 id="{section.name}">{escape(section.title)}</h2>'
    return f'<section aria-labelledby="{section.name}">\n{title}\n{inside}\n</section>'
