"""What is measured → one literal list; a new row is a new line in CASES.

A case belongs to a group, and the cases of a group share their rounds. Its baseline is
the case that its ratio refers to; its limit is a promise that `run.py` judges.
"""

from _clean_inputs import HOSTILE
from _kinds import FEW, Case, Count, Limit, Loop, Process, Trial

TEXT = 1 << 20  # bytes for a cleaner
MUCH = 64 << 20  # bytes for a terminal, as in _terminals.py


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


def ours(*words: str, prints: str, pipe: bool = False, forks: bool = False) -> Process:
    """A command line of ours, through the launcher that the wheel installs."""
    return Process(("{bin}/exeunt", *words), prints, pipe=pipe, forks=forks)


def running(name: str, package: str) -> Process:
    """A script that runs `true`, captures its output and prints a record."""
    argv = ("{bin}/python", f"{{bench}}/peers/{name}_runner.py", "{lent}", "true")
    return Process(argv, '"exit_code": 0', needs=package, forks=True)


def wrapping(command: str, *words: str) -> Process:
    """A command that runs another."""
    return Process(("{lent}", *words), needs=command, forks=True)


def at_terminal(what: str, name: str) -> Trial:
    """A trial of _terminals.py."""
    needs = {"c": "terminal.c", "ptyprocess": "pexpect"}.get(name, name)
    return Trial(
        ("terminal", what, name),
        needs=needs if needs in PEERS else "",
        volume=MUCH if what == "rate" else 0,
    )


def serving(what: str, shows: str) -> Trial:
    """A trial of _serving.py."""
    volume = GIBIBYTE if (what, shows) == ("much", "call") else 0
    return Trial(("serving", what), shows, needs="mcp", volume=volume)


def batch(how: str, command: str = "") -> Trial:
    """A trial of _batches.py."""
    return Trial(("batches", how, "{jobs}"), needs=command)


def growth(beginning: int) -> float:
    """How much longer 2 MiB may take than 1 MiB, if what repeats takes all the time.

    Half as much again is for the caches; a quadratic cleaner would need twice as much.
    """
    return round(1.5 * (2 * TEXT - beginning) / (TEXT - beginning), 1)


# Where the packages of others come from: "dev" is what requirements/dev.txt pins; a
# requirement is installed beside the wheel, "command" is one that the machine has, "cc"
# compiles a file of bench/peers. What is nowhere has its rows left out, and says why.
PEERS = {
    "stdlib": "",
    "click": "dev",
    "cyclopts": "dev",
    "typer": "dev",
    "pydantic": "dev",
    "mcp": "dev",
    "msgspec": "msgspec==0.22.0",
    "agentyper": "agentyper==0.1.23",
    "pexpect": "pexpect==4.9.0",
    "ansistrip": "ansistrip==0.3.0",
    "strip-ansi": "strip-ansi==0.1.1",
    "tenacity": "tenacity==9.1.2",
    "stamina": "stamina==25.1.0",
    "backoff": "backoff==2.2.1",
    "timeout": "command",
    "script": "command",
    "unbuffer": "command",
    "xargs": "command",
    "parallel": "command",
    "terminal.c": "cc",
}

HOSTS = {
    "argparse": "stdlib",
    "click": "click",
    "cyclopts": "cyclopts",
    "typer": "typer",
}
LITTLE = Limit("million over", 18)  # instructions: about a twentieth of Click's own
ADOPTING = {
    "argparse": Limit("million over", 18.5),
    "click": LITTLE,
    "cyclopts": LITTLE,
    "typer": LITTLE,
}
DIALECTS = ("agent-spec", "agent-spec@1.6", "murli")
ENDINGS = ("success", "error", "rate-limited")
GREP = ("grep", "-q", "needle", "haystack.txt")
LOOK_UP = f"from exeunt.atlas import look_up; look_up({GREP}, 1)"
# Python's own modules have theirs: what is loaded after `enum` is exeunt's.
NO_PYC = (
    "import __future__, enum, sys; "
    "sys.dont_write_bytecode = True; sys.pycache_prefix = '/dev'"
)
ATLAS_MODULES = """
import sys, exeunt, exeunt.dialects
exeunt.read(exeunt.from_returncode(11), dialect="agent-spec")
from exeunt.dialects.decode import decode
from exeunt.dialects.dialect import dialect
decode(dialect("agent-spec"), exeunt.Exited(11))
print(sum(name.startswith("exeunt.atlas") for name in sys.modules))
"""
NOTHING = "python -c pass"
MINIMAL = "a server of `mcp` with one tool, processor until it is listed"
NO_COMMAND = "explain, which runs nothing"
BESIDE = "`python -c pass`, beside the doors"
CLAUDES = "bash -c, as Claude Code gives `:`"
PLAIN = "bash -c :"
THREADS = "exeunt.run by two threads"
PARALLEL = "GNU parallel, -j2"
BATCHES = {"exeunt batch -j2": "command", "exeunt.batch": "batch"}
LOADED = "json.loads, two manifests of 500 commands"
CALLED = "the calls of a check, one after the other"
TRUE = "subprocess.run, /bin/true"
MANY = "subprocess.run, 400 × /bin/true by 8 threads"
GIBIBYTE = 1 << 30
KEPT = "subprocess.run, 1 GiB, all kept"
CAT = "cat >FILE, 1 GiB"
LOGGED = "exeunt.run, 1 GiB, log and digest"
CLEANING = {  # input → how many times as fast as ansistrip
    "plain": 100,
    "prose": None,
    "ls": 7,
    "tests": 7,
    "grep": 7,
    "tui": 7,
    "links": None,
    "tqdm": None,
    "docker": None,
}
READ_IN_C = "forkpty and read in C, 64 MiB"
PEXPECT = "pexpect.run, /bin/true at a terminal"
OTHERS = ("pexpect", "ptyprocess", "script", "unbuffer")
RETRIERS = ("tenacity", "stamina", "backoff")
STRIPPERS = {"click.unstyle": "click", "strip-ansi": "strip-ansi"}

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
    Case("encoding", "json.dumps, 10 MB", Loop(("dumps", "large"), calls=FEW)),
    Case("encoding", "encode(), 10 MB", Loop(("encode", "large"), calls=FEW),
         "json.dumps, 10 MB"),

    Case("atlas", NOTHING, python("pass")),
    Case("atlas", "the first look-up of a process", python(LOOK_UP), NOTHING),
    Case("atlas", "the first look-up, where no .pyc can be written",
         python(f"{NO_PYC}; {LOOK_UP}"), NOTHING),
    Case("atlas", "look_up(), a tool", Loop(("look-up", "1", *GREP))),
    Case("atlas", "look_up(), a subcommand",
         Loop(("look-up", "1", "git", "diff", "--exit-code")), "look_up(), a tool"),
    Case("atlas", "look_up(), through two wrappers",
         Loop(("look-up", "1", "sudo", "timeout", "10", *GREP)), "look_up(), a tool"),

    Case("auditing", LOADED, Loop(("load-contracts", "500"), calls=FEW)),
    Case("auditing", "diff(), two manifests of 500 commands, 1,000 changes",
         Loop(("diff", "500"), calls=FEW), LOADED, Limit("ms", 300)),
    Case("auditing", CALLED, Trial(("check", "2"), "calls")),
    Case("auditing", "check(), 10 commands, level 1, 2 at once",
         Trial(("check", "2")), CALLED, Limit("times", 1.3)),

    Case("running", NOTHING, python("pass")),
    Case("running", "true", Process(("/bin/true",)), NOTHING),
    Case("running", "exeunt run -- true",
         ours("run", "--", "true", prints="", forks=True), NOTHING,
         Limit("times", 1.4)),
    Case("running", "exeunt run --json true",
         ours("run", "--json", "true", prints='"exit_code": 0', forks=True), NOTHING,
         Limit("times", 1.8)),
    Case("running", "peer: timeout 10 true", wrapping("timeout", "10", "true"),
         NOTHING),
    Case("running", "peer: script -qec true /dev/null",
         wrapping("script", "-qec", "true", "/dev/null"), NOTHING),
    Case("running", "peer: unbuffer true", wrapping("unbuffer", "true"), NOTHING),
    Case("running", "peer: subprocess.run, one record",
         running("subprocess", "stdlib"), NOTHING),
    Case("running", "peer: asyncio, one record", running("asyncio", "stdlib"),
         NOTHING),
    Case("running", "peer: pexpect.run, one record", running("pexpect", "pexpect"),
         NOTHING),

    Case("doors", BESIDE, Trial(("doors",), "python")),
    Case("doors", PLAIN, Trial(("doors",), "plain"), BESIDE),
    Case("doors", "bash -c :, behind the light door", Trial(("doors",), "plain light"),
         PLAIN, Limit("times", 1.01)),
    Case("doors", CLAUDES, Trial(("doors",), "claude"), BESIDE),
    Case("doors", "as Claude Code gives `:`, behind the light door",
         Trial(("doors",), "claude light"), CLAUDES, Limit("times", 1.01)),
    Case("doors", "the light door tells of a failure, over bare bash",
         Trial(("doors",), "told"), BESIDE, Limit("times", 2)),
    Case("doors", "the keeping door, over bare bash", Trial(("doors",), "keep"),
         BESIDE, Limit("times", 1.9)),

    Case("serving", MINIMAL, serving("ready", "minimal")),
    Case("serving", "exeunt mcp, processor until its tools are listed",
         serving("ready", "exeunt"), MINIMAL, Limit("times", 1.2)),
    Case("serving", NO_COMMAND, serving("call", "nothing")),
    Case("serving", "run, /bin/true", serving("call", "true"), NO_COMMAND,
         Limit("median ms over", 5)),
    Case("serving", "run, 1 GiB of lines", serving("much", "call")),
    Case("serving", "run, 1 GiB of lines, peak of the server",
         serving("much", "peak"), limit=Limit("MB", 100)),

    Case("runs", TRUE, Trial(("true", "subprocess", "0"))),
    Case("runs", "exeunt.run, /bin/true", Trial(("true", "exeunt", "0")), TRUE,
         Limit("median ms", 1.4)),
    Case("runs", "exeunt.run, from a parent of 1 GiB",
         Trial(("true", "exeunt", "1024")), "exeunt.run, /bin/true",
         Limit("times median", 1.15)),
    Case("runs", MANY, Trial(("many", "subprocess"))),
    Case("runs", "exeunt.run, 400 × /bin/true by 8 threads",
         Trial(("many", "exeunt")), MANY),
    Case("runs", "exeunt.run_all, 400 × /bin/true, 8 at once",
         Trial(("many", "exeunt-all")), MANY),

    Case("batches", THREADS, batch("threads")),
    Case("batches", "xargs -P2 -n1", batch("xargs", "xargs"), THREADS),
    Case("batches", PARALLEL, batch("parallel", "parallel"), THREADS),
    *(
        case
        for name, how in BATCHES.items()
        for case in (
            Case("batches", name, batch(how), THREADS, Limit("times", 1.4)),
            Case("batches", f"{name}, beside GNU parallel", batch(how), PARALLEL,
                 Limit("faster", 1)),
        )
    ),

    Case("library", TRUE, Trial(("true", "subprocess", "0"))),
    Case("library", "asyncio, /bin/true", Trial(("true", "asyncio", "0")), TRUE),
    Case("library", "pexpect.run, /bin/true",
         Trial(("true", "pexpect", "0"), needs="pexpect"), TRUE),
    Case("library", "subprocess.run, import and first call",
         Trial(("true", "subprocess", "0"), "first")),
    Case("library", "exeunt.run, import and first call",
         Trial(("true", "exeunt", "0"), "first"),
         "subprocess.run, import and first call", Limit("ms", 25)),
    Case("library", "subprocess.run, 200 × sleep 0.5 in 200 threads",
         Trial(("parallel", "subprocess"))),
    Case("library", "exeunt.run_all, 200 × sleep 0.5 in one thread",
         Trial(("parallel", "exeunt")),
         "subprocess.run, 200 × sleep 0.5 in 200 threads", Limit("s", 2)),
    Case("library", "asyncio, 200 × sleep 0.5",
         Trial(("parallel", "asyncio")),
         "subprocess.run, 200 × sleep 0.5 in 200 threads"),
    Case("library", "subprocess.run, to notice an exit",
         Trial(("notice", "subprocess"))),
    Case("library", "exeunt.run, to notice an exit", Trial(("notice", "exeunt")),
         "subprocess.run, to notice an exit", Limit("median ms", 2)),
    Case("library", "asyncio, to notice an exit", Trial(("notice", "asyncio")),
         "subprocess.run, to notice an exit"),
    Case("library", "pexpect.run, to notice an exit",
         Trial(("notice", "pexpect"), needs="pexpect"),
         "subprocess.run, to notice an exit"),
    Case("library", "subprocess.run, past a deadline",
         Trial(("deadline", "subprocess"))),
    Case("library", "exeunt.run, past a deadline", Trial(("deadline", "exeunt")),
         "subprocess.run, past a deadline", Limit("p99 ms", 20)),
    Case("library", "pexpect.run, past a deadline",
         Trial(("deadline", "pexpect"), needs="pexpect"),
         "subprocess.run, past a deadline"),
    Case("library", "subprocess.run, past a deadline, 100 threads",
         Trial(("deadlines", "subprocess"))),
    Case("library", "exeunt.run, past a deadline, 100 threads",
         Trial(("deadlines", "exeunt")),
         "subprocess.run, past a deadline, 100 threads", Limit("p99 ms", 100)),
    Case("library", "exeunt.run_all, past a deadline, 100 at once",
         Trial(("deadlines", "exeunt-all")),
         "subprocess.run, past a deadline, 100 threads", Limit("p99 ms", 100)),

    Case("capture", KEPT, Trial(("capture", "subprocess"), volume=GIBIBYTE)),
    Case("capture", CAT, Trial(("capture", "cat"), volume=GIBIBYTE)),
    Case("capture", "tee FILE | sha256sum, 1 GiB",
         Trial(("capture", "tee"), volume=GIBIBYTE), CAT),
    Case("capture", LOGGED, Trial(("capture", "exeunt"), volume=GIBIBYTE), CAT,
         Limit("times median", 1.18)),
    Case("capture", "exeunt.run, 1 GiB, log, digest and ten secrets",
         Trial(("capture", "exeunt-many"), volume=GIBIBYTE), CAT),
    Case("capture", "exeunt.run, 1 GiB, log, digest and nothing to hide",
         Trial(("capture", "exeunt-open"), volume=GIBIBYTE), CAT),
    Case("capture", "exeunt.run, 1 GiB, digest without a log",
         Trial(("capture", "exeunt-unlogged"), volume=GIBIBYTE), CAT),
    Case("capture", "exeunt.run, 1 GiB, all of it in the log",
         Trial(("capture", "exeunt-whole"), volume=GIBIBYTE), CAT),
    Case("capture", "exeunt.stream, 1 GiB, log and digest",
         Trial(("capture", "exeunt-stream"), volume=GIBIBYTE), LOGGED,
         Limit("times median", 1.05)),
    Case("capture", "exeunt run --json, 1 GiB, log and digest",
         Trial(("capture", "command"), volume=GIBIBYTE), CAT),
    Case("capture", "cat, 1 GiB to a pipe",
         Trial(("capture", "pass-cat"), volume=GIBIBYTE)),
    Case("capture", "exeunt run, 1 GiB to a pipe",
         Trial(("capture", "pass"), volume=GIBIBYTE), "cat, 1 GiB to a pipe"),
    Case("capture", "subprocess.run, peak memory",
         Trial(("capture", "subprocess"), "peak")),
    Case("capture", "exeunt.run, peak memory",
         Trial(("capture", "exeunt"), "peak"), "subprocess.run, peak memory",
         Limit("MB", 60)),
    Case("capture", "exeunt.run, all of it in the log, peak memory",
         Trial(("capture", "exeunt-whole"), "peak"), "subprocess.run, peak memory",
         Limit("MB", 60)),
    Case("capture", "exeunt run --json, peak memory",
         Trial(("capture", "command"), "peak"), "subprocess.run, peak memory",
         Limit("MB", 60)),

    Case("terminal", READ_IN_C, at_terminal("rate", "c")),
    Case("terminal", "exeunt.run(size=…), 64 MiB", at_terminal("rate", "exeunt"),
         READ_IN_C, Limit("times median", 1.11)),
    Case("terminal", "exeunt run --pty, 64 MiB", at_terminal("rate", "command"),
         READ_IN_C, Limit("times median", 1.11)),
    *(
        Case("terminal", f"{name}, 64 MiB", at_terminal("rate", name), READ_IN_C)
        for name in OTHERS
    ),
    Case("terminal", PEXPECT, at_terminal("often", "pexpect")),
    Case("terminal", "exeunt.run, /bin/true at a terminal",
         at_terminal("often", "exeunt"), PEXPECT, Limit("times as fast", 100)),
    Case("terminal", "forkpty in C, /bin/true", at_terminal("often", "c"), PEXPECT),
    *(
        Case("terminal", f"{name}, /bin/true", at_terminal("often", name), PEXPECT)
        for name in OTHERS[1:]
    ),
    Case("terminal", "an answer in C, the prompt known", at_terminal("answered", "c")),
    Case("terminal", "an answer by exeunt.run(inputs=…), the prompt unknown",
         at_terminal("answered", "exeunt"), limit=Limit("median ms", 5)),
    *(
        Case("terminal", f"an answer by {name}, the prompt known",
             at_terminal("answered", name))
        for name in OTHERS[:2]
    ),
    Case("terminal", "exeunt.run, until the record says that a program waits",
         at_terminal("waiting", "exeunt"), limit=Limit("p99 ms", 1500)),
    Case("sessions", "`true` sent to a bash session by exeunt",
         at_terminal("sent", "exeunt"), limit=Limit("median ms", 30)),
    Case("sessions", "`true` sent to bash by pexpect, the prompt known",
         at_terminal("sent", "pexpect")),
    Case("store", "sqlite3, a durable row", Trial(("store", "sqlite3", "1"))),
    Case("store", "Store.runs.begin, a durable row", Trial(("store", "exeunt", "1")),
         "sqlite3, a durable row", Limit("times median", 1.5)),
    Case("store", "sqlite3, 20 writers", Trial(("store", "sqlite3", "20"))),
    Case("store", "Store.runs.begin, 20 writers", Trial(("store", "exeunt", "20")),
         "sqlite3, 20 writers", Limit("p99 ms", 100)),
    Case("store", "sqlite3, from row to row of 20 writers",
         Trial(("store", "sqlite3", "20"), "shared")),
    Case("store", "Store.runs.begin, from row to row of 20 writers",
         Trial(("store", "exeunt", "20"), "shared"),
         "sqlite3, from row to row of 20 writers", Limit("median ms", 1)),

    Case("deciding", "decide()", Loop(("decide",)), limit=Limit("per second", 100_000)),
    Case("deciding", "exeunt.run, /bin/true", Loop(("run-true",), calls=None)),
    Case("deciding", "exeunt.call, /bin/true", Loop(("call-true",), calls=None),
         "exeunt.run, /bin/true", Limit("ms over", 2)),
    Case("deciding", TRUE, Loop(("subprocess-true",), calls=None)),
    *(
        Case("deciding", f"{name} around {TRUE}", Loop((name,), name, calls=None), TRUE)
        for name in RETRIERS
    ),
    *(
        case
        for kind, faster in CLEANING.items()
        for case in (
            Case("cleaning", f"ansistrip, {kind}",
                 Loop(("ansistrip", kind), "ansistrip", calls=FEW, volume=TEXT)),
            Case("cleaning", f"clean(), {kind}",
                 Loop(("clean", kind), calls=FEW, volume=TEXT), f"ansistrip, {kind}",
                 Limit("times as fast", faster) if faster else None),
            *(
                Case("cleaning", f"{name}, {kind}",
                     Loop((name, kind), package, calls=FEW, volume=TEXT),
                     f"ansistrip, {kind}")
                for name, package in STRIPPERS.items()
            ),
        )
    ),
    *(
        case
        for kind, (beginning, _) in HOSTILE.items()
        for case in (
            Case("hostile", f"clean(), {kind}",
                 Loop(("clean-hostile", kind, "1"), calls=None, volume=TEXT)),
            Case("hostile", f"clean(), {kind}, 2 MiB",
                 Loop(("clean-hostile", kind, "2"), calls=None, volume=2 * TEXT),
                 f"clean(), {kind}", Limit("times", growth(len(beginning)))),
        )
    ),
)  # fmt: skip
