"""Every call leaves a telemetry daemon behind, forked twice."""

import argparse
import os
import signal
import time

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        null = os.open("/dev/null", os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        time.sleep(120)
    os._exit(0)
os.wait()
parser = argparse.ArgumentParser(prog="metrics", description="Show metrics.")
parser.add_argument("--version", action="version", version="metrics 1.0")
parser.parse_args()
print("cpu 3%")
