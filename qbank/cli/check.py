"""`qbank check`: grade a table of answers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from qbank.cli import grading
from qbank.cli.say import complain, note

if TYPE_CHECKING:
    from qbank.check.report import Report

FACES = ["table", "json", "csv", "md", "html", "xlsx"]

ONLY = "Grade this question only (id, id.part, or with --sheet a number); repeatable."
REVIEW = "Open answers in a CSV file: what a person filled in there counts, and it is written anew."
REPORTS = "Write a page for each student into this folder, with nobody else on it."
EXPLAIN = "Say the rule and the reason for every answer, right ones too."
FORMAT = "How the result is written.  [default: table, or the ending of -o]"
OUTPUT = "Write into this file (.txt, .json, .csv, .md, .html, .xlsx) and not on stdout."
STRICT = "Exit status 1 where an answer was unreadable."


@click.command("check", short_help="Grade a table of answers.")
@click.argument("table", metavar="FILE")
@grading.options
@click.option("--only", multiple=True, metavar="QUESTION", help=ONLY)
@click.option("--review", metavar="FILE", help=REVIEW)
@click.option("--reports", metavar="DIR", help=REPORTS)
@click.option("--explain", is_flag=True, help=EXPLAIN)
@click.option("--format", "face", type=click.Choice(FACES), help=FORMAT)
@click.option("-o", "--output", metavar="FILE", help=OUTPUT)
@click.option("--strict", is_flag=True, help=STRICT)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Grade the answers in FILE, a table in CSV or XLSX (- is stdin).

    Long form: the columns question, answer and perhaps student. Wide form: a column student and one column a
    question. A question is an id or id.part, its own text as form tools export it, or with --sheet a number such
    as 3b. The csv format holds the answers; the others also sum up students and questions.

    Exit status 1 when some rows could not be graded.
    """
    from qbank.cli.answers import check
    from qbank.cli.outputs import Outputs
    from qbank.corrections import corrections_of

    outputs = Outputs(given)
    report, problems, notes, decisions = check(given["table"], given, corrections_of(given["banks"]))
    outputs.write(report, decisions)
    complain(problems)
    for said in (*notes, *_closing(report, given["review"])):
        note(said)
    unread = given["strict"] and any(
        answer.verdict.verdict == "unreadable" for answer in report.open_answers()
    )
    ctx.exit(1 if problems or unread else 0)


def _closing(report: "Report", review: str | None) -> Iterator[str]:
    """What is left to do."""
    if not report.answers:
        yield "The table holds no answers that could be graded."
    if report.open:
        from qbank.check.faces.words import counted

        mend = (
            f"They are in {review}: fill in score, who and reason, and call this again."
            if review
            else "--review review.csv lists them."
        )
        yield (
            f"Open: {report.open:,} of {counted(len(report.answers), 'answer')}. A person must look: they count 0 "
            f"until then, and totals are provisional. {mend}"
        )
