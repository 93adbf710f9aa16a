"""Blind readings: answers by readers who saw nothing but a rendered prompt.

    python -m tests.blind prompts 1 [TOPIC…]                what reader 1 has still to read, as Markdown
    python -m tests.blind keep 1 answers.yaml [TOPIC…]      keep their answers: {id or id.part: answer}

Each template keeps two readings in `tests/readings/<topic>.yaml`, with the digest of what was read. A changed
prompt voids its readings; the tests fail until it is read again.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from qbank import pictures
from qbank.author.compose import compose
from qbank.author.pack import Packs
from qbank.author.params import to_json
from qbank.author.prove import Candidate, consider
from qbank.author.template import Template
from qbank.draws import Draws
from qbank.question import Proof, Question, digest_of

FOLDER = Path(__file__).parent / "readings"
UNPROVEN = Proof("asserted", "", "", None, None, None, None)


def question_of(template: Template, number: int) -> Question:
    """The template's question for reader `number`: another variant for each, where there is another."""
    found = []
    for index in Draws("blind", template.title).permutation(template.space.size):
        candidate = consider(template, template.space.at(index))
        if isinstance(candidate, Candidate):
            found.append(candidate)
        if len(found) == number:
            break
    return compose(found[-1], UNPROVEN)


def stored_question(template: Template, params: dict[str, Any]) -> Question:
    """The question that was read, composed anew from its parameters."""
    candidate = consider(template, template.space.from_json(params))
    if not isinstance(candidate, Candidate):
        raise ValueError(f"{template.title} would not ask {params} today: {candidate.reason}")
    return compose(candidate, UNPROVEN)


def shown(question: Question) -> dict[str, Any]:
    """What a reader sees of a question, and nothing else."""
    parts = [
        {"name": part.name, "ask": part.ask, "options": part.options, "unit": part.unit}
        for part in question.parts
    ]
    seen = {"prompt": question.prompt, "parts": parts}
    return {**seen, "figure": pictures.alt(question.figure)} if question.figure else seen


def digest(question: Question) -> str:
    """Changes with anything that a reader sees."""
    return digest_of(shown(question))


def templates(packs: Packs, topics: list[str]) -> Iterator[Template]:
    for topic in topics or packs.names:
        yield from packs.topic(topic).templates.values()


def prompts(reader: int, topics: list[str]) -> str:
    """The sheet that a reader is given."""
    lines = []
    packs = Packs()
    kept = {topic: kept_of(topic) for topic in topics or packs.names}
    for template in templates(packs, topics):
        question = question_of(template, reader)
        if is_read(kept[template.topic], template, question, reader):
            continue
        lines += [f"## {question.id}", "", question.prompt, ""]
        lines += [f"[Picture: {pictures.alt(question.figure)}]", ""] if question.figure else []
        for part in question.parts:
            lines += [f"**{question.id}.{part.name}**: {part.ask}", ""] if part.name else []
            lines += [f"- {letter}: {text}" for letter, text in (part.options or {}).items()]
        lines.append("")
    return "\n".join(lines)


def kept_of(topic: str) -> dict[str, Any]:
    """The readings of a topic: template name → reader → reading."""
    path = FOLDER / f"{topic}.yaml"
    return (yaml.safe_load(path.read_text(encoding="utf-8")) or {}) if path.exists() else {}


def is_read(kept: dict[str, Any], template: Template, question: Question, reader: int) -> bool:
    """Whether this reader's answer to the prompt as it stands is among its topic's readings."""
    reading = kept.get(template.name, {}).get(f"reader {reader}", {})
    return reading.get("digest") == digest(question)


def keep(reader: int, answers: dict[str, str], topics: list[str]) -> None:
    """Write down what a reader answered, in place of earlier answers; what they did not answer stays as it is."""
    packs = Packs()
    for topic in topics or packs.names:
        kept, loaded = kept_of(topic), packs.topic(topic).templates
        for template in loaded.values():
            question = question_of(template, reader)
            names = {
                p.name or "answer": f"{question.id}.{p.name}" if p.name else question.id
                for p in question.parts
            }
            if all(name in answers for name in names.values()):
                reading = {
                    "params": _params(template, question),
                    "digest": digest(question),
                    "answers": {part: answers[name] for part, name in names.items()},
                }
                kept.setdefault(template.name, {})[f"reader {reader}"] = reading
        text = yaml.safe_dump(
            {name: kept[name] for name in loaded if name in kept},
            allow_unicode=True,
            sort_keys=True,
            width=110,
        )
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{topic}.yaml").write_text(text, encoding="utf-8")


def _params(template: Template, question: Question) -> dict[str, Any]:
    stored = {**question.params, **{c.name: c.value for c in question.conventions}}
    return {name: to_json(value) for name, value in template.space.from_json(stored).items()}


def main() -> None:
    command, reader, *rest = sys.argv[1:]
    if command == "prompts":
        print(prompts(int(reader), rest))
    else:
        answers = yaml.safe_load(Path(rest[0]).read_text(encoding="utf-8"))
        keep(int(reader), {str(name): str(answer) for name, answer in answers.items()}, rest[1:])


if __name__ == "__main__":
    main()
