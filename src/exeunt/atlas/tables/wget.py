"""wget's exit codes → meanings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._table import Table

TABLE: Table = {
    "tool": "wget",
    "aliases": (),
    "closed": True,
    "valued": (
        "-O",
        "-o",
        "-P",
        "-t",
        "-T",
        "-w",
        "-U",
        "-e",
        "-a",
        "-i",
        "-B",
        "-Q",
        "-A",
        "-R",
        "-D",
        "-I",
        "-X",
        "-l",
        "--output-document",
        "--directory-prefix",
        "--tries",
        "--timeout",
        "--header",
        "--user",
        "--password",
        "--post-data",
        "--post-file",
        "--method",
        "--body-data",
        "--body-file",
        "--input-file",
        "--wait",
        "--limit-rate",
    ),
    "rows": (
        {
            "code": 0,
            "meaning": "no problem occurred; with -i a missing list of URLs gives 0 "
            "too",
            "category": "ok",
            "source": "wget(1), EXIT STATUS; measured (wget 1.21)",
        },
        {
            "code": 1,
            "meaning": "an error without a code of its own, such as no URL, an "
            "unknown scheme or an output file that cannot be made",
            "category": "ambiguous",
            "retryable": "no",
            "effects": "unknown",
            "source": "wget(1), EXIT STATUS; measured (wget 1.21)",
        },
        {
            "code": 2,
            "meaning": "an option or .wgetrc could not be parsed",
            "category": "usage",
            "source": "wget(1), EXIT STATUS; measured (wget 1.21)",
        },
        {
            "code": 3,
            "meaning": "a local file could not be written or read",
            "category": "environment",
            "effects": "partial",
            "source": "wget(1), EXIT STATUS",
        },
        {
            "code": 4,
            "meaning": "the network failed; part of the file may be there",
            "category": "network",
            "retryable": "depends",
            "effects": "unknown",
            "source": "wget(1), EXIT STATUS; measured (wget 1.21)",
        },
        {
            "code": 4,
            "flags": ("-c", "--continue"),
            "meaning": "the network failed; what came is kept, and repeating the call "
            "continues it",
            "category": "network",
            "retryable": "yes",
            "effects": "partial",
            "source": "wget(1), --continue",
        },
        {
            "code": 5,
            "meaning": "the TLS certificate could not be verified",
            "category": "security",
            "source": "wget(1), EXIT STATUS",
        },
        {
            "code": 6,
            "meaning": "the user name or the password was refused",
            "category": "auth",
            "source": "wget(1), EXIT STATUS",
        },
        {
            "code": 7,
            "meaning": "protocol error",
            "category": "network",
            "retryable": "depends",
            "effects": "unknown",
            "source": "wget(1), EXIT STATUS",
        },
        {
            "code": 8,
            "meaning": "the server sent an error response; which one is in the text",
            "category": "ambiguous",
            "retryable": "depends",
            "effects": "unknown",
            "source": "wget(1), EXIT STATUS",
        },
    ),
}
