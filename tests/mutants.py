"""Solvers broken on purpose: sign, ±1, factor 2, swapped parameters, wrong axis, and every operator in turn.

`python -m tests.mutants` prints, topic by topic, how many of them `qbank verify` catches.
"""

import ast
import copy
import inspect
import sys
import textwrap
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from qbank.author.confirm import Laboratory, laboratory
from qbank.author.pack import Packs
from qbank.author.solver import Solver, arguments
from qbank.author.template import Template
from qbank.author.verify import verify
from qbank.draws import Draws

VARIANTS, FEW = 60, 5
NOTHING_ASKED = "no variant can be asked"  # of few variants that says nothing
_SWAPS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


@dataclass(frozen=True)
class Mutant:
    """A solver with one thing wrong, and what that is."""

    what: str
    solver: Solver


def mutants(solver: Solver, texts: Collection[str] = ()) -> Iterator[Mutant]:
    """Every mutant of a solver and of its working values. The parameters that are `texts` stand for no number."""
    yield from _results(solver)
    yield from (Mutant(what, replace(solver, function=f)) for what, f in _sources(solver.function, texts))
    for name, function in solver.workings.items():
        for what, broken in _sources(function, texts):
            yield Mutant(f"{name}: {what}", replace(solver, workings={**solver.workings, name: broken}))


def _results(solver: Solver) -> Iterator[Mutant]:
    """What comes out, spoiled as a whole."""
    for what, spoil in {
        "sign": lambda x: -x,
        "+1": lambda x: x + 1,
        "-1": lambda x: x - 1,
        "×2": lambda x: x * 2,
        "÷2": lambda x: x / 2,
    }.items():
        yield Mutant(
            what, replace(solver, function=_wrapped(solver.function, lambda v, s=spoil: _each(v, s)))
        )
    yield Mutant("reversed", replace(solver, function=_wrapped(solver.function, _reversed)))
    yield Mutant("transposed", replace(solver, function=_wrapped(solver.function, _transposed)))


def _wrapped(function: Any, spoil: Any) -> Any:
    namespace: dict[str, Any] = {"function": function, "spoil": spoil}
    names = ", ".join(arguments(function))
    exec(f"def broken({names}): return spoil(function({names}))", namespace)
    return namespace["broken"]


def _each(value: Any, spoil: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _each(item, spoil) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_each(item, spoil) for item in value]
    if isinstance(value, (str, frozenset)):
        return value + "x" if isinstance(value, str) else value | {"x"}
    return spoil(value)


def _reversed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _reversed(item) for name, item in value.items()}
    return list(value)[::-1] if isinstance(value, (list, tuple)) else value


def _transposed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _transposed(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple)):
        return [list(column) for column in zip(*value, strict=True)]
    return value


def _sources(function: Any, texts: Collection[str]) -> Iterator[tuple[str, Any]]:
    """The function with one operator, number, sign or pair of names changed.

    A text is not put where a number stands: a billion times "bfloat16" fills the memory.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        return
    definition.decorator_list = []
    count = len(list(ast.walk(tree)))
    for number in range(count):
        for what, changed in _changes(copy.deepcopy(tree), number):
            yield what, _compiled(changed, function)
    names = arguments(function)
    for i, one in enumerate(names):
        for other in (name for name in names[i + 1 :] if (name in texts) == (one in texts)):
            yield f"{one} ↔ {other}", _compiled(_swapped(copy.deepcopy(tree), one, other), function)


def _changes(tree: ast.Module, number: int) -> Iterator[tuple[str, ast.Module]]:
    node = list(ast.walk(tree))[number]
    line = getattr(node, "lineno", "?")
    if isinstance(node, ast.BinOp) and type(node.op) in _SWAPS:
        before, node.op = node.op, _SWAPS[type(node.op)]()
        yield f"line {line}: {type(before).__name__} → {type(node.op).__name__}", tree
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPS:
        before_op, node.ops[0] = node.ops[0], _SWAPS[type(node.ops[0])]()
        yield f"line {line}: {type(before_op).__name__} → {type(node.ops[0]).__name__}", tree
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for step in (1, -1):
            changed = copy.deepcopy(tree)
            other = list(ast.walk(changed))[number]
            other.value = node.value + step  # type: ignore[attr-defined]
            yield f"line {line}: {node.value} → {node.value + step}", changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node.op = ast.UAdd()
        yield f"line {line}: sign dropped", tree


def _swapped(tree: ast.Module, one: str, other: str) -> ast.Module:
    """Each of two names read where the other stands; the arguments keep theirs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in (one, other):
            node.id = other if node.id == one else one
    return tree


def _compiled(tree: ast.Module, function: Any) -> Any:
    namespace = dict(function.__globals__)
    exec(compile(ast.fix_missing_locations(tree), "<mutant>", "exec"), namespace)
    return namespace[function.__name__]


def same_function(template: Template, mutant: Mutant) -> bool:
    """Whether the mutant changes no answer on any admitted variant that is looked at: it is no mutant at all."""
    numbers = Draws("mutants", template.title).permutation(template.space.size)
    admitted = (variant for variant in map(template.space.at, numbers) if template.solver.admits(variant))
    return all(_answer(template.solver, v) == _answer(mutant.solver, v) for v in islice(admitted, VARIANTS))


def _answer(solver: Solver, variant: Mapping[str, Any]) -> str:
    from qbank.author.prove import _plainly

    try:
        return str({name: _plainly(value) for name, value in solver.solve(variant).items()})
    except Exception as error:  # noqa: BLE001 - a broken solver may raise anything
        return type(error).__name__


def is_caught(broken: Template, lab: Laboratory) -> bool:
    """Whether `verify` finds something; most mutants fall at the first variants, so that these are tried alone."""
    at_once = verify(broken, lab, FEW).findings
    return any(NOTHING_ASKED not in found for found in at_once) or bool(
        verify(broken, lab, VARIANTS).findings
    )


def survivors(template: Template, lab: Laboratory) -> tuple[int, list[str]]:
    """How many mutants a template's solver has, and which of them `verify` lets through."""
    alive, count = [], 0
    texts = [name for name, value in template.space.at(0).items() if isinstance(value, str)]
    for mutant in mutants(template.solver, texts):
        if same_function(template, mutant):
            continue
        count += 1
        if not is_caught(replace(template, solver=mutant.solver), lab):
            alive.append(f"{template.title}: {mutant.what}")
    return count, alive


def templates(packs: Packs, topic: str) -> list[Template]:
    """A topic's templates whose solvers compute something: claims are held against their broken stand-ins."""
    return packs.topic(topic).computing


def main() -> None:
    packs, total, alive = Packs(), 0, []
    with laboratory("cpu") as lab:
        for topic in sys.argv[1:] or packs.names:
            for template in templates(packs, topic):
                count, left = survivors(template, lab)
                total, alive = total + count, alive + left
                print(f"{template.title}: {count - len(left)} / {count}", flush=True)
    print(*alive, sep="\n")
    print(f"killed {total - len(alive)} / {total}")


if __name__ == "__main__":
    main()
