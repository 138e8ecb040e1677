"""A check of a program with ten commands → how long it took, and its calls did."""

import sys
import tempfile
import time
from pathlib import Path

COMMANDS = 10
PROGRAM = f"""
import argparse
import exeunt


@exeunt.contract(danger="safe")
def show(given: argparse.Namespace) -> dict[str, object]:
    return {{"number": given.number}}


parser = argparse.ArgumentParser(prog="ten")
commands = parser.add_subparsers(required=True)
for index in range({COMMANDS}):
    command = commands.add_parser(f"show{{index}}", help="show a number")
    command.add_argument("--number", type=int, default=1)
    command.set_defaults(func=show)
exeunt.adopt(parser)()
"""


def check(jobs: str) -> dict[str, list[float]]:
    """Check it at level 1; the calls' own run times are the measure."""
    from exeunt.audit.check import check as events
    from exeunt.audit.finding import Ended, Probed, Verdict

    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "ten.py"
        program.write_text(PROGRAM, encoding="utf-8")
        spent = 0.0
        start = time.perf_counter()
        for event in events([sys.executable, str(program)], jobs=int(jobs)):
            if isinstance(event, Probed):
                spent += event.evidence.duration_ms / 1000
            if isinstance(event, Ended) and event.count(Verdict.VIOLATED):
                raise ValueError(f"{event}")
        return {"call": [time.perf_counter() - start], "calls": [spent]}
