"""What `exeunt install` is told of limits → those of each command that is kept."""

from __future__ import annotations

from .argv import duration, refuse, size_in_bytes
from .verbs import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .verbs import Call

LIMITS = (
    Option(
        "--timeout",
        "TIME",
        help="with --keep: end a command after TIME; 0: never",
        usual="as before; the agent's own limit alone",
    ),
    Option(
        "--idle",
        "TIME",
        help="with --keep: end a command that says nothing for TIME; 0: never",
        usual="as before; never",
    ),
    Option(
        "--max-output",
        "SIZE",
        help="with --keep: of more bytes than SIZE at a time, show head and tail, and "
        "where the rest is; 0: show all",
        usual="as before; 262144",
    ),
)


def limits_in(call: Call) -> dict[str, float]:
    """Return the limits that are given; what nobody can keep is refused."""
    if {"--timeout", "--idle", "--max-output"}.isdisjoint(call.options):
        return {}
    from ..process.request import seconds  # for who gives one

    found: dict[str, float] = {}
    for name in ("timeout", "idle"):
        value = call.value(f"--{name}", duration)
        if value is not None:
            found[name] = (seconds(name, value) or 0) if value else 0
    size = call.value("--max-output", size_in_bytes)
    if size is not None:
        found["max_output"] = size
    if found and "--keep" not in call.options:
        refuse("only a command that is kept has limits", "add --keep")
    return found
