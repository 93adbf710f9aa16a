"""`qbank verify`: the author's proof of templates, and of every line of a bank."""

import time
from typing import TYPE_CHECKING, Any

import click

from qbank import limits
from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.page import columns
from qbank.cli.say import detail, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qbank.author.template import Topic
    from qbank.author.verify import Report


@click.command("verify", short_help="Prove templates, or every line of a bank.")
@click.argument("topics", nargs=-1, metavar="[TOPIC]...")
@click.option(
    "--bank",
    "bank",
    metavar="DIR",
    help="Re-derive every line of this bank instead; `released` is the shipped one.",
)
@click.option("--renew", is_flag=True, help="With --bank: write today's explanations, feedback and proofs.")
@click.option(
    "--variants",
    type=click.IntRange(1),
    default=limits.VERIFIED_VARIANTS,
    show_default=True,
    help="Look at up to so many variants a template; a larger space is sampled.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Verify so many topics at a time.",
)
@options.packs
@options.device
@click.pass_context
def command(ctx: click.Context, /, topics: tuple[str, ...], **given: Any) -> None:
    """Prove templates: every variant confirmed, separated, hand-safe, unambiguous, rendered.

    Exit status 1 when something does not hold.
    """
    with heavy_imports():
        from qbank.author.confirm import laboratory
        from qbank.author.pack import Packs

    if given["renew"] and not given["bank"]:
        raise QbankError("--renew is for the lines of a bank", hint="name it with --bank")
    packs = Packs(given["packs"])
    with laboratory(given["device"]) as lab:
        findings = (
            _bank(given, topics, packs, lab) if given["bank"] else _templates(given, topics, packs, lab)
        )
    for finding in findings:
        click.echo(finding, err=True)
    if findings:
        ctx.exit(1)


def _templates(given: dict[str, Any], topics: tuple[str, ...], packs: Any, lab: Any) -> list[str]:
    reports: list[Report] = []
    rows = [["template", "variants", "looked at", "asked", "share", "SymPy", "formula", "rejected"]]
    started = time.perf_counter()
    chosen = list(packs.select(topics))
    for topic, theirs in zip(chosen, _reports(given, chosen, lab), strict=True):
        claims = [report for report in theirs if report.template.partition(".")[2] in topic.claims]
        rows += [_row(report) for report in theirs if report not in claims]
        if claims:
            rows.append([f"{topic.name}: {len(claims)} claims", "", "all", str(sum(c.asked for c in claims))])
        for report in claims:
            detail(f"{report.template}: {'sound' if not report.findings else 'not sound'}")
        reports += theirs
        note(f"{topic.name}: {time.perf_counter() - started:.1f} s")
    click.echo(columns(rows))
    findings = [f"{report.template}: {finding}" for report in reports for finding in report.findings]
    looked, asked = sum(r.checked for r in reports), sum(r.asked for r in reports)
    note(
        f"{len(reports)} templates, {looked:,} variants looked at, {asked:,} can be asked and are confirmed by PyTorch "
        f"{lab.torch} on {lab.device}, {len(findings)} findings, {time.perf_counter() - started:.1f} s."
    )
    return findings


def _reports(given: dict[str, Any], topics: "list[Topic]", lab: Any) -> "Iterator[list[Report]]":
    """The reports of each topic, made here or by several processes."""
    from qbank.author.verify import verify_topic
    from qbank.author.workers import verify_side_by_side

    jobs = min(given["jobs"], len(topics))
    if jobs == 1:
        return (verify_topic(topic, lab, given["variants"]) for topic in topics)
    names = [topic.name for topic in topics]
    return verify_side_by_side(given["packs"], names, lab.device, given["variants"], jobs)


def _row(report: "Report") -> list[str]:
    from qbank.author.prove import NOT_ADMITTED

    reasons = ", ".join(
        f"{count:,} {reason}" for reason, count in report.rejected.most_common() if reason != NOT_ADMITTED
    )
    looked = "all" if report.whole else f"{report.checked:,}"
    formula = f"{report.formulas:,}" if report.formulas else "–"
    share = f"{report.acceptance:.0%}"
    return [
        report.template,
        f"{report.space:,}",
        looked,
        f"{report.asked:,}",
        share,
        str(report.symbolic),
        formula,
        reasons,
    ]


def _bank(given: dict[str, Any], topics: tuple[str, ...], packs: Any, lab: Any) -> list[str]:
    from pathlib import Path

    from qbank.author.rederive import rederive
    from qbank.bank import Bank, released

    bank = released() if given["bank"] == "released" else Bank(Path(given["bank"]))
    if not bank.files():
        raise QbankError(
            "there are no *.jsonl files", where=given["bank"], hint="name a bank's folder, or released"
        )
    questions = [question for question in bank if not topics or question.topic in topics]
    renewed, findings = rederive(questions, packs, lab)
    changed = {
        question.id: renewed[question.id]
        for question in questions
        if renewed.get(question.id, question) != question
    }
    if given["renew"] and changed:
        bank.replace(changed)
    done = "renewed" if given["renew"] else "could be renewed with --renew"
    note(f"{len(renewed)} of {len(questions)} questions hold; {len(changed)} {done}.")
    return findings
