"""A REPL that reads expressions; a prompt only where somebody types."""

import ast
import operator
import signal
import sys

OPS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def value(node):
    """The number that an expression stands for."""
    if isinstance(node, ast.BinOp) and type(node.op) in OPS:
        return OPS[type(node.op)](value(node.left), value(node.right))
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    raise ValueError


def main():
    """Read, evaluate, print."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    words = sys.argv[1:]
    if words == ["--help"]:
        print("usage: calc [--help] [--version]\n\nReads expressions, one per line.")
        return 0
    if words == ["--version"]:
        print("calc 0.2")
        return 0
    if words:
        print("calc: takes no arguments; see --help", file=sys.stderr)
        return 2
    failed = False
    while True:
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return 1 if failed else 0
        try:
            print(value(ast.parse(line.strip(), mode="eval").body), flush=True)
        except (ValueError, SyntaxError):
            failed = True
            print("calc: not an expression", file=sys.stderr)


sys.exit(main())
