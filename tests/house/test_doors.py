"""The source tree → who opens whose doors.

A room is a package of `src/exeunt`; the package itself is one too. A module without a
leading `_` is a door of its room. One with it is opened by its own room alone; a room's
tests are the folder of the same name, and everything else is a stranger.
"""

import ast
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "exeunt"
ROOMS = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
OWN_ROOMS = ("src/exeunt", "tests")  # folders whose folders are rooms
STRANGERS = ("tools", "bench", "examples", "typing_tests")
# Module → what it makes names of modules for: tables in which a name is enough.
REGISTRIES = {
    "__init__.py": "public names of packages, each loaded when it is first used",
    "cli/verbs.py": "verbs",
    "dialects/dialect.py": "dialects",
    "leaving/adopt.py": "frameworks",
}
# Module → whose modules it asks for by name.
OF_OTHERS = {
    "frameworks/click.py": "of the Click at hand, which Typer may have brought",
    "frameworks/typer.py": "the same",
    "testing/plugin.py": "the author's, as pytest is told",
}
# A module in a text: the words of `python -c`, of a name to import or to patch.
SAID = re.compile(r"\bexeunt((?:\.\w+)+)(?: import ([\w, ]+))?")
# Who says names of modules without opening any.
LISTS = {
    "tests/house/test_doors.py": "the examples below",
    "tests/house/test_imports.py": "what each entry point may load",
    "tests/leaving/test_discovery.py": "what only discovery may load",
}


def test_no_room_opens_what_another_keeps_to_itself():
    """An import of a module with a leading `_` stays within its room, texts too."""
    opened = [
        f"{path.relative_to(ROOT)}:{line}: {'.'.join(parts)}"
        for path, room in files()
        for line, parts in (*imports(path), *said(path))
        if room_of(parts) != room and is_private(parts)
    ]

    assert [] == opened


def test_modules_are_imported_by_statements():
    """Only a registry imports what a table names; hosts ask others for theirs."""
    assert {*REGISTRIES, *OF_OTHERS} == {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if imports_by_name(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("__import__(f'{__package__}.{name}', fromlist=['x'])", True),
        ("__import__('exeunt.frameworks.click')", True),
        ("importlib.import_module(module)", True),
        ("__import__('_signal')", False),
        ("__import__('hashlib').sha256(data)", False),
    ],
)
def test_an_import_by_name_is_seen(source, expected):
    """The check above knows each spelling, and lets a module of Python's pass."""
    assert expected == imports_by_name(source)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import exeunt.process._log, sys", [("process", "_log")]),
        ("from exeunt.process import _log", [("process", "_log")]),
        ("exeunt.store._disk.is_shared", [("store", "_disk", "is_shared")]),
        ("exeunt run --json", []),
    ],
)
def test_a_module_in_a_text_is_seen(text, expected):
    """What `python -c`, an import by name or a patch would open counts as opened."""
    assert expected == list(named_in(text))


def files():
    """Each file that may import from us, with the room that it is of."""
    for folder in OWN_ROOMS:
        for path in (ROOT / folder).rglob("*.py"):
            first, *rest = path.relative_to(ROOT / folder).parts
            yield path, first if rest and first in ROOMS else ""
    for folder in STRANGERS:
        for path in (ROOT / folder).rglob("*.py"):
            yield path, None


def imports(path):
    """What a file imports from us: the line, and the dotted name below `exeunt`."""
    above = path.relative_to(SOURCE).parts[:-1] if SOURCE in path.parents else ()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            module = tuple((node.module or "").split(".")) if node.module else ()
            if node.level and SOURCE in path.parents:
                module = above[: len(above) - node.level + 1] + module
            elif node.level or module[:1] != ("exeunt",):
                continue
            else:
                module = module[1:]
            for alias in node.names:
                yield node.lineno, (*module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("exeunt."):
                    yield node.lineno, tuple(alias.name.split(".")[1:])


def said(path):
    """What a file says in texts of modules of ours: the line, and each dotted name."""
    if str(path.relative_to(ROOT)) in LISTS:
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for parts in named_in(node.value):
                yield node.lineno, parts


def named_in(text):
    """Each module of ours that a text names, and what it takes of it."""
    for dotted, taken in SAID.findall(text):
        parts = dotted[1:].split(".")
        for name in taken.replace(",", " ").split() or [""]:
            yield (*parts, *filter(None, [name.strip()]))


def room_of(parts):
    """The room that a dotted name is in; "" is the package itself."""
    return parts[0] if parts[0] in ROOMS else ""


def is_private(parts):
    """Whether a dotted name goes through what begins with one `_`."""
    return any(part.startswith("_") and not part.startswith("__") for part in parts)


def imports_by_name(source):
    """Whether a text imports what is not known before it runs, or ours by a text."""
    return any(
        not (isinstance(name, ast.Constant) and "exeunt" not in str(name.value))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(("__import__", "import_module"))
        for name in node.args[:1]
    )
