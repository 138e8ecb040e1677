"""A record takes its fields by name and type, and nothing else; no field changes."""

from functools import partial

from exeunt import Cleanup, Completed, Policy

done = partial(Completed, stdout="", exit_code=0, status="exited", args=("-l",))
partial(Completed, sdtout="")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
partial(Completed, stdout=b"")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
partial(Completed, args=["-l"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
partial(Completed, status="over")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Completed()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Completed("")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]

tree = Cleanup(1, 0, "subreaper", pids=())
Cleanup(1, 0, "subreaper")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
tree.left = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]

Policy(max_wait=1.5, may_follow="any")
Policy(3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Policy(max_wait="1m")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
