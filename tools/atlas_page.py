"""The tables of the atlas → docs/reference/atlas.md.

Without arguments the page is written; with --check a stale page fails.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from atlas_tables import built_in

from exeunt.atlas import tools
from exeunt.atlas.categories import CATEGORIES, PASSTHROUGH, row_of
from exeunt.atlas.wrappers import WRAPPERS

if TYPE_CHECKING:
    from exeunt.atlas.table_format import MayEndFirst, SaidText, Table, TableRow

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "atlas.md"
INTRODUCTION = """\
<!-- Written by tools/atlas_page.py from the tables; change those, then run it. -->

# The atlas

What the exit codes of real tools mean, each row with its source: a section of the \
tool's manual, or the version it was measured with. `exeunt explain CODE COMMAND…` \
looks a code up, and so does every `exeunt run`. A tool that is missing is \
[a TOML file](../how-to/add-a-tool.md) away.

The most specific row wins: one for the subcommand and a flag, then for the \
subcommand, then for a flag, then any; an exact code goes before a range, and a range \
before *other* and *non-zero*. A code that is in no row is not guessed. **All its \
codes** means that the manual names them all, so that in a compound line the tool is \
not suspected of any other; signals and a command that cannot be started are always \
possible.

Where a row says *or a failure*, the code alone does not tell, and the verdict is \
`unknown`, unless the tool has written one of the texts below its rows: one that means \
*findings* settles that it found something, any other that it failed. A text never \
makes a success or an answer of an ending. In texts `{n}` is any number but 0, and \
`{command}` what a wrapper was to run; where stderr is empty, its texts are looked for \
on stdout.

## What a category means

The codes of the model promise more than a category says: every code but `SUCCESS`, \
`GENERAL_ERROR`, `PARTIAL_FAILURE` and `TIMEOUT` promises that nothing was changed. \
So the same category reads differently where something may have been.

"""
TEXTS = ("| on | it writes | means | source |", "| --- | --- | --- | --- |")
SCRIPTS = (
    "It runs a project's scripts: what well-known test runners and linters write "
    "counts too."
)
WRAPPERS_TEXT = """\
## Wrappers

`sudo -u bob env A=1 timeout 10 grep x f` is read as grep's, for these commands are \
seen through. Their own codes come first (timeout's 124, ssh's 255); an option that is \
not known to exeunt makes it give up rather than guess. `xargs`, `parallel` and \
`go run` hide the code of what they run, and are read by their own tables.

"""


def main(words: list[str]) -> int:
    """Write the page, or say that it is stale."""
    text = page()
    if "--check" not in words:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print("docs/reference/atlas.md is stale: run python tools/atlas_page.py")
    return 1


def page() -> str:
    """Write the whole page."""
    tables = built_in()
    rows = sum(len(table["rows"]) for table in tables)
    return "".join(
        [
            INTRODUCTION,
            categories(),
            WRAPPERS_TEXT,
            wrappers(),
            "## Tools\n\n",
            f"{len(tables)} tools, {len(tools())} names, {rows} rows.\n",
            *map(tool, tables),
        ]
    )


def categories() -> str:
    """Show which code of the model each category becomes."""
    lines = [
        "| category | nothing changed | partly | all or unknown | usually | answer |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, category in CATEGORIES.items():
        none, partial, _, unknown = (
            f"`{code.name}`" for code in category.codes.values()
        )
        answer = category.answer.value if category.answer else "–"
        lines.append(
            f"| {name} | {none} | {partial} | {unknown} | {category.effects.value} "
            f"| {answer} |"
        )
    lines.append(f"| {PASSTHROUGH} | – | – | – | – | the inner command's |")
    return "\n".join(lines) + "\n\n"


def wrappers() -> str:
    """Name the wrappers that are seen through, with their own codes."""
    lines = ["| wrapper | codes of its own |", "| --- | --- |"]
    for name, wrapper in sorted(WRAPPERS.items()):
        if wrapper.get("runs") != "subcommand":
            own = ", ".join(map(str, wrapper.get("own", ()))) or "–"
            lines.append(f"| `{name}` | {own} |")
    return "\n".join(lines) + "\n\n"


def tool(table: Table) -> str:
    """Show one tool: its names and its rows."""
    also = ", ".join(f"`{name}`" for name in table.get("aliases", ()))
    notes = [f"Also {also}." if also else ""]
    notes.append("All its codes." if table.get("closed") else "")
    notes += [may_end_first(table["may_end_first"])] if "may_end_first" in table else []
    notes.append(SCRIPTS if table.get("scripts") else "")
    said = " ".join(filter(None, notes))
    lines = [
        "| code | when | meaning | reads as | retry | effects | source |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *map(line, table["rows"]),
    ]
    texts = [written("stderr", key) for key in table.get("stderr", ())]
    texts += [written("stdout", key) for key in table.get("stdout", ())]
    if texts:
        lines += ["", *TEXTS, *texts]
    heading = f"\n### {table['tool']}\n\n"
    return heading + (f"{said}\n\n" if said else "") + "\n".join(lines) + "\n"


def may_end_first(key: MayEndFirst) -> str:
    """Say when a tool may end before its input does."""
    flags = ", ".join(f"`{flag}`" for flag in key.get("flags", ()))
    when = f"With {flags} it" if flags else "It"
    return f"{when} may end before its input does: {key['source']}."


def written(stream: str, key: SaidText) -> str:
    """Show what a text on a stream means."""
    texts = " or ".join(f"`` {text.strip()} ``" for text in key["says"])
    codes = f" beside {', '.join(map(str, key['codes']))}" if "codes" in key else ""
    of = f" (of {', '.join(key['subcommand'])})" if "subcommand" in key else ""
    cells = (stream, texts, f"{key['means']}{codes}{of}", key["source"])
    return " | ".join(["", *map(cell, cells), ""]).strip()


def line(row: TableRow) -> str:
    """Show one row as the model reads it."""
    reads = retry = effects = "–"
    if row["category"] != PASSTHROUGH:
        read = row_of(row, 0)  # whatever the number
        answer = f", {read.answer.value}" if read.answer else ""
        reads = f"`{read.code.name}`{answer}"
        retry = read.retryable.value if read.retryable else "–"
        effects = read.effects.value
    reads += ", or a failure" if "doubt" in row else ""
    meaning = ", or ".join(filter(None, [row["meaning"], row.get("doubt")]))
    cells = (row["code"], when(row), meaning, reads, retry, effects)
    return " | ".join(["", *map(cell, cells), f"{cell(row['source'])} |"]).strip()


def when(row: TableRow) -> str:
    """Say to which calls a row applies."""
    parts = [", ".join(f"`{name}`" for name in row.get("subcommand", ()))]
    parts.append(", ".join(f"`{flag}`" for flag in row.get("flags", ())))
    without = ", ".join(f"`{flag}`" for flag in row.get("without", ()))
    parts.append(f"without {without}" if without else "")
    return "; ".join(filter(None, parts)) or "any"


def cell(value: object) -> str:
    """Write one cell of a table."""
    return str(value).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
