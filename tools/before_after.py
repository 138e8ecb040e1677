"""examples/notes before and after → docs/explanation/before-and-after.md.

Without arguments the page is written; with --check a stale page fails.
"""

from __future__ import annotations

import ast
import sys
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "before-and-after.md"
NOTES = ROOT / "examples" / "notes"
FRONTS = {
    "click": "Click",
    "typer": "Typer",
    "cyclopts": "Cyclopts",
    "argparse": "argparse",
}
IMPORTS = "imports"
CODES = "which exception is which code, with all it knows; that changes are recorded"
PROMISES = "what each command may end with, for the manifest and the generated tests"
FUNCTIONS = "where to, and the cursor of a page"
INTRODUCTION = """\
<!-- Written by tools/before_after.py from examples/notes; change that, then run it. -->

# Before and after

`examples/notes` is one program on four frameworks: notes in SQLite, with pages, an \
import that may half succeed, and a server that limits, refuses, stalls, fails and \
moves. Each front end is there twice, as its author wrote it and adopted. The tests \
run both: what a person sees when a call succeeds is the same, to the letter.

## What it takes

"""
TABLES = """\
The last column counts functions whose body differs. What was removed is the \
`try` around the program, which turned every failure into a 1. Beside each front end \
stands one module that all four share:

"""
GAINED = """\
Blank lines, comments and docstrings are not counted. The handlers print for people, \
and go on doing so: `prints="people"` keeps that out of what a program reads.

## What it gives

| the call | before | after |
|---|---|---|
| no such note | 1 | `NOT_FOUND` 5 |
| the title is taken | 1 | `CONFLICT` 6 |
| half of an import is bad | **0** | `PARTIAL_FAILURE` 2, with each item's result |
| the server wants a pause | 1 | `RATE_LIMITED` 11, `retry_after` 7 |
| the token is missing, or has expired | 1 | `AUTH_REQUIRED` 8, and which of the two |
| the server is slow, or down | 1 | `TIMEOUT` 10, `UNAVAILABLE` 12 |
| the server's notes have moved | 1 | `REDIRECTED` 13, with the call to make |
| the server stops in the middle of a sync | 1 | `PARTIAL_FAILURE` 2, with what was \
sent |
| a wrong call | 2 | `ARG_ERROR` 3 |

No handler prints JSON, and none knows a number.

## What others ask for

treaty is a framework of its own: adopting it is a rewrite, and needs Python 3.14. \
murli's Python demos changed 150 to 230 lines each.

"""


def main(words: list[str]) -> int:
    """Write the page, or say that it is stale."""
    text = page()
    if "--check" not in words:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE.relative_to(ROOT)} is stale: run python tools/before_after.py")
    return 1


def page() -> str:
    """Write the whole page."""
    promises = (NOTES / "after" / "promises.py").read_text(encoding="utf-8")
    return "".join(
        [
            INTRODUCTION,
            "| framework | lines added | lines removed | handlers edited |\n",
            "|---|---|---|---|\n",
            *(row(front) for front in FRONTS),
            "\n",
            TABLES,
            "| `after/promises.py` | lines |\n|---|---|\n",
            *(f"| {what} | {n} |\n" for what, n in parts(promises).items()),
            "\n",
            GAINED,
            "## The whole difference, on Click\n\n",
            f"```diff\n{difference('click')}```\n\n",
            f"And the module beside it:\n\n{block(promises)}",
        ]
    )


def row(front: str) -> str:
    """Count one front end."""
    changed = difference(front).splitlines()[2:]
    added = sum(line[0] == "+" and bool(line[1:].strip()) for line in changed)
    removed = sum(line[0] == "-" and bool(line[1:].strip()) for line in changed)
    return f"| {FRONTS[front]} | {added} | {removed} | {edited(front)} |\n"


def difference(front: str) -> str:
    """Compare the two editions of a front end."""
    names = [f"{edition}/{front}_app.py" for edition in ("before", "after")]
    before, after = (
        (NOTES / name).read_text(encoding="utf-8").splitlines(keepends=True)
        for name in names
    )
    return "".join(unified_diff(before, after, names[0], names[1], n=1))


def edited(front: str) -> int:
    """Count the functions that both editions have, with different bodies."""
    before, after = (
        bodies((NOTES / edition / f"{front}_app.py").read_text(encoding="utf-8"))
        for edition in ("before", "after")
    )
    return sum(before[name] != after[name] for name in before.keys() & after.keys())


def bodies(source: str) -> dict[str, str]:
    """Write each function of a module down, without its decorators."""
    return {
        node.name: f"{ast.dump(node.args)} {[ast.dump(line) for line in node.body]}"
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    }


def parts(source: str) -> dict[str, int]:
    """Count the lines of code in the module, by what they are for."""
    counts: dict[str, int] = {IMPORTS: 0, CODES: 0, PROMISES: 0, FUNCTIONS: 0}
    lines = source.splitlines()
    for node in ast.parse(source).body[1:]:
        start = node.lineno
        if isinstance(node, ast.FunctionDef):
            start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        body = lines[start - 1 : node.end_lineno]
        counts[purpose(node)] += sum(is_code(line) for line in body)
    return {**counts, "together": sum(counts.values())}


def purpose(node: ast.stmt) -> str:
    """Say what a statement of the module is for."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return IMPORTS
    if isinstance(node, ast.FunctionDef):
        return FUNCTIONS
    if not isinstance(node, ast.Assign):
        return CODES
    name = ast.unparse(node.targets[0])
    return CODES if name == "EVERY" else PROMISES


def is_code(line: str) -> bool:
    """Tell code from blank lines, comments and docstrings of one line."""
    return bool(line.strip()) and not line.strip().startswith(("#", '"""'))


def block(source: str) -> str:
    """Show a module; tests run it as it is, in four programs."""
    return f"<!-- skip: next -->\n\n```python\n{source}```\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
