"""notes, on argparse."""

import sys
from argparse import ArgumentParser, Namespace
from os import environ
from pathlib import Path
from typing import TypeVar

from .. import core

T = TypeVar("T")


def tell(result: T) -> T:
    """Print a result, and pass it on."""
    print(result)
    return result


def list_notes(call: Namespace) -> core.Page:
    """List the notes, page by page."""
    return tell(core.Store().page(call.limit, call.cursor))


def show(call: Namespace) -> core.Note:
    """Show one note."""
    return tell(core.Store().get(call.number))


def add(call: Namespace) -> core.Note:
    """Keep a new note."""
    return tell(core.Store().add(call.title, call.body))


def rename(call: Namespace) -> core.Note:
    """Give a note another title."""
    return tell(core.Store().rename(call.number, call.title))


def delete(call: Namespace) -> core.Note:
    """Forget a note."""
    return tell(core.Store().delete(call.number))


def import_notes(call: Namespace) -> core.Report:
    """Add a note for each line of JSON in a file."""
    lines = call.file.read_text().splitlines()
    return tell(core.import_lines(core.Store(), lines))


def sync(call: Namespace) -> core.Report:
    """Send new notes to a server."""
    return tell(core.sync(core.Store(), call.url, call.token, call.timeout))


parser = ArgumentParser(prog="notes", description="Keep notes.")
parser.add_argument("--version", action="version", version=f"notes {core.VERSION}")
commands = parser.add_subparsers(required=True, metavar="COMMAND")
for name, handler in {
    "list": list_notes,
    "show": show,
    "add": add,
    "rename": rename,
    "delete": delete,
    "import": import_notes,
    "sync": sync,
}.items():
    command = commands.add_parser(name, help=handler.__doc__)
    command.set_defaults(func=handler)
    if name == "list":
        command.add_argument("--limit", type=int, default=20)
        command.add_argument("--cursor", type=int, default=0)
    if name in {"show", "rename", "delete"}:
        command.add_argument("number", type=int)
    if name in {"add", "rename"}:
        command.add_argument("title")
    if name == "add":
        command.add_argument("--body", default="")
    if name == "import":
        command.add_argument("file", type=Path)
    if name == "sync":
        command.add_argument("url", nargs="?", default=environ.get("NOTES_URL"))
        command.add_argument("--token", default=environ.get("NOTES_TOKEN", ""))
        command.add_argument("--timeout", type=float, default=5.0)


def main() -> None:
    """Run the program."""
    call = parser.parse_args()
    try:
        call.func(call)
    except (core.NotesError, OSError) as error:
        sys.exit(f"notes: {error}")


if __name__ == "__main__":
    main()
