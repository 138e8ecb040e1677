"""A fork in a handler → a child that has nothing to say; and a process that is ending.

Python cannot forget a hook, so one of each kind is registered, when first needed.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ._run import Run
    from ._streams import Streams

calls: list[tuple[Run, Streams]] = []  # one inside the other: a handler may call us
hooks: set[Callable[[], None]] = set()


def watch(run: Run, streams: Streams) -> None:
    """Know whose the call is that a fork would copy."""
    calls.append((run, streams))
    if forked not in hooks and hasattr(os, "register_at_fork"):
        hooks.add(forked)
        os.register_at_fork(after_in_child=forked)


def forget() -> None:
    """The call is over."""
    if calls:
        calls.pop()


def forked() -> None:
    """Take from a child what only its parent may do: speak, clean up, be cancelled."""
    for run, streams in calls:
        run.cleanups.clear()
        run.signals.restore()
        streams.orphan()


def at_exit(hook: Callable[[], None]) -> None:
    """Have something done when the process ends, before what was registered earlier."""
    import atexit  # noqa: PLC0415 - built in

    if hook not in hooks:
        hooks.add(hook)
        atexit.register(hook)
