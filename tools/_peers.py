"""A runner, a limit, a command → how long it took, and what it said, as JSON.

    _peers.py RUNNER SECONDS LENT COMMAND [ARG...]

Each runner is used as its manual shows; LENT is the directory that has pexpect. What
has no limit of its own is asked to end when the time is up, as a shell script would.
"""

import contextlib
import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GRACE = "1"  # seconds between asking and killing, where a runner lets one choose
EXEUNT = str(Path(sysconfig.get_path("scripts")) / "exeunt")

Words = list[str]
Told = dict[str, object]


def main(runner: str, limit: float, words: Words) -> Told:
    """Run a command with a runner."""
    if runner in COMMANDS:
        told, who = command(runner, limit, words), resource.RUSAGE_CHILDREN
    else:
        told, who = library(runner, limit, words), resource.RUSAGE_SELF
    return {**told, "mebibytes": resource.getrusage(who).ru_maxrss // 1024}


def library(runner: str, limit: float, words: Words) -> Told:
    """Run a command from this program."""
    start = time.monotonic()
    try:
        said = LIBRARIES[runner](limit, words)
    except Exception as error:  # noqa: BLE001 - what it says is what is asked
        said = f"raises {type(error).__name__}"
    taken = time.monotonic() - start
    return {"seconds": taken, **(said if isinstance(said, dict) else {"said": said})}


def command(runner: str, limit: float, words: Words) -> Told:
    """Run a command that runs another, and read its output to the end."""
    build, knows_limits = COMMANDS[runner]
    kept, tells = b"", runner == "node" or runner.startswith("exeunt")
    start = time.monotonic()
    child = subprocess.Popen(
        build(f"{limit:g}", words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    if not knows_limits:
        signal.signal(signal.SIGALRM, lambda *_: child.terminate())
        signal.setitimer(signal.ITIMER_REAL, limit)
    assert child.stdout is not None  # noqa: S101 - it is a pipe
    while data := os.read(child.stdout.fileno(), 65_536):
        kept += data if tells else b""
    code = child.wait()
    taken = time.monotonic() - start
    if not kept:
        return {"seconds": taken, "said": ending(code)}
    told: Told = json.loads(kept)
    return told if runner == "node" else {"seconds": taken, **recorded(told)}


def line(runner: str, limit: str, lent: str, words: Words) -> Words:
    """The process that a runner is: a command, or this program."""
    if runner in COMMANDS:
        return COMMANDS[runner][0](limit, words)
    return [sys.executable, __file__, runner, limit, lent, *words]


def missing(runner: str) -> str:
    """Say which command a runner would need, if it is not there."""
    if runner not in COMMANDS:
        return ""
    name = COMMANDS[runner][0]("1", [])[0]
    return "" if shutil.which(name) else Path(name).name


def subprocess_run(limit: float, words: Words) -> str:
    """The standard library's own advice."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return "timeout"
    return ending(done.returncode)


def kill_group(limit: float, words: Words) -> str:
    """A session of its own, its group killed, then the rest of the output."""
    pipe = subprocess.PIPE
    child = subprocess.Popen(words, stdout=pipe, stderr=pipe, start_new_session=True)
    try:
        child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return "timeout"
    return ending(child.returncode)


def use_asyncio(limit: float, words: Words) -> str:
    """The event loop's processes."""
    import asyncio

    async def run() -> str:
        pipe = asyncio.subprocess.PIPE
        child = await asyncio.create_subprocess_exec(*words, stdout=pipe, stderr=pipe)
        try:
            await asyncio.wait_for(child.communicate(), limit)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
            return "timeout"
        return ending(child.returncode or 0)

    return asyncio.run(run())


def pexpect_run(limit: float, words: Words) -> str:
    """pexpect, in a terminal."""
    import pexpect  # type: ignore[import-untyped]

    _, code = pexpect.run(shlex.join(words), timeout=limit, withexitstatus=True)
    return "None" if code is None else ending(code)


def exeunt_run(limit: float, words: Words) -> Told:
    """Ours, as a library."""
    import exeunt

    done = exeunt.run(words, timeout=limit, kill_after=float(GRACE))
    return recorded(done.as_dict())


def exeunt_line(limit: str, *options: str) -> Words:
    """Ours, as a command."""
    grace = ("--kill-after", GRACE)
    return [EXEUNT, "run", "--json", "--timeout", limit, *grace, *options, "--"]


LIBRARIES: dict[str, Callable[[float, Words], str | Told]] = {
    "subprocess": subprocess_run,
    "killpg": kill_group,
    "asyncio": use_asyncio,
    "pexpect": pexpect_run,
    "exeunt.run": exeunt_run,
}
# A command that runs another, given its limit; whether it knows limits itself.
COMMANDS: dict[str, tuple[Callable[[str, Words], Words], bool]] = {
    "timeout": (lambda limit, words: ["timeout", limit, *words], True),
    "timeout-k": (lambda limit, words: ["timeout", "-k", GRACE, limit, *words], True),
    "script": (
        lambda _, words: ["script", "-qec", shlex.join(words), "/dev/null"],
        False,
    ),
    "unbuffer": (lambda _, words: ["unbuffer", *words], False),
    "node": (
        lambda limit, words: ["node", str(HERE / "_execfile.js"), limit, *words],
        True,
    ),
    "exeunt": (lambda limit, words: [*exeunt_line(limit), *words], True),
    "exeunt-reap": (
        lambda limit, words: [*exeunt_line(limit, "--reap"), *words],
        True,
    ),
}


def recorded(done: dict[str, Any]) -> Told:
    """Say what a record says."""
    said = done["status"].replace("_", " ")
    if said == "exited":
        said = f"exit {done['exit_code']}"
    elif said == "signaled":
        said = done["signal"]
    return {"said": said, "left": done["cleanup"]["left"]}


def ending(code: int) -> str:
    """Say a return code as Python has it."""
    return f"signal {-code}" if code < 0 else f"exit {code}"


if __name__ == "__main__":
    _, name, seconds, path, *argv = sys.argv
    if path:
        sys.path.append(path)
    print(json.dumps(main(name, float(seconds), argv)), flush=True)
    os._exit(0)  # what is left of a runner's threads and objects is not its answer
