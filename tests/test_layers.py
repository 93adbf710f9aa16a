"""The house: which room may know which, and that light commands stay light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import qbank

ROOT = Path(qbank.__file__).parent
GROUND = {
    "errors",
    "limits",
    "home",
    "labels",
    "files",
    "digests",
    "draws",
    "exact",
    "markup",
    "pictures",
    "question",
    "stored",
    "bank",
    "corrections",
    "manifest",
    "points",
    "unseen",
}
ROOMS = {
    "answers": GROUND,
    "author": GROUND | {"answers"},
    "sheets": GROUND | {"answers"},
    "check": GROUND | {"answers"},
    "api": GROUND | {"answers", "author"},
    "web": GROUND | {"answers", "sheets", "check"},
    "client": GROUND,
    "cli": GROUND | {"answers", "author", "sheets", "check", "web"},
}
HEAVY = {"torch", "sympy", "pydantic", "jinja2", "yaml", "numpy"}
LIGHT_ROOMS = set(ROOMS) - {"author", "api", "web"} | GROUND


def modules():
    return sorted(path for path in ROOT.rglob("*.py") if "builtin" not in path.parts)


def room(path):
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


def imported(path):
    """Every module named in an import, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", node) for alias in node.names)


def rooms_used(path):
    for name, _ in imported(path):
        parts = name.split(".")
        if parts[0] == "qbank" and len(parts) > 1:
            yield parts[1]


def test_the_map_names_every_room():
    there = {room(path) for path in modules()} - {"__init__", "__main__"}
    assert there == GROUND & there | set(ROOMS)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_never_run_upward(path):
    own = room(path)
    if own in ("__init__", "__main__"):
        return
    allowed = ROOMS.get(own, GROUND) | {own}
    public = {"VERSION"}
    assert {used for used in rooms_used(path) if used not in public} <= allowed


@pytest.mark.parametrize(
    "path", [p for p in modules() if room(p) in LIGHT_ROOMS], ids=lambda p: str(p.relative_to(ROOT))
)
def test_only_the_author_knows_the_heavy_libraries(path):
    assert not {name.split(".")[0] for name, _ in imported(path)} & HEAVY


def test_the_service_knows_no_library_that_makes_questions():
    """It starts `qbank generate` as a process of its own."""
    heavy = HEAVY - {"jinja2", "pydantic"}
    users = [p for p in modules() if room(p) == "web" and {n.split(".")[0] for n, _ in imported(p)} & heavy]
    assert users == []


def test_only_confirm_imports_torch():
    users = {
        str(p.relative_to(ROOT)) for p in modules() if any(n.split(".")[0] == "torch" for n, _ in imported(p))
    }
    assert users == {str(Path("author", "confirm.py"))}


def test_only_witness_imports_sympy():
    users = {
        str(p.relative_to(ROOT)) for p in modules() if any(n.split(".")[0] == "sympy" for n, _ in imported(p))
    }
    assert users == {str(Path("author", "witness.py"))}


def test_rooms_have_no_circle():
    edges = {
        own: {u for p in modules() if room(p) == own for u in rooms_used(p)} - {own}
        for own in {room(p) for p in modules()}
    }
    done: set[str] = set()
    while edges:
        free = {own for own, used in edges.items() if not (used & set(edges)) - {own}}
        assert free, f"a circle among {sorted(edges)}"
        done |= free
        edges = {own: used for own, used in edges.items() if own not in free}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        *([each, "--help"] for each in ("check", "show", "export", "serve", "admin")),
    ],
)
def test_light_commands_load_nothing_heavy(arguments):
    code = (
        "import sys, runpy; sys.argv = ['qbank', *sys.argv[1:]]\n"
        "try: runpy.run_module('qbank', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'sympy', 'pydantic', 'rich', 'jinja2', 'yaml', 'sqlalchemy', 'fastapi', 'uvicorn'}\n"
        "print('LOADED', *sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1].strip() == "LOADED"


def test_importing_qbank_loads_nothing_heavy():
    code = (
        "import sys, qbank; qbank.grade; print(*({'torch', 'sympy', 'pydantic', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout.strip()
