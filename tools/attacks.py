"""Attacks, and the source without what holds them → each test sees that it is gone.

    make attacks                          every mend, one after another
    python tools/attacks.py test_files    those whose test has this in its name

A scratch copy of the source is installed in an environment of its own. There each
attack is played twice: as it is, which must be held, and with its mend taken out,
which must not. It ends with 1 if a test passes where nothing holds the attack.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import wheels
from _attacks import ROOT, attacks

PATIENCE = 300  # seconds: without its mend, an attack may hang what it is tried on
HELD, NOT_HELD = 0, 1  # what pytest says of a test that passes, and that fails
COPIED = (
    "src",
    "tests",
    "requirements",
    "scripts",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)


def main(chosen: str = "") -> int:
    """Take out one mend after another; say what each test says."""
    wrong = 0
    rows = [attack for attack in attacks() if chosen in attack.test]
    with tempfile.TemporaryDirectory(prefix="exeunt-attacks-") as name:
        place = Path(name)
        python = installed(place)
        for attack in rows:
            before = play(place, python, attack.test)
            file = place / attack.file
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(attack.old, attack.new), encoding="utf-8")
            after = play(place, python, attack.test)
            file.write_text(text, encoding="utf-8")
            good = (before, after) in {(HELD, NOT_HELD), (HELD, None)}
            wrong += not good
            said = "held, and not without its mend" if good else f"{before}, {after}"
            print(f"{'ok   ' if good else 'WRONG'} {attack.test}: {said}", flush=True)
    print(f"{len(rows)} attacks, {wrong} of them prove nothing")
    return int(wrong > 0)


def installed(place: Path) -> Path:
    """Copy the source, and install it where it can be changed."""
    place.chmod(0o755)  # for the other users that attacks are played by
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, place / name)
    venv.create(place / "venv")
    python = place / "venv" / "bin" / "python"
    words = ("install", "--no-deps", "--no-build-isolation", "--editable", place)
    wheels.lend_packages(place / "venv")  # what it is built with, too
    wheels.pip("--python", python, *words)
    return python


def play(place: Path, python: Path, test: str) -> int | None:
    """Play one attack; None if it does not end."""
    line = [
        str(python),
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        test,
    ]
    try:
        done = subprocess.run(
            line, cwd=place, timeout=PATIENCE, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
