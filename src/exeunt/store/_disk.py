"""A directory → the kind of its file system, and whether other machines may share it.

It is decided here which kinds those are. On such a one neither SQLite's locks nor a
lease can be believed: another machine may hold them.
"""

from __future__ import annotations

import os

MOUNTS = "/proc/self/mountinfo"
# Kinds that another machine, or another guest of this one, may write as well; kernel
# sources, `fs/*/super.c` and `mount(8)`.
SHARED = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "smb", "ncpfs", "afs", "coda", "9p"),
    *("ceph", "lustre", "gpfs", "ocfs2", "gfs2", "orangefs", "pvfs2", "glusterfs"),
    *("beegfs", "panfs", "wekafs", "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "davfs"),
    *("drvfs", "fakeowner", "grpcfuse"),
}
# What a program serves may come from anywhere, but for these, which are local.
LOCAL_FUSE = {
    *("fuse.fuse-overlayfs", "fuse.gocryptfs", "fuse.encfs", "fuse.ecryptfs"),
    *("fuse.bindfs", "fuse.mergerfs", "fuse.unionfs", "fuse.ntfs-3g"),
}
ESCAPES = {"\\040": " ", "\\011": "\t", "\\012": "\n", "\\134": "\\"}


def file_system(directory: str, mounts: str = MOUNTS) -> str:
    """Name the kind of the file system that a directory is on; empty if nobody says."""
    try:
        with open(mounts, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - pathlib is dear
            lines = file.read().split("\n")
    except OSError:
        return ""
    path = f"{os.path.realpath(directory)}/"
    best, kind = "", ""
    for line in lines:
        left, _, right = line.partition(" - ")
        fields = left.split(" ")
        point = plain(fields[4]).rstrip("/") + "/" if len(fields) > 4 else ""  # noqa: PLR2004 - its place
        if point and path.startswith(point) and len(point) >= len(best):
            best, kind = point, right.split(" ")[0]  # the later one lies on top
    return kind


def is_shared(kind: str) -> bool:
    """Tell whether other machines may write there; what is not known may be."""
    if kind.startswith("fuse."):
        return kind not in LOCAL_FUSE
    return not kind or kind in SHARED or kind == "fuse"


def plain(point: str) -> str:
    """Read a path as the kernel spells it in a list of mounts."""
    for spelt, character in ESCAPES.items():
        point = point.replace(spelt, character)
    return point
