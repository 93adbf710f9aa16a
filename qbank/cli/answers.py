"""A table of answers, from the files that a command's options name to a report."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from qbank.check.answered import Answered
from qbank.check.collect import Owed, collect
from qbank.check.faces.words import counted
from qbank.check.grading import Rules
from qbank.check.layout import short
from qbank.check.lookup import Asked, Questions, banks_of
from qbank.check.names import Find
from qbank.check.problems import Problems
from qbank.check.report import Report, report
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.check.collect import Collected
    from qbank.check.papers import Papers
    from qbank.check.review import Decisions, Names
    from qbank.check.roster import Roster
    from qbank.check.table import Typed
    from qbank.corrections import Corrections

NAMED = 8  # students in a note


class Checked(NamedTuple):
    """A report, the rows that could not be graded, what else a person should know, and the review file's rows."""

    report: Report
    problems: Problems
    notes: tuple[str, ...]
    decisions: "Decisions | None"


def check(table: str, given: dict[str, Any], corrections: "Corrections") -> Checked:
    """The answers of a table (`-` is stdin), graded as the options `given` say.

    Raises QbankError where one of the files cannot be read as what it is, and for an unknown locale.
    """
    rules, problems, notes = _rules(given), Problems(), list[str]()
    roster = _roster(given["students"])
    asking = _asking(given, corrections)
    rows = _rows(table, given["columns"], asking.papers, problems, notes)
    decisions, named = _reviewed(given["review"], asking)
    found = collect(
        rows,
        _chosen(asking, given.get("only")),
        problems,
        attempt=given["attempt"],
        roster=roster,
        owed=asking.owed,
        apart=decisions.students if decisions else (),
        numbered=asking.papers is not None,
    )
    answers = Answered(found.ledger, rules, decisions)
    result = report(answers, rules, roster)
    for fault in answers.faults("stdin" if table == "-" else table):
        problems.append(fault)
    notes += [
        *_noted(found, given["attempt"]),
        *_obeyed(_corrected(result, asking, given), corrections, given["banks"]),
        *_idle(result, decisions, named, given["review"]),
    ]
    return Checked(result, problems, tuple(notes), decisions)


def _rows(
    table: str, columns: str | None, papers: "Papers | None", problems: Problems, notes: list[str]
) -> "Iterator[Typed]":
    from qbank.check.tables import open_table

    numbers = papers.numbers if papers else None
    if columns is None:
        return open_table(table, problems, None, notes, numbers)
    from qbank.check.column_map import read_column_map

    return open_table(table, problems, read_column_map(columns), notes, numbers)


def _rules(given: dict[str, Any]) -> Rules:
    if given["locale"]:
        from qbank.answers.digits import of_locale

        of_locale(given["locale"])  # an unknown language is refused before anything is graded
    return Rules(**{name: given[name] for name in Rules._fields})


def _roster(path: str | None) -> "Roster | None":
    if path is None:
        return None
    from qbank.check.roster import read_roster

    return read_roster(path)


class Asking(NamedTuple):
    """How a name is looked up, on which versions of a sheet, and what everybody is given."""

    find: Callable[[str, str], Asked]
    versions: tuple[str, ...]
    owed: Owed | None
    papers: "Papers | None"


def _asking(given: dict[str, Any], corrections: "Corrections") -> Asking:
    questions = Questions(banks_of(given["banks"]), corrections)
    if given["sheet"] is None:
        return Asking(questions.asked, ("",), None, None)
    papers = papers_of(questions, given["sheet"])
    return Asking(papers.asked, papers.versions, papers.full_marks if corrections else None, papers)


def _chosen(asking: Asking, only: Sequence[str] | None) -> Find:
    """How what is graded is looked up."""
    if not only:
        return asking.find
    from qbank.check.only import Only

    return Only(asking.find, only, asking.versions).asked


def _reviewed(path: str | None, asking: Asking) -> "tuple[Decisions | None, Names | None]":
    """What a person has decided, under the names by which questions are graded."""
    if path is None:
        return None, None
    from qbank.check.review import Names
    from qbank.check.review_file import read_review

    named = Names(asking.find, asking.versions)
    return read_review(path, named), named


def papers_of(questions: Questions, path: str) -> "Papers":
    """The versions that a manifest describes."""
    import json

    from qbank.check.papers import Papers
    from qbank.files import read_text
    from qbank.sheets.manifest import from_json

    try:
        manifest = json.loads(read_text(Path(path)))
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, or a number of thousands of digits
        where = f"{path}:{getattr(error, 'lineno', 1)}:{getattr(error, 'colno', 1)}"
        raise QbankError(
            "this is no JSON", where=where, hint="name the …-sheet.json that qbank export wrote"
        ) from error
    return Papers(questions, from_json(manifest, path))


def _corrected(result: Report, asking: Asking, given: dict[str, Any]) -> set[tuple[str, str]]:
    """Ids and parts that are graded, or count in what the sheet is worth."""
    graded = {(item.asked.question.id, item.asked.part.name) for item in result.questions}
    return graded if asking.papers is None or given.get("only") else graded | asking.papers.parts


def _obeyed(parts: set[tuple[str, str]], corrections: "Corrections", banks: Sequence[str]) -> Iterator[str]:
    """How many corrections were obeyed, and where they stand."""
    obeyed = {line for part in parts for line in corrections.get(part, ())}
    if not obeyed:
        return
    from qbank.corrections import file_of, keepers, read_corrections

    for folder in keepers(banks):
        if count := len(obeyed.intersection(read_corrections(folder))):
            yield f"Obeyed: {counted(count, 'correction')} of {file_of(folder).as_posix()}."


def _idle(
    result: Report, decisions: "Decisions | None", named: "Names | None", path: str | None
) -> Iterator[str]:
    """The decisions that nothing came of; those about questions that are not graded now may be for another time."""
    if not decisions or named is None:
        return
    graded = {item.question for item in result.questions}
    idle = [row.question for row in decisions.idle]
    if count := sum(question in graded for question in idle):
        rows = "1 filled-in row belongs" if count == 1 else f"{count:,} filled-in rows belong"
        yield f"{path}: {rows} to no open answer; {'it is' if count == 1 else 'they are'} kept."
    if unknown := [question for question in dict.fromkeys(idle) if question in named.unknown - graded]:
        rows = counted(sum(question in unknown for question in idle), "filled-in row")
        names = ", ".join(repr(short(question)) for question in unknown[:NAMED])
        more = f" and {len(unknown) - NAMED:,} more" if len(unknown) > NAMED else ""
        yield f"{path}: {rows} about what is no question here, kept and not counted: {names}{more}."


def _noted(found: "Collected", attempt: str | None) -> list[str]:
    """What was done with answers that came twice, and with those of strangers."""
    notes = []
    if found.set_aside:
        verb = "is" if found.set_aside == 1 else "are"
        answers = counted(found.set_aside, "answer")
        notes.append(f"{answers} {verb} set aside: of each student's the {attempt} counts.")
    if found.unlisted:
        names = ", ".join(map(repr, found.unlisted[:NAMED]))
        more = f" and {len(found.unlisted) - NAMED:,} more" if len(found.unlisted) > NAMED else ""
        notes.append(f"Graded, but not on the roster: {names}{more}.")
    if found.joined:
        pairs = ", ".join(f"{first!r} and {other!r}" for first, other in found.joined[:NAMED])
        more = f" and {len(found.joined) - NAMED:,} more" if len(found.joined) > NAMED else ""
        notes.append(f"Taken for one student: {pairs}{more}.")
    return notes
