"""A progress bar on stdout, redrawn with carriage returns, in a pipe too."""

import argparse
import signal
import sys
import time

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
parser = argparse.ArgumentParser(prog="index", description="Index this directory.")
parser.add_argument("--version", action="version", version="index 1.0")
parser.parse_args()
for done in range(0, 101, 10):
    sys.stdout.write(f"\rindexing [{'#' * (done // 10):<10}] {done}%")
    sys.stdout.flush()
    time.sleep(0.01)
print("\nindexed 12 files")
