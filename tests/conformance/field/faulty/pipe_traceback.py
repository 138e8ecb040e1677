"""Prints a long list; a reader that leaves gets it a traceback."""

import argparse

parser = argparse.ArgumentParser(prog="primes", description="Print numbers.")
parser.add_argument("--version", action="version", version="primes 1.0")
parser.parse_args()
for number in range(200_000):
    print(number)
