"""Words → Completed: any command, run to its end, from any program.

    done = exeunt.run(["git", "status"], timeout=30)
    if done.ok: ...

The caller is left as it was: no signal handler, no setting, no child of its own. A run
that is cancelled, by an exception or by its task, takes its whole tree with it.
"""

from __future__ import annotations

import os

from ._zygote import Zygote
from .flow import Running
from .request import (
    COLUMNS,
    MAX_LOG,
    MAX_OUTPUT,
    ROWS,
    Request,
    check_path,
    check_text,
    refuse,
    shell_words,
    whole,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from os import PathLike
    from typing import TypedDict, Unpack

    from .completed import Completed

    class Options(TypedDict, total=False):
        """What request() takes besides the words."""

        shell: str | None
        cwd: str | PathLike[str] | None
        env: Mapping[str, str] | None
        clear_env: bool
        quiet_env: bool
        asks_json: bool
        secrets: Iterable[str]
        secret_env: Iterable[str]
        show_secrets: bool
        input: bytes | str | None
        stdin: int | str | PathLike[str] | None
        timeout: float | None
        idle: float | None
        kill_after: float | None
        reap: bool
        merge: bool
        raw: bool
        unmask: bool
        max_output: int | None
        log: str | PathLike[str] | bool
        max_log: int
        dialect: str | None
        manifest: Mapping[str, object] | None
        size: tuple[int, int] | None
        inputs: Iterable[str] | None
        split: bool
        record: str | PathLike[str] | None


DESCRIPTORS = 10  # of a run: two pipes' ends, epoll, four of terminals, three files
SPARE = 32  # descriptors that starting a run needs for a moment, and others may
ZYGOTE = Zygote()


def request(  # noqa: PLR0913 - as many as a run has circumstances
    words: Sequence[str | PathLike[str]] | None = None,
    *,
    shell: str | None = None,
    cwd: str | PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
    clear_env: bool = False,
    quiet_env: bool = True,
    asks_json: bool = False,
    secrets: Iterable[str] = (),
    secret_env: Iterable[str] = (),
    show_secrets: bool = False,
    input: bytes | str | None = None,  # noqa: A002 - subprocess's name for it
    stdin: int | str | PathLike[str] | None = None,
    timeout: float | None = None,
    idle: float | None = None,
    kill_after: float | None = None,
    reap: bool = False,
    merge: bool = False,
    raw: bool = False,
    unmask: bool = False,
    max_output: int | None = MAX_OUTPUT,
    log: str | PathLike[str] | bool = True,
    max_log: int = MAX_LOG,
    dialect: str | None = None,
    manifest: Mapping[str, object] | None = None,
    size: tuple[int, int] | None = None,
    inputs: Iterable[str] | None = None,
    split: bool = False,
    record: str | PathLike[str] | None = None,
) -> Request:
    """Describe a run: the words of a command, or a line for a shell.

    `size` gives it a terminal, and so does `inputs`: lines that are typed when they are
    wanted, those among the `secrets` only where they are not echoed. With `asks_json` a
    program that was adopted answers with its envelope.
    """
    hidden = (*listed("secrets", secrets), *values_of(secret_env, env))
    return Request(
        chosen(words, shell),
        line=shell,
        cwd=None if cwd is None else check_path("cwd", cwd),
        env=env, clear_env=clear_env, quiet_env=quiet_env, asks_json=asks_json,
        secrets=hidden, show_secrets=show_secrets,
        stdin=source(input, stdin, at_terminal=(size, inputs) != (None, None)),
        timeout=timeout, idle=idle, kill_after=kill_after, reap=reap,
        merge=merge, raw=raw, unmask=unmask, max_output=max_output,
        log=log, max_log=max_log, dialect=dialect, manifest=manifest,
        size=(COLUMNS, ROWS) if size is None and inputs is not None else size,
        answers=answers_of(inputs, hidden), ends=inputs is not None,
        split=split, record=record,
    )  # fmt: skip


def chosen(
    words: Sequence[str | PathLike[str]] | None, shell: str | None
) -> Sequence[str | PathLike[str]]:
    """Return the words of a command, or those of a shell that gets a line."""
    if (words is None) is (shell is None):
        refuse("give the words of a command, or shell=", "one of the two")
    return shell_words(shell) if shell is not None else words or ()


def answers_of(
    inputs: Iterable[str] | None, secrets: Sequence[str]
) -> list[tuple[str, bool]]:
    """Return what is typed, and which of it is secret."""
    lines = [] if inputs is None else listed("inputs", inputs)
    return [(check_text("an input", line), line in secrets) for line in lines]


def source(
    given: bytes | str | None,
    stdin: int | str | PathLike[str] | None,
    *,
    at_terminal: bool,
) -> int | str | bytes | None:
    """Return what the command reads: bytes, or a descriptor, or a file's name."""
    if at_terminal and not (given is None and stdin is None):
        refuse("a terminal is typed at, and reads nothing else", "pass inputs=[...]")
    if given is None:
        if isinstance(stdin, bool):
            refuse("stdin is a file or a descriptor", "leave it out for nothing")
        if stdin is None or isinstance(stdin, int):
            return stdin
        return check_path("stdin", stdin)
    if stdin is not None:
        refuse("input= and stdin= are both given", "one of the two")
    if isinstance(given, str):
        try:
            return given.encode()
        except UnicodeEncodeError:
            refuse("input holds half a character", "pass bytes")
    if not isinstance(given, (bytes, bytearray, memoryview)):
        refuse(f"input is bytes or a text, not {given!r}", "stdin= takes a file")
    return bytes(given)


def values_of(names: Iterable[str], env: Mapping[str, str] | None) -> list[str]:
    """Return the values of secret variables; one that is not set is a mistake."""
    values: list[str] = []
    for name in listed("secret_env", names):
        value = (env or {}).get(name, os.environ.get(name))
        if value is None:
            refuse(f"the secret variable {name} is not set", "set it, or leave it out")
        values.append(value)
    return values


def listed(what: str, given: Iterable[str]) -> list[str]:
    """Refuse one text where a list of them is meant: its letters would be taken."""
    if isinstance(given, (str, bytes)):
        refuse(f"{what} is a list of texts, not one", f"pass [{what}]")
    return list(given)


def run(
    words: Sequence[str | PathLike[str]] | None = None, **options: Unpack[Options]
) -> Completed:
    """Run a command to its end; see request() for the options."""
    with start(request(words, **options)) as running:
        return running.wait()


def run_all(requests: Iterable[Request], *, at_once: int = 0) -> Iterator[Completed]:
    """Run many commands in this one thread; yield each as it ends.

    `at_once` bounds how many run side by side; 0 is as many as the process may have
    descriptors for.
    """
    import select  # loaded by _flow

    at_once = whole("at_once", at_once) or room()
    waiting = list(requests)[::-1]
    running: dict[int, Running] = {}
    poll = select.poll()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                one = start(waiting.pop())
                if one.finished:  # it could not be started
                    yield one.wait()
                    continue
                running[one.fileno()] = one
                poll.register(one.fileno(), select.POLLIN)
            times = [t for r in running.values() if (t := r.due()) is not None]
            ready = dict(poll.poll(min(times) * 1000 + 1 if times else None))
            for number, one in list(running.items()):
                if (number in ready or one.due() == 0) and one.step(0):
                    poll.unregister(number)
                    del running[number]
                    yield one.wait()
    finally:
        for one in running.values():
            one.abandon()


def room() -> int:
    """Count how many runs this process has descriptors for, and leave some free."""
    most = os.sysconf("SC_OPEN_MAX")
    try:
        used = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - pathlib is dear
    except OSError:
        used = most // 2
    return max(1, (most - used - SPARE) // DESCRIPTORS)


async def run_async(
    words: Sequence[str | PathLike[str]] | None = None, **options: Unpack[Options]
) -> Completed:
    """Run a command from a coroutine, without a thread; cancelled, it ends the tree."""
    import asyncio  # 45 ms, and whoever awaits has it

    loop = asyncio.get_running_loop()
    with start(request(words, **options)) as running:
        if running.finished:  # it could not be started
            return running.wait()
        number = running.fileno()
        happened = asyncio.Event()
        loop.add_reader(number, happened.set)
        try:
            while not running.finished:
                happened.clear()
                if running.step(0):
                    break
                try:
                    await asyncio.wait_for(happened.wait(), running.due())
                except TimeoutError:
                    pass  # something is due
        finally:
            loop.remove_reader(number)
        return running.wait()


def start(request: Request) -> Running:
    """Start a run without waiting for its end."""
    if not isinstance(request, Request):
        refuse(f"{request!r} is no request", "make one with exeunt.request([...])")
    return Running(request).start(ZYGOTE.launch)
