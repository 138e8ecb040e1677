"""Commands that the tests run → Debian packages, installed where absent.

Exit 1, naming what is missing, where it cannot be installed; 0 all the same with
EXEUNT_WITHOUT_TOOLS=1, and then the tests that need them are skipped.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).parents[1] / "requirements" / "debian.txt"


def main() -> int:
    """Install what is absent; say what could not be."""
    wanted = read()
    absent = find_absent(wanted)
    if absent and os.environ.get("EXEUNT_WITHOUT_TOOLS") != "1":
        install(sorted({wanted[command] for command in absent}))
        absent = find_absent(wanted)
    if not absent:
        print(f"{len(wanted)} commands at hand")
        return 0
    packages = " ".join(sorted({wanted[command] for command in absent}))
    print(f"missing commands: {' '.join(absent)} (Debian packages: {packages})")
    if os.environ.get("EXEUNT_WITHOUT_TOOLS") == "1":
        print("EXEUNT_WITHOUT_TOOLS=1: the tests that need them are skipped")
        return 0
    print(
        "Install them, or set EXEUNT_WITHOUT_TOOLS=1 to skip the tests that need them."
    )
    return 1


def read() -> dict[str, str]:
    """The list, command → package."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    rows = (line.partition("=") for line in lines if line and line[0] != "#")
    return {command: package for command, _, package in rows}


def find_absent(wanted: dict[str, str]) -> list[str]:
    """The commands that PATH does not know."""
    return [command for command in wanted if shutil.which(command) is None]


def install(packages: list[str]) -> None:
    """Ask apt-get, as root or through a sudo that needs no password."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") is None or (sudo and not works([*sudo, "true"])):
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # Quiet when all is well; the list of packages may be as old as the machine.
    for words in (
        ["update"],
        ["install", "--yes", "--no-install-recommends", *packages],
    ):
        command = [*sudo, "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", *words]
        print("$", *command, flush=True)
        subprocess.run(
            command, env=env, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr
        )


def works(command: list[str]) -> bool:
    """Whether a command can be run at all, and succeeds."""
    try:
        done = subprocess.run(command, check=False, capture_output=True)
    except OSError:
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
