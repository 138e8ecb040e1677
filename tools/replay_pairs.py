"""Two releases of real programs → what exeunt diff says of them, and what is true.

    make replay                              every pair of scenarios/pairs.toml
    python tools/replay_pairs.py --only X    one of them

Each release has an environment of its own in .venvs/replay/, from PyPI. Its manifest is
taken as any author's is, behind a line that adopts it, and the two are compared. What
is true is seen, not believed: each change has a call that is made with both releases,
as their users make it. A break that is called additive is never right; a break that is
none is, at most once in a pair.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from exeunt.audit.live import ask
from exeunt.manifest.diff import diff

ROOT = Path(__file__).parents[1]
PAIRS = ROOT / "scenarios" / "pairs.toml"
CACHE = ROOT / ".venvs" / "replay"
SIDES = ("old", "new")
JUDGED = ("breaking", "behavioural", "additive")
LIMIT = 60.0  # seconds of a call, on a busy machine
MOST = 1  # false breaks of a pair
ADOPT = """
import sys
from importlib import import_module
import exeunt
module, name = sys.argv.pop(1).split(":")
exeunt.adopt(getattr(import_module(module), name), name="program", version="1")()
"""


def main(words: list[str]) -> int:
    """Replay the pairs; 1 if a verdict is worse than it may be, or was not judged."""
    only = words[words.index("--only") + 1] if "--only" in words else ""
    pairs = tomllib.loads(PAIRS.read_text("utf-8"))["pair"]
    results = [replay(pair) for pair in pairs if only in ("", pair["name"])]
    return int(not all(results))


def replay(pair: dict[str, Any]) -> bool:
    """Compare the releases of a pair, print each verdict; tell whether all is well."""
    names = " → ".join(pair[side][0] for side in SIDES)
    print(f"\n{names}", flush=True)
    places = {side: environment(pair[side]) for side in SIDES}
    found = diff(*(manifest_of(places[side], pair["app"]) for side in SIDES)).changes
    said = {(c.path, c.change): c.verdict for c in found if c.verdict in JUDGED}
    known = {(row["path"], row["change"]): row for row in pair.get("change", ())}
    counts = {"right": 0, "false additive": 0, "false breaking": 0, "unjudged": 0}
    sound = True
    for key in dict.fromkeys((*said, *known)):
        row, verdict = known.get(key), said.get(key, "nothing")
        judged = judge(verdict, row)
        counts[judged] += 1
        truth = row["truth"] if row else "?"
        mark = "" if judged == "right" else f"  {judged}: it is {truth}"
        print(f"  {verdict:<12} {' '.join(key)}{mark}", flush=True)
        news = seen_otherwise(row, pair, places) if row else []
        if row and verdict != row["verdict"]:
            news.append(f"it was {row['verdict']} when it was judged")
        sound = sound and not news
        for line in news:
            print(f"      {line}", flush=True)
    print("  " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    bad = counts["false additive"] or counts["unjudged"]
    return sound and not bad and counts["false breaking"] <= MOST


def judge(verdict: str, row: dict[str, Any] | None) -> str:
    """Compare a verdict with what is true."""
    if row is None:
        return "unjudged"
    if verdict == row["truth"]:
        return "right"
    return "false breaking" if verdict == "breaking" else "false additive"


def seen_otherwise(
    row: dict[str, Any], pair: dict[str, Any], places: dict[str, Path]
) -> list[str]:
    """Make a call with both releases; say what is not as it was when it was judged."""
    found: list[str] = []
    for side in SIDES:
        code, said = called(row["call"], pair.get("setup", ""), places[side])
        expected, shows = row[side], row.get(f"{side}_says", "")
        if (code, True) != (expected, shows in said):
            tail = " ".join(said.split())[-200:]
            found.append(f"{side}: {row['call']}: exit {code}, not {expected}: {tail}")
    return found


def called(call: str, setup: str, place: Path) -> tuple[int, str]:
    """Make a call as a user does, in a folder of its own; return how it ended."""
    path = f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run(
            ["/bin/sh", "-c", f"{{ {setup or ':'}; }} >setup.log 2>&1\n{call}"],
            cwd=folder,
            env={**without_ours(), "PATH": path, "HOME": folder},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    return ended.returncode, ended.stdout + ended.stderr


def manifest_of(place: Path, app: str) -> dict[str, Any]:
    """Take the manifest of a release, behind a line that adopts it."""
    before = Path.cwd()
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # an app may be looked for where it is called
        try:
            return ask([str(place / "bin" / "python"), "-c", ADOPT, app], LIMIT)
        finally:
            os.chdir(before)
            del os.environ["PYTHONPATH"]


def environment(pins: list[str]) -> Path:
    """Install a release, unless it is there with the same pins."""
    digest = hashlib.sha256(" ".join(pins).encode()).hexdigest()[:8]
    place = CACHE / f"{pins[0].replace('==', '-')}-{digest}"
    stamp = place / "made"
    if not stamp.is_file():
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, *pins], check=True)
        stamp.touch()
    return place


def without_ours() -> dict[str, str]:
    """Return the environment without what names another Python's modules."""
    return {n: v for n, v in os.environ.items() if not n.startswith("PYTHON")}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
