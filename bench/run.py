"""Cases → bench/results.json, and a table: `make bench`.

    run.py            measure everything (some minutes), keep the results
    run.py --quick    a few rounds, no valgrind, no downloads; keeps nothing
    run.py --only G   measure one group anew; the others keep their results
    run.py --rounds N so many rounds of what is measured by new processes
    run.py --page     write the last results into docs/explanation/speed.md
    run.py --check    say whether page, results and cases agree

Exit 0 whether or not every limit holds; 1 if a case fails to run or a check fails.
"""

import argparse
import datetime as dt
import importlib.metadata
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

import _cachegrind
import _imports
import _loops
import _page
import _processes
import _trials
from _cachegrind import countable
from _cases import CASES
from _install import Place, prepare
from _judge import Row, counted_row, judge, row_of
from _kinds import Case, Count, Loop, Process, Trial
from _processes import CaseFailed

FULL = {"process": 60, "loop": 400, "trial": 10, "imports": 20, "jobs": 5000}
QUICK = {"process": 8, "loop": 40, "trial": 1, "imports": 3, "jobs": 300}
LONG = {"batches": 3}  # group → rounds of it that are enough: each takes a minute


def main() -> int:
    """Do what the options ask for."""
    options = parse()
    if options.check:
        said = _page.complaints(_page.load())
        print(*said or ["page, results and cases agree"], sep="\n")
        return 1 if said else 0
    if options.page:
        _page.write(_page.load())
        return 0
    with tempfile.TemporaryDirectory(prefix="exeunt-bench-") as name:
        try:
            results = measure(Path(name), options)
        except CaseFailed as error:
            print(f"failed: {error}", file=sys.stderr)
            return 1
    show(results)
    for case, why in results["failed"].items():
        print(f"failed: {case}: {why}", file=sys.stderr)
    if results["failed"]:
        return 1
    if not options.quick:
        if options.only:
            results = merged(_page.load(), results)
        text = json.dumps(results, indent=1, ensure_ascii=False)
        _page.RESULTS.write_text(f"{text}\n", encoding="utf-8")
        _page.write(results)
        print("\nwritten: bench/results.json, docs/explanation/speed.md")
    return 0


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Replace the groups that were measured anew: each has rounds of its own."""
    kept = [row for row in old["left_out"] if row["group"] not in new["groups"]]
    return new | {
        "groups": old["groups"] | new["groups"],
        "dates": old["dates"] | new["dates"],
        "loads": old.get("loads", {}) | new["loads"],
        "left_out": kept + new["left_out"],
    }


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="How long things take.")
    parser.add_argument("--quick", action="store_true", help="few rounds, no valgrind")
    groups = list(dict.fromkeys(case.group for case in CASES))
    parser.add_argument("--only", action="append", choices=groups, help="a group")
    parser.add_argument("--rounds", type=int, help="of trials (default 10; quick: 1)")
    parser.add_argument("--page", action="store_true", help="write the page anew")
    parser.add_argument("--check", action="store_true", help="page = results = cases?")
    return parser.parse_args()


def measure(directory: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Measure every group; each has its own rounds."""
    place = prepare(directory, download=not options.quick)
    rounds = QUICK if options.quick else FULL
    rounds = rounds | {"trial": options.rounds or rounds["trial"]}
    chosen = [case for case in CASES if not options.only or case.group in options.only]
    left_out = [
        {"group": case.group, "name": case.name, "why": place.absent[needs]}
        for case in chosen
        if (needs := getattr(case.run, "needs", "")) in place.absent
    ]
    absent = {(row["group"], row["name"]) for row in left_out}
    groups: dict[str, list[Row]] = {}
    loads: dict[str, int] = {}
    failed: dict[str, str] = {}
    for group in dict.fromkeys(case.group for case in chosen):
        print(f"measuring {group} …", file=sys.stderr, flush=True)
        cases = [
            c for c in chosen if c.group == group and (group, c.name) not in absent
        ]
        groups[group], broken = measure_group(cases, place, rounds | few(group, rounds))
        failed |= broken
        loads[group] = round(os.getloadavg()[1])  # of five minutes
        if not options.quick:
            add_instructions(groups[group], cases, place)
    return about(options) | {
        "rounds": rounds,
        "dates": dict.fromkeys(groups, dt.datetime.now(tz=dt.UTC).date().isoformat()),
        "loads": loads,
        "groups": groups,
        "left_out": left_out,
        "failed": failed,
        "imports": _imports.measure(place, rounds["imports"]),
    }


def few(group: str, rounds: dict[str, int]) -> dict[str, int]:
    """How many rounds of trials a group has whose rounds are long."""
    return {"trial": min(rounds["trial"], LONG.get(group, rounds["trial"]))}


def measure_group(
    cases: list[Case], place: Place, rounds: dict[str, int]
) -> tuple[list[Row], dict[str, str]]:
    """Measure one group, in the order of its list; what fails is told, and left."""
    printed, failed = _processes.try_all(cases, place)
    processes = [case for case in cases if case.name in printed]
    timed = [case for case in processes if isinstance(case.run, Process)]
    taken = _processes.measure(timed, place, rounds["process"])
    loops = [case for case in cases if isinstance(case.run, Loop)]
    if loops:
        done = _loops.measure(loops, place, rounds["loop"])
        taken |= done["taken"]
        failed |= done["failed"]
    trials = [case for case in cases if isinstance(case.run, Trial)]
    samples, broken = _trials.measure(trials, place, rounds["trial"], rounds["jobs"])
    taken |= samples
    failed |= broken
    rows = [
        counted_row(case, int(printed[case.name]))
        if isinstance(case.run, Count)
        else row_of(case, taken[case.name], taken.get(case.baseline))
        for case in cases
        if case.name not in failed
    ]
    return rows, failed


def add_instructions(rows: list[Row], cases: list[Case], place: Place) -> None:
    """Put what cachegrind counts beside the times, where it is installed."""
    names = {row["name"] for row in rows}
    timed = [case for case in cases if case.name in names and countable(case)]
    counts = _cachegrind.count_all(timed, place)
    for row in rows:
        if row["name"] in counts:
            own = counts[row["name"]]
            base = counts.get(row["baseline"], own)
            row |= {"instructions": own, "ratio_instructions": round(own / base, 3)}
            row["over_instructions"] = own - base
            limits = {case.name: case.limit for case in timed}
            limit = limits[row["name"]]
            if limit is not None and limit.what == "million over":
                row.update(judge(limit, row))


def about(options: argparse.Namespace) -> dict[str, Any]:
    """Say what was measured, and on what: nothing that names the machine."""
    return {
        "mode": "quick" if options.quick else "full",
        "exeunt": importlib.metadata.version("exeunt"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{os.cpu_count()} × {processor()}, {platform.system()}",
    }


def processor() -> str:
    """The kind of processor, as Linux tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def show(results: dict[str, Any]) -> None:
    """Print the table."""
    width = max(len(case.name) for case in CASES)
    for group, rows in results["groups"].items():
        head = "".join(f"{word:>14}" for word in _page.COLUMNS)
        print(f"\n{group:<{width}}{head}")
        for row in rows:
            cells = "".join(f"{cell:>14}" for cell in _page.numbers(row))
            limit = row.get("limit")
            verdict = f"  {row['verdict']}: {limit}" if limit else ""
            print(f"{row['name']:<{width}}{cells}{verdict}")
    for row in results["left_out"]:
        print(f"\nleft out: {row['group']}: {row['name']} ({row['why']})")
    total = sum(row["self_us"] for row in results["imports"])
    count = len(results["imports"])
    print(f"\nexplain 11 imports {count} modules in {total:,} µs (least, summed)")


if __name__ == "__main__":
    sys.exit(main())
