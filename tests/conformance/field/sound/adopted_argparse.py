"""An argparse program, adopted."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

import exeunt
from exeunt import ExitCode


@exeunt.contract(
    danger="mutating", exits={ExitCode.CONFLICT: "The file is there already"}
)
def touch(call: Namespace) -> dict[str, str]:
    """Make a file."""
    path = Path(call.name)
    if path.exists():
        exeunt.fail(ExitCode.CONFLICT, "it is there already", code="FILE_EXISTS")
    exeunt.effect(f"made {path}")
    path.touch()
    return {"made": str(path)}


@exeunt.contract(danger="safe")
def count(call: Namespace) -> dict[str, int]:
    """Count files."""
    return {"files": min(call.most, len(list(Path().iterdir())))}


parser = ArgumentParser(prog="files", description="Make and count files.")
commands = parser.add_subparsers(required=True, metavar="COMMAND")
one = commands.add_parser("touch", help="make a file")
one.add_argument("name")
one.set_defaults(func=touch)
two = commands.add_parser("count", help="count files")
two.add_argument("--most", type=int, default=100)
two.set_defaults(func=count)

main = exeunt.adopt(parser, name="files", version="1.0")

if __name__ == "__main__":
    main()
