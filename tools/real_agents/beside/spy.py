"""A shell that has just begun → one line of what it was started with (../shells.py).

spy.py PID LOG
"""

import json
import sys
from pathlib import Path

KINDS = {"/dev/pts/": "terminal"}


def main(pid: str, log: str) -> None:
    """Read the shell's own files of /proc."""
    place = Path("/proc") / pid
    words = (place / "cmdline").read_bytes().split(b"\0")[:-1]
    names = [pair.partition(b"=")[0] for pair in begun_with(place)]
    links = [str((place / "fd" / str(number)).readlink()) for number in range(3)]
    found = {
        "argv": [word.decode(errors="surrogateescape") for word in words],
        "cwd": str((place / "cwd").readlink()),
        "streams": [kind(link) for link in links],
        "one_file": links[1] == links[2],
        "environment": sorted(name.decode() for name in names),
    }
    with Path(log).open("a", encoding="utf-8") as file:
        file.write(json.dumps(found) + "\n")


def begun_with(place: Path) -> list[bytes]:
    """The environment that the shell was given."""
    return [pair for pair in (place / "environ").read_bytes().split(b"\0") if pair]


def kind(link: str) -> str:
    """What a descriptor is: null, terminal, file, pipe or socket."""
    if link.startswith("/"):
        return {"/dev/null": "null"}.get(link, KINDS.get(link[:9], "file"))
    return link.partition(":")[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
