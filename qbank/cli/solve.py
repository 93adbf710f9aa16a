"""`qbank solve`: the calculator."""

import json
from typing import TYPE_CHECKING, Any

import click

from qbank.cli import options
from qbank.cli.loading import heavy_imports
from qbank.cli.page import columns
from qbank.cli.say import deliver, note
from qbank.errors import QbankError

if TYPE_CHECKING:
    from qbank.author.solve import Answer, Solution


@click.command("solve", short_help="Calculate an answer under every convention.")
@click.argument("template", metavar="TOPIC.TEMPLATE")
@click.argument("values", nargs=-1, metavar="[NAME=VALUE]...")
@options.packs
@options.device
@options.output_format("table", "json")
def command(template: str, values: tuple[str, ...], packs: tuple[str, ...], device: str, face: str) -> None:
    """Calculate the answer of a template, for each convention that is not given.

    For example: qbank solve parameters.decoder_layer d=512 f=2048
    """
    with heavy_imports():
        from qbank.author.confirm import laboratory
        from qbank.author.pack import Packs
        from qbank.author.solve import solve

    given = dict(_pair(value) for value in values)
    if len(given) < len(values):
        raise QbankError("a parameter is given twice")
    chosen = Packs(packs).template(template)
    with laboratory(device) as lab:
        solution = solve(chosen, given, lab)
    for reason in solution.refused:
        note(f"left out: {reason}")
    deliver(
        json.dumps(_as_json(solution), ensure_ascii=False, indent=2) if face == "json" else _table(solution),
        None,
    )


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise QbankError(f"{text!r} gives no parameter", hint="write NAME=VALUE, for example d=512")
    return name.strip(), value.strip()


def _table(solution: "Solution") -> str:
    rows = [row for answer in solution.answers for row in _rows(answer)]
    used = [i for i in range(5) if any(row[i] for row in rows)]
    return columns([[row[i] for i in used] for row in rows])


def _rows(answer: "Answer") -> list[list[str]]:
    phrases = "; ".join(convention.phrase for convention in answer.conventions)
    witness = f"{answer.proof.how}: {answer.proof.by}, PyTorch {answer.proof.torch} on {answer.proof.device}"
    return [
        [phrases if i == 0 else "", part.name, part.display, part.formula or "", witness if i == 0 else ""]
        for i, part in enumerate(answer.parts)
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
