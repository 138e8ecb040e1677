"""The suites that programs bring, as they are and adopted → the tests that differ."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from _real_calls import PROGRAMS, ROOT
from _real_differences import Difference

SOURCES = ROOT / ".venvs" / "real-sources"
LIMIT = 1800  # seconds of a suite, on a busy machine


@dataclass
class Suite:
    """The tests of a package's source distribution."""

    name: str
    tests: list[str]
    differ: dict[str, str] = field(
        default_factory=dict
    )  # a test → the row that says why
    timed: list[str] = field(default_factory=list)  # tests that a busy machine fails


def suites(only: str = "") -> list[Suite]:
    """Read the suites."""
    rows = tomllib.loads(PROGRAMS.read_text("utf-8"))["suite"]
    return [Suite(**row) for row in rows if only in ("", row["name"])]


def compared(suite: Suite, python: Path, pins: Path) -> tuple[str, list[Difference]]:
    """Run a suite twice; write down each test whose outcome is another one."""
    source = fetched(suite.name, python, pins)
    was, now = (outcomes(suite, source, python, adopted=how) for how in (False, True))
    lines = [f"{suite.name}: {len(was)} tests of its own"]
    found: list[Difference] = []
    stale = set(suite.differ)
    for test in sorted({*was, *now}):
        before, after = was.get(test, "absent"), now.get(test, "absent")
        if before != after:
            name = test.partition("[")[0]
            stale.discard(name)
            row = suite.differ.get(name, "")
            found.append(Difference("test", before, after, row))
            lines.append(f"  {test}: {before} → {after} [{row or 'UNEXPLAINED'}]")
    same = len(was) - len(found)
    for test in sorted(stale):
        found.append(Difference("test", "another outcome", "the same"))
        lines.append(f"  {test}: is said to differ, and does not [UNEXPLAINED]")
    return "\n".join([*lines, f"  {same} the same"]), found


def outcomes(
    suite: Suite, source: Path, python: Path, *, adopted: bool
) -> dict[str, str]:
    """Run a suite; return what each test came to."""
    with tempfile.TemporaryDirectory(prefix="adopt-real-") as folder:
        place, told = Path(folder) / "source", Path(folder) / "outcomes"
        shutil.copytree(source, place)  # away from the settings of this repository
        env = {n: v for n, v in os.environ.items() if not n.startswith("PYTHON")}
        env |= {"OUTCOMES": str(told), "HOME": folder, "LANG": "C.UTF-8"}
        env |= {"PYTHONPATH": str(ROOT / "tools"), "PYTHONDONTWRITEBYTECODE": "1"}
        env |= {"ADOPTING": "1"} if adopted else {}
        words = [str(python), "-m", "pytest", "-p", "_adopting", "-q", "-n", "2"]
        words += [word for test in suite.timed for word in ("--deselect", test)]
        log = SOURCES / f"{suite.name}-{'adopted' if adopted else 'plain'}.log"
        with log.open("wb") as said:
            subprocess.run(
                [*words, *suite.tests],
                cwd=place,
                env=env,
                stdout=said,
                stderr=said,
                timeout=LIMIT,
                check=False,
            )
        found: dict[str, str] = json.loads(told.read_text("utf-8"))
    return found


def fetched(name: str, python: Path, pins: Path) -> Path:
    """Unpack the source distribution that is pinned; the first time, download it."""
    locked = re.search(
        rf"^{name}==(\S+)(?: \\\n    --hash=\S+)+", pins.read_text(), re.MULTILINE
    )
    if locked is None:
        raise SystemExit(f"{name} is not pinned in {pins.name}")
    stem = f"{name.replace('-', '_')}-{locked[1]}"
    if not (SOURCES / stem).is_dir():
        SOURCES.mkdir(parents=True, exist_ok=True)
        pin = SOURCES / f"{name}.txt"
        pin.write_text(locked[0])
        words = ["--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes"]
        words += ["--requirement", f"{pin}", "--dest", f"{SOURCES}"]
        pip(python, "download", *words)
        with tarfile.open(SOURCES / f"{stem}.tar.gz") as archive:
            archive.extractall(SOURCES, filter="data")
    return SOURCES / stem


def pip(python: Path, *words: str) -> None:
    """Have pip fetch what is pinned, or say what was needed and did not come."""
    if subprocess.run([python, "-m", "pip", *words], check=False).returncode:
        said = "the programs could not be fetched: pip says above what did not come"
        raise SystemExit(f"adopt-real: {said}; it needs PyPI, or an index like it")
