"""Words → notes, by argparse."""

import argparse
import os
import uuid

from notes_common import Note, adding, checking, removing

from exeunt.leaving.adopt import adopt


@adding
def add(args) -> Note:
    """Add a note."""
    words, level, pair = " ".join(args.words), args.level, sum(args.pair)
    return Note(args.number, f"{words} {level} {pair} {args.ratio}", args.tag or [])


@removing
def remove(args) -> "dict[str, int]":
    """Remove a note."""
    return {"removed": args.number}


@checking
def check(args):
    """Check the store."""
    print(f"fine {args.path}")


app = argparse.ArgumentParser(prog="notes", description="Keep notes.")
app.add_argument("--store", required=True, help="Where the notes are.")
app.add_argument("-v", "--verbose", action="count", default=0)
commands = app.add_subparsers()
adder = commands.add_parser("add", aliases=["plus"], help="Add a note.")
adder.add_argument("number", type=int, choices=range(1, 10))
adder.add_argument("words", nargs="+")
adder.add_argument("--tag", "-t", action="append", help="A tag; %(default)s without.")
adder.add_argument("--level", choices=["low", "high"], required=True)
adder.add_argument("--pair", nargs=2, type=int, required=True)
adder.add_argument("--ratio", type=float, default=0.5)
adder.add_argument("--pin", action=argparse.BooleanOptionalAction, default=False)
adder.add_argument("--token", required=True)
adder.add_argument("--key", type=uuid.UUID, required=True)
adder.set_defaults(func=add)
old = commands.add_parser("old", help="Old notes.")
old.add_argument("--shelf", type=int, required=True)
remover = old.add_subparsers().add_parser("rm")
remover.add_argument("number", type=int)
remover.set_defaults(func=remove)
checker = commands.add_parser("check", help="Check the store.")
checker.add_argument("path", nargs="?")
checker.set_defaults(func=check)
main = adopt(app, name="notes", dialect=os.environ.get("SPEAK", "agent-spec"))
if __name__ == "__main__":
    main()
