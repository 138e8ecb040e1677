"""What exeunt remembers → what was run and how it ended, what moved, who is on hold."""

from __future__ import annotations

from time import gmtime, strftime

from ..errors import UnknownName, unknown
from ..model.actions import Action
from ..model.outcome import Done, Outcome
from ._moments import moment
from ._paint import WIDTH, Paint, visible
from .argv import duration, refuse, whole
from .verbs import BUSY, GONE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

    from ..journal.rows import Rows
    from ..record import Record
    from ..store.store import Store

MOMENTS = {"made", "until"}
VERDICTS = ("done", "no", "findings", "unknown", "failed")
WORDS = {"old", "new"}


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
    from ..journal.rows import Rows  # as that does, and takes lines over
    from ..store.store import Store  # loads SQLite

    store = Rows.open() if name in RUNS else Store.existing(strict=name == "resolve")
    try:
        return Done(act(store, call, words), warnings=store.notices if store else ())
    finally:
        if store:
            store.close()


# -- each action: store, options and words → data


def listed(rows: Rows, call: Call, _: list[str]) -> dict[str, Any]:
    """List the runs that the options ask for."""
    if "--report" in call.options or "--metrics" in call.options:
        from ._reports import reported  # for who asks

        return reported(rows, call)
    text = call.text
    found = rows.asked(
        since=call.value("--since", moment),
        tool=text("--tool"),
        name=text("--name"),
        host=text("--host"),
        exit_code=call.value("--exit-code", whole),
        status=text("--status"),
        action=text("--action"),
        verdict=text("--verdict"),
        failed="--failed" in call.options,
        limit=call.value("--limit", whole),
    )
    return {"runs": [rows.row(run) for run in found]}


def shown(rows: Rows, _: Call, words: list[str]) -> dict[str, Any]:
    """Return one run, with what it means and the end of its output."""
    found = rows.find(whole("the id", words[0]))
    if found is None:
        refuse_unknown("RUN", f"run {words[0]}", "exeunt journal lists what there is")
    return rows.whole(found)


def pruned(rows: Rows, call: Call, _: list[str]) -> dict[str, Any]:
    """Forget old runs: those that are too old or too much, or as the options say."""
    limits: dict[str, Any] = {
        "age": call.value("--age", duration),
        "size": call.value("--size", whole),
    }
    given = {} if set(limits.values()) == {None} else limits
    return {"forgotten": rows.store.runs.prune(**given) if rows.store else 0}


def moved(store: Store | None, call: Call, _: list[str]) -> dict[str, Any]:
    """List where commands moved, or forget one of them, or all."""
    given = call.text("--forget")
    if given is None:
        rows = store.redirects.list() if store else ()
        return {"redirects": [as_dict(row) for row in rows]}
    wanted = None if given == ALL else whole("--forget", given)
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


# -- records → data


def refuse_unknown(kind: str, what: str, fix: str) -> NoReturn:
    """Say that something could be there, and is not."""
    error = UnknownName(f"there is no {what}", fix=fix)
    error.error_code = f"UNKNOWN_{kind}"
    raise error


def as_dict(row: Record) -> dict[str, Any]:
    """Return the fields in their names on the wire, moments as UTC."""
    fields: dict[str, Any] = row.as_fields()
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
    if "resolved" in data:
        return f"{visible(data['resolved'])}: {HOW[data['as']]}\n"
    name, rows = next(iter(data.items()))
    if name in SAID:
        return f"{SAID[name].format(visible(str(rows)))}\n"
    heads, cells = TABLES[name]
    if not rows:
        return f"{NOTHING[name]}\n"
    return paint.table(heads, fitted(heads, [cells(row) for row in rows]))


def show_run(data: Mapping[str, Any], paint: Paint) -> str:
    """Show one run in full."""
    took, signal = data["seconds"], data["signal"]
    rule = f" ({data['rule']})" if data["rule"] else ""
    means = " · ".join(filter(None, [data["reading"], data["meaning"]]))
    text = paint.fields(
        (
            ("name", data["name"] or ""),
            ("command", " ".join(data["argv"])),
            ("in", data["cwd"]),
            ("on", data["host"] or ""),
            ("began", data["began"]),
            ("took", "" if took is None else f"{took:,.3f} s"),
            ("ended", f"{ended(data)}{f' by {signal}' if signal else ''}"),
            ("verdict", verdict_of(data)),
            ("means", means),
            ("next", f"{data['action']}{rule}" if data["action"] else ""),
            ("log", data["log"] or ""),
            ("left log", data["left_log"] or ""),
        )
    )
    if len(data["attempts"]) > 1:
        heads = ["attempt", "id", "began (UTC)", "took", "ended", "verdict"]
        cells = [
            [str(one["attempt"]), *run_cells(one)[:-1]] for one in data["attempts"]
        ]
        text += "\n" + paint.table(heads, fitted(heads, cells))
    if data["kind"] == "foreground":
        text += paint("\nIts output was not captured: it had the terminal.\n", "dim")
    for name, lines in data["output"].items():
        if lines:
            head = paint(f"the last lines of {name}:", "dim")
            text += "\n".join(["", head, *map(visible, lines), ""])
    return text


def verdict_of(data: Mapping[str, Any]) -> str:
    """Say what came of a run, and of a failure what it was, where that says more."""
    why = data.get("why")
    plain = why in {None, "GENERAL_ERROR", data["status"], data.get("signal")}
    return (data["verdict"] or "") if plain else f"{data['verdict']}: {why}"


def ended(data: Mapping[str, Any]) -> str:
    """Say how a run ended, in a word or two."""
    if data["detail"]:
        return f"{data['status']}: {data['detail']}"
    code = data["exit_code"]
    return data["status"] if code is None else f"{data['status']} {code}"


def run_cells(data: Mapping[str, Any]) -> list[str]:
    """Lay out a run, or an attempt, in a line."""
    exited = data["status"] == "exited" and data["exit_code"] is not None
    how = f"exit {data['exit_code']}" if exited else data["status"]
    how = data.get("signal") or how if how == "signaled" else how
    began = data["started"][5:16].replace("T", " ")
    took = "" if data["seconds"] is None else f"{data['seconds']:.1f} s"
    name = f"{data['name']}: " if data.get("name") else ""
    command = f"{name}{' '.join(data.get('argv', ()))}"
    return [str(data["id"] or ""), began, took, how, verdict_of(data), command]


def redirect_cells(data: Mapping[str, Any]) -> list[str]:
    """Lay out a redirect in a line."""
    called = " ".join([data["program"], *data["old"]])
    return [str(data["id"]), called, " ".join(data["new"])]


def hold_cells(data: Mapping[str, Any]) -> list[str]:
    """Lay out a hold in a line."""
    return [data["key"], data["until"], data["why"]]


def fitted(heads: list[str], rows: list[list[str]]) -> list[list[str]]:
    """Cut what does not fit the screen: most of all the last cell, which is longest."""
    plain = [
        [" ".join(visible(cell, lines=True).split()) for cell in row] for row in rows
    ]
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
    "runs": (["id", "began (UTC)", "took", "ended", "verdict", "command"], run_cells),
    "redirects": (["id", "moved", "to"], redirect_cells),
    "holds": (["on hold", "until", "because"], hold_cells),
}
SAID = {
    "report": "the page is in {}",
    "metrics": "the metrics are in {}",
    "forgotten": "{} forgotten",
    "released": "{} may be called again",
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
RUNS = ("list", "show", "prune")
ASKED = (
    *("--failed", "--since", "--name", "--exit-code", "--verdict", "--host", "--tool"),
    *("--status", "--action", "--limit", "--report", "--metrics"),
)
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
    summary="Show what was run, how it ended, and what exeunt remembers of it.",
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
        Option("--failed", help="show those that failed, or may have"),
        Option(
            "--since",
            "TIME",
            help="show those begun within 90, 5m, 24h or 7d, or since yesterday "
            "or 2026-01-31 (UTC)",
        ),
        Option("--name", "NAME", help="show those that --name named so"),
        Option("--exit-code", "N", help="show those that left with this number"),
        Option(
            "--verdict",
            "NAME",
            help=f"show those of which this came: {', '.join(VERDICTS)}",
            choices=VERDICTS,
        ),
        Option("--host", "NAME", help="show those on this machine"),
        Option("--tool", "NAME", help="show those of this program"),
        Option(
            "--status",
            "NAME",
            help="show each attempt that ended so: exited, signaled, timed_out "
            "and so on; running; or unknown: exeunt was killed",
        ),
        Option(
            "--action",
            "NAME",
            help="show each attempt after which this was to be done",
            choices=tuple(action.value for action in Action),
        ),
        Option(
            "--limit",
            "N",
            help="show no more than so many, the newest",
            usual="20",
        ),
        Option(
            "--report",
            "html=FILE",
            help="write one page of all of them: plots, what failed, what to run again",
        ),
        Option(
            "--metrics",
            "FILE",
            help="add what has ended since the last time to FILE, which Prometheus "
            "reads",
        ),
        Option("--age", "TIME", help="prune what is older", usual="30d"),
        Option("--size", "BYTES", help="prune to no more than so much", usual="64 MiB"),
        Option("--forget", "ID", help="forget this redirect, or all of them"),
    ),
    examples=(
        ("exeunt journal", "what was run lately, and how it ended"),
        ("exeunt journal --failed --since yesterday", "what failed last night"),
        ("exeunt journal --since 7d --report html=week.html", "a page for people"),
        ("exeunt journal prune --age 1d", "forget what is older than a day"),
        ("exeunt journal holds", "who asked not to be called, and until when"),
        ("exeunt journal --name nightly --limit 7", "how one job did of late"),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT, **BUSY},
    run=run,
    show=show,
    most=None,
)
