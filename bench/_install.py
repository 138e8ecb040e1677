"""Checkout → the wheel, installed alone in an environment that is thrown away.

What is measured is what users get: bytecode compiled, no editable install, no .pth
file, no other package in reach. Peers lie beside it and append their own path.
"""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

from _cases import PEERS

BENCH = Path(__file__).parent
ROOT = BENCH.parent
sys.path.append(str(ROOT / "tools"))

from wheels import build, fetch, install  # noqa: E402 - found by the line above

# What pip wrote for an entry point until it dropped `re` from its template.
ENTRY_POINT = """\
#!{python}
# -*- coding: utf-8 -*-
import re
import sys
from exeunt.cli import main
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(main())
"""


class Place(NamedTuple):
    """Where the measured things lie."""

    bin: Path
    lent: dict[str, str]  # package → the directory that has it; command → its path
    absent: dict[str, str]  # either → why it is nowhere
    env: dict[str, str]


def prepare(place: Path, *, download: bool) -> Place:
    """Build the wheel, install it, fetch the peers, compile everything."""
    bin_ = install(build(place / "dist"), place / "venv")
    launcher = bin_ / "exeunt-entry-point"
    launcher.write_text(ENTRY_POINT.format(python=bin_ / "python"))
    launcher.chmod(0o755)

    lent, absent = {}, {}
    for package, source in PEERS.items():
        if source == "command":
            if found := shutil.which(package):
                lent[package] = found
            else:
                absent[package] = "not installed"
        elif source == "cc":
            if built := compiled(BENCH / "peers" / package, place):
                lent[package] = built
            else:
                absent[package] = "no C compiler has built it"
        elif source in {"", "dev"}:
            lent[package] = sysconfig.get_path("purelib")
        elif not download:
            absent[package] = "quick mode downloads nothing"
        elif fetch(source, place / package):
            lent[package] = str(place / package)
        else:
            absent[package] = f"{source} could not be installed"
    paths = [Path(path) for path in set(lent.values())]
    compile_all(bin_.parent / "lib", *(path for path in paths if path.is_dir()))
    # Nothing of the person who measures: no settings, no tables of their own.
    env = {
        "PATH": f"{bin_}:/usr/bin:/bin",
        "HOME": str(place),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "PYTHONHASHSEED": "0",
    }
    return Place(bin_, lent, absent, env)


def compiled(source: Path, place: Path) -> str:
    """Build a peer in C; nothing where that cannot be done."""
    if not (compiler := shutil.which("cc")):
        return ""
    into = str(place / source.stem)
    line = [compiler, "-O2", "-o", into, str(source), "-lutil"]
    return (
        ""
        if subprocess.run(line, check=False, stderr=subprocess.DEVNULL).returncode
        else into
    )


def compile_all(*directories: Path) -> None:
    """Write the bytecode that a first call would otherwise write, or never could."""
    line = [sys.executable, "-m", "compileall", "-q", *map(str, directories)]
    subprocess.run(line, check=False, stdout=subprocess.DEVNULL)
