"""`qbank topics`: what can be asked."""

import json
from typing import TYPE_CHECKING, Any

import click

from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.page import columns
from qbank.cli.say import deliver

if TYPE_CHECKING:
    from qbank.author.template import Template, Topic

SAMPLE = 25  # variants of which the acceptance is estimated: a listing is waited for


@click.command("topics", short_help="List what can be asked.")
@click.argument("names", nargs=-1, metavar="[TOPIC]...")
@options.packs
@options.output_format("table", "json")
def command(names: tuple[str, ...], packs: tuple[str, ...], face: str) -> None:
    """List topics and templates: level, number of variants, share that can be asked, parts, conventions."""
    with heavy_imports():
        import qbank.author.confirm  # noqa: F401 - the packs' solvers need what it loads
        from qbank.author.pack import Packs

    topics = [_topic(topic) for topic in Packs(packs).select(names)]
    deliver(json.dumps(topics, ensure_ascii=False, indent=2) if face == "json" else _table(topics), None)


def _topic(topic: "Topic") -> dict[str, Any]:
    templates = [_template(t) for n, t in topic.templates.items() if n not in topic.claims]
    claims = [{"name": c.name, "says": c.says, "level": c.level} for c in topic.claims.values()]
    return {"topic": topic.name, "title": topic.title, "templates": templates, "claims": claims}


def _template(template: "Template") -> dict[str, Any]:
    return {
        "name": template.title,
        "level": template.level,
        "variants": template.space.size,
        "acceptance": round(_acceptance(template), 3),
        "parts": [part.kind.name for part in template.parts],
        "conventions": list(template.conventions),
        "misconceptions": list(template.feedback),
    }


def _acceptance(template: "Template") -> float:
    """The share of admitted variants that can be asked, over a spread sample."""
    from itertools import islice

    from qbank.author.prove import NOT_ADMITTED, Candidate, Rejected, consider
    from qbank.draws import Draws

    numbers = islice(Draws("topics", template.title).permutation(template.space.size), SAMPLE)
    results = [consider(template, template.space.at(number)) for number in numbers]
    admitted = [r for r in results if not (isinstance(r, Rejected) and r.reason == NOT_ADMITTED)]
    return sum(isinstance(r, Candidate) for r in admitted) / max(len(admitted), 1)


def _table(topics: list[dict[str, Any]]) -> str:
    blocks = []
    for topic in topics:
        rows = [["template", "level", "variants", "asked", "answers"]]
        for t in topic["templates"]:
            rows.append(
                [
                    t["name"],
                    str(t["level"]),
                    f"{t['variants']:,}",
                    f"{t['acceptance']:.0%}",
                    ", ".join(t["parts"]),
                ]
            )
        if topic["claims"]:
            rows.append([f"{topic['topic']}: {len(topic['claims'])} claims", "", "", "", "true or false"])
        blocks.append(f"{topic['title']}\n{columns(rows)}")
    return "\n\n".join(blocks)
