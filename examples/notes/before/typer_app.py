"""notes, on Typer."""

import sys
from typing import Annotated, TypeVar

import typer

from .. import core

T = TypeVar("T")
app = typer.Typer(help="Keep notes.")


def tell(result: T) -> T:
    """Print a result, and pass it on."""
    typer.echo(str(result))
    return result


def tell_version(asked: bool) -> None:
    """Print the version, if it is asked for."""
    if asked:
        typer.echo(f"notes {core.VERSION}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=tell_version, is_eager=True, expose_value=False
        ),
    ] = False,
) -> None:
    """Keep notes."""


@app.command("list")
def list_notes(limit: int = 20, cursor: int = 0) -> core.Page:
    """List the notes, page by page."""
    return tell(core.Store().page(limit, cursor))


@app.command()
def show(number: int) -> core.Note:
    """Show one note."""
    return tell(core.Store().get(number))


@app.command()
def add(title: str, body: str = "") -> core.Note:
    """Keep a new note."""
    return tell(core.Store().add(title, body))


@app.command()
def rename(number: int, title: str) -> core.Note:
    """Give a note another title."""
    return tell(core.Store().rename(number, title))


@app.command()
def delete(number: int) -> core.Note:
    """Forget a note."""
    return tell(core.Store().delete(number))


@app.command("import")
def import_notes(file: typer.FileText) -> core.Report:
    """Add a note for each line of JSON in a file."""
    return tell(core.import_lines(core.Store(), file))


@app.command()
def sync(
    url: Annotated[str, typer.Argument(envvar="NOTES_URL")],
    token: Annotated[str, typer.Option(envvar="NOTES_TOKEN")] = "",
    timeout: float = 5.0,
) -> core.Report:
    """Send new notes to a server."""
    return tell(core.sync(core.Store(), url, token, timeout))


def main() -> None:
    """Run the program."""
    try:
        app(prog_name="notes")
    except (core.NotesError, OSError) as error:
        sys.exit(f"notes: {error}")


if __name__ == "__main__":
    main()
