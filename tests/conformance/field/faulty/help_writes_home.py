"""Makes its configuration at every start, --help included."""

import argparse
import signal
from pathlib import Path

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
folder = Path.home() / ".config" / "clerk"
folder.mkdir(parents=True, exist_ok=True)
config = folder / "config.toml"
if not config.exists():
    config.write_text("theme = 'dark'\n")
parser = argparse.ArgumentParser(prog="clerk", description="Keep accounts.")
parser.add_argument("--version", action="version", version="clerk 1.0")
parser.parse_args()
print("balance 0")
