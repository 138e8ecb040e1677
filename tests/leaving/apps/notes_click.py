"""Words → notes, by Click."""

# ruff: noqa: ARG001 - most parameters are there for the manifest
import os

import click
from notes_common import Note, adding, checking, removing

from exeunt.leaving.adopt import adopt


@click.group()
@click.option("--store", required=True, help="Where the notes are.")
@click.option("-v", "--verbose", count=True)
def app(store, verbose):
    """Keep notes."""


@app.command()
@click.argument("number", type=click.IntRange(1, 9))
@click.argument("words", nargs=-1, required=True)
@click.option("--tag", "-t", multiple=True, help="A tag; may be repeated.")
@click.option("--level", type=click.Choice(["low", "high"]), required=True)
@click.option("--pair", nargs=2, type=int, required=True)
@click.option("--ratio", type=float, default=0.5, envvar="NOTES_RATIO")
@click.option("--pin/--no-pin", default=False)
@click.option("--token", required=True, hide_input=True)
@click.option("--key", type=click.UUID, required=True)
@adding
def add(number, words, tag, level, pair, ratio, pin, token, key) -> Note:  # noqa: PLR0913
    """Add a note.

    More about adding.
    """
    return Note(number, f"{' '.join(words)} {level} {sum(pair)} {ratio}", list(tag))


@app.group()
@click.option("--shelf", type=int, required=True)
def old(shelf):
    """Old notes."""


@old.command("rm", hidden=True)
@click.argument("number", type=int)
@removing
def remove(number) -> dict[str, int]:
    """Remove a note."""
    return {"removed": number}


@app.command()
@click.argument("path", type=click.Path(), required=False)
@checking
def check(path):
    """Check the store."""
    click.echo(f"fine {path}")


app.add_command(add, "plus")
main = adopt(app, name="notes", dialect=os.environ.get("SPEAK", "agent-spec"))
if __name__ == "__main__":
    main()
