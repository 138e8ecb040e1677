"""A machine → its Pythons from 3.11 on, one for each minor version.

Each candidate is run, not just looked up: a shim may stand for no Python at all. Run
as a program, this prints one line for each: version, path.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)
PROBE = (
    "import ensurepip, sys, venv;"
    "print(sys.implementation.name, *sys.version_info[:3], sys.version_info[3])"
)
NAME = re.compile(r"python3\.\d+")


def find() -> dict[tuple[int, int], Path]:
    """Minor version → a Python that runs and can make environments, oldest first."""
    found: dict[tuple[int, int], Path] = {}
    for path in candidates():
        version = ask(path)
        if version is not None and version >= OLDEST:
            found.setdefault(version, path)
    return dict(sorted(found.items()))


def candidates() -> Iterator[Path]:
    """Where a Python may be: PATH, the usual directories, pyenv, uv."""
    directories = os.environ.get("PATH", "").split(os.pathsep)
    for directory in [*directories, "/usr/local/bin", "/usr/bin"]:
        if directory and Path(directory).is_dir():
            paths = sorted(Path(directory).glob("python3.*"))
            yield from (path for path in paths if NAME.fullmatch(path.name))
    yield from sorted(Path("/opt/python").glob("*/bin/python"))
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob("versions/*/bin/python"), reverse=True)
    yield from uv_pythons()


def uv_pythons() -> Iterator[Path]:
    """The Pythons that uv manages, without asking it to download any."""
    uv = shutil.which("uv")
    if uv:
        listing = subprocess.run(
            [uv, "python", "list", "--only-installed", "--no-python-downloads"],
            capture_output=True,
            text=True,
            check=False,
        )
        for line in listing.stdout.splitlines():
            yield Path(line.split()[1])


def ask(python: Path) -> tuple[int, int] | None:
    """The minor version of a CPython release, or None."""
    try:
        answer = subprocess.run(
            [python, "-I", "-c", PROBE],
            capture_output=True,
            text=True,
            check=False,
            timeout=20,  # a first start on a slow disk
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = answer.stdout.split()
    if answer.returncode or words[:1] != ["cpython"] or words[4] != "final":
        return None
    return int(words[1]), int(words[2])


if __name__ == "__main__":
    for (major, minor), path in find().items():
        print(f"{major}.{minor} {path}")
