"""explain 11 with argparse."""

import argparse

parser = argparse.ArgumentParser()
parser.add_argument("lent")
commands = parser.add_subparsers(required=True)
explain = commands.add_parser("explain")
explain.add_argument("code", type=int)
print(parser.parse_args().code, "RATE_LIMITED")
