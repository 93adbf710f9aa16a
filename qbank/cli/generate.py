"""`qbank generate`: draw questions, prove each, add them to the bank."""

import shlex
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from qbank import limits
from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.page import paragraphs
from qbank.cli.say import detail, note
from qbank.errors import QbankError
from qbank.unseen import unseen

if TYPE_CHECKING:
    from qbank.question import Question


@click.command("generate", short_help="Draw questions, prove each, add them to the bank.")
@click.option(
    "--topic",
    "topics",
    multiple=True,
    metavar="TOPIC",
    help="Draw from this topic; repeatable. None: all, in turn.",
)
@click.option(
    "--question",
    "questions",
    multiple=True,
    metavar="TOPIC.NAME",
    help="Draw from this template; repeatable.",
)
@click.option(
    "-n",
    "count",
    type=click.IntRange(1, limits.QUESTIONS_A_RUN),
    default=10,
    show_default=True,
    help="How many new questions.",
)
@click.option("--level", type=click.IntRange(1, 3), help="Only this level.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["free", "choice"]),
    default="free",
    show_default=True,
    help="Free answers, or options.",
)
@click.option("--seed", help="The same seed makes the same questions; a secret until the exam is over.")
@options.bank
@options.packs
@options.device
@options.output_format("table", "md", "json")
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Draw different questions, prove each, and add them to the bank.

    Each key is derived exactly, held against SymPy and confirmed by PyTorch; where they disagree nothing is added.
    Exit status 1 when fewer questions exist than were asked for.
    """
    started = time.perf_counter()
    from pathlib import Path

    with heavy_imports():
        from qbank.author.confirm import laboratory
        from qbank.author.generate import Order, generate
        from qbank.author.pack import Packs
    from qbank.bank import Bank
    from qbank.draws import fresh_seed

    _check(given)
    packs, bank = Packs(given["packs"]), Bank(Path(given["bank"]))
    seed = given["seed"] or fresh_seed()
    # With a seed the bank is not looked at, so that the same seed always gives the same questions.
    known = () if given["seed"] else bank.by_id()
    for title in given["questions"]:
        packs.template(title)  # an unknown one is refused before anything is drawn
    topics = list(
        dict.fromkeys([*given["topics"], *(title.partition(".")[0] for title in given["questions"])])
    )
    order = Order(
        given["count"], seed, given["form"] == "choice", given["level"], _titles(packs, given), known
    )
    with laboratory(given["device"]) as lab:
        run = generate(list(packs.select(topics)), order, lab)
    added = bank.add(run.questions)
    if run.questions:
        bank.record_run(_record(given, seed, run.questions))
    _show(run.questions, given["face"])
    _close(
        ctx,
        given,
        run.questions,
        len(added),
        run.rejected,
        (lab.torch, lab.device),
        time.perf_counter() - started,
    )


def _check(given: dict[str, Any]) -> None:
    """Refuses what would look like a run and be none."""
    if not given["bank"].strip() or given["bank"] == "released":
        raise QbankError(
            f"--bank {given['bank'] or '(empty)'} is no bank to add to", hint="name a folder of your own"
        )
    if given["seed"] is not None and not given["seed"].strip():
        raise QbankError("an empty seed", hint="leave --seed away for a secret one")
    if given["seed"] and unseen(given["seed"]):
        raise QbankError("the seed holds characters that cannot be printed", hint="use letters and digits")


def _titles(packs: Any, given: dict[str, Any]) -> tuple[str, ...]:
    """The templates to draw from: those named, and with them all of the topics named beside them."""
    if not given["questions"]:
        return ()
    whole = (
        template.title for topic in given["topics"] for template in packs.topic(topic).templates.values()
    )
    return (*given["questions"], *whole)


def _record(given: dict[str, Any], seed: str, questions: "list[Question]") -> dict[str, Any]:
    from datetime import UTC, datetime

    kept = {
        name: value
        for name, value in given.items()
        if name in ("topics", "questions", "count", "level", "form", "device")
    }
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "seed": seed,
        "options": {name: list(value) if isinstance(value, tuple) else value for name, value in kept.items()},
        "ids": [question.id for question in questions],
    }


def _show(questions: "list[Question]", face: str) -> None:
    if face == "json":
        click.echo("\n".join(question.to_line() for question in questions))
        return
    for question in questions:
        click.echo(_as_markdown(question) if face == "md" else as_text(question))
        click.echo()


def as_text(question: "Question") -> str:
    """One question as `generate` lists it: id, template, level; then what is asked."""
    lines = [f"{question.id}  {question.template}  level {question.level}", paragraphs(question.prompt, "  ")]
    for part in question.parts:
        if part.ask:
            lines.append(paragraphs(f"{part.name}: {part.ask}", "    "))
        lines += [paragraphs(f"{letter}. {text}", "    ") for letter, text in (part.options or {}).items()]
    return "\n".join(lines)


def _as_markdown(question: "Question") -> str:
    lines = [f"### {question.id}", "", question.prompt]
    for part in question.parts:
        lines += ["", f"- **{part.name}**: {part.ask}"] if part.ask else []
        lines += (
            ["", *(f"- {letter}. {text}" for letter, text in part.options.items())] if part.options else []
        )
    return "\n".join(lines)


def _close(
    ctx: click.Context,
    given: dict[str, Any],
    questions: "list[Question]",
    added: int,
    rejected: Counter[str],
    witness: tuple[str, str],
    seconds: float,
) -> None:
    """The closing lines: how many, who confirmed them, what was rejected and why, where the seed is."""
    passed = ", ".join(f"{count} {reason}" for reason, count in rejected.most_common())
    known = f" ({len(questions) - added} were there already)" if added < len(questions) else ""
    why = f" ({passed})" if passed else ""
    note(
        f"{added} question{'' if added == 1 else 's'} added to {given['bank']}{known}: {len(questions)} confirmed "
        f"by PyTorch {witness[0]} on {witness[1]}, {rejected.total()} variants rejected{why}, {seconds:.1f} s."
    )
    for template, count in Counter(question.template for question in questions).items():
        detail(f"{template}: {count}")
    if questions:
        from pathlib import Path

        note(f"The seed is in {Path(given['bank'], 'runs', 'runs.jsonl').as_posix()}; keep it from students.")
        elsewhere = "" if given["bank"] == "bank" else f" --bank {shlex.quote(given['bank'])}"
        note(f"Next: qbank export --last -o quiz.tex{elsewhere}   qbank check answers.csv{elsewhere}")
    if added < len(questions) == given["count"] and not given["seed"]:
        note("Another run added some of the same questions meanwhile; run again for more.")
        ctx.exit(1)
    if len(questions) < given["count"]:
        what = (
            "more questions of this sort that the bank does not have"
            if not given["seed"]
            else "more questions of this sort"
        )
        note(f"Asked for {given['count']}, made {len(questions)}: there are no {what}.")
        ctx.exit(1)
