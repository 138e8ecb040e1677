"""A wrapper that makes every failure of its child a 1."""

import signal
import subprocess
import sys

USAGE = "usage: quietly [--] COMMAND [ARG...]"
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
words = sys.argv[1:]
if words[:1] in (["--help"], ["--version"]):
    print(USAGE if words == ["--help"] else "quietly 1.0", flush=True)
    sys.exit(0)
if words[:1] == ["--"]:
    words = words[1:]
elif not words or words[0].startswith("-"):
    print(USAGE, file=sys.stderr)
    sys.exit(125)
try:
    subprocess.run(words, check=True)
except subprocess.CalledProcessError:
    print("quietly: the command failed", file=sys.stderr)
    sys.exit(1)
except FileNotFoundError:
    print("quietly: not found", file=sys.stderr)
    sys.exit(127)
except OSError:
    print("quietly: not executable", file=sys.stderr)
    sys.exit(126)
