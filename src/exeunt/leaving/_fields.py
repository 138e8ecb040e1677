"""A result and `--fields a,b.c` → those fields of it, and no others.

A dotted path leads into objects, and into each item of a list. A field that the result
does not have is a wrong call, unless the call may have changed something: then that is
done, must not be done again for a name, and a warning says what is missing.
"""

from __future__ import annotations

from ..errors import ExeuntError
from ..model.envelope import is_array, is_object
from ..model.json import plain
from ..model.outcome import Done, Outcome
from ..model.said import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..model.detail import ErrorDetail
    from .run import Run

SHOWN = 20  # names in a message; more are no help


def names_in(text: str) -> tuple[str, ...]:
    """Split what was asked for at its commas."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def chosen(outcome: Outcome[Any], run: Run) -> Outcome[Any]:
    """Reduce a result to the fields that were asked for."""
    if not isinstance(outcome, Done) or outcome.not_modified:
        return outcome
    try:
        data = plain(wrap(outcome.data))
    except ExeuntError:
        return outcome  # which cannot be said, and whoever says it tells why
    names = names_in(run.fields or "")
    met: set[str] = set()
    kept = reduced(data, names, "", met)
    missing = [name for name in names if name not in met]
    if not missing:
        return outcome.replace(data=kept)
    error = unknown(missing[0], list(dict.fromkeys(paths(data))))
    if is_harmless(run):
        from ..model.codes import ExitCode
        from .classify import failed  # on the way to an error

        return failed(ExitCode.ARG_ERROR, error, run)
    warning = f"{error.message}; {error.suggestion}"
    return outcome.replace(data=kept, warnings=(*outcome.warnings, warning))


def is_harmless(run: Run) -> bool:
    """Tell whether a call has changed nothing, or was never begun: a manifest."""
    safe = run.declared is not None and run.declared.danger == "safe"
    return not run.effects and (safe or not run.begun)


def reduced(value: Any, names: Sequence[str], above: str, met: set[str]) -> Any:
    """Keep the named parts of a value, in its own order; note which of them it has."""
    if is_array(value) and value:
        return [reduced(item, names, above, met) for item in value]
    if not is_object(value):
        if value is None or is_array(value):
            met.update(above + name for name in names)  # nobody knows what could be
        return value
    kept: dict[str, Any] = {}
    for key, item in value.items():
        below = [n[len(key) + 1 :] for n in names if n.startswith(f"{key}.")]
        if key in names:
            met.add(above + key)
            kept[key] = item
        if below:
            part = reduced(item, below, f"{above}{key}.", met)
            kept.setdefault(key, part)
    return kept


def paths(value: Any, above: str = "") -> Iterator[str]:
    """Name every field of a value, and those within it."""
    if is_array(value):
        for item in value:
            yield from paths(item, above)
    elif is_object(value):
        for key, item in value.items():
            yield above + key
            yield from paths(item, f"{above}{key}.")


def unknown(name: str, known: Sequence[str]) -> ErrorDetail:
    """Say that there is no such field, and which ones there are in its place."""
    from ..errors import did_you_mean  # on the way to an error
    from ..model.detail import ErrorDetail

    above = name
    while above and above not in known:
        above = above.rpartition(".")[0]
    start = f"{above}." if above else ""
    beside = [n for n in known if n.startswith(start) and "." not in n[len(start) :]]
    more = ", …" if len(beside) > SHOWN else ""
    listed = f"there are {', '.join(beside[:SHOWN])}{more}"
    return ErrorDetail(
        "UNKNOWN_FIELD",
        f"the result has no field {name!r}: "
        + (listed if beside else f"{above or 'it'} has none"),
        suggestion=did_you_mean(name, known) or f"leave {name} out",
    )
