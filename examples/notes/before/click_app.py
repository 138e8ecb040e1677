"""notes, on Click."""

import sys
from typing import TextIO, TypeVar

import click

from .. import core

T = TypeVar("T")


def tell(result: T) -> T:
    """Print a result, and pass it on."""
    click.echo(str(result))
    return result


@click.group()
@click.version_option(core.VERSION, prog_name="notes")
def app() -> None:
    """Keep notes."""


@app.command("list")
@click.option("--limit", default=20, help="How many at once.")
@click.option("--cursor", default=0, help="Where the last page ended.")
def list_notes(limit: int, cursor: int) -> core.Page:
    """List the notes, page by page."""
    return tell(core.Store().page(limit, cursor))


@app.command()
@click.argument("number", type=int)
def show(number: int) -> core.Note:
    """Show one note."""
    return tell(core.Store().get(number))


@app.command()
@click.argument("title")
@click.option("--body", default="", help="What it says.")
def add(title: str, body: str) -> core.Note:
    """Keep a new note."""
    return tell(core.Store().add(title, body))


@app.command()
@click.argument("number", type=int)
@click.argument("title")
def rename(number: int, title: str) -> core.Note:
    """Give a note another title."""
    return tell(core.Store().rename(number, title))


@app.command()
@click.argument("number", type=int)
def delete(number: int) -> core.Note:
    """Forget a note."""
    return tell(core.Store().delete(number))


@app.command("import")
@click.argument("file", type=click.File())
def import_notes(file: TextIO) -> core.Report:
    """Add a note for each line of JSON in a file."""
    return tell(core.import_lines(core.Store(), file))


@app.command()
@click.argument("url", envvar="NOTES_URL")
@click.option("--token", default="", envvar="NOTES_TOKEN", help="To be let in.")
@click.option("--timeout", default=5.0, help="Seconds to wait for each note.")
def sync(url: str, token: str, timeout: float) -> core.Report:
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
