"""What exeunt remembers → what was run and how it ended, what moved, who is on hold."""

from __future__ import annotations

from time import gmtime, strftime, time

from ..errors import UnknownName, unknown
from ..model.actions import Action
from ..model.outcome import Done, Outcome
from ._paint import WIDTH, Paint, visible
from .argv import duration, refuse, whole
from .verbs import BUSY, GONE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

    from ..record import Record
    from ..store.store import Store

LIMIT = 20
STATUSES = (
    "exited", "signaled", "timed_out", "idle", "cancelled", "waiting_for_input",
    "not_found", "not_executable", "unkillable", "internal_error", "running", "unknown",
)  # fmt: skip
MOMENTS = {"began", "made", "until"}
WORDS = {"argv", "old", "new"}


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Do what the first word says; a store that is not there yet is an empty one."""
    name, *words = call.words or ("list",)
    if name not in VERBS:
        raise unknown(name, "action", VERBS)
    act, least, most, options = VERBS[name]
    strange = [given for given in call.options if given in OWN and given not in options]
    if strange:
        msg = f"{strange[0]} says nothing to exeunt journal {name}"
        refuse(msg, "leave it out; exeunt journal --help has the options")
    if not least <= len(words) <= most:
        msg = f"exeunt journal {name} takes {'fewer' if words else 'more'} words"
        refuse(msg, "see exeunt journal --help")
    from ..store.store import Store  # loads SQLite

    store = Store.existing(strict=name == "resolve")
    try:
        return Done(act(store, call, words), warnings=store.notices if store else ())
    finally:
        if store:
            store.close()


# -- each action: store, options and words → data


def listed(store: Store | None, call: Call, _: list[str]) -> dict[str, Any]:
    """List the runs that the options ask for."""
    since = seconds(call, "--since")
    limit = number(call.text("--limit"), "--limit")
    if store is None:
        return {"runs": []}
    runs = store.runs.list(
        since=None if since is None else time() - since,
        tool=call.text("--tool"),
        status=call.text("--status"),
        action=call.text("--action"),
        limit=LIMIT if limit is None else limit,
    )
    return {"runs": [as_dict(row) for row in runs]}


def shown(store: Store | None, _: Call, words: list[str]) -> dict[str, Any]:
    """Return one run."""
    wanted = number(words[0], "the id") or 0
    found = store.runs.show(wanted) if store else None
    if found is None:
        refuse_unknown("RUN", f"run {words[0]}", "exeunt journal lists what there is")
    return as_dict(found)


def pruned(store: Store | None, call: Call, _: list[str]) -> dict[str, Any]:
    """Forget old runs: those that are too old or too much, or as the options say."""
    limits: dict[str, Any] = {
        "age": seconds(call, "--age"),
        "size": number(call.text("--size"), "--size"),
    }
    given = {} if set(limits.values()) == {None} else limits
    return {"forgotten": store.runs.prune(**given) if store else 0}


def moved(store: Store | None, call: Call, _: list[str]) -> dict[str, Any]:
    """List where commands moved, or forget one of them, or all."""
    given = call.text("--forget")
    if given is None:
        rows = store.redirects.list() if store else []
        return {"redirects": [as_dict(row) for row in rows]}
    wanted = None if given == ALL else number(given, "--forget")
    count = store.redirects.forget(wanted) if store else 0
    if not count and wanted is not None:
        what = f"redirect {wanted}"
        refuse_unknown("REDIRECT", what, "see exeunt journal redirects")
    return {"forgotten": count}


def held(store: Store | None, _: Call, __: list[str]) -> dict[str, Any]:
    """List who is on hold."""
    rows = store.holds.list() if store else []
    return {"holds": [as_dict(row) for row in rows]}


def released(store: Store | None, _: Call, words: list[str]) -> dict[str, Any]:
    """End a hold."""
    if store is None or not store.holds.release(words[0]):
        refuse_unknown("HOLD", f"hold of {words[0]!r}", "see exeunt journal holds")
    return {"released": words[0]}


def allowed(store: Store | None, _: Call, words: list[str]) -> dict[str, Any]:
    """Forget how often a call failed, so that it may be made again."""
    count = store.failures.forget(words[0]) if store else 0
    if not count:
        refuse_unknown(
            "CALL", f"failed call {words[0]!r}", "its fingerprint is in the journal"
        )
    return {"forgotten": count}


def resolved(store: Store | None, _: Call, words: list[str]) -> dict[str, Any]:
    """Note what a person says of a call that nobody saw end, or have it made again."""
    key, how = words
    if how not in HOW:
        raise unknown(how, "resolution", HOW)
    from ..store.onces import DONE, FAILED

    record = {"done": DONE, "failed": FAILED, "again": None}[how]
    if store is None or not store.onces.resolve(key, record):
        refuse_unknown("KEY", f"call under the key {key!r}", "give it as --once has it")
    return {"resolved": key, "as": how}


# -- words → values, and records → data


def seconds(call: Call, name: str) -> float | None:
    """Read a span of time: 90, 5m, 2h or 30d."""
    text = call.text(name)
    return None if text is None else duration(name, text)


def number(word: str | None, name: str) -> int | None:
    """Read a whole number."""
    return None if word is None else whole(name, word)


def refuse_unknown(kind: str, what: str, fix: str) -> NoReturn:
    """Say that something could be there, and is not."""
    error = UnknownName(f"there is no {what}", fix=fix)
    error.error_code = f"UNKNOWN_{kind}"
    raise error


def as_dict(row: Record) -> dict[str, Any]:
    """Return the fields in their names on the wire, moments as UTC."""
    fields: dict[str, Any] = row.as_fields()
    if "status" in fields:
        fields["detail"] = getattr(row, "detail", None)
    for name in MOMENTS & fields.keys():
        fields[name] = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(fields[name]))
    for name in WORDS & fields.keys():
        fields[name] = list(fields[name])
    return fields


# -- for people


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show what was asked for to a person."""
    if "argv" in data:
        return show_run(data, paint)
    if "forgotten" in data:
        return f"{data['forgotten']} forgotten\n"
    if "resolved" in data:
        return f"{visible(data['resolved'])}: {HOW[data['as']]}\n"
    if "released" in data:
        return f"{visible(data['released'])} may be called again\n"
    ((name, rows),) = data.items()
    heads, cells = TABLES[name]
    if not rows:
        return f"{NOTHING[name]}\n"
    return paint.table(heads, fitted(heads, [cells(row) for row in rows]))


def show_run(data: Mapping[str, Any], paint: Paint) -> str:
    """Show one run in full."""
    took = data["duration_ms"]
    rule = f" ({data['rule']})" if data["rule"] else ""
    attempt = f", attempt {data['attempt']}" if data["attempt"] > 1 else ""
    return paint.fields(
        (
            ("command", " ".join(data["argv"])),
            ("in", data["cwd"]),
            ("began", f"{data['began']}{attempt}"),
            ("ended", ended(data)),
            ("means", data["reading"] or ""),
            ("next", f"{data['action']}{rule}" if data["action"] else ""),
            ("took", "" if took is None else f"{took / 1000:,.3f} s"),
            ("log", data["log"] or ""),
        )
    )


def ended(data: Mapping[str, Any]) -> str:
    """Say how a run ended, in a word or two."""
    if data["detail"]:
        return f"{data['status']}: {data['detail']}"
    code = data["exit_code"]
    return data["status"] if code is None else f"{data['status']} {code}"


def run_cells(data: Mapping[str, Any]) -> list[str]:
    """Lay out a run in a line."""
    exited = data["status"] == "exited" and data["exit_code"] is not None
    how = f"exit {data['exit_code']}" if exited else data["status"]
    began = data["began"][5:16].replace("T", " ")
    return [str(data["id"]), began, how, data["action"] or "", " ".join(data["argv"])]


def redirect_cells(data: Mapping[str, Any]) -> list[str]:
    """Lay out a redirect in a line."""
    called = " ".join([data["program"], *data["old"]])
    return [str(data["id"]), called, " ".join(data["new"])]


def hold_cells(data: Mapping[str, Any]) -> list[str]:
    """Lay out a hold in a line."""
    return [data["key"], data["until"], data["why"]]


def fitted(heads: list[str], rows: list[list[str]]) -> list[list[str]]:
    """Cut what does not fit the screen: most of all the last cell, which is longest."""
    plain = [[" ".join(visible(cell).split()) for cell in row] for row in rows]
    short = [
        [cut(cell, WIDTH // 2 - 2) for cell in row[:-1]] + row[-1:] for row in plain
    ]
    widths = [max(map(len, column)) for column in zip(heads, *short, strict=True)]
    room = max(WIDTH - sum(widths[:-1]) - 2 * (len(widths) - 1), 8)
    return [[*row[:-1], cut(row[-1], room)] for row in short]


def cut(text: str, width: int) -> str:
    """Shorten a text, visibly."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


TABLES: dict[str, tuple[list[str], Callable[[Mapping[str, Any]], list[str]]]] = {
    "runs": (["id", "began (UTC)", "ended", "next", "command"], run_cells),
    "redirects": (["id", "moved", "to"], redirect_cells),
    "holds": (["on hold", "until", "because"], hold_cells),
}
NOTHING = {
    "runs": "no run is remembered, or none that was asked for",
    "redirects": "no command has moved, as far as is known",
    "holds": "nobody is on hold",
}
# What a person can say of a key whose call nobody saw end → what follows.
HOW = {
    "done": "later calls are told that it was done",
    "again": "the next call runs the command",
    "failed": "later calls are told that it failed",
}
ASKED = ("--since", "--tool", "--status", "--action", "--limit")
ALL = "all"
# Action → function, fewest and most words, its own options.
VERBS: dict[str, tuple[Callable[..., dict[str, Any]], int, int, tuple[str, ...]]] = {
    "list": (listed, 0, 0, ASKED),
    "show": (shown, 1, 1, ()),
    "prune": (pruned, 0, 0, ("--age", "--size")),
    "redirects": (moved, 0, 0, ("--forget",)),
    "holds": (held, 0, 0, ()),
    "release": (released, 1, 1, ()),
    "reset": (allowed, 1, 1, ()),
    "resolve": (resolved, 2, 2, ()),
}
OWN = (*ASKED, "--age", "--size", "--forget")

COMMAND = Command(
    "journal",
    summary="Show what exeunt remembers of the runs it was told to remember.",
    usage=(
        "exeunt journal [list] [options]",
        "exeunt journal show ID",
        "exeunt journal prune [--age TIME] [--size BYTES]",
        "exeunt journal redirects [--forget ID|all]",
        "exeunt journal holds | release KEY",
        "exeunt journal reset FINGERPRINT",
        f"exeunt journal resolve KEY {'|'.join(HOW)}",
    ),
    options=(
        Option(
            "--since", "TIME", help="list: show those begun within 90, 5m, 2h or 30d"
        ),
        Option("--tool", "NAME", help="list: show those of this program"),
        Option(
            "--status",
            "NAME",
            help="list: show those that ended so; also running, or unknown: exeunt was "
            "killed",
            choices=STATUSES,
        ),
        Option(
            "--action",
            "NAME",
            help="list: show those after which this was to be done",
            choices=tuple(action.value for action in Action),
        ),
        Option(
            "--limit",
            "N",
            help="list: show no more than so many, the newest",
            usual=str(LIMIT),
        ),
        Option("--age", "TIME", help="prune: forget what is older", usual="30d"),
        Option(
            "--size", "BYTES", help="prune: keep no more than so much", usual="64 MiB"
        ),
        Option("--forget", "ID", help="redirects: forget this one, or all of them"),
    ),
    examples=(
        ("exeunt journal", "what was run lately, and how it ended"),
        ("exeunt journal --since 2h --tool git --action retry", "some of it"),
        ("exeunt journal prune --age 1d", "forget what is older than a day"),
        ("exeunt journal holds", "who asked not to be called, and until when"),
        (
            "exeunt journal resolve deploy-42 again",
            "nobody knows how it ended, you looked, and it may be run again",
        ),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT, **BUSY},
    run=run,
    show=show,
    most=None,
)
