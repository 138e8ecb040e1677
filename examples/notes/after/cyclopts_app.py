"""notes, on Cyclopts, which shows what a command returns."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import exeunt

from .. import core
from .promises import EVERY, GONE, LINES, SERVER, STATES, TAKEN, paged

app = App(name="notes", help="Keep notes.", result_action=print, version=core.VERSION)


@app.command(name="list")
@exeunt.contract(danger="safe")
@paged
def list_notes(*, limit: int = 20, cursor: int = 0) -> core.Page:
    """List the notes, page by page."""
    return core.Store().page(limit, cursor)


@app.command
@exeunt.contract(danger="safe", exits=GONE)
def show(number: int) -> core.Note:
    """Show one note."""
    return core.Store().get(number)


@app.command
@exeunt.contract(danger="mutating", exits=TAKEN)
def add(title: str, *, body: str = "") -> core.Note:
    """Keep a new note."""
    return core.Store().add(title, body)


@app.command
@exeunt.contract(danger="mutating", exits=GONE | TAKEN, renamed_from={"edit": True})
def rename(number: int, title: str) -> core.Note:
    """Give a note another title."""
    return core.Store().rename(number, title)


@app.command
@exeunt.contract(danger="destructive", exits=GONE)
def delete(number: int) -> core.Note:
    """Forget a note."""
    return core.Store().delete(number)


@app.command(name="import")
@exeunt.contract(danger="mutating", exits=LINES, promotes=STATES)
def import_notes(file: Path) -> core.Report:
    """Add a note for each line of JSON in a file."""
    return core.import_lines(core.Store(), file.read_text().splitlines())


@app.command
@exeunt.contract(danger="mutating", exits=SERVER, secrets=("token",))
def sync(
    url: Annotated[str, Parameter(env_var="NOTES_URL")],
    *,
    token: Annotated[str, Parameter(env_var="NOTES_TOKEN")] = "",
    timeout: float = 5.0,
) -> core.Report:
    """Send new notes to a server."""
    return core.sync(core.Store(), url, token, timeout)


main = exeunt.adopt(app, name="notes", version=core.VERSION, defaults=EVERY)

if __name__ == "__main__":
    main()
