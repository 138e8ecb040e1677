"""Pythons × frameworks → one table: where the tests pass.

Every Python found runs them with the newest frameworks; the older sets of frameworks
run on the oldest Python, as they do in the wild. Each pair has an environment of its
own in .venvs/, which is kept until its pins change.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pythons

ROOT = Path(__file__).parents[1]
SUPPORTED = [(3, 11), (3, 12), (3, 13)]
OLDER = ["oldest", "unvendored"]


def main() -> int:
    """Test each pair, then print the table."""
    found = pythons.find()
    missing = [f"{a}.{b}" for a, b in SUPPORTED if (a, b) not in found]
    if not set(SUPPORTED) & found.keys():
        print(f"no supported Python found; missing: {', '.join(missing)}")
        return 1
    pairs = [(version, "newest") for version in found]
    pairs += [(min(found), frameworks) for frameworks in OLDER]
    rows = []
    for version, frameworks in pairs:
        name = f"{version[0]}.{version[1]}"
        print(f"\n== Python {name}, {frameworks} frameworks", flush=True)
        start = time.monotonic()
        result = try_pair(found[version], name, frameworks)
        rows.append((name, frameworks, result, time.monotonic() - start))

    print(f"\n{'python':<8}{'frameworks':<13}{'result':<22}time")
    for name, frameworks, result, seconds in rows:
        print(f"{name:<8}{frameworks:<13}{result:<22}{seconds:.0f} s")
    if missing:
        print(f"not found, so not tested: {', '.join(missing)}")
    return int(any(result != "passed" for _, _, result, _ in rows))


def try_pair(python: Path, version: str, frameworks: str) -> str:
    """Run the tests in the environment of a pair; the result in a word or two."""
    requirements = ROOT / "requirements" / f"frameworks-{frameworks}.txt"
    place = ROOT / ".venvs" / f"{version}-{frameworks}"
    try:
        prepare(place, python, requirements)
    except subprocess.CalledProcessError:
        shutil.rmtree(place, ignore_errors=True)
        return "could not install"
    bin_ = place / "bin"
    code = subprocess.run(
        [
            f"{bin_}/pytest",
            *("-p", "no:cacheprovider", "-m", "not checkout"),
        ],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"},
        check=False,
    ).returncode
    return "passed" if code == 0 else f"failed (pytest {code})"


def prepare(place: Path, python: Path, requirements: Path) -> None:
    """Make the environment of a pair, unless it is there with the same pins."""
    project = (ROOT / "pyproject.toml").read_bytes()
    made_of = hashlib.sha256(
        b"\0".join([str(place).encode(), requirements.read_bytes(), project])
    ).hexdigest()
    stamp = place / "made"
    if stamp.is_file() and stamp.read_text() == made_of:
        return
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run([python, "-m", "venv", place], check=True)
    pip = [f"{place}/bin/python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--require-hashes", "-r", requirements], check=True)
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT], check=True
    )
    stamp.write_text(made_of)


if __name__ == "__main__":
    sys.exit(main())
