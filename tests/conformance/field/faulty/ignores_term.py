"""Catches SIGTERM to finish its round, and never does."""

import argparse
import signal
import time

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
parser = argparse.ArgumentParser(prog="poll", description="Poll a queue.")
parser.add_argument("--version", action="version", version="poll 1.0")
parser.add_argument("--follow", action="store_true")
call = parser.parse_args()
signal.signal(signal.SIGTERM, lambda *_: print("finishing the round", flush=True))
signal.signal(signal.SIGINT, signal.SIG_DFL)
print("polling", flush=True)
while call.follow:
    time.sleep(0.2)
