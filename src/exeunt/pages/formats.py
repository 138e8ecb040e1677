"""A manifest, and the words that call its program → a page in the format asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..manifest.reader import strict
from . import _reference, _section, _skill
from ._program import Program

# For people, and for agents: a page to be found, and a section of what they always see.
PAGES = {
    "markdown": _reference.write,
    "skill": _skill.write,
    "agents-md": _section.write,
}


def page(made: str, manifest: Mapping[str, Any], call: str) -> str:
    """Write the page in one of the formats."""
    return PAGES[made](Program(call, strict(manifest)))
