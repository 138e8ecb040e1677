"""Loads its help page from the network."""

import argparse
import signal
import sys
import urllib.request

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
if sys.argv[1:] == ["--help"]:
    try:
        page = urllib.request.urlopen("http://127.0.0.1:9/help.txt", timeout=2)
        print(page.read().decode())
    except OSError as error:
        print(f"manual: cannot load the help: {error}", file=sys.stderr)
        sys.exit(1)
parser = argparse.ArgumentParser(prog="manual", description="Read manuals.")
parser.add_argument("--version", action="version", version="manual 1.0")
parser.parse_args()
