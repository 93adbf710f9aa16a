"""A table of answers, from the files that a command's options name to a report."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qbank.check.answered import Answered
from qbank.check.collect import Owed, collect
from qbank.check.grading import Rules
from qbank.check.lookup import Questions, banks_of
from qbank.check.names import Find
from qbank.check.problems import Problems
from qbank.check.report import Report, report
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.collect import Collected
    from qbank.check.papers import Papers
    from qbank.check.review import Decisions
    from qbank.check.roster import Roster
    from qbank.check.table import Typed
    from qbank.corrections import Corrections

NAMED = 8  # students in a note


class Checked(NamedTuple):
    """A report, the rows that could not be graded, and what else a person should know."""

    report: Report
    problems: Problems
    notes: tuple[str, ...]


def check(
    table: str, given: dict[str, Any], corrections: "Corrections", decisions: "Decisions | None" = None
) -> Checked:
    """The answers of a table (`-` is stdin), graded as the options `given` say.

    Raises QbankError where one of the files cannot be read as what it is, and for an unknown locale.
    """
    rules, problems, notes = _rules(given), Problems(), list[str]()
    roster = _roster(given["students"])
    rows = _rows(table, given["columns"], problems, notes)
    find, owed = _asking(given, corrections)
    found = collect(
        rows,
        find,
        problems,
        attempt=given["attempt"],
        roster=roster,
        owed=owed,
        apart={row.student for row in decisions.filled} if decisions else (),
    )
    answers = Answered(found.ledger, rules, decisions)
    result = report(answers, rules, roster)
    for fault in answers.faults("stdin" if table == "-" else table):
        problems.append(fault)
    return Checked(result, problems, (*notes, *_noted(found, given["attempt"])))


def _rows(table: str, columns: str | None, problems: Problems, notes: list[str]) -> "Iterator[Typed]":
    from qbank.check.tables import open_table

    if not columns:
        return open_table(table, problems, None, notes)
    from qbank.check.column_map import read_column_map

    return open_table(table, problems, read_column_map(columns), notes)


def _rules(given: dict[str, Any]) -> Rules:
    if given["locale"]:
        from qbank.answers.digits import of_locale

        of_locale(given["locale"])  # an unknown language is refused before anything is graded
    return Rules(**{name: given[name] for name in Rules._fields})


def _roster(path: str | None) -> "Roster | None":
    if not path:
        return None
    from qbank.check.roster import read_roster

    return read_roster(path)


def _asking(given: dict[str, Any], corrections: "Corrections") -> tuple[Find, Owed | None]:
    """How a name is looked up, and what everybody is given."""
    questions = Questions(banks_of(given["banks"]), corrections)
    papers = _papers(questions, given["sheet"]) if given["sheet"] else None
    asked, versions = (papers.asked, papers.versions) if papers else (questions.asked, ("",))
    owed = papers.full_marks if papers and corrections else None
    if not given.get("only"):
        return asked, owed
    from qbank.check.only import Only

    only = Only(asked, given["only"], versions)
    return only.asked, owed and (lambda version: only.of(owed(version), version))


def _papers(questions: Questions, path: str) -> "Papers":
    """The versions that a manifest describes."""
    import json

    from qbank.check.papers import Papers
    from qbank.files import read_text
    from qbank.sheets.sheet import from_json

    try:
        manifest = json.loads(read_text(Path(path)))
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, or a number of thousands of digits
        where = f"{path}:{getattr(error, 'lineno', 1)}:{getattr(error, 'colno', 1)}"
        raise QbankError(
            "this is no JSON", where=where, hint="name the …-sheet.json that qbank export wrote"
        ) from error
    return Papers(questions, from_json(manifest, path))


def _noted(found: "Collected", attempt: str | None) -> list[str]:
    """What was done with answers that came twice, and with those of strangers."""
    notes = []
    if found.set_aside:
        answers = "1 answer is" if found.set_aside == 1 else f"{found.set_aside:,} answers are"
        notes.append(f"{answers} set aside: of each student's the {attempt} counts.")
    if found.unlisted:
        names = ", ".join(map(repr, found.unlisted[:NAMED]))
        more = f" and {len(found.unlisted) - NAMED:,} more" if len(found.unlisted) > NAMED else ""
        notes.append(f"Graded, but not on the roster: {names}{more}.")
    return notes
