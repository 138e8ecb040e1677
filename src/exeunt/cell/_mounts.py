"""/proc/self/mountinfo → the mounts of this process, and which hold files."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# File systems that are the kernel's face, and no place where files are kept.
FACES = {
    *("proc", "sysfs", "devtmpfs", "devpts", "cgroup", "cgroup2", "mqueue", "bpf"),
    *("debugfs", "tracefs", "securityfs", "configfs", "pstore", "efivarfs", "nsfs"),
    *("hugetlbfs", "fusectl", "binfmt_misc", "autofs", "rpc_pipefs", "selinuxfs"),
}
SPECIAL = ("/proc", "/sys", "/dev")


class Mount:
    """One mount: where, and of what kind."""

    def __init__(self, path: str, kind: str) -> None:
        self.path = path
        self.kind = kind

    @property
    def is_real(self) -> bool:
        """Whether it is a folder with files of the machine's."""
        there = os.path.isdir(self.path)  # noqa: PTH112 - pathlib is dear
        return self.kind not in FACES and not self.is_below(SPECIAL) and there

    def is_below(self, places: Sequence[str]) -> bool:
        """Tell whether it is in one of some places, or is one."""
        return any(
            f"{self.path}/".startswith(f"{place.rstrip('/')}/") for place in places
        )


def mounts() -> list[Mount]:
    """List the mounts of this process, outer ones first; the last one at a path."""
    with open("/proc/self/mountinfo", "rb") as file:  # noqa: PTH123 - pathlib is dear
        lines = file.read().splitlines()
    found: dict[str, str] = {}
    for line in lines:
        fields, _, rest = line.partition(b" - ")
        raw = fields.split()[4].decode("unicode_escape").encode("latin-1")
        path, kind = os.fsdecode(raw), os.fsdecode(rest.split()[0])
        found[path] = kind
    return [Mount(path, found[path]) for path in sorted(found)]
