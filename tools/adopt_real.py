"""Real programs from PyPI, as they are and adopted → every difference, and its reason.

    make adopt-real                             all of them, on Python 3.11 and 3.13
    python tools/adopt_real.py --only NAME      one program, and its suite
    python tools/adopt_real.py --python 3.13    on one Python

The programs, their calls and their suites stand in scenarios/real.toml, what may differ
in scenarios/differences.toml. A difference that no row explains ends this with 1.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import _real_suites
import pythons
from _real_calls import Place, programs
from _real_differences import Difference, in_json, in_text, table

if TYPE_CHECKING:
    from _real_calls import Program

ROOT = Path(__file__).parents[1]
PINS = ROOT / "requirements" / "real.txt"
VERSIONS = ("3.11", "3.13")
WORKERS = 2  # most of a call is the start of an interpreter
MOST = 12  # lines that are shown of a difference


def main() -> int:
    """Compare all that is asked for; 1 if a difference has no reason."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="one program, and its suite")
    parser.add_argument("--python", choices=VERSIONS, action="append", help="of which")
    options = parser.parse_args()
    found = {f"{a}.{b}": path for (a, b), path in pythons.find().items()}
    differences: list[Difference] = []
    for version in options.python or VERSIONS:
        if version not in found:
            print(f"no Python {version} was found, so it is left out")
            continue
        python = environment(found[version], version)
        chosen = programs(options.only)
        print(f"== Python {version}: {len(chosen)} programs", flush=True)
        with ThreadPoolExecutor(WORKERS) as pool:
            for text, some in pool.map(partial(compared, python), chosen):
                print(text, flush=True)
                differences += some
        for suite in _real_suites.suites(options.only):
            text, some = _real_suites.compared(suite, python, PINS)
            print(text, flush=True)
            differences += some
    differences += [] if options.only else unused(differences)
    unexplained = sum(not one.row for one in differences)
    print(f"{len(differences)} differences, {unexplained} of them unexplained")
    return int(unexplained > 0)


def unused(differences: list[Difference]) -> list[Difference]:
    """Find rows of the table that explain nothing, and might explain a defect."""
    rows = {row["name"] for row in table()} - {one.row for one in differences}
    for row in sorted(rows):
        print(f"the row {row} explains nothing: take it out [UNEXPLAINED]")
    return [Difference("row", "a difference", "none") for _ in rows]


def environment(python: Path, version: str) -> Path:
    """Install the programs and this source, unless the same pins are there."""
    made = installed(python, ROOT / ".venvs" / f"real-{version}", PINS)
    ours = next(made.parents[1].glob("lib/python3*/site-packages")) / "exeunt.pth"
    ours.write_text(f"{ROOT / 'src'}\n")
    return made


def installed(python: Path, place: Path, pins: Path) -> Path:
    """Install what is pinned in a place of its own; return its interpreter."""
    made_of = hashlib.sha256(f"{place} {python}".encode() + pins.read_bytes())
    stamp = place / "made"
    if not stamp.is_file() or stamp.read_text() != made_of.hexdigest():
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([python, "-m", "venv", place], check=True)
        found = ["--quiet", "--require-hashes", "--requirement", f"{pins}"]
        _real_suites.pip(place / "bin" / "python", "install", *found)
        stamp.write_text(made_of.hexdigest())
    return place / "bin" / "python"


def compared(python: Path, program: Program) -> tuple[str, list[Difference]]:
    """Make every call of a program in every way; write down what differs."""
    lines, differences, same = (
        [f"{program.name} ({program.adopted or program.plain})"],
        [],
        0,
    )
    with tempfile.TemporaryDirectory(prefix="adopt-real-") as folder:
        place = Place(Path(folder) / "place", python, program)
        for call in program.call:
            try:
                ways = call_by_call(place, call)
            except RuntimeError as error:
                ways = [("call", [Difference("made", "to its end", str(error))])]
            for way, found in ways:
                differences += found
                same += not found
                shown = f"{program.name} {call['words']}".strip()
                lines += [f"  {way:<8} {shown}: {explain(one)}" for one in found]
    return "\n".join([*lines, f"  {same} the same"]), differences


def call_by_call(
    place: Place, call: dict[str, Any]
) -> list[tuple[str, list[Difference]]]:
    """Make one call in every way."""
    program = place.program
    piped = place.seen(call, "plain pipe")
    seen = place.seen(call, "plain terminal")
    shown = place.seen(call, "adopted terminal")
    return [
        ("pipe", in_text(call, piped, place.seen(call, "adopted pipe"), program)),
        ("terminal", in_text(call, seen, shown, program)),
        ("json", in_json(call, piped, place.seen(call, "adopted json"), program)),
    ]


def explain(found: Difference) -> str:
    """Write a difference, in one line where its reason is known."""
    if found.row:
        new = f"{found.was} → {found.now}" if found.was else found.now.strip()
        return f"{found.what}: {new} [{found.row}]"
    before, after = found.was.splitlines(), found.now.splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]
    cut = [line[: MOST * 30] for line in lines[:MOST]]
    return "\n      ".join([f"{found.what}: UNEXPLAINED", *cut])


if __name__ == "__main__":
    sys.exit(main())
