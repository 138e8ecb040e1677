"""A program of three commands that has adopted a contract, in the dialect of SPEAK."""

import argparse
import os

import exeunt
from exeunt import ExitCode

parser = argparse.ArgumentParser(prog="three")
parser.add_argument("--version", action="version", version="three 1.0")
commands = parser.add_subparsers(required=True)


@exeunt.contract(danger="safe", exits={ExitCode.NOT_FOUND: "There is no such thing"})
def show(given: argparse.Namespace) -> dict[str, object]:
    """Show a thing."""
    if given.number > 5:
        exeunt.fail(ExitCode.NOT_FOUND, "there is no such thing", code="NO_SUCH_THING")
    return {"number": given.number, "tag": given.tag}


for index in range(3):
    command = commands.add_parser(f"show{index}", help="show a thing")
    command.add_argument("--number", type=int, default=1)
    command.add_argument("--tag", default="rope")
    command.set_defaults(func=show)

if __name__ == "__main__":
    exeunt.adopt(parser, dialect=os.environ.get("SPEAK", "agent-spec"))()
