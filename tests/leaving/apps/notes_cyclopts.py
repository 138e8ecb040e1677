"""Words → notes, by Cyclopts."""

# ruff: noqa: ARG001 - most parameters are there for the manifest
import os
import uuid
from enum import Enum
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter, validators
from notes_common import Note, adding, checking, removing

from exeunt.leaving.adopt import adopt

app = App(name="notes", help="Keep notes.", version="1.0")
old = App(name="old", help="Old notes.")
app.command(old)


class Level(Enum):
    """How much a note matters."""

    LOW = 1
    HIGH = 2


@app.command(name=["add", "plus"])
@adding
def add(  # noqa: PLR0913 - as many as a manifest must describe
    number: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=9))],
    /,
    *words: str,
    level: Level,
    pair: tuple[int, int],
    token: str,
    key: uuid.UUID,
    tag: Annotated[list[str] | None, Parameter(name=["--tag", "-t"])] = None,
    ratio: Annotated[float, Parameter(env_var="NOTES_RATIO")] = 0.5,
    pin: bool = False,
) -> Note:
    """Add a note."""
    text = f"{' '.join(words)} {level.name.lower()} {sum(pair)} {ratio}"
    return Note(number, text, list(tag or []))


@old.command(name="rm", show=False)
@removing
def remove(number: int, /, *, shelf: int) -> dict[str, int]:
    """Remove a note."""
    return {"removed": number}


@app.command
@checking
def check(path: Path | None = None, /):
    """Check the store."""
    print(f"fine {path}")


main = adopt(app, name="notes", dialect=os.environ.get("SPEAK", "agent-spec"))
if __name__ == "__main__":
    main()
