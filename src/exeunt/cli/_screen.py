"""Outcome, verb or error → what a person sees."""

from __future__ import annotations

from ..leaving.boundary import deliver
from ._paint import Paint, visible, wants_colour
from .verbs import COMMON, VERBS, Command, Page, leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..model.detail import ErrorDetail


def view(command: Command | None, data: Any, warnings: Sequence[str]) -> str:
    """Show a verb's data in its own way, and what it warns of."""
    paint = Paint(colour=wants_colour(1))
    shown = command.show(data, paint) if command else f"{data!r}\n"
    label = paint("warning:", "yellow")
    return shown + "".join(f"{label} {visible(text)}\n" for text in warnings)


def complaint(error: ErrorDetail) -> str:
    """Tell a person what is wrong and what to do."""
    paint = Paint(colour=wants_colour(2))
    text = f"{paint('error:', 'red', 'bold')} {visible(error.message)}\n"
    if error.suggestion:
        text += f"{paint('try:', 'cyan')} {visible(error.suggestion)}\n"
    return text


def show_page(command: Page | None) -> int:
    """Print a verb's page, or the page that lists them all; return the exit code."""
    text = overview(VERBS) if command is None else page(command)
    return deliver(text.encode("utf-8", "replace"), b"", 0)


def overview(verbs: Mapping[str, str]) -> str:
    """Return the page that lists every verb."""
    paint = Paint(colour=wants_colour(1))
    rows = paint.fields(verbs.items())
    return (
        f"{paint('exeunt', 'bold')}: how a command ends, and what happens next\n\n"
        f"usage: exeunt COMMAND [options] …\n\n{rows}\n"
        "exeunt COMMAND --help shows a command's own page.\n"
    )


def page(command: Page) -> str:
    """Return a verb's own page, its options in their groups."""
    paint = Paint(colour=wants_colour(1))
    usage = "\n".join(f"usage: {line}" for line in command.usage)
    own = {option.name for option in command.options}
    common = (option for option in COMMON if option.name not in own)
    options = [option for option in (*command.options, *common) if option.shown]
    left = max(len(option.label) for option in options)
    groups = {option.group: "" for option in options}
    for option in options:
        groups[option.group] += paint.fields([(option.label, option.text)], left)
    parts = (
        f"{paint(name, 'dim')}\n{rows}" if name else rows
        for name, rows in groups.items()
    )
    examples = "".join(
        f"  $ {call}\n      {paint(why, 'dim')}\n" for call, why in command.examples
    )
    shown = f"{paint('examples', 'dim')}\n{examples}" if examples else ""
    verbs = ""
    if isinstance(command, Command) and command.commands:
        verbs = paint.fields((n, one.summary) for n, one in command.commands.items())
        verbs += "\n"
        shown += f"\nexeunt {command.name} VERB --help shows the page of one verb.\n"
    listed = "\n".join(parts)
    ends = paint.fields(leaves(command)) if " " in command.name else ""
    ends = f"\n{paint('leaves with', 'dim')}\n{ends}" if ends else ""
    return f"{command.summary}\n\n{usage}\n\n{verbs}{listed}{ends}\n{shown}"
