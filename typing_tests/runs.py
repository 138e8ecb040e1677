"""A run is asked for by name and type, and its result is a value."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, assert_type

from exeunt import (
    Cleanup,
    Completed,
    Ending,
    Reading,
    Request,
    Running,
    request,
    run,
    run_all,
    run_async,
    start,
)

done = run(["git", "status"], timeout=30, cwd=Path("/"), env={"A": "1"}, log=False)
assert_type(done, Completed)
assert_type(done.stdout, str)
assert_type(done.args, tuple[str, ...])
assert_type(done.signal, str | None)
assert_type(done.streams, Literal["split", "merged"])
assert_type(done.cleanup, Cleanup)
assert_type(done.ending, Ending)
assert_type(done.reading, Reading)
assert_type(done.ok, bool)
assert_type(done.replace(exit_code=1), Completed)

assert_type(run(shell="a | b", input=b"x", secrets=["hunter2"]), Completed)  # noqa: S604
assert_type(run([Path("/bin/ls"), "-l"], max_output=None), Completed)
assert_type(request(["ls"], stdin=0, kill_after=0), Request)
assert_type(request(["ls"], inputs=["y"], size=(80, 24)), Request)
assert_type(request(["ls"], size=(80, 24), split=True, record="ls.cast"), Request)
assert_type(run_all([request(["ls"])], at_once=2), Iterator[Completed])
assert_type(start(request(["ls"])), Running)
with start(request(["ls"])) as running:
    assert_type(running, Running)
    assert_type(running.wait(), Completed)


async def later() -> None:
    assert_type(await run_async(["ls"], idle=1.5), Completed)
    await run_async(["ls"], timeout="5")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


run(["ls"], timeout="5")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
run(["ls"], tiemout=5)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
run(["sleep", 5])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
run(["ls"], 30)  # type: ignore[arg-type, call-arg]  # pyright: ignore[reportCallIssue]
run(["ls"], env={"A": 1})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
run(["ls"], input=5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
run(["ls"], split="no")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
run(["ls"], inputs=[5])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
run(["ls"], size="80x24")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
request(["ls"], log=None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
start(["ls"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
done.exit_code = 0  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
