"""A manifest, and the words that call its program → a page in the format asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..manifest.reader import strict
from . import _reference, _skill
from ._program import Program

Page = Callable[[Mapping[str, Any], str], str]


def as_markdown(manifest: Mapping[str, Any], call: str) -> str:
    """Write it for people."""
    return _reference.write(Program(call, strict(manifest)))


def as_skill(manifest: Mapping[str, Any], call: str) -> str:
    """Write it for agents."""
    return _skill.write(Program(call, strict(manifest)))


PAGES: dict[str, Page] = {"markdown": as_markdown, "skill": as_skill}
