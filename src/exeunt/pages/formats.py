"""A manifest, and the words that call its program → a page in the format asked for."""

from __future__ import annotations

from ._contract import Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Page = Callable[[Mapping[str, Any], str], str]


def as_markdown(manifest: Mapping[str, Any], call: str) -> str:
    """Write it for people."""
    from . import reference  # for who asks

    return reference.write(Program(call, manifest))


def as_skill(manifest: Mapping[str, Any], call: str) -> str:
    """Write it for agents."""
    from . import skill  # loads the rules of decide()

    return skill.write(Program(call, manifest))


PAGES: dict[str, Page] = {"markdown": as_markdown, "skill": as_skill}
