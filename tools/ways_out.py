"""The table that the tests run through → docs/reference/ways-out.md.

Without arguments the page is written; with --check a stale page fails.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "tests" / "frameworks" / "ways.toml"
PAGE = ROOT / "docs" / "reference" / "ways-out.md"
NAMES = {"click": "Click", "typer": "Typer", "cyclopts": "Cyclopts"}
INTRODUCTION = """\
<!-- Written by tools/ways_out.py from tests/frameworks/ways.toml; change that, then \
run it. -->

# Ways out

Every way an adopted program can end, and what its caller then sees. The tests take \
each of them in Click, Typer, Cyclopts and argparse, as a process of its own, in a \
pipe and at a terminal.

- **exits** are the numbers in the dialects agent-spec, agent-spec@1.6, murli and \
holon. They are the same at a terminal and in a pipe. -15 is death by that signal, \
which a shell shows as 143.
- **streams**: in JSON mode stdout holds one envelope, and stderr nothing but what is \
named here. Under murli the envelope of a failure is the last line of stderr; under \
holon a failure is prose on stderr, and stdout is empty.
- **effects**: what the handler recorded is in `meta.partial`. Without a recorded \
effect there is none.
- At a terminal the output is what it was before the program was adopted, where a way \
existed then.

"""


def main(words: list[str]) -> int:
    """Write the page, or say that it is stale."""
    text = page()
    if "--check" not in words:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print("docs/reference/ways-out.md is stale: run python tools/ways_out.py")
    return 1


def page() -> str:
    """Write the whole page: a table for each group of ways."""
    lines = [INTRODUCTION.rstrip("\n")]
    for way in tomllib.loads(TABLE.read_text(encoding="utf-8")).values():
        if "group" in way:
            lines += [
                "",
                f"## {way['group']}",
                "",
                "| way out | code | exits | error.code | phase | effects | streams |",
                "| --- | --- | --- | --- | --- | --- | --- |",
            ]
        lines.append(row(way))
    return "\n".join(lines) + "\n"


def row(way: dict[str, Any]) -> str:
    """Show one way out."""
    names: list[str] = way.get("in", [])
    only = " and ".join(NAMES.get(name, name) for name in names)
    cells = (
        f"{way['does']} (in {only})" if only else way["does"],
        f"`{way['code']}`",
        ", ".join(map(str, way["exits"])),
        f"`{way['error']}`" if "error" in way else "–",
        way.get("phase", "–"),
        "recorded" if way.get("effects") else "–",
        streams(way),
    )
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"


def streams(way: dict[str, Any]) -> str:
    """Say what is on stdout and stderr in JSON mode."""
    if way.get("untouched"):
        return "as before"
    parts = ["envelope"]
    if "data" in way:
        parts[0] = f"data `{' '.join(way['data'].split())}`"
    if "stderr" in way:
        said = way["stderr"]
        parts.append(said if said == "the traceback" else "what was printed")
        parts[-1] += " on stderr"
    if way.get("warns"):
        parts.append("a warning")
    return ", ".join(parts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
