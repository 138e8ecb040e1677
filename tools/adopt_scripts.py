"""Console scripts from PyPI, as they are and by `exeunt adopt` → how many are the same.

    make adopt-scripts                      all of them
    make adopt-scripts ARGS='NAME ...'      some of them

The scripts and their three calls stand in scenarios/scripts.toml: one succeeds and
prints, one is wrong, one fails for a reason of its own. Each is to have the same text,
files and number in a pipe, and one envelope for JSON that says what the call has said.
What is otherwise than the table has it ends this with 1.
"""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import adopt_real
import pythons
from _real_calls import Place, Program, Seen, in_pipe
from _real_differences import Difference, in_files, in_json, quiet

ROOT = Path(__file__).parents[1]
PINS = ROOT / "requirements" / "scripts.txt"
SCRIPTS = ROOT / "scenarios" / "scripts.toml"
OURS = str(Path(sys.executable).with_name("exeunt"))
VERSION = "3.11"  # one is enough: `make adopt-real` tries the others
WAYS = {
    "plain": [],
    "text": [OURS, "adopt", "--"],
    "json": [OURS, "adopt", "--json", "--"],
}
CALLS = ("right", "wrong", "fails")
SHOWN = 600  # characters of a difference


@dataclass
class Script:
    """A console script, its three calls, and why one is not the same, if so."""

    name: str
    right: str
    wrong: str
    fails: str
    package: str = ""
    setup: str = ""
    stdin: str = ""
    differs: str = ""
    env: dict[str, str] = field(default_factory=dict)
    noise: list[str] = field(default_factory=list)


def main(words: list[str]) -> int:
    """Try the scripts; 1 if one is otherwise than the table has it."""
    chosen = [one for one in scripts() if not words or one.name in words]
    found = {f"{a}.{b}": path for (a, b), path in pythons.find().items()}
    place = ROOT / ".venvs" / "scripts"  # exeunt is not installed there
    python = adopt_real.installed(found[VERSION], place, PINS)
    same, wrong = 0, 0
    with ThreadPoolExecutor(adopt_real.WORKERS) as pool:
        for script, faults in zip(
            chosen, pool.map(partial(tried, python), chosen), strict=True
        ):
            same += not faults
            wrong += bool(faults) is not bool(script.differs)
            print(f"{'differs' if faults else 'same   '} {script.name}", flush=True)
            for fault in faults:
                print("        " + fault.replace("\n", "\n        "), flush=True)
    print(f"{same} of {len(chosen)} scripts do the same in each of three calls")
    return int(wrong > 0)


def scripts() -> list[Script]:
    """Read the table."""
    rows = tomllib.loads(SCRIPTS.read_text("utf-8"))["script"]
    return [Script(**row) for row in rows]


def tried(python: Path, script: Script) -> list[str]:
    """Make the three calls of a script in three ways; say what is not as it was."""
    program = Program(
        script.name,
        script.name,
        [],
        setup=script.setup,
        env=script.env,
        noise=script.noise,
    )
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="adopt-scripts-") as folder:
        place = Place(Path(folder) / "place", python, program)
        for kind in CALLS:
            words = getattr(script, kind)
            seen = {way: called(place, script, words, way) for way in WAYS}
            found = unfit(kind, seen["plain"], seen["json"]) or [
                *same(seen["plain"], seen["text"], program),
                *in_json(
                    {"words": words}, seen["plain"], worded(seen["json"]), program
                ),
            ]
            faults += [
                f"{kind} ({words}): {one.what}\n{one.was}\n{one.now}"[:SHOWN]
                for one in found
                if not one.row
            ]
    return faults


def called(place: Place, script: Script, words: str, way: str) -> Seen:
    """Make one call in one way, in a folder that is as it is before each."""
    place.prepare(adopted=False)
    (place.folder / "bin" / script.name).unlink()  # the one that is installed is called
    argv = [*WAYS[way], str(place.python.with_name(script.name)), *shlex.split(words)]
    code, out, err = in_pipe(argv, place.environment(), place.work, script.stdin)
    program = place.program
    return Seen(
        code, quiet(out, program).encode(), quiet(err, program).encode(), place.files()
    )


def unfit(kind: str, plain: Seen, adopted: Seen) -> list[Difference]:
    """Say that a call is not of its kind, or has no envelope: it proves nothing."""
    try:
        error = json.loads(adopted.stdout)["error"]
    except (ValueError, LookupError, TypeError):
        return [Difference("envelope", "one", quiet_text(adopted))]
    rejected = error is not None and error["phase"] == "validation"
    good = {
        "right": plain.code == 0 and bool(plain.stdout.strip()),
        "wrong": plain.code > 0 and rejected,
        "fails": plain.code > 0 and not rejected,
    }[kind]
    return [] if good else [Difference("kind", f"{plain.code}", quiet_text(adopted))]


def worded(seen: Seen) -> Seen:
    """Put a program's own words, which a table has spoken over, back to the front."""
    document = json.loads(seen.stdout)
    if document["meta"].get("known_by"):
        document["error"]["message"] = document["error"].pop("detail", "")
        return replace(seen, stdout=f"{json.dumps(document)}\n".encode())
    return seen


def quiet_text(seen: Seen) -> str:
    """Return all that a call has said."""
    return (seen.stdout + seen.stderr).decode("utf-8", "replace")


def same(was: Seen, now: Seen, program: Program) -> list[Difference]:
    """Compare a call with itself, adopted, for a person: nothing may differ."""
    pairs = [
        ("number", str(was.code), str(now.code)),
        *(
            (name, getattr(was, name).decode(), getattr(now, name).decode())
            for name in ("stdout", "stderr")
        ),
    ]
    found = [Difference(*pair) for pair in pairs if pair[1] != pair[2]]
    return found + in_files(was, now, program)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
