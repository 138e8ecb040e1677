"""A manifest → text that can be committed.

The same commands make the same text, wherever and whenever it is written.
"""

from __future__ import annotations

from json import dumps, loads

from .writer import with_etag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Manifest = dict[str, Any]


def canonical(manifest: Manifest) -> str:
    """Write a manifest so that only a change of the program changes the text.

    Its version is written without what is counted by commits.
    """
    settled: Manifest = {**manifest}
    version: object = settled.get("framework_version")
    if isinstance(version, str):
        settled["framework_version"] = released(version)
    return dumps(with_etag(settled), indent=2, sort_keys=True) + "\n"


def homeless(manifest: Manifest, home: str) -> Manifest:
    """Write a path in the HOME that a program was asked in with ~."""
    settled: Manifest = loads(dumps(manifest).replace(dumps(home)[1:-1], "~"))
    return settled


def released(version: str) -> str:
    """Return the numbers that a version begins with: 1.2.dev3+g4 is 1.2."""
    parts: list[str] = []
    for part in version.partition("+")[0].split("."):
        if not part.isascii() or not part.isdigit():
            break
        parts.append(part)
    return ".".join(parts) or version
