"""The source tree → the promises that ARCHITECTURE.md and STYLE make about it."""

import ast
import re
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
MAX_FUNCTION = 60
# The one place that ends an author's process, the two that end our own, and the
# processes that the runner starts.
MAY_EXIT = {
    "leaving/boundary.py",
    "cli/__init__.py",
    "__main__.py",
    "cli/run/_kept.py",  # a supervisor is a process of its own
    "process/keeper.py",
    "process/_zygote.py",
}


def test_every_room_has_its_line():
    """ARCHITECTURE.md says of each room what goes in and what comes out."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}

    assert rooms == set(re.findall(r"^\| `(\w+)` \|.*→", text, re.MULTILINE))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "__init__.py"])
def test_a_module_opens_with_its_arrow(name):
    """The first line says what goes in and comes out; help(exeunt) is for users."""
    module = ast.parse((SOURCE / name).read_text(encoding="utf-8"))

    assert "→" in (ast.get_docstring(module) or "").partition("\n")[0]


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_file_can_be_read_in_one_go(path):
    """No file and no function is longer than a reader's patience."""
    text = path.read_text(encoding="utf-8")
    long_functions = [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > MAX_FUNCTION
    ]

    assert len(text.splitlines()) <= MAX_FILE
    assert [] == long_functions


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_only_the_boundary_exits(path):
    """Nothing ends the process but the modules whose task it is."""
    name = str(path.relative_to(SOURCE))
    exits = set(find_exits(path.read_text(encoding="utf-8")))

    assert set() == exits or name in MAY_EXIT


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
    } == Counter(find_exits(source))


def find_exits(source):
    """Each place in a source text that ends the process, by name."""
    for node in ast.walk(ast.parse(source)):
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
