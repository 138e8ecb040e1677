"""`exeunt ps` → what runs now, whoever started it: runs, sessions and batches."""

from __future__ import annotations

import os
from time import gmtime, strftime, time

from ..model.outcome import Done, Outcome
from ._paint import WIDTH, Paint, visible
from .verbs import Call, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..process.under_way import UnderWay

    Row = dict[str, Any]

LAUNCHERS = ("exeunt", "__main__.py")
KINDS = {"run": "run", "drive": "run", "session": "session", "mcp": "tool"}
DOOR = "exeunt.agents"
WAITS = {"waiting_for_input": "waits for an answer"}
COLOURS = {"waits for an answer": "yellow"}
MINUTE, HOUR, DAY = 60, 3600, 86_400


def run(_: Call) -> Outcome[dict[str, Any]]:
    """List what runs but ourselves: sessions and batches say so, others are seen."""
    from ..process.under_way import runs  # it looks at every process

    sessions, warnings = living_sessions()
    batches = living_batches(warnings)
    kept = {row["by"]["pid"] for row in sessions.values()}
    kept_or_own = {*kept, os.getpid()}
    others = [one for one in runs() if not {one.host, one.pid} & kept_or_own]
    rows = [row_of(one, batches) for one in others]
    rows += [*sessions.values(), *batches.values()]
    rows.sort(key=lambda row: row["started"])
    return Done({"running": rows}, warnings=warnings)


def living_sessions() -> tuple[dict[int, Row], list[str]]:
    """Return the sessions that have not ended, by the number of their command."""
    from ..errors import ExeuntError
    from ..process.under_way import starter
    from ..sessions.session import Session

    warnings: list[str] = []
    try:
        states = Session.list()
    except ExeuntError as error:
        return {}, [f"sessions: {error.message}"]
    found: dict[int, Row] = {}
    for state in states:
        if state.ended or state.status in {"lost", "unreadable"}:
            continue
        found[state.pid] = told(
            name=state.session,
            pid=state.pid,
            kind="session",
            words=(state.command, *state.args),
            started=state.started_at,
            by=(state.supervisor, starter(state.supervisor)),
            state=WAITS.get(state.status, "running"),
        )
    return found, warnings


def living_batches(warnings: list[str]) -> dict[int, Row]:
    """Return the batches that somebody runs, by the number of that process."""
    from ..batches.queue import names
    from ..process.under_way import began, starter

    found: dict[int, Row] = {}
    for name in names():
        from ..batches.alive import running  # SQLite, where there is a batch
        from ..batches.queue import Queue
        from ..errors import ExeuntError

        try:
            queue = Queue.open(name)
            try:
                pids, counts = running(queue), queue.counts()
            finally:
                queue.close()
        except ExeuntError as error:
            warnings.append(f"{name}: {error.message}")
            continue
        for pid in pids:
            over = counts.total - counts.open
            found[pid] = told(
                name=name,
                pid=pid,
                kind="batch",
                words=(f"{over:,} of {counts.total:,} jobs are over",),
                started=began(pid) or time(),
                by=(pid, starter(pid)),
                state="running",
            )
    return found


def row_of(one: UnderWay, batches: Mapping[int, Row]) -> Row:
    """Tell of a run that was seen."""
    kind, name = kind_of(one.asked_by)
    if one.host in batches:
        kind, name = "job", str(batches[one.host]["name"])
    own = " ".join(one.asked_by[:1]).rpartition("/")[2]
    by = {"run": one.parent, "job": "batch"}.get(kind, own)
    return told(
        name=name,
        pid=one.pid,
        kind=kind,
        words=one.words,
        started=one.started,
        by=(one.host, by),
        state="running",
    )


def kind_of(words: Sequence[str]) -> tuple[str, str]:
    """Tell from the words of a host how the run was asked for, and its name."""
    place = next(
        (n for n, word in enumerate(words[:3]) if os.path.basename(word) in LAUNCHERS),  # noqa: PTH119 - pathlib is dear
        None,
    )
    if words[1:3] == ("-m", "exeunt"):
        place = 2
    if place is None:
        door = any(word.startswith(DOOR) for word in words)
        return ("door" if door else "library"), ""
    rest = list(words[place + 1 :])
    verb = rest[0] if rest else ""
    named = rest.index("--name") + 1 if "--name" in rest else len(rest)
    return KINDS.get(verb, verb), "".join(rest[named : named + 1])


def told(  # noqa: PLR0913 - as many as a row has columns
    *,
    name: str,
    pid: int,
    kind: str,
    words: Sequence[str],
    started: float,
    by: tuple[int, str],
    state: str,
) -> Row:
    """Make a row in its names on the wire, without secrets."""
    from ..secrets.variables import without  # for who looks

    return {
        "pid": pid,
        "name": name,
        "kind": kind,
        "argv": list(without(tuple(words))),
        "state": state,
        "started": strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(started)),
        "seconds": round(max(0.0, time() - started), 1),
        "by": {"pid": by[0], "name": by[1]},
    }


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a person a line for each."""
    rows = data["running"]
    if not rows:
        return "nothing runs\n"
    heads = ["pid", "kind", "since", "by", "state", "name", "command"]
    cells = [
        [
            str(row["pid"]),
            row["kind"],
            age(row["seconds"]),
            row["by"]["name"] or "-",
            row["state"],
            row["name"] or "-",
            " ".join(row["argv"]),
        ]
        for row in rows
    ]
    plain = [[" ".join(visible(cell).split()) for cell in row] for row in cells]
    widths = [max(map(len, column)) for column in zip(heads, *plain, strict=True)]
    room = max(WIDTH - sum(widths[:-1]) - 2 * (len(widths) - 1), 12)
    return paint.table(heads, [[*row[:-1], cut(row[-1], room)] for row in plain])


def age(seconds: float) -> str:
    """Write how long ago something began, in its largest unit."""
    for size, unit in ((DAY, "d"), (HOUR, "h"), (MINUTE, "m")):
        if seconds >= size:
            return f"{int(seconds // size)}{unit}"
    return f"{int(seconds)}s"


def cut(text: str, width: int) -> str:
    """Shorten a text, visibly."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


COMMAND = Command(
    "ps",
    summary="Show what runs now, whoever started it: runs, sessions and batches.",
    usage=("exeunt ps",),
    examples=(
        ("exeunt ps", "since when, who asked for it, and whether it waits"),
        ("exeunt ps --json", "for a program"),
    ),
    run=run,
    show=show,
)
