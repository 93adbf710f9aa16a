"""The catalogue for leafing through: one sample of every template, what it asks, knows and answers.

`python -m tests.docs` writes `docs/catalogue.md`; the tests hold it against the templates.
"""

from collections.abc import Iterator
from pathlib import Path

from qbank.author.pack import Packs
from qbank.author.template import Template, Topic
from qbank.question import Part

from .blind import question_of

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "catalogue.md"
SAMPLE = 1  # the question that the first blind reader was given


def page() -> str:
    """The whole catalogue as Markdown."""
    packs = Packs()
    topics = [packs.topic(name) for name in packs.names]
    return "\n".join([*_head(topics), *(line for topic in topics for line in _topic(topic))]) + "\n"


def _head(topics: list[Topic]) -> list[str]:
    rows = [
        f"| [{topic.name}](#{topic.name}) | {topic.title} | {len(topic.computing)} | {len(topic.claims)} |"
        f" {sum(len(t.solver.misconceptions) for t in topic.computing)} |"
        for topic in topics
    ]
    templates = sum(len(topic.computing) for topic in topics)
    claims = sum(len(topic.claims) for topic in topics)
    return [
        "# Catalogue",
        "",
        "Written by `python -m tests.docs`; the tests hold it against the templates. One sample a template: with",
        "`qbank generate --question mask.cells -n 20` you get as many others as you like, each with numbers of its own,",
        "its key derived and measured.",
        "",
        f"{len(topics)} topics, {templates} templates and {claims} claims. A claim is a statement that an experiment",
        "decides, posed as true or false, or four at a time as “which of these hold?”.",
        "",
        "| topic | title | templates | claims | known mistakes |",
        "|---|---|---|---|---|",
        *rows,
    ]


def _topic(topic: Topic) -> Iterator[str]:
    yield from ("", f"## {topic.name}", "", topic.title)
    for template in topic.computing:
        yield from _template(template)
    if topic.claims:
        yield from ("", f"### {topic.name}: claims", "")
        for claim in topic.claims.values():
            yield f"- {claim.says} **{'True' if claim.holds else 'False'}.** {claim.because} (`{topic.name}.{claim.name}`)"


def _template(template: Template) -> Iterator[str]:
    question = question_of(template, SAMPLE)
    yield from ("", f"### {template.title}", "")
    yield f"Level {template.level}; {template.space.size:,} variants before filters"
    yield from ("", _quoted(question.prompt), "")
    yield from (line for part in question.parts for line in _part(part))
    known = ", ".join(name.replace("_", " ") for name in template.solver.misconceptions)
    if known:
        yield f"- known mistakes: {known}"
    for name, phrases in template.conventions.items():
        yield f"- convention `{name}`: {' / '.join(phrases.values())}"
    yield from ("", "<details><summary>explanation</summary>", "", question.explanation, "", "</details>")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _part(part: Part) -> Iterator[str]:
    if part.ask:
        yield f"- {part.ask}"
    yield from (f"- {letter}: {text}" for letter, text in (part.options or {}).items())
    answer = f"**{part.display}**"
    yield f"- answer: {answer}{f' (= {part.formula})' if part.formula else ''}"
