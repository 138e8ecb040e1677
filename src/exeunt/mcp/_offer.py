"""Tools → what a server needs of them: their list, their calls, their questions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from mcp.server.context import ServerRequestContext
from mcp_types import Tool
from pydantic import ValidationError

Context = ServerRequestContext[Any, Any]
Said = dict[str, Any]
Tell = Callable[[str, bytes], None]
Answer = dict[str, Any] | None  # what a person has filled in; None: nothing


class Offer(Protocol):
    """A set of tools."""

    @property
    def name(self) -> str:
        """How the server introduces itself."""
        ...

    @property
    def instructions(self) -> str:
        """What a model is told of all of them."""
        ...

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the tools are made of; none, if they never change."""
        ...

    async def renew(self) -> bool:
        """Look at what the tools are made of; tell whether they are others."""
        ...

    async def listed(self) -> list[Tool]:
        """Describe the tools."""
        ...

    async def call(self, name: str, given: Mapping[str, Any], tell: Tell) -> Said:
        """Carry a call out, and tell each piece that its command writes."""
        ...

    def question(self, said: Said) -> Question | None:
        """Return what a person is to be asked about a result, if anything."""
        ...


class Question(Exception):
    """A person is asked before it goes on; a call may raise it."""

    def __init__(
        self,
        message: str,
        form: dict[str, Any],
        go_on: Callable[[Answer], Awaitable[Said]],
        unasked: Callable[[], Awaitable[Said]],
    ) -> None:
        super().__init__(message)
        self.message = message
        self.form = form
        self.go_on = go_on  # with the answer
        self.unasked = unasked  # where the client can ask nobody


class UnknownTool(Exception):
    """No tool has that name; a client is told so by the protocol itself."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no tool {name!r}; there are {', '.join(known)}")


def form(name: str, kind: str, about: str) -> dict[str, Any]:
    """Make the form of one field that a person fills in."""
    return {
        "type": "object",
        "properties": {name: {"type": kind, "description": about}},
        "required": [name],
    }


def wrong(error: ValidationError) -> dict[str, str]:
    """Say which words of a call are wrong."""
    found = "; ".join(
        f"{'.'.join(map(str, one['loc'])) or 'the call'}: {one['msg']}"
        for one in error.errors(include_url=False, include_input=False)
    )
    return {"code": "INVALID_INPUT", "message": found}


def is_error(said: Mapping[str, Any]) -> bool:
    """Tell whether a call has failed, or may have: an answer is no failure."""
    if "error" in said:
        return True
    verdict = said.get("verdict")
    return verdict == "failed" or (verdict == "unknown" and said.get("exit_code") != 0)
