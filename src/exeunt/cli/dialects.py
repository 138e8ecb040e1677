"""Every table → side by side, or one of them in full."""

from __future__ import annotations

from ..dialects.dialect import Dialect, dialect, dialect_names
from ..model.codes import ExitCode
from ..model.outcome import Done, Outcome
from ._paint import WIDTH, Paint, wrap
from .verbs import Call, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


MEANING = 34  # what is left of 80 columns beside the other cells
HEADS = {"agent-spec@1.6": "@1.6"}  # keeps the matrix within 80 columns


def run(call: Call) -> Outcome[dict[str, Any]]:
    """List the dialects, or show the one that is named."""
    if call.words:
        return Done(in_full(dialect(call.words[0])))
    return Done({"dialects": [in_short(dialect(name)) for name in dialect_names()]})


def in_short(table: Dialect) -> dict[str, Any]:
    """Describe a dialect by its numbers for the fourteen codes."""
    return {
        "name": table.name,
        "title": table.title,
        "source": table.source,
        "numbers": {code.name: table.numbers[code] for code in ExitCode},
    }


def in_full(table: Dialect) -> dict[str, Any]:
    """Describe a dialect row by row, both ways."""
    rows = [
        {
            "code": row.number,
            "constant": row.name,
            "name": row.code.name,
            "meaning": row.meaning,
            "retryable": row.retryable.value if row.retryable else None,
            "side_effects": row.effects.value,
            "source": row.source,
        }
        for row in table.rows.values()
    ]
    lost = {code.name: text for code, text in table.lost.items()}
    return {**in_short(table), "rows": rows, "lost": lost}


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show the tables to a person."""
    if "rows" in data:
        return show_one(data, paint)
    tables = data["dialects"]
    titles = paint.fields((table["name"], table["title"]) for table in tables)
    names: list[str] = [table["name"] for table in tables]
    heads = ["", *(HEADS.get(name, name) for name in names)]
    rows = [
        [code.name, *(str(table["numbers"][code.name]) for table in tables)]
        for code in ExitCode
    ]
    return f"{titles}\n{paint.table(heads, rows)}"


def show_one(data: dict[str, Any], paint: Paint) -> str:
    """Show one table to a person: how it is read, and what writing it loses."""
    title = "\n".join(wrap(f"{data['name']}: {data['title']}", WIDTH))
    head = title.replace(data["name"], paint(data["name"], "bold"), 1) + "\n\n"
    rows: list[list[str]] = []
    for r in data["rows"]:
        cells = [str(r["code"]), r["name"], r["retryable"] or "", r["side_effects"]]
        first, *more = wrap(r["meaning"], MEANING)
        rows += [[*cells, first], *(["", "", "", "", line] for line in more)]
    table = paint.table(["code", "means", "retry", "effects", ""], rows)
    lost = paint.fields(data["lost"].items())
    return head + table + (f"\nlost when written:\n{lost}" if data["lost"] else "")


COMMAND = Command(
    "dialects",
    summary="Show the tables side by side, or one of them in full.",
    usage=("exeunt dialects [NAME]",),
    examples=(
        ("exeunt dialects", "which number means what, where"),
        ("exeunt dialects murli", "one table, row by row"),
    ),
    run=run,
    show=show,
    most=1,
)
