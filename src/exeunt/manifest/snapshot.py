"""A document → the manifest in it; a manifest → text that can be committed.

The same commands make the same text, wherever and whenever it is written.
"""

from __future__ import annotations

from ..model.document import MAX_BYTES, find_document, is_object
from ..model.received import is_envelope
from .writer import etag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Manifest = dict[str, Any]

LARGEST = MAX_BYTES


def manifest_in(document: bytes) -> Manifest | None:
    """Find a manifest in what was printed or saved: bare, or in an envelope."""
    found, _ = find_document(document, lambda one: manifest_of(one) is not None)
    return None if found is None else manifest_of(found)


def manifest_of(document: Manifest) -> Manifest | None:
    """Return a document's manifest: itself, or the data of an envelope."""
    inside: object = document.get("data") if is_envelope(document) else document
    if is_object(inside) and is_object(inside.get("commands")):
        return inside
    return None


def canonical(manifest: Manifest, home: str | None = None) -> str:
    """Write a manifest so that only a change of the program changes the text.

    A path in the HOME that it was asked in is written with ~, a version without what
    is counted by commits.
    """
    from json import dumps, loads  # loaded: it was parsed

    text = dumps(manifest)
    if home:
        text = text.replace(dumps(home)[1:-1], "~")
    settled: Manifest = loads(text)
    version: object = settled.get("framework_version")
    if isinstance(version, str):
        settled["framework_version"] = released(version)
    settled["etag"] = etag(settled["commands"])
    return dumps(settled, indent=2, sort_keys=True) + "\n"


def released(version: str) -> str:
    """Return the numbers that a version begins with: 1.2.dev3+g4 is 1.2."""
    parts: list[str] = []
    for part in version.partition("+")[0].split("."):
        if not part.isascii() or not part.isdigit():
            break
        parts.append(part)
    return ".".join(parts) or version
