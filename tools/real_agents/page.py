"""What was kept of the runs → docs/explanation/what-the-model-sees.md."""

# ruff: noqa: E501 - a paragraph of the page is a line

import json
import sys
from collections.abc import Iterator
from typing import Any

from .agents import AGENTS
from .compare import MOST, parted, tokens
from .installed import ROOT
from .runs import RESULTS
from .scripts import DIFFERS

PAGE = ROOT / "docs" / "explanation" / "what-the-model-sees.md"
WIDTH = 400  # characters of an output that a cell shows
HEAD = """\
<!-- Written by tools/play_agents.py from tools/real_agents/seen.json: make test-agents. -->

# What the model sees

A coding agent runs a command and shows its model what came of it. These are {versions}, as npm has them, each played three times: without a door, behind the [light door](../reference/doors.md), and behind the keeping one. The model is a program on loopback that follows a script; what the agent sends it is what is shown here. The person has rules of their own (`rm` is forbidden), a hook before each call, and two MCP servers: with both doors all of them are what they were.

`make test-agents` plays all of it again, and fails if a success is not byte for byte the same, if a code differs, if more than one line was added, or one of more than {most} tokens. A token is counted as four bytes, or as a word where that gives more: a rule that needs no model's table, and that rather overstates. Where a cell says *the same*, not a byte was added. Process numbers, ids and times are left out, and so is the middle of what is longer than 600 characters.

## In short

{summary}
## By MCP

What the same three show their models of [exeunt's tools](../how-to/give-tools-to-an-agent.md), installed by `exeunt install --mcp` and `--skill`: all of them list the skill. Codex CLI and Claude Code show a result's structured content, Gemini CLI its text, and both where it is an error.

| call | agent | what the model sees | tokens |
|---|---|---|---|
{served}
## Script by script

With bash as the user's shell. Codex CLI and Claude Code played all of it with zsh as well: those calls are counted above, and are in the data.
"""


def written() -> str:
    """The page, made of what was kept."""
    kept = json.loads(RESULTS.read_text(encoding="utf-8"))
    seen = [row for row in kept["seen"] if row["shell"] == "bash"]
    versions = [
        f"{AGENTS[name].title} {number}" for name, number in kept["versions"].items()
    ]
    head = HEAD.format(
        versions=", ".join(versions[:-1]) + f" and {versions[-1]}",
        most=MOST,
        summary=summary(kept["seen"]),
        served="".join(served(row) for row in kept["served"]),
    )
    return head + "".join(
        section(name, about, [row for row in seen if row["script"] == name])
        for name, about in kept["scripts"].items()
    )


def served(row: dict[str, Any]) -> str:
    """One call of a tool: what each agent showed of it."""
    lines: list[str] = []
    for agent, told in row["told"].items():
        first = "" if lines else f"{row['about']} {shown(row['call'])}"
        whole = told["whole"]
        cells = [first, AGENTS[agent].title, shown(whole), str(tokens(whole))]
        lines.append(f"| {' | '.join(cells)} |\n")
    return "".join(lines)


def summary(seen: list[dict[str, Any]]) -> str:
    """A row for each agent and door: how many calls have a line, and what that costs."""
    head = ("agent", "door", "calls", "the same", "with a line", "tokens of it (most)")
    lines = [f"| {' | '.join(head)} | tokens without a door | with it |"]
    lines.append("|---" * (len(head) + 2) + "|")
    for agent in dict.fromkeys(row["agent"] for row in seen):
        rows = [row for row in seen if row["agent"] == agent]
        for door in [name for name in rows[0]["doors"] if name != "none"]:
            pairs = [pair for row in rows for pair in steps(row, door)]
            costs = [tokens(line) for _, _, line in pairs if line]
            mean = f"{sum(costs) / len(costs):.0f} ({max(costs)})" if costs else "–"
            same = sum(was == now for was, now, _ in pairs)
            before = sum(tokens(was) for was, _, _ in pairs)
            after = sum(tokens(now) for _, now, _ in pairs)
            counts = [len(pairs), same, len(costs), mean, before, after]
            cells = [AGENTS[agent].title, door, *map(str, counts)]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def steps(row: dict[str, Any], door: str) -> Iterator[tuple[str, str, str]]:
    """Each call of a script: what was shown before, after, and our line."""
    for was, now in zip(row["doors"]["none"], row["doors"][door], strict=True):
        _, ours = parted(now["whole"])
        yield was["whole"], now["whole"], "".join(ours)


def section(name: str, about: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """One script: its commands, and a table of what each agent showed."""
    doors = [door for door in rows[0]["doors"] if door != "none"] if rows else []
    commands = "\n".join(str(step) for step in about["steps"])
    lines = [
        f"\n### {name[0].upper()}{name[1:]}\n",
        f"{about['about']}\n",
        f"```sh\n{commands}\n```\n",
        f"| agent | without a door | tokens | {' | '.join(doors)} |",
        f"|---|---|---|{'---|' * len(doors)}",
    ]
    for row in rows:
        for number, was in enumerate(row["doors"]["none"]):
            agent = AGENTS[row["agent"]].title if not number else ""
            cells = [after(was, row["doors"][door][number]) for door in doors]
            before = [agent, shown(was["whole"]), str(tokens(was["whole"]))]
            lines.append(f"| {' | '.join([*before, *cells])} |")
    differs = [f"\n{door}: {why}\n" for door, why in DIFFERS.get(name, {}).items()]
    return "\n".join(lines) + "\n" + "".join(differs)


def after(was: dict[str, Any], now: dict[str, Any]) -> str:
    """What a door changed of what was shown: nothing, a line, or else the whole."""
    if was["whole"] == now["whole"]:
        return "the same"
    rest, ours = parted(now["whole"])
    if ours and rest.rstrip("\n") == was["whole"].rstrip("\n"):
        return f"+ {tokens(ours[0])}: {shown(ours[0])}"
    return f"{tokens(now['whole'])}: {shown(now['whole'])}"


def shown(text: str) -> str:
    """A text in a cell: its lines in a row, its signs as they are."""
    clean = "".join(c if c.isprintable() or c == "\n" else "�" for c in text)
    lines = clean.strip("\n").split("\n")
    row = " ⏎ ".join(lines)
    if len(row) > WIDTH:
        row = f"{row[: WIDTH // 2]} … {row[-WIDTH // 2 :]}"
    if not row.strip():
        return "nothing"
    fence = "``" if "`" in row else "`"
    pad = " " if "`" in row else ""
    return f"{fence}{pad}{row}{pad}{fence}".replace("|", "\\|")


def write_page() -> int:
    """Write the page from what was kept."""
    PAGE.write_text(written(), encoding="utf-8")
    return 0


def check_page() -> int:
    """Fail if the page is not what was kept."""
    if PAGE.read_text(encoding="utf-8") == written():
        return 0
    print(f"{PAGE.name} is stale: run tools/play_agents.py --page", file=sys.stderr)
    return 1
