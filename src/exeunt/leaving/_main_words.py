"""What Click's main() may be called with → the words of the call, and the rest.

`cli(obj={}, auto_envvar_prefix="CTX")` is an idiom of Click; an adopted app knows it.
"""

from __future__ import annotations

from ..errors import DeclarationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._host import Host
    from .run import Run


def take(
    extra: dict[str, Any], argv: Sequence[str] | None, host: Host, run: Run
) -> Sequence[str] | None:
    """Give the run what is for the framework; return the words of the call."""
    if not getattr(host, "has_main", False):
        msg = f"the framework of this app takes no {', '.join(extra)}"
        raise DeclarationError(msg, fix="only Click and Typer take more than words")
    if not extra.pop("standalone_mode", True):
        msg = "an adopted program ends the process"
        raise DeclarationError(msg, fix="call run(words): it returns code and signal")
    run.name = extra.pop("prog_name", None) or run.name
    argv = extra.pop("args", argv)
    run.extra = extra
    return argv
