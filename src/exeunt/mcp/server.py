"""What is to be offered → a server, by pipes or by HTTP, until its client leaves."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from errno import EPIPE
from signal import SIG_DFL, SIGINT, signal

from anyio import create_task_group, run
from mcp.server.lowlevel import NotificationOptions
from mcp.server.stdio import stdio_server

from ..errors import SessionError
from ..sessions.kept import end_all
from ..tools.allowed import Allowed
from ._offer import Offer
from ._own import Own
from .serving import Serving


def offered(words: Sequence[str], policy: str | None) -> Offer:
    """Return what a server is to offer: exeunt's tools, or a program's commands."""
    if not words:
        return Own(Allowed() if policy is None else Allowed.load(policy))
    from .program import Program  # asks the program

    return Program(words)


def serve(offer: Offer, port: int | None = None, token_file: str | None = None) -> None:
    """Serve until the client leaves; what its commands still do ends with it."""
    collect()
    try:
        if port is None:
            run(by_pipes, offer)
        else:
            from ._http import by_http  # a web server, for who wants one

            run(by_http, offer, port, token_file)
    except BaseExceptionGroup as group:
        tell(group)
    finally:
        end_all()


def tell(group: BaseExceptionGroup[BaseException]) -> None:
    """Say that nothing could be written; a client that has gone needs no word."""
    known, others = group.split(OSError)
    if known is None or others is not None:
        raise group
    error = first(known)
    if error.errno != EPIPE:
        msg = f"the client could not be answered: {error.strerror}"
        raise SessionError(msg, error_code="UNWRITTEN") from None


def first(group: BaseExceptionGroup[OSError]) -> OSError:
    """Return the first error of a group of groups."""
    inside = group.exceptions[0]
    return first(inside) if isinstance(inside, BaseExceptionGroup) else inside


def collect() -> None:
    """Have what is no longer used collected: the launcher is for short lives."""
    gc.freeze()  # what is loaded by now stays
    gc.enable()


async def by_pipes(offer: Offer) -> None:
    """Serve the client at the other end of stdin and stdout."""
    # Else who is interrupted waits for a line of stdin that nobody writes.
    signal(SIGINT, SIG_DFL)
    serving = Serving(offer)
    server = serving.server
    notes = NotificationOptions(tools_changed=bool(offer.files))
    options = server.create_initialization_options(notes)
    async with stdio_server() as (reading, writing), create_task_group() as group:
        group.start_soon(serving.changes.watch)
        await server.run(reading, writing, options)
        group.cancel_scope.cancel()
