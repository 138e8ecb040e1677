"""results.json → the tables of docs/explanation/speed.md, and whether they agree."""

import json
from typing import Any

from _cases import CASES
from _install import BENCH, ROOT

RESULTS = BENCH / "results.json"
PAGE = ROOT / "docs" / "explanation" / "speed.md"
BEGIN = "<!-- results: written by bench/run.py --page -->\n"
END = "<!-- end of results -->\n"


def write(results: dict[str, Any]) -> None:
    """Put the results between their marks."""
    before, after = around()
    text = f"{before}{BEGIN}\n{render(results)}\n{END}{after}"
    PAGE.write_text(text, encoding="utf-8")


def complaints(results: dict[str, Any]) -> list[str]:
    """Say where page, results and list of cases differ."""
    said = [
        f"results.json has no row {case.group}: {case.name}"
        for case in CASES
        if case.name not in names(results, case.group)
    ]
    known = {(case.group, case.name) for case in CASES}
    said += [
        f"results.json has a row that no case makes: {group}: {row['name']}"
        for group, rows in results["groups"].items()
        for row in rows
        if (group, row["name"]) not in known
    ]
    if results["mode"] != "full":
        said.append("results.json is of a quick run")
    before, after = around()
    page = PAGE.read_text(encoding="utf-8")
    if page != f"{before}{BEGIN}\n{render(results)}\n{END}{after}":
        said.append(f"{PAGE.name} shows other results: run bench/run.py --page")
    return said


def names(results: dict[str, Any], group: str) -> set[str]:
    """The cases of a group that have a row, or a reason why not."""
    return {row["name"] for row in results["groups"].get(group, ())} | {
        row["name"] for row in results["left_out"] if row["group"] == group
    }


def around() -> tuple[str, str]:
    """The page before and after the results."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    return before, rest.partition(END)[2]


def load() -> dict[str, Any]:
    """The last results."""
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def render(results: dict[str, Any]) -> str:
    """Write the results as Markdown."""
    what = f"exeunt {results['exeunt']}, {results['python']}, {results['machine']}"
    parts = [f"Of {what}.\n"]
    for group, rows in results["groups"].items():
        date, load = results["dates"][group], results.get("loads", {}).get(group, 0)
        # More than one, and it is not the code alone that takes the time.
        busy = f", by a machine with a load of {load}" if load > 1 else ""
        parts.append(f"### {group}\n\nMeasured on {date}{busy}.\n\n{table(rows)}")
    parts += [
        f"Left out, {row['group']}: {row['name']} ({row['why']}).\n"
        for row in results["left_out"]
    ]
    parts.append(f"### What `exeunt explain 11` imports\n\n{modules(results)}")
    return "\n".join(parts)


def table(rows: list[dict[str, Any]]) -> str:
    """Write one group, without the columns that none of its rows fills."""
    cells = [numbers(row) for row in rows]
    used = [any(column) for column in zip(*cells, strict=True)]
    heads = [head for head, use in zip(COLUMNS, used, strict=True) if use]
    lines = [
        f"| | {' | '.join(heads)} | limit | |\n",
        f"|---|{'---:|' * len(heads)}---|---|\n",
    ]
    for row, own in zip(rows, cells, strict=True):
        shown = [cell for cell, use in zip(own, used, strict=True) if use]
        told = [row.get("limit", ""), row.get("verdict", "")]
        lines.append(f"| {' | '.join([escape(row['name']), *shown, *told])} |\n")
    return "".join(lines)


COLUMNS = ("min", "median", "99 %", "×", "instructions", "×", "a second")


def numbers(row: dict[str, Any]) -> list[str]:
    """Write the columns of numbers that the table and the terminal share."""
    if row["kind"] == "count":
        return [str(row["count"]), "", "", "", "", "", ""]
    if row["kind"] == "memory":
        most = f"{row['most_mb']:,.1f} MB"
        return ["", f"{row['p50_mb']:,.1f} MB", most, f"{row['ratio']:.2f}", "", "", ""]
    counted = row.get("instructions")
    return [
        duration(row["min_us"]),
        duration(row["p50_us"]),
        duration(row["p99_us"]) if "p99_us" in row else "",
        f"{row['ratio']:.2f}",
        f"{counted:,}" if counted else "",
        f"{row['ratio_instructions']:.2f}" if counted else "",
        rate(row),
    ]


def rate(row: dict[str, Any]) -> str:
    """Write how much of it fits into a second: megabytes, or calls."""
    if "volume" in row:
        return f"{row['volume'] / row['min_us']:,.0f} MB"
    return f"{1e6 / row['min_us']:,.0f}" if row["kind"] == "loop" else ""


def duration(micros: float) -> str:
    """Write a time with three digits that mean something."""
    return f"{micros / 1000:.2f} ms" if micros >= 1000 else f"{micros:.1f} µs"  # noqa: PLR2004


def escape(name: str) -> str:
    """Keep a name from being read as Markdown."""
    return "`" + name.replace("|", "\\|") + "`"


def modules(results: dict[str, Any]) -> str:
    """Write the cost of each module, and their sum."""
    rows = results["imports"]
    total = sum(row["self_us"] for row in rows)
    lines = "".join(f"| `{row['module']}` | {row['self_us']:,} |\n" for row in rows)
    return f"| module | µs, its own |\n|---|---:|\n{lines}| together | {total:,} |\n"
