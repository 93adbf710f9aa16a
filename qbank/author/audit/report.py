"""An audit written down: Markdown for people, JSON for programs, each verdict with its proof."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from qbank.author.audit.entries import listed
from qbank.author.audit.opinion import Finding
from qbank.question import Proof
from qbank.unseen import is_seen

_BLOCK = re.compile(r"^(\d*)([-+=.)])(?=[ =.)-]|$)")  # what would begin a list or a heading


def tally(findings: Sequence[Finding]) -> str:
    """How often each verdict was found: `31 agrees, 4 rounded`."""
    counts = Counter(str(finding.opinion) for finding in findings)
    return ", ".join(f"{count} {opinion}" for opinion, count in counts.most_common())


def counted(findings: Sequence[Finding]) -> str:
    """How many entries, in words."""
    return f"{len(findings)} {'entry' if len(findings) == 1 else 'entries'}"


def as_markdown(findings: Sequence[Finding], title: str) -> str:
    """A summary, a table of all entries, and a paragraph for each with its answers and proof."""
    rows = [
        f"| {_plain(f.entry.id)} | {f.opinion} | {_plain(listed(f.entry.answers))} | {_plain(f.why)} |"
        for f in findings
    ]
    head = ["| entry | verdict | published | why |", "|---|---|---|---|"]
    parts = [f"# Audit: {title}", f"{counted(findings)}: {tally(findings)}.", "\n".join([*head, *rows])]
    return "\n\n".join([*parts, *(_paragraph(finding) for finding in findings)]) + "\n"


def _paragraph(finding: Finding) -> str:
    entry = finding.entry
    lines = [f"## {_plain(entry.id)}: {finding.opinion}"]
    if entry.question:
        lines.append(_plain(entry.question))
    facts = {
        "template": _plain(entry.template or ""),
        "parameters": _plain(listed(entry.parameters)),
        "stated": _plain(listed(entry.conventions)),
        "published": _plain(listed(finding.entry.answers)),
        "verdict": _plain(f"{finding.opinion}. {finding.why}"),
        "expected": _plain(entry.expect or ""),
        "called elsewhere": _plain(entry.status or ""),
        "note": _plain(entry.note or ""),
        "source": _plain(entry.source or ""),
        "proof": _proof(finding.proof),
    }
    lines.append("\n".join(f"- {name}: {value}" for name, value in facts.items() if value))
    if len(finding.answers) > 1:
        lines.append("\n".join(f"- {_plain(how)}: {_plain(answer)}" for how, answer in finding.answers))
    return "\n\n".join(lines)


def _proof(proof: Proof | None) -> str:
    if proof is None:
        return ""
    witnesses = f"SymPy {proof.symbolic}, PyTorch {proof.torch} on {proof.device}"
    return f"{proof.how}: {_plain(proof.by)}; within {proof.within}; {witnesses}"


def _plain(text: str) -> str:
    """Text of a file as Markdown shows it, no sign of it as markup."""
    line = " ".join(text.split())
    seen = "".join(sign if is_seen(line, at) else "\N{REPLACEMENT CHARACTER}" for at, sign in enumerate(line))
    escaped = "".join(f"\\{sign}" if sign in "\\`*_[]<>|#$~&" else sign for sign in seen)
    return _BLOCK.sub(r"\1\\\2", escaped)


def as_json(findings: Sequence[Finding]) -> str:
    """A list of `{id, template, parameters, conventions, published, formula, verdict, why, answers, …}`."""
    return (
        json.dumps([_as_json(finding) for finding in findings], ensure_ascii=False, indent=2, default=str)
        + "\n"
    )


def _as_json(finding: Finding) -> dict[str, Any]:
    entry = finding.entry
    return {
        "id": entry.id,
        "question": entry.question,
        "template": entry.template,
        "parameters": dict(entry.parameters),
        "conventions": dict(entry.conventions),
        "published": dict(entry.published),
        "formula": dict(entry.formula),
        "verdict": str(finding.opinion),
        "expected": entry.expect,
        "why": finding.why,
        "misconceptions": list(finding.misconceptions),
        "answers": [{"conventions": how, "answer": answer} for how, answer in finding.answers],
        "proof": finding.proof._asdict() if finding.proof else None,
        "status": entry.status,
        "note": entry.note,
        "source": entry.source,
    }
