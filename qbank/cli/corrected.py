"""How corrections are shown: what one does to a question and to a class, and all that were made."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from qbank.check.changes import Changes, Side
from qbank.check.corrections import sentence
from qbank.check.faces.words import amount, counted
from qbank.check.layout import visible
from qbank.check.lookup import Asked
from qbank.cli.page import columns, width
from qbank.corrections import Correction, in_force, taken_back
from qbank.markup import plain
from qbank.question import Part

PROMPT_LINES = 4


def described(asked: Asked, then: Sequence[Correction]) -> str:
    """The question in short, its key, what is in force for it, and what would be."""
    question, part = asked.question, asked.part
    prompt = textwrap.shorten(
        plain(f"{question.prompt} {part.ask}"), PROMPT_LINES * width(), placeholder=" …"
    )
    facts = [
        ["    key", part.display],
        *([f"    {letter}.", plain(text)] for letter, text in (part.options or {}).items()),
        *_facts("now", asked.corrections, part),
        *_facts("then", then, part),
    ]
    return "\n".join(
        [
            f"{asked.name}  {question.template}  level {question.level}",
            textwrap.fill(prompt, width(), initial_indent="  ", subsequent_indent="  "),
            columns(facts),
        ]
    )


def _facts(label: str, lines: Sequence[Correction], part: Part) -> Iterator[list[str]]:
    said = [plain(sentence(line, part)) for line in lines] or ["as stored"]
    for index, text in enumerate(said):
        yield [f"    {'' if index else label}", text]


def compared(found: Changes) -> str:
    """Whose score changes, and the class's means."""
    rows = [["student", "", "answer", "verdict", "score"]]
    for one in found.changed:
        answer = visible(one.answer)
        rows.append([visible(one.student), visible(one.name), answer, *_turned(one.before, one.after)])
    mean = _turned(found.before, found.after)[1]
    if not found.changed:
        return f"\nNo score changes. Class mean: {mean}."
    verb = "changes" if found.students == 1 else "change"
    said = f"{len(found.changed):,} of {counted(found.students, 'student')} {verb}. Class mean: {mean}."
    return f"\n{columns(_without_empty(rows))}\n\n{said}"


def _turned(before: Side, after: Side) -> tuple[str, str]:
    """`wrong → right` and `2 of 4 → 3 of 4`; one side where both are the same."""
    sides = [(side.verdict, f"{amount(side.score)} of {amount(side.out_of)}") for side in (before, after)]
    words, scores = (dict.fromkeys(texts) for texts in zip(*sides, strict=True))
    return " → ".join(words).replace("_", " "), " → ".join(scores)


def _without_empty(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Without the column of names where there is no roster."""
    used = [at for at in range(len(rows[0])) if any(row[at] for row in rows)]
    return [[row[at] for at in used] for row in rows]


def listed(files: Iterable[Sequence[Correction]], name: str) -> str:
    """Every correction of that question or part (empty: of all), in order, and whether it is in force."""
    rows = [row for lines in files for row in _rows(lines, name)]
    header = ["when", "question", "correction", "who", "reason", "state"]
    return columns([header, *rows]) if rows else ""


def _rows(lines: Sequence[Correction], name: str) -> Iterator[list[str]]:
    counting = {line for kept in in_force(lines).values() for line in kept}
    gone = taken_back(lines)
    for at, line in enumerate(lines):
        if line.action == "undo" or name not in ("", line.id, line.name):
            continue
        value = line.value if line.value is None or isinstance(line.value, str) else ", ".join(line.value)
        what = " ".join(filter(None, [line.action.replace("_", "-"), value]))
        if at in gone:
            state = f"taken back on {lines[gone[at]].date}: {lines[gone[at]].reason}"
        else:
            state = "in force" if line in counting else "a later one counts"
        yield [line.date, line.name, what, line.who, line.reason, state]
