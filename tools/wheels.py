"""Wheel → does it work by itself: no source, no other package beside it.

The wheel is built, installed alone in a new environment and asked for its version of
things; then the tests run against it, from a copy that has no src/ next to it.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> int:
    """Build, install, try, test."""
    with tempfile.TemporaryDirectory(prefix="exeunt-wheel-") as name:
        place = Path(name)
        wheel = build(place / "dist")
        bin_ = install(wheel, place / "venv")
        env = {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"}

        def run(*argv: object) -> int:
            line = [str(word) for word in argv]
            print("$", *line, flush=True)
            return subprocess.run(line, cwd=place, env=env, check=False).returncode

        python = bin_ / "python"
        failed = (
            run(python, "-c", "import exeunt")
            or run(python, "-m", "exeunt", "explain", "11")
            or run(bin_ / "exeunt", "explain", "11")
        )
        if failed:
            return 1

        copy_tests(place)
        lend_packages(place / "venv")
        return run(
            python, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not checkout",
            "tests",
        )  # fmt: skip


def build(into: Path) -> Path:
    """Build the wheel with the pinned backend of this environment."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", into, ROOT)
    (wheel,) = into.glob("*.whl")
    print(wheel.name, flush=True)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for tail in (
        "exeunt/py.typed",
        "exeunt/audit/remedies.toml",
        "exeunt/audit/reports/_page.css",
        "exeunt/html/_page.html",
        "exeunt/audit/reports/_page.js",
        "exeunt/audit/reports/modes.toml",
        "exeunt/cli/demo/scenes.toml",
        ".data/scripts/exeunt",
    ):
        if not any(name.endswith(tail) for name in names):
            sys.exit(f"not in the wheel: {tail}")
    return wheel


def install(wheel: Path, into: Path) -> Path:
    """Install the wheel, and nothing else, in a new environment; return its bin."""
    venv.create(into)
    bin_ = into / "bin"
    pip("--python", bin_ / "python", "install", "--no-deps", "--no-index", wheel)
    return bin_


def fetch(requirement: str, into: Path) -> bool:
    """Install a peer and what it needs, wheels only: no code runs to install it."""
    line = [
        sys.executable, "-m", "pip", "--quiet", "--no-input", "--retries", "1",
        "install", "--only-binary", ":all:", "--target", str(into), requirement,
    ]  # fmt: skip
    return not subprocess.run(line, check=False, capture_output=True).returncode


def copy_tests(into: Path) -> None:
    """Copy what the tests are made of, without the source and the documents."""
    shutil.copytree(ROOT / "tests", into / "tests")
    shutil.copy(ROOT / "pyproject.toml", into)
    (into / "requirements").mkdir()
    shutil.copy(ROOT / "requirements" / "debian.txt", into / "requirements")


def lend_packages(into: Path) -> None:
    """Let the new environment import pytest and the rest from this one.

    Python does not read the .pth files of a directory that a .pth file names, so our
    editable install stays invisible: `exeunt` is the wheel's.
    """
    (site,) = into.glob("lib/python3.*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")


def pip(*words: object) -> None:
    """Run this environment's pip, which speaks only if something is wrong."""
    command = [sys.executable, "-m", "pip", "--quiet", *map(str, words)]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
