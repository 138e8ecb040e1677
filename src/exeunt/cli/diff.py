"""Two contracts → what changed, whom it breaks, and the version that it asks for."""

from __future__ import annotations

from fnmatch import fnmatchcase

from ..manifest.diff import Diff, diff
from ..manifest.levels import VERDICTS
from ..model.codes import Effects
from ..model.detail import ErrorDetail, Phase
from ..model.entry import declare, entry
from ..model.outcome import Done, Failed, Outcome
from ._paint import WIDTH, Paint, visible, wrap
from ._source import manifest_from
from .argv import refuse
from .verbs import GONE, LATE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


BREAKING_CHANGE = declare("BREAKING_CHANGE", 81)
ENTRY = entry(
    "The new contract breaks callers of the old one",
    retryable=False,
    effects=Effects.NONE,
)
INDENT = 6  # columns before a reason
COLOURS = {"breaking": "red", "behavioural": "yellow", "additive": "green"}
TITLES = {
    "breaking": "breaking",
    "behavioural": "behavioural",
    "additive": "additive",
    "not_contract": "not contract",
}


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Compare two contracts, and fail if callers of the old one are broken."""
    old, new = call.words
    if old == new == "-":
        refuse("stdin can be read once", "name a file for one of the two")
    found = diff(manifest_from(old), manifest_from(new))
    patterns = call.texts("--allow")
    broken = [c for c in found.changes if c.verdict == "breaking"]
    allowed = [c for c in broken if any(matches(c.path, p) for p in patterns)]
    data = found.as_dict() | {"allowed": [change.path for change in allowed]}
    if "--changelog" in call.options:
        data["changelog"] = changelog(found)
    warnings = [
        f"--allow {pattern} allows nothing: no breaking change has such a path"
        for pattern in patterns
        if not any(matches(change.path, pattern) for change in broken)
    ]
    count = len(broken) - len(allowed)
    if not count:
        return Done(data, warnings=warnings)
    detail = ErrorDetail(
        BREAKING_CHANGE.name,
        f"{count} breaking change{'s' if count > 1 else ''}",
        phase=Phase.EXECUTION,
        suggestion="keep the old names beside the new, or --allow PATH what is meant",
    )
    return Failed(
        BREAKING_CHANGE, detail, entry=ENTRY, warnings=warnings, extra={"diff": data}
    )


def matches(path: str, pattern: str) -> bool:
    """Tell whether a path is meant: it, what is below it, or a pattern with * and ?."""
    return fnmatchcase(path, pattern) or path.startswith(f"{pattern}/")


def changelog(found: Diff) -> list[str]:
    """Write what users notice, one sentence a change, the worst first."""
    return [
        change.line
        for verdict in VERDICTS[:-1]
        for change in found.changes
        if change.verdict == verdict
    ]


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show the changes to a person, or the lines of a changelog alone."""
    if "changelog" in data:
        return "".join(f"{visible(line)}\n" for line in data["changelog"])
    blocks = [
        block(TITLES[name], data[name], data["allowed"], paint, COLOURS.get(name))
        for name in VERDICTS
        if data[name]
    ]
    step = data["semver"]
    asks = f"the next version is a {paint(step, 'bold')} one\n"
    return "\n".join([*blocks, asks if blocks else "nothing has changed\n"])


def block(
    title: str,
    changes: Sequence[dict[str, str]],
    allowed: Sequence[str],
    paint: Paint,
    colour: str | None,
) -> str:
    """Show the changes of one verdict: where, what and why."""
    styles = ("bold", colour) if colour else ("bold",)
    lines = [paint(f"{title} ({len(changes)})", *styles)]
    for change in changes:
        is_allowed = title == "breaking" and change["path"] in allowed
        path = fitting(f"{'allowed: ' if is_allowed else ''}{visible(change['path'])}")
        lines.append(f"  {path}")
        level = "" if change["level"] == "unlisted" else f" [{change['level']}]"
        why = wrap(f"{change['why']}{level}", WIDTH - INDENT)
        lines += [f"{' ' * INDENT}{paint(fitting(line), 'dim')}" for line in why]
    return "\n".join(lines) + "\n"


def fitting(text: str) -> str:
    """Cut what does not fit a line, visibly."""
    room = WIDTH - INDENT
    one = " ".join(text.split())
    return one if len(one) <= room else f"{one[: room - 1]}…"


COMMAND = Command(
    "diff",
    summary="Say what changed between two contracts, and fail if it breaks callers.",
    usage=(
        "exeunt diff [--allow PATH]… [--changelog] OLD NEW",
        "exeunt diff snapshot.json 'python app.py'",
    ),
    options=(
        Option(
            "--allow",
            "PATH",
            help="let this break: a path of the list, or a pattern with * and ?",
            many=True,
        ),
        Option("--changelog", help="print sentences for a changelog"),
    ),
    examples=(
        ("exeunt diff snapshot.json 'python app.py'", "a file, and a live program"),
        ("exeunt diff old.json new.json --allow 'users.*'", "what is meant to break"),
        ("exeunt diff old.json new.json --changelog", "for those who call it"),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT, **LATE, BREAKING_CHANGE: ENTRY},
    run=run,
    show=show,
    least=2,
    most=2,
)
