"""notes, a small program under contract → what the demo runs, as `python -m` does.

Notes are lines of notes.txt. Its server is the file server.txt: each line is an answer
that it has in store; when none is left, it takes what it is sent.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import exeunt
from exeunt import ExitCode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NOTES = Path("notes.txt")
SERVER = Path("server.txt")
SENT = Path("sent.txt")
PAUSE = "NOTES_PAUSE"  # the variable with the seconds that the server asks for
SERVED = {
    ExitCode.RATE_LIMITED: "The server wants a pause",
    ExitCode.AUTH_REQUIRED: "The server does not take the token",
}


def lines_of(file: Path) -> list[str]:
    """Return the lines of a file; none if there is no file."""
    return file.read_text().splitlines() if file.exists() else []


def write(file: Path, lines: list[str]) -> None:
    """Keep lines in a file."""
    file.write_text("".join(f"{line}\n" for line in lines))


def ask_server() -> None:
    """Have the server take a call, or fail with the answer that it has in store."""
    answer, *later = lines_of(SERVER) or [""]
    if answer == "busy":
        write(SERVER, later)
        pause = int(os.environ.get(PAUSE, "30"))
        exeunt.fail(ExitCode.RATE_LIMITED, "two calls a minute", retry_after=pause)
    if answer == "expired":
        exeunt.fail(
            ExitCode.AUTH_REQUIRED, "the token has expired", code="TOKEN_EXPIRED"
        )


@exeunt.contract(danger="mutating", exits=SERVED)
def push(_: Namespace) -> dict[str, Any]:
    """Send the notes to the server."""
    ask_server()
    notes = lines_of(NOTES)
    write(SENT, notes)
    exeunt.effect(f"sent {len(notes)} notes")
    return {"sent": len(notes)}


@exeunt.contract(danger="mutating", exits=SERVED)
def pull(_: Namespace) -> dict[str, Any]:
    """Get the notes back from the server."""
    ask_server()
    notes = lines_of(SENT)
    write(NOTES, notes)
    exeunt.effect(f"got {len(notes)} notes")
    return {"got": len(notes)}


@exeunt.contract(danger="mutating")
def login(_: Namespace) -> dict[str, Any]:
    """Get a fresh token."""
    write(SERVER, [line for line in lines_of(SERVER) if line != "expired"])
    return {"token": "fresh"}


@exeunt.contract(danger="mutating", renamed_from={"edit": True})
def rename(call: Namespace) -> dict[str, Any]:
    """Give a note another title."""
    notes = lines_of(NOTES)
    notes[call.number - 1] = call.title
    write(NOTES, notes)
    exeunt.effect(f"renamed note {call.number}")
    return {"renamed": call.number}


@exeunt.contract(
    danger="mutating",
    exits={ExitCode.PARTIAL_FAILURE: "Some lines were taken, others were not"},
    promotes={"partial": ExitCode.PARTIAL_FAILURE},
)
def import_notes(call: Namespace) -> dict[str, Any]:
    """Add a note for each line of a file that is not empty."""
    lines = lines_of(call.file)
    good = [line for line in lines if line.strip()]
    write(NOTES, lines_of(NOTES) + good)
    exeunt.effect(f"added {len(good)} notes")
    status = "complete" if len(good) == len(lines) else "partial"
    return {"status": status, "added": len(good), "refused": len(lines) - len(good)}


@exeunt.contract(danger="mutating")
def publish(_: Namespace) -> None:
    """Send the first note, then wait for a helper that never comes to an end."""
    import subprocess  # here alone

    write(SENT, lines_of(NOTES)[:1])
    exeunt.effect("sent 1 note")
    subprocess.run(["sleep", "60"], check=False, start_new_session=True)  # noqa: S607 - wherever it is


@exeunt.contract(danger="destructive")
def delete(call: Namespace) -> dict[str, Any]:
    """Forget a note, if the one at the terminal says so."""
    notes, number = lines_of(NOTES), int(call.number)
    title = notes[number - 1]
    if sys.stdin.isatty() and input(f"Delete {title!r}? [y/N] ") != "y":
        return {"deleted": None}
    del notes[number - 1]
    write(NOTES, notes)
    exeunt.effect(f"deleted {title!r}")
    print(f"{title!r} is gone.")  # noqa: T201 - for the one at the terminal
    return {"deleted": title}


parser = ArgumentParser(prog="notes", description="Keep notes.")
commands = parser.add_subparsers(required=True, metavar="COMMAND")
for name, handler in {
    "push": push,
    "pull": pull,
    "login": login,
    "rename": rename,
    "import": import_notes,
    "publish": publish,
    "delete": delete,
}.items():
    command = commands.add_parser(name, help=handler.__doc__)
    command.set_defaults(func=handler)
    if name in {"rename", "delete"}:
        command.add_argument("number", type=int)
    if name == "rename":
        command.add_argument("title")
    if name == "import":
        command.add_argument("file", type=Path)

main = exeunt.adopt(
    parser,
    name="notes",
    json_when_piped=True,
    defaults=exeunt.Contract(prints="people"),
)

if __name__ == "__main__":
    main()
