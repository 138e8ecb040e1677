"""Steps → one exit code: what `make test` runs, in this order, up to the first failure.

Names on the command line choose steps; without any, all of them run.
"""

import os
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = sysconfig.get_path("scripts")
MAKES = {"MAKE", "MFLA"}
PYTEST = ("pytest", "-n", "auto", "--maxprocesses", "8")

# The quick ones first; the tests last, so that pytest's closing line closes the run.
STEPS: dict[str, tuple[str, ...]] = {
    "packages": ("python", "tools/system_packages.py"),
    "format": ("ruff", "format", "--check", "--diff"),
    "lint": ("ruff", "check", "--output-format", "concise"),
    "layers": ("lint-imports", "--no-logo"),
    "mypy": ("mypy",),
    "pyright": ("pyright", "--warnings"),
    # How much of the public surface is typed: all of it, or the step fails.
    "verifytypes": ("pyright", "--verifytypes", "exeunt", "--ignoreexternal"),
    # Everything that does not look at the repository runs once, against the wheel.
    "wheel": ("python", "tools/wheel.py"),
    "tests": (*PYTEST, "-m", "checkout"),
}
# Part of "tests", worth a name of its own.
EXTRA: dict[str, tuple[str, ...]] = {"docs": (*PYTEST, "README.md", "docs")}


def main(names: list[str]) -> int:
    """Run the steps; say how long each took just before the last one starts."""
    steps = {**STEPS, **EXTRA}
    plan = names or list(STEPS)
    # A make that a test runs must not take itself for a part of ours.
    env = {name: os.environ[name] for name in os.environ if name[:4] not in MAKES}
    env["PATH"] = BIN + os.pathsep + os.environ["PATH"]
    took: dict[str, float] = {}
    for number, name in enumerate(plan, 1):
        if number == len(plan) > 1:
            summarise(took)
        print(f"\n== {number}/{len(plan)} {name}: {' '.join(steps[name])}", flush=True)
        start = time.monotonic()
        code = subprocess.run(steps[name], cwd=ROOT, env=env, check=False).returncode
        took[name] = time.monotonic() - start
        if code:
            left = ", ".join(plan[number:])
            print(f"\n== {name} failed (exit {code})", end="")
            print(f"; not run: {left}" if left else "", flush=True)
            return 1
    return 0


def summarise(took: dict[str, float]) -> None:
    """Print the steps that passed, with their seconds."""
    print("\n== passed so far")
    for name, seconds in took.items():
        print(f"   {name:<12} {seconds:6.1f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
