"""`qbank solve`: the calculator."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.page import columns
from qbank.cli.say import deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.author.document import Document
    from qbank.author.solve import Answer, Solution
    from qbank.author.template import Template


@click.command("solve", short_help="Calculate an answer under every convention.")
@click.argument("template", metavar="TOPIC.TEMPLATE")
@click.argument("values", nargs=-1, metavar="[NAME=VALUE]...")
@click.option(
    "--config",
    metavar="FILE",
    help="A configuration, YAML or JSON, - for stdin, or a shipped model's name. Values beside it come first.",
)
@options.packs
@options.device
@options.output_format("table", "json")
def command(
    template: str,
    values: tuple[str, ...],
    config: str | None,
    packs: tuple[str, ...],
    device: str,
    face: str,
) -> None:
    """Calculate the answer of a template, for each convention that is not given.

    For example: qbank solve parameters.decoder_layer d=512 f=2048

    A model is counted from its configuration: qbank solve parameters.model --config model.yaml. The file holds the
    template's own settings, or it is a config.json as models are published with. The models of docs/models.md go by
    their names: --config "GPT-2 small".
    """
    with heavy_imports():
        from qbank.author.configuration import Misfit
        from qbank.author.confirm import laboratory
        from qbank.author.pack import Packs
        from qbank.author.solve import solve

    given = dict(_pair(value) for value in values)
    if len(given) < len(values):
        raise QbankError("a parameter is given twice")
    chosen = Packs(packs).template(template)
    document = None if config is None else _document(config)
    settings = {} if document is None else _settings(chosen, document)
    try:
        with laboratory(device) as lab:
            solution = solve(chosen, {**settings, **given}, lab)
    except Misfit as error:
        if document is None or error.setting in given or error.where:
            raise
        raise error.placed(document.where((error.setting,))) from error
    for reason in solution.refused:
        note(f"left out: {reason}")
    deliver(
        json.dumps(_as_json(solution), ensure_ascii=False, indent=2)
        if face == "json"
        else _table(solution, briefly=config is not None),
        None,
    )


def _document(config: str) -> "Document":
    from qbank.author.document import Document, parse_document, read_document
    from qbank.home import MODELS

    if config == "-":
        return parse_document(sys.stdin.read(), "stdin")
    if not Path(config).exists():
        for model in read_document(MODELS).value:
            if model["name"].casefold() == config.casefold():
                return Document(model["name"], model["config"])
    return read_document(Path(config))


def _settings(template: "Template", document: "Document") -> dict[str, Any]:
    """What a configuration's file holds, under the name of the parameter that it is for."""
    from qbank.author.configuration import Configurations

    domains = template.space.domains
    name = next((name for name, domain in domains.items() if isinstance(domain, Configurations)), None)
    if name is None:
        raise QbankError(
            f"{template.title} takes no configuration", hint="write NAME=VALUE for each parameter"
        )
    if not isinstance(document.value, dict):
        raise QbankError(
            "no configuration", where=document.where(()), hint="write one setting a line: d: 768"
        )
    return {name: document.value}


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise QbankError(f"{text!r} gives no parameter", hint="write NAME=VALUE, for example d=512")
    return name.strip(), value.strip()


def _table(solution: "Solution", briefly: bool) -> str:
    """Every answer; `briefly`: of those after the first only the parts in which they differ from it."""
    first = {part.name: part.display for part in solution.answers[0].parts} if briefly else {}
    rows = _rows(solution.answers[0], {})
    for answer in solution.answers[1:]:
        rows += _rows(answer, first)
    used = [i for i in range(5) if any(row[i] for row in rows)]
    return columns([[row[i] for i in used] for row in rows])


def _rows(answer: "Answer", known: dict[str, str]) -> list[list[str]]:
    """A row a part, but for those that are known already."""
    parts = [part for part in answer.parts if known.get(part.name) != part.display]
    phrases = "; ".join(convention.phrase for convention in answer.conventions)
    witness = f"{answer.proof.how}: {answer.proof.by}, PyTorch {answer.proof.torch} on {answer.proof.device}"
    return [
        [phrases if i == 0 else "", part.name, part.display, part.formula or "", witness if i == 0 else ""]
        for i, part in enumerate(parts)
    ]


def _as_json(solution: "Solution") -> dict[str, Any]:
    answers = [
        {
            "conventions": [convention._asdict() for convention in answer.conventions],
            "parts": [vars(part) for part in answer.parts],
            "proof": answer.proof._asdict(),
        }
        for answer in solution.answers
    ]
    return {"template": solution.template, "parameters": solution.parameters, "answers": answers}
