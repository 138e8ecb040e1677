"""Tests that play attacks → what was tried, what holds it, and where the mend stands.

A test in tests/attacks/ says so by its mark, which is read here without running it:

    @pytest.mark.attack(tried="…", held="…", mend=("src/exeunt/files.py", old, new))
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

from _markdown import code, table

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "tests" / "attacks"
SAID = {"tried", "held", "mend"}


class Attack(NamedTuple):
    """One test: what somebody does, what holds it, and how the mend is taken out."""

    area: str
    test: str
    tried: str
    held: str
    file: str
    old: str
    new: str


def attacks() -> list[Attack]:
    """Read the marks of every test, in the order of the files."""
    return [
        attack
        for path in sorted(PLACE.glob("test_*.py"))
        for attack in attacks_of(path, ast.parse(path.read_text(encoding="utf-8")))
    ]


def attacks_of(path: Path, tree: ast.Module) -> list[Attack]:
    """Read the marks of one file; its docstring's first line names the area."""
    area = (ast.get_docstring(tree) or path.stem).partition("\n")[0].rstrip(".")
    found: list[Attack] = []
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == MARK:
                said = {
                    word.arg: ast.literal_eval(word.value) for word in mark.keywords
                }
                if said.keys() != SAID:
                    raise SystemExit(f"{path.name}, {node.name}: {MARK} says {SAID}")
                test = f"{path.relative_to(ROOT)}::{node.name}"
                mend = said["mend"]
                found.append(Attack(area, test, said["tried"], said["held"], *mend))
    return found


MARK = "pytest.mark.attack"


def shown() -> str:
    """What was tried, by area, with the test that plays it."""
    areas: dict[str, list[Attack]] = {}
    for attack in attacks():
        areas.setdefault(attack.area, []).append(attack)
    parts = (
        f"### {area}\n\n"
        + table(
            ["what was tried", "how it is held", "played by"],
            ([a.tried, a.held, code(a.test.partition("::")[2])] for a in rows),
        )
        for area, rows in areas.items()
    )
    return "\n".join(parts)
