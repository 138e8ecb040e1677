"""Files before and after a call → which of them the called command has changed.

A program may make itself a home when it is first called; no command did that. So a
file that was made counts once the same call, made again in the same room, writes again
or ends otherwise. A file that was there before, and is changed or gone, counts at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from .._call import Probe, Seen
from .._place import Room
from ..rule import Audit

# Logs and caches are a matter of taste; whoever minds them knows where they are.
ASIDE = ("home/.cache", "home/.local/state")
CACHES = ("/.cache/", "/.local/state/")  # of another home than the one it was given
DATA, AUDIT = "home/.local/share/", "/audit.jsonl"  # a line for each call (F-026)


def traces(seen: Seen) -> list[str]:
    """Name what a call made, changed or removed where its caller keeps things."""
    return [path for path in seen.left if not is_aside(path)]


def is_aside(path: str) -> bool:
    """Tell whether a file is a log or in a cache, or a folder on the way there."""
    if path.startswith(DATA) and path.endswith(AUDIT):
        return True
    if path.startswith("/") and any(cache in f"{path}/" for cache in CACHES):
        return True
    return any(
        f"{path}/".startswith(f"{aside}/") or f"{aside}/".startswith(f"{path}/")
        for aside in ASIDE
    )


def is_clear(seen: Seen, audit: Audit) -> bool:
    """Tell whether a call's traces need no control: there are none, or they are its."""
    found = traces(seen)
    if not found or set(found) & set(seen.touched):
        return True
    again = [s for s in audit.seen if s.probe.kind == "control" and s.room == seen.room]
    return any(traces(one) or one.code != seen.code for one in again)


def controls(audit: Audit) -> Iterator[tuple[Probe, Room]]:
    """Repeat calls that left traces, to see whether they are theirs: one a code."""
    known: set[tuple[str, int]] = set()
    for seen in audit.seen:
        promise, probe = audit.promise(seen.probe.path), seen.probe
        safe = promise is not None and promise.is_safe
        innocent = seen.ended and probe.json and (safe or seen.code != 0)
        new = not probe.signal and (probe.path, seen.code) not in known
        if innocent and new and not is_clear(seen, audit):
            known.add((probe.path, seen.code))
            yield probe.replace(kind="control", setup=(), files={}), seen.room
