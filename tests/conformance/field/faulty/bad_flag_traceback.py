"""Looks its options up in a dict, and never thought of another one."""

import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
PAGES = {
    "--help": "usage: lens [--help | --version | --list]",
    "--version": "lens 1.1",
    "--list": "35mm\n50mm",
}
for word in sys.argv[1:] or ["--help"]:
    print(PAGES[word])
