"""Words → every way out, on argparse."""

# Its name says how each handler ends:
# ruff: noqa: D103

import argparse
import functools
import sys

import adopting
import endings

import exeunt

app = argparse.ArgumentParser(prog="app", description="End in exactly one way.")
app.add_argument("--version", action="version", version="app 1.2.3")
commands = app.add_subparsers(metavar="COMMAND")


def odd(text):
    """Reject a value that parsed."""
    if int(text) == 13:
        raise argparse.ArgumentTypeError("13 brings bad luck")
    return int(text)


def typed(namespace):
    """Take a number."""
    return {"n": namespace.n, "side": namespace.side}


parser = commands.add_parser("typed", help="take a number")
parser.add_argument("n", type=odd)
parser.add_argument("--side", type=int)
parser.set_defaults(func=typed)


@endings.ends(danger="safe")
def rejected_when_safe():
    app.error("argument n: not that one")


@endings.ends(danger="mutating")
def rejected_when_mutating():
    app.error("argument n: not that one")


@endings.ends(danger="mutating")
def rejected_after_effect():
    exeunt.effect("created", 7)
    app.error("argument n: not that one")


def with_namespace(handler):
    """Let a handler that needs no argument take the one that argparse has."""
    return functools.wraps(handler)(lambda _: handler())


for name, handler in endings.HANDLERS.items():
    commands.add_parser(name).set_defaults(func=with_namespace(handler))

main = adopting.adopt(app)


def bare():
    """Run the program as it was before."""
    namespace = app.parse_args()
    result = (
        namespace.func(namespace) if hasattr(namespace, "func") else app.print_help()
    )
    sys.exit(result if type(result) is int else 0)


if __name__ == "__main__":
    adopting.choose(main, bare)
