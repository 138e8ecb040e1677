"""A question of a Click command → the option that answers it without being asked."""

from __future__ import annotations

from ..leaving.asked import ANSWERING, LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def option_for(context: Any, question: str) -> str | None:
    """Find the option that would have asked, or else one that stops all asking."""
    options = list(options_above(context))
    asking = [option for option in options if begins(question, option)]
    if asking:
        return str(max(asking[0].opts, key=len))
    known = {name for option in options for name in option.opts}
    return next((name for name in ANSWERING if name in known), None)


def options_above(context: Any) -> Iterator[Any]:
    """Visit the options of a command, then of its groups."""
    while context is not None:
        for param in context.command.params:
            if param.param_type_name == "option":
                yield param
        context = context.parent


def begins(question: str, option: Any) -> bool:
    """Tell whether a question is the one that an option asks."""
    prompt = str(option.prompt or "").strip()[:LONGEST]
    return bool(prompt) and question.startswith(prompt)
