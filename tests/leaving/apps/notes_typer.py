"""Words → notes, by Typer."""

# ruff: noqa: ARG001 - most parameters are there for the manifest
import os
import uuid
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from notes_common import Note, adding, checking, removing

from exeunt.leaving.adopt import adopt

app = typer.Typer()
old = typer.Typer(help="Old notes.")
app.add_typer(old, name="old")


class Level(Enum):
    """How much a note matters."""

    LOW = "low"
    HIGH = "high"


@app.callback()
def root(
    store: Annotated[str, typer.Option(help="Where the notes are.")],
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True)] = 0,
):
    """Keep notes."""


@app.command()
@adding
def add(  # noqa: PLR0913 - as many as a manifest must describe
    number: Annotated[int, typer.Argument(min=1, max=9)],
    words: list[str],
    level: Annotated[Level, typer.Option()],
    pair: Annotated[tuple[int, int], typer.Option()],
    token: Annotated[str, typer.Option(hide_input=True)],
    key: Annotated[uuid.UUID, typer.Option()],
    tag: Annotated[list[str], typer.Option("--tag", "-t", help="A tag.")] = [],  # noqa: B006
    ratio: Annotated[float, typer.Option(envvar="NOTES_RATIO")] = 0.5,
    pin: bool = False,
) -> Note:
    """Add a note."""
    text = f"{' '.join(words)} {level.value} {sum(pair)} {ratio}"
    return Note(number, text, list(tag))


@old.callback()
def shelves(shelf: Annotated[int, typer.Option()]):
    """Old notes."""


@old.command("rm", hidden=True)
@removing
def remove(number: int) -> dict[str, int]:
    """Remove a note."""
    return {"removed": number}


@app.command()
@checking
def check(path: Annotated[Path | None, typer.Argument()] = None):
    """Check the store."""
    print(f"fine {path}")


main = adopt(app, name="notes", dialect=os.environ.get("SPEAK", "agent-spec"))
if __name__ == "__main__":
    main()
