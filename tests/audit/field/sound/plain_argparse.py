"""argparse as its tutorial has it."""

import argparse
import sys


def main():
    """Greet somebody."""
    parser = argparse.ArgumentParser(prog="greet", description="Greet somebody.")
    parser.add_argument("name")
    parser.add_argument("--times", type=int, default=1, help="how often")
    parser.add_argument("--version", action="version", version="greet 1.0")
    call = parser.parse_args()
    for _ in range(call.times):
        print("Hello,", call.name)
    return 0


sys.exit(main())
