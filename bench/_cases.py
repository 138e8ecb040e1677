"""What is measured → one literal list; a new row is a new line in CASES.

A case belongs to a group, and the cases of a group share their rounds. Its baseline is
the case that its ratio refers to; its limit is a promise that `run.py` judges.
"""

from typing import NamedTuple


class Process(NamedTuple):
    """A process from start to end; {bin} and {bench} and {lent} are filled in."""

    argv: tuple[str, ...]
    prints: str = ""  # what must be in its output, so that no failure looks fast
    pipe: bool = False  # stdout is a pipe that is read to its end, not /dev/null
    needs: str = ""  # the package of PEERS that {lent} leads to


class Loop(NamedTuple):
    """A call made again and again in one process; the words are for _worker.py."""

    words: tuple[str, ...]
    needs: str = ""


class Count(NamedTuple):
    """A number that a process prints: counted, not timed."""

    argv: tuple[str, ...]


class Limit(NamedTuple):
    """A promise about a row's minimum."""

    what: str  # a key of JUDGES in _judge.py
    value: float


class Case(NamedTuple):
    """One row of the results."""

    group: str
    name: str
    run: Process | Loop | Count
    baseline: str = ""
    limit: Limit | None = None


def python(statement: str, **options: str) -> Process:
    """A statement in an interpreter of its own."""
    return Process(("{bin}/python", "-c", statement), **options)  # type: ignore[arg-type]


def peer(name: str, package: str) -> Process:
    """A program that does with someone else's parser what `explain 11` begins with."""
    argv = ("{bin}/python", f"{{bench}}/peers/{name}_app.py", "{lent}", "explain", "11")
    return Process(argv, "RATE_LIMITED", needs=package)


def adopting(name: str, how: str, package: str) -> Process:
    """A program of one framework, `bare` or `adopted`, as text or as an envelope."""
    words = ("explain", "11", *(("--output", "json") if how == "adopted" else ()))
    app = f"{{bench}}/adopted/{name}_app.py"
    argv = ("{bin}/python", app, "{lent}", how, *words)
    return Process(argv, "RATE_LIMITED", needs=package)


def ours(*words: str, prints: str, pipe: bool = False) -> Process:
    """A command line of ours, through the launcher that the wheel installs."""
    return Process(("{bin}/exeunt", *words), prints, pipe=pipe)


# Where the packages of others come from: "dev" is what requirements/dev.txt pins; a
# requirement is installed beside the wheel, or the row is left out with the reason.
PEERS = {
    "stdlib": "",
    "click": "dev",
    "cyclopts": "dev",
    "typer": "dev",
    "pydantic": "dev",
    "msgspec": "msgspec==0.22.0",
    "agentyper": "agentyper==0.1.23",
}

HOSTS = {
    "argparse": "stdlib",
    "click": "click",
    "cyclopts": "cyclopts",
    "typer": "typer",
}
FEW = Limit("million over", 18)  # instructions: about a twentieth of Click's own
ADOPTING = {
    "argparse": Limit("ms over", 4),
    "click": FEW,
    "cyclopts": FEW,
    "typer": FEW,
}
DIALECTS = ("agent-spec", "agent-spec@1.6", "murli")
ENDINGS = ("success", "error", "rate-limited")
GREP = ("grep", "-q", "needle", "haystack.txt")
LOOK_UP = f"from exeunt.dialects.atlas import look_up; look_up({GREP}, 1)"
ATLAS_MODULES = """
import sys, exeunt, exeunt.dialects
exeunt.read(exeunt.from_returncode(11), dialect="agent-spec")
from exeunt.dialects._decode import decode
from exeunt.dialects._dialect import dialect
decode(dialect("agent-spec"), exeunt.Exited(11))
print(sum(name.startswith("exeunt.dialects.atlas") for name in sys.modules))
"""
NOTHING = "python -c pass"

CASES = (
    Case("start-up", NOTHING, python("pass")),
    Case("start-up", "import exeunt", python("import exeunt"), NOTHING,
         Limit("ms over", 1)),
    Case("start-up", "from exeunt import ExitCode",
         python("from exeunt import ExitCode"), NOTHING, Limit("ms over", 5)),
    Case("start-up", "import enum", python("import enum"), NOTHING),
    Case("start-up", "import json", python("import json"), NOTHING),
    Case("start-up", "import argparse", python("import argparse"), NOTHING),
    Case("start-up", "import typing", python("import typing"), NOTHING),
    Case("start-up", "import dataclasses", python("import dataclasses"), NOTHING),
    Case("start-up", "atlas modules that a reading without a tool loads",
         Count(("{bin}/python", "-c", ATLAS_MODULES)), limit=Limit("at most", 0)),

    Case("command", NOTHING, python("pass")),
    Case("command", "exeunt explain 11",
         ours("explain", "11", prints="RATE_LIMITED"), NOTHING, Limit("times", 1.8)),
    Case("command", "exeunt explain 11 --json",
         ours("explain", "11", "--json", prints="RATE_LIMITED"), NOTHING,
         Limit("times", 1.8)),
    Case("command", "exeunt explain --output text 11 | …",
         ours("explain", "--output", "text", "11", prints="RATE_LIMITED", pipe=True),
         NOTHING, Limit("times", 1.8)),
    Case("command", "exeunt explain 1 grep -q x f",
         ours("explain", "1", "grep", "-q", "x", "f", prints='"atlas"'), NOTHING),
    Case("command", "exeunt translate --from murli --to agent-spec 8",
         ours("translate", "--from", "murli", "--to", "agent-spec", "8",
              prints='"code": 11'), NOTHING),
    Case("command", "exeunt dialects", ours("dialects", prints="sysexits"), NOTHING),
    Case("command", "exeunt --version", ours("--version", prints="exeunt "), NOTHING),
    Case("command", "python -m exeunt explain 11",
         Process(("{bin}/python", "-m", "exeunt", "explain", "11"), "RATE_LIMITED"),
         NOTHING),
    Case("command", "explain 11 by the entry point of older pips",
         Process(("{bin}/exeunt-entry-point", "explain", "11"), "RATE_LIMITED"),
         NOTHING),
    Case("command", "peer: argparse, one line", peer("argparse", "stdlib"), NOTHING),
    Case("command", "peer: click, one line", peer("click", "click"), NOTHING),
    Case("command", "peer: cyclopts, one line", peer("cyclopts", "cyclopts"), NOTHING),
    Case("command", "peer: typer, one line", peer("typer", "typer"), NOTHING),
    Case("command", "peer: agentyper, one envelope",
         peer("agentyper", "agentyper"), NOTHING),

    *(
        case
        for name, package in HOSTS.items()
        for case in (
            Case("adopting", f"{name}, bare", adopting(name, "bare", package)),
            Case("adopting", f"{name}, adopted, one envelope",
                 adopting(name, "adopted", package), f"{name}, bare", ADOPTING[name]),
        )
    ),

    *(
        case
        for dialect in DIALECTS
        for ending in ENDINGS
        for case in (
            Case("decoding", f"json.loads, {dialect} {ending}",
                 Loop(("loads", dialect, ending))),
            Case("decoding", f"decode(), {dialect} {ending}",
                 Loop(("decode", dialect, ending)),
                 f"json.loads, {dialect} {ending}", Limit("per second", 50_000)),
            Case("decoding", f"read(), {dialect} {ending}",
                 Loop(("read", dialect, ending)), f"json.loads, {dialect} {ending}"),
        )
    ),
    *(
        Case("decoding", f"{package}, agent-spec {ending}",
             Loop((package, "agent-spec", ending), needs=package),
             f"json.loads, agent-spec {ending}")
        for package in ("pydantic", "msgspec")
        for ending in ENDINGS
    ),

    Case("encoding", "json.dumps, small", Loop(("dumps", "small"))),
    Case("encoding", "encode(), small", Loop(("encode", "small")),
         "json.dumps, small"),
    Case("encoding", "encode(), small failure", Loop(("encode", "failure")),
         "json.dumps, small"),
    Case("encoding", "json.dumps, 10 MB", Loop(("dumps", "large"))),
    Case("encoding", "encode(), 10 MB", Loop(("encode", "large")),
         "json.dumps, 10 MB"),

    Case("atlas", NOTHING, python("pass")),
    Case("atlas", "the first look-up of a process", python(LOOK_UP), NOTHING),
    Case("atlas", "look_up(), a tool", Loop(("look-up", "1", *GREP))),
    Case("atlas", "look_up(), a subcommand",
         Loop(("look-up", "1", "git", "diff", "--exit-code")), "look_up(), a tool"),
    Case("atlas", "look_up(), through two wrappers",
         Loop(("look-up", "1", "sudo", "timeout", "10", *GREP)), "look_up(), a tool"),
)  # fmt: skip
