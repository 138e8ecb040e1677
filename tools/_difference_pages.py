"""differences.toml and scripts.toml → their parts of docs/reference/adopted.md."""

from __future__ import annotations

import tomllib
from pathlib import Path

from _markdown import code, table
from _real_differences import table as rows

SCRIPTS = Path(__file__).parents[1] / "scenarios" / "scripts.toml"


def differences() -> str:
    """What an adopted program may do otherwise, for whom, and what keeps it from it."""
    head = ["for", "before", "adopted", "as before with"]
    return table(
        head, ([row["for"], row["was"], row["now"], row.get("off")] for row in rows())
    )


def scripts() -> str:
    """How many console scripts do the same under exeunt, and which do not."""
    found = tomllib.loads(SCRIPTS.read_text("utf-8"))["script"]
    others = [row for row in found if row.get("differs")]
    names = ", ".join(code(row["name"]) for row in found if row not in others)
    packages = {row.get("package", row["name"]) for row in found}
    said = (
        f"{len(found) - len(others)} of {len(found)} scripts, of {len(packages)} "
        f"distributions, do: {names}.\n"
    )
    if not others:
        return said
    shown = ([code(row["name"]), row["differs"]] for row in others)
    return f"{said}\n{table(['otherwise', 'in what'], shown)}"
