"""sha256sum's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "sha256sum",
    "aliases": (
        "sha1sum",
        "sha512sum",
        "sha224sum",
        "sha384sum",
        "md5sum",
        "b2sum",
        "cksum",
    ),
    "closed": True,
    "valued": ("-l", "-a", "--length", "--algorithm"),
    "rows": (
        {
            "code": 0,
            "meaning": "every checksum was printed, or found to be right",
            "category": "ok",
            "effects": "none",
            "source": "coreutils manual, md5sum invocation",
        },
        {
            "code": 1,
            "flags": ("-c", "--check"),
            "meaning": "a checksum does not match, or a listed file could not be read",
            "category": "negative",
            "source": "coreutils manual, md5sum invocation; measured (coreutils 9.1)",
        },
        {
            "code": 1,
            "meaning": "some input could not be read; the others were summed",
            "category": "not_found",
            "source": "coreutils manual, Exit status; measured (coreutils 9.1)",
        },
    ),
}
