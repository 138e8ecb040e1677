"""The imports of the source → the rooms of ARCHITECTURE.md: a drawing and a table."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from _markdown import code, fenced, table

SOURCE = Path(__file__).parents[1] / "src" / "exeunt"
ENTRIES = {"__init__", "__main__"}  # of the package: they know every room


def rooms() -> str:
    """One line per room: what goes in and comes out, and its doors."""
    rows = (
        [code(room), first_sentence(room), " ".join(map(code, doors(room)))]
        for layer in reversed(layers())
        for room in layer
    )
    return table(["room", "what goes in → what comes out", "doors"], rows)


def drawing() -> str:
    """The rooms in layers: each knows only what is drawn below it."""
    lines: list[str] = []
    for layer in reversed(layers()):
        boxes = [f"│ {room} │" for room in layer]
        edges = ["─" * (len(room) + 2) for room in layer]
        lines += [
            "  ".join(f"┌{edge}┐" for edge in edges),
            "  ".join(boxes),
            "  ".join(f"└{edge}┘" for edge in edges),
        ]
    width = max(map(len, lines))
    return fenced("\n".join(line.center(width).rstrip() for line in lines))


def layers() -> list[list[str]]:
    """Sort the rooms by how much they know: the first layer knows nobody."""
    known = knowledge()
    heights: dict[str, int] = {}
    for room in TopologicalSorter(known).static_order():
        heights[room] = max((heights[other] + 1 for other in known[room]), default=0)
    return [
        sorted(room for room in known if heights[room] == height)
        for height in range(max(heights.values()) + 1)
    ]


@cache
def knowledge() -> dict[str, set[str]]:
    """Return which rooms each room imports from; a module of the package is a room."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if parts[0] in ENTRIES:
            continue
        others = found.setdefault(parts[0], set())
        others |= {other for other in imported(path, parts) if other != parts[0]}
    for room, other in ignored():
        found.get(room, set()).discard(other)
    return found


def ignored() -> list[list[str]]:
    """List the imports of registries, which the linter is told to pass over."""
    project = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]
    pairs = [line.split(" -> ") for line in layers["ignore_imports"]]
    return [[(name.split(".")[1:] or [""])[0] for name in pair] for pair in pairs]


def imported(path: Path, parts: tuple[str, ...]) -> set[str]:
    """Name the rooms that one file imports from."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == len(parts):
            names = [node.module] if node.module else [a.name for a in node.names]
            found |= {name.partition(".")[0] for name in names}
    return {name for name in found if is_room(name)}


def is_room(name: str) -> bool:
    """Tell whether a name of the package is a room, and no function of it."""
    return (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").exists()


def doors(room: str) -> list[str]:
    """Name the modules of a room that others may open; a package itself is one."""
    folder = SOURCE / room
    names = {path.stem for path in folder.glob("*.py")}
    names |= {path.parent.name for path in folder.glob("*/__init__.py")}
    return sorted(name for name in names if not name.startswith("_"))


def first_sentence(room: str) -> str:
    """Return what a room, or a module of the package, says of itself."""
    path = SOURCE / room / "__init__.py"
    path = path if path.exists() else SOURCE / f"{room}.py"
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].rstrip(".")
