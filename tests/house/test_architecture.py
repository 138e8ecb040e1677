"""The source tree → the promises that ARCHITECTURE.md and STYLE make about it."""

import ast
from collections import Counter
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "exeunt"
MODULES = sorted(SOURCE.rglob("*.py"))
NAMES = [str(path.relative_to(SOURCE)) for path in MODULES]
# Beyond these a reader loses the thread.
MAX_FILE = 400
# One class each, which reads best whole.
STATE_MACHINES = {
    "atlas/_replay.py": 600,
    "batches/pull.py": 600,
    "process/flow.py": 600,
    "process/keeper.py": 600,
}
MAX_FUNCTION = 60
# The one place that ends an author's process, the two that end our own, and the
# processes that the runner starts.
MAY_EXIT = {
    "leaving/boundary.py",
    "cli/__init__.py",
    "__main__.py",
    "cli/run/_kept.py",  # a supervisor is a process of its own
    "process/keeper.py",
    "process/_logger.py",
    "process/_forker.py",
    "process/apart.py",  # a process of nobody's
    "process/gate.py",  # a fork of the keeper's, that becomes the command
    "agents/door.py",  # the front of a shell that waits for it
    "process/foreground.py",  # the command, before it is one
    "cell/enter.py",  # who leads a cell, and its first process
    "cell/hold.py",
}


@pytest.fixture(scope="module")
def trees():
    """Each module, by its name, as Python reads it."""
    return {
        name: ast.parse(path.read_text(encoding="utf-8"))
        for name, path in zip(NAMES, MODULES, strict=True)
    }


def test_a_module_opens_with_its_arrow(trees):
    """The first line says what goes in and comes out; help(exeunt) is for users."""
    assert [] == [
        name
        for name, module in trees.items()
        if name != "__init__.py"
        and "→" not in (ast.get_docstring(module) or "").partition("\n")[0]
    ]


def test_a_file_can_be_read_in_one_go():
    """No file is longer than a reader's patience."""
    lengths = {
        name: len(path.read_text(encoding="utf-8").splitlines())
        for name, path in zip(NAMES, MODULES, strict=True)
    }

    assert {} == {
        name: long
        for name, long in lengths.items()
        if long > STATE_MACHINES.get(name, MAX_FILE)
    }


def test_a_function_can_be_read_in_one_go(trees):
    """No function either, wherever it stands."""
    lengths = {
        f"{name}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name, module in trees.items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {} == {name: long for name, long in lengths.items() if long > MAX_FUNCTION}


def test_only_the_boundary_exits(trees):
    """Nothing ends the process but the modules whose task it is."""
    exits = {name: list(find_exits(module)) for name, module in trees.items()}

    assert {} == {
        name: found for name, found in exits.items() if found and name not in MAY_EXIT
    }


def test_every_way_to_exit_is_seen():
    """The check above knows each spelling of an exit."""
    source = (
        "sys.exit(1)\nos._exit(1)\nexit(1)\nraise SystemExit\nraise SystemExit(1)\n"
        "from sys import exit\nfrom os import _exit as leave\n"
    )

    assert {
        "sys.exit": 2,
        "os._exit": 2,
        "exit": 1,
        "SystemExit": 2,
    } == Counter(find_exits(ast.parse(source)))


def find_exits(module):
    """Each place in a module that ends the process, by name."""
    for node in ast.walk(module):
        match node:
            case ast.Attribute(value=ast.Name(id="sys" | "os"), attr="exit" | "_exit"):
                yield ast.unparse(node)
            case ast.Call(func=ast.Name(id="exit" | "quit" as name)):
                yield name
            case ast.Raise(
                exc=ast.Name(id="SystemExit") | ast.Call(func=ast.Name(id="SystemExit"))
            ):
                yield "SystemExit"
            case ast.ImportFrom(module="sys" | "os" as module):
                for alias in node.names:
                    if alias.name in {"exit", "_exit"}:
                        yield f"{module}.{alias.name}"
