"""Asks on stdin without looking whether somebody is there."""

import argparse
import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
parser = argparse.ArgumentParser(prog="setup", description="Set a project up.")
parser.add_argument("--version", action="version", version="setup 1.0")
parser.parse_args()
try:
    name = input("Project name: ")
    sure = input(f"Create {name}? [y/N] ")
except EOFError:
    print("setup: no answer", file=sys.stderr)
    sys.exit(1)
print("created" if sure == "y" else "nothing done")
