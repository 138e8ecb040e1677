"""A wrapper in the manner of shuck: the child's code, or 124 to 127."""

import os
import signal
import subprocess
import sys

USAGE = "usage: within [--timeout SECONDS] [--] COMMAND [ARG...]"


def main():
    """Run a command for a limited time."""
    words, limit = sys.argv[1:], None
    if words[:1] == ["--help"]:
        print(USAGE, flush=True)
        return 0
    if words[:1] == ["--version"]:
        print("within 1.0", flush=True)
        return 0
    if words[:1] == ["--timeout"]:
        try:
            limit = float(words[1])
        except (IndexError, ValueError):
            print("within: --timeout needs seconds", file=sys.stderr)
            return 125
        words = words[2:]
    if words[:1] == ["--"]:
        words = words[1:]
    elif not words or words[0].startswith("-"):
        print(USAGE, file=sys.stderr)
        return 125
    return run(words, limit)


def run(words, limit):
    """The child's ending as a number."""
    try:
        child = subprocess.Popen(words)
    except FileNotFoundError:
        print("within: not found", file=sys.stderr)
        return 127
    except OSError:
        print("within: not executable", file=sys.stderr)
        return 126
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    signal.signal(signal.SIGINT, lambda *_: None)
    try:
        code = child.wait(limit)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return 124
    return code if code >= 0 else 128 - code


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
os._exit(main())
