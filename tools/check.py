"""Steps → one exit code: what `make test` runs, in this order, up to the first failure.

Names on the command line choose steps; without any, all of them run. What only reads
the source is started together, since each of these uses one core; its output is kept
apart, and is shown when its turn comes.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

ROOT = Path(__file__).parents[1]
BIN = sysconfig.get_path("scripts")
MAKES = {"MAKE", "MFLA"}

NONE = "checkout and not checkout"
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
    # Compiles the tests as pytest does: once, and not in every worker of the next two
    # steps. It lists what it selects; 5 says that this is nothing.
    "collect": ("sh", "-c", f"pytest --collect-only -q -n 0 -m '{NONE}' || [ $? = 5 ]"),
    # Everything that does not look at the repository runs once, against the wheel.
    "wheel": ("python", "tools/wheels.py"),
    "tests": ("pytest", "-m", "checkout"),
}
# These read the source, write at most a cache of their own, and need no other's answer.
READ = {"format", "lint", "layers", "mypy", "pyright", "verifytypes", "collect"}
# Part of "tests", worth a name of its own.
EXTRA: dict[str, tuple[str, ...]] = {
    "docs": ("pytest", "-n", "auto", "README.md", "docs", "tests/tools/test_pages.py")
}


class Begun(NamedTuple):
    """A step under way, what it says, and when it was started."""

    process: subprocess.Popen[bytes]
    output: BinaryIO
    at: float


def main(names: list[str]) -> int:
    """Run the steps; say how long each took just before the last one starts."""
    plan = names or list(STEPS)
    took: dict[str, float] = {}
    with ExitStack() as stack:
        early = {
            name: stack.enter_context(begun(name)) for name in plan if name in READ
        }
        for number, name in enumerate(plan, 1):
            if number == len(plan) > 1:
                summarise(took)
            words = " ".join(command(name))
            print(f"\n== {number}/{len(plan)} {name}: {words}", flush=True)
            code, took[name] = end(early[name]) if name in early else run(name)
            if code:
                left = ", ".join(plan[number:])
                print(f"\n== {name} failed (exit {code})", end="")
                print(f"; not passed: {left}" if left else "", flush=True)
                return 1
    return 0


def command(name: str) -> tuple[str, ...]:
    """The words of a step."""
    return {**STEPS, **EXTRA}[name]


def environment() -> dict[str, str]:
    """Where our commands come first, and a make that a test runs is no part of ours."""
    env = {name: os.environ[name] for name in os.environ if name[:4] not in MAKES}
    return {**env, "PATH": BIN + os.pathsep + os.environ["PATH"]}


def run(name: str) -> tuple[int, float]:
    """Run a step that has both cores for itself; return its code and its seconds."""
    start = time.monotonic()
    done = subprocess.run(command(name), cwd=ROOT, env=environment(), check=False)
    return done.returncode, time.monotonic() - start


@contextmanager
def begun(name: str) -> Iterator[Begun]:
    """Start a step; end it if it is under way when another has failed."""
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(
            command(name),
            cwd=ROOT,
            env=environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            yield Begun(process, output, time.monotonic())
        finally:
            process.terminate()


def end(step: Begun) -> tuple[int, float]:
    """Wait for a step, then show what it has said; return its code and its seconds."""
    code = step.process.wait()
    seconds = time.monotonic() - step.at
    step.output.seek(0)
    sys.stdout.buffer.write(step.output.read())
    sys.stdout.flush()
    return code, seconds


def summarise(took: dict[str, float]) -> None:
    """Print the steps that passed, with their seconds."""
    print("\n== passed so far")
    for name, seconds in took.items():
        print(f"   {name:<12} {seconds:6.1f} s")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
