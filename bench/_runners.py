"""Words → samples as JSON: what running commands costs a program.

    _runners.py LENT true RUNNER MIB     /bin/true again and again, with MIB of ballast
    _runners.py LENT many RUNNER         the same 400 times, 8 at once
    _runners.py LENT parallel RUNNER     200 half seconds at once
    _runners.py LENT notice RUNNER       from a command's last act to the caller's next
    _runners.py LENT deadline RUNNER     how much later than asked a run is ended
    _runners.py LENT deadlines RUNNER    the same, 100 at once
    _runners.py LENT capture RUNNER      1 GiB of text (_captures.py)
    _runners.py LENT terminal WHAT WHO   what a terminal costs: _terminals.py
    _runners.py LENT store WRITER N      durable rows by N processes (_stores.py)
    _runners.py LENT check JOBS          a program of ten commands (_checks.py)
    _runners.py LENT doors               a door into an agent's shell (_doors.py)
    _runners.py LENT batches HOW N       N × /bin/true, two at once (_batches.py)

Runs in the throwaway environment; LENT is the directory of a peer, or its command, or
empty. Times are seconds, peaks megabytes.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

Run = Callable[..., bytes]
Samples = dict[str, list[float]]

TRUE = ["/bin/true"]
CALLS = {"pexpect": 5}  # a tenth of a second each
MANY, AT_ONCE = 30, 200
OFTEN, SIDE_BY_SIDE = 400, 8
LIMIT, LIMITED = 0.2, 100
CLOCK = ["/bin/sh", "-c", "sleep 0.05; exec date +%s.%N"]


def with_exeunt() -> Run:
    """Ours; a tree that is not proven empty is no result."""
    import exeunt

    def run(argv: list[str], timeout: float | None = None) -> bytes:
        done = exeunt.run(argv, timeout=timeout)
        proven(done, timeout)
        return done.stdout.encode()

    return run


def proven(done: Any, timeout: float | None) -> None:
    """Stop if a run did not end as it should, or left something behind."""
    cleanup = done.cleanup
    ended = done.timed_out if timeout is not None and timeout < 10 else done.ok  # noqa: PLR2004
    if not ended or cleanup.left or cleanup.proof == "best_effort":
        raise ValueError(f"{done}")


def with_subprocess() -> Run:
    """The standard library, with both streams kept."""
    import subprocess

    def run(argv: list[str], timeout: float | None = None) -> bytes:
        try:
            done = subprocess.run(
                argv,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return b""
        return done.stdout

    return run


def with_asyncio() -> Run:
    """The standard library's other way, in a loop that is there already."""
    import asyncio

    runner = asyncio.Runner()

    def run(argv: list[str], timeout: float | None = None) -> bytes:
        return runner.run(awaited(argv, timeout))

    return run


async def awaited(argv: list[str], limit: float | None = None) -> bytes:
    """Run a command in a coroutine."""
    import asyncio

    pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    child = await asyncio.create_subprocess_exec(
        *argv, stdin=null, stdout=pipe, stderr=pipe
    )
    stdout, _ = await asyncio.wait_for(child.communicate(), limit)
    return stdout


def with_pexpect() -> Run:
    """pexpect, with the tenth of a second that its objects take to be closed."""
    import gc
    import shlex

    import pexpect  # type: ignore[import-untyped]

    gc.freeze()  # a collection is then about the last call alone

    def run(argv: list[str], timeout: float | None = None) -> bytes:
        output: bytes = pexpect.run(shlex.join(argv), timeout=timeout or 30)
        gc.collect()
        return output

    return run


RUNNERS: dict[str, Callable[[], Run]] = {
    "exeunt": with_exeunt,
    "subprocess": with_subprocess,
    "asyncio": with_asyncio,
    "pexpect": with_pexpect,
}


def true(name: str, mebibytes: str) -> Samples:
    """The first call with its imports, then the others."""
    ballast = b"x" * (int(mebibytes) << 20)
    start = time.perf_counter()
    run = RUNNERS[name]()
    run(TRUE)
    first = time.perf_counter() - start
    calls = [seconds(run, TRUE) for _ in range(CALLS.get(name, MANY))]
    del ballast
    return {"first": [first], "call": calls}


def seconds(run: Run, argv: list[str], *options: float) -> float:
    """How long one run takes."""
    start = time.perf_counter()
    run(argv, *options)
    return time.perf_counter() - start


def many(name: str) -> Samples:
    """How long one run takes of many, a few of them side by side."""
    commands = [TRUE] * OFTEN
    RUNNERS[name.removesuffix("-all")]()(TRUE)
    start = time.perf_counter()
    if name == "exeunt-all":
        all_exeunt(commands, at_once=SIDE_BY_SIDE)
    else:
        all_threads(name, commands, at_once=SIDE_BY_SIDE)
    return {"call": [(time.perf_counter() - start) / OFTEN]}


def parallel(name: str) -> Samples:
    """Many at once, each sleeping half a second."""
    naps = [["/bin/sleep", "0.5"]] * AT_ONCE
    RUNNERS[name]()(TRUE)
    start = time.perf_counter()
    MANY_AT_ONCE[name](naps)
    return {"call": [time.perf_counter() - start]}


def all_exeunt(
    commands: list[list[str]], timeout: float | None = None, at_once: int = 0
) -> list[float]:
    """Ours, in this thread; how much longer than the limit each says it took."""
    import exeunt

    took = []
    requests = [exeunt.request(argv, timeout=timeout) for argv in commands]
    for done in exeunt.run_all(requests, at_once=at_once):
        proven(done, timeout)
        took.append(done.duration_ms / 1000 - (timeout or 0))
        if len(os.listdir("/proc/self/task")) != 1:  # noqa: PTH208 - a count
            raise ValueError("there is more than one thread")
    return took


def all_asyncio(commands: list[list[str]]) -> None:
    """One loop, a coroutine each."""
    import asyncio

    async def every() -> None:
        await asyncio.gather(*(awaited(argv) for argv in commands))

    asyncio.run(every())


def all_threads(
    name: str, commands: list[list[str]], *options: float, at_once: int = 0
) -> list[float]:
    """A thread each, or a few for all."""
    from concurrent.futures import ThreadPoolExecutor

    run = RUNNERS[name]()
    with ThreadPoolExecutor(at_once or len(commands)) as pool:
        return list(pool.map(lambda argv: seconds(run, argv, *options), commands))


MANY_AT_ONCE: dict[str, Callable[[list[list[str]]], object]] = {
    "exeunt": all_exeunt,
    "asyncio": all_asyncio,
    "subprocess": lambda commands: all_threads("subprocess", commands),
}


def notice(name: str) -> Samples:
    """From the moment that `date` reads the clock, its last act, to ours."""
    run = RUNNERS[name]()
    run(TRUE)
    return {"call": [-float(run(CLOCK)) + time.time() for _ in range(5)]}


def deadline(name: str) -> Samples:
    """How much longer than its limit a run takes that never ends."""
    run = RUNNERS[name]()
    run(TRUE)
    return {
        "call": [seconds(run, ["/bin/sleep", "30"], LIMIT) - LIMIT for _ in range(5)]
    }


def deadlines(name: str) -> Samples:
    """The same at once; the limit leaves time to start them all."""
    limit, naps = 1.0, [["/bin/sleep", "30"]] * LIMITED
    if name == "exeunt-all":
        with_exeunt()(TRUE)
        return {"call": all_exeunt(naps, limit)}
    RUNNERS[name]()(TRUE)
    return {"call": [taken - limit for taken in all_threads(name, naps, limit)]}


def capture(how: str) -> Samples:
    """A gibibyte of lines."""
    from _captures import measure

    return measure(how)


def terminal(what: str, name: str) -> Samples:
    """What a terminal costs."""
    from _terminals import measure

    return measure(what, name)


def store(name: str, writers: str) -> Samples:
    """Durable rows."""
    from _stores import store as rows

    return rows(name, writers)


def check(jobs: str) -> Samples:
    """A check."""
    from _checks import check as checked

    return checked(jobs)


def doors() -> Samples:
    """What a door costs an agent's shell."""
    from _doors import doors as measured

    return measured()


def batches(how: str, jobs: str) -> Samples:
    """What a command of many costs."""
    from _batches import batches as measured

    return measured(how, jobs)


def serving(what: str) -> Samples:
    """What a server of tools costs."""
    from _serving import SERVING

    return SERVING[what](sys.path[-1])  # what is lent has the protocol's package


TRIALS: dict[str, Callable[..., Samples]] = {
    "true": true,
    "many": many,
    "parallel": parallel,
    "notice": notice,
    "deadline": deadline,
    "deadlines": deadlines,
    "capture": capture,
    "terminal": terminal,
    "store": store,
    "check": check,
    "doors": doors,
    "batches": batches,
    "serving": serving,
}

if __name__ == "__main__":
    _, path, word, *arguments = sys.argv
    if path:
        sys.path.append(path)
    json.dump(TRIALS[word](*arguments), sys.stdout)
