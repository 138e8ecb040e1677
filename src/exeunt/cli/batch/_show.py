"""What is told of a batch → what a person sees."""

from __future__ import annotations

from .._paint import WIDTH, Paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

STATES = (
    *("todo", "doing", "done", "failed", "waiting", "held", "moved", "doubt"),
    "cancelled",
)
COLOURS = {"failed": "red", "doubt": "yellow", "held": "yellow"}


def show_nothing(_: dict[str, Any], __: Paint) -> str:
    """Show nothing on stdout: the jobs' own output is there."""
    return ""


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show what was asked for."""
    if "batches" in data:
        return show_list(data["batches"], paint)
    if "rows" in data:
        rows, total = data["rows"], data["total"]
        more = f"{len(rows):,} of {total:,} jobs; --limit N and --state NAME choose\n"
        if not rows:
            return "no such job\n"
        return show_jobs(rows, paint) + (
            paint(more, "dim") if len(rows) < total else ""
        )
    if "output" in data:
        return show_job(data, paint)
    if "jobs" in data:
        return show_status(data, paint)
    return f"{visible(data['said'])}\n"


def show_list(batches: Sequence[Mapping[str, Any]], paint: Paint) -> str:
    """List the batches with their counts."""
    if not batches:
        return "no batch is remembered\n"
    heads = ["name", "jobs", "done", "failed", "in doubt", "held", "left", "run by"]
    rows = [
        [
            one["name"],
            *(
                f"{one[name]:,}"
                for name in ("total", "done", "failed", "doubt", "held")
            ),
            f"{one['todo'] + one['doing'] + one['waiting']:,}",
            ", ".join(map(str, one["run_by"])) or "nobody",
        ]
        for one in batches
    ]
    return paint.table(heads, rows)


def show_status(data: Mapping[str, Any], paint: Paint) -> str:
    """Show how far a batch is."""
    counts = [(name, data[name]) for name in STATES if data[name]]
    rows = [("batch", data["name"]), ("jobs", f"{data['total']:,}")]
    rows += [(name, f"{number:,}") for name, number in counts]
    if data["wanted"] != "run":
        rows.append(("wanted", data["wanted"]))
    if data["run_by"]:
        rows.append(("run by", f"process {', '.join(map(str, data['run_by']))}"))
    elif data["todo"] or data["doing"] or data["waiting"]:
        rows.append(("run by", f"nobody: exeunt batch --resume {data['name']} goes on"))
    text = paint.fields(rows)
    return text + ("\n" + show_jobs(data["jobs"], paint) if data["jobs"] else "")


def show_jobs(jobs: Sequence[Mapping[str, Any]], paint: Paint) -> str:
    """List jobs, one a line, and what is to be known of each below it."""
    heads = ["id", "state", "began (UTC)", "ended", "command"]
    cells = [
        [
            cut(one["id"], 16),
            one["state"],
            (one["started"] or "")[5:19].replace("T", " "),
            ended(one),
            " ".join(one["argv"]),
        ]
        for one in jobs
    ]
    plain = [[" ".join(visible(cell).split()) for cell in row] for row in cells]
    widths = [max(map(len, column)) for column in zip(heads, *plain, strict=True)]
    room = max(WIDTH - sum(widths[:-1]) - 2 * (len(widths) - 1), 12)
    table = paint.table(heads, [[*row[:-1], cut(row[-1], room)] for row in plain])
    head, *lines = table.splitlines()
    for place, one in enumerate(jobs):
        if one["state"] != "done" and one["why"]:
            lines[place] += "\n" + paint(f"    {cut(visible(one['why']), 76)}", "dim")
    return "\n".join([head, *lines, ""])


def ended(job: Mapping[str, Any]) -> str:
    """Say in a word how a job ended."""
    status = job.get("status")
    if status == "exited":
        return f"exit {job['exit_code']}"
    return job.get("signal") or (status or "").replace("_", " ")


def show_job(data: Mapping[str, Any], paint: Paint) -> str:
    """Show one job in full."""
    colour = COLOURS.get(data["state"])
    decided: Mapping[str, Any] = data["next"] or {}
    text = paint.fields(
        (
            ("job", data["id"]),
            ("command", " ".join(data["argv"])),
            ("in", data["cwd"] or ""),
            ("state", paint(data["state"], colour) if colour else data["state"]),
            ("because", data["why"] or ""),
            ("began", data["started"] or ""),
            ("took", "" if data["seconds"] is None else f"{data['seconds']:,.3f} s"),
            ("attempts", str(data["attempts"])),
            ("ended", ended(data)),
            ("means", data.get("meaning") or ""),
            ("next", decided.get("action", "")),
            ("log", data.get("log") or ""),
            ("session", data.get("session") or ""),
            ("settle it", data.get("resolve") or ""),
        )
    )
    for name, lines in data["output"].items():
        if lines:
            head = paint(f"the end of {name}:", "dim")
            text += "\n".join(["", head, *map(visible, lines), ""])
    return text


def cut(text: str, width: int) -> str:
    """Shorten a text, visibly."""
    return text if len(text) <= width else f"{text[: width - 1]}…"
