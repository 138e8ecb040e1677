"""The tools, or the commands of a program → a server that an agent starts."""

from __future__ import annotations

from ..errors import InputError
from ..model.outcome import Done, Outcome
from .argv import all_words, refuse, whole
from .verbs import GONE, LATE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._paint import Paint


def run(call: Call) -> Outcome[None]:
    """Serve until the client leaves."""
    needs_package()
    from ..mcp.server import offered, serve  # 300 ms, for who serves

    policy, port = call.text("--policy"), call.value("--http", whole)
    if call.words and policy is not None:
        refuse("--policy is for exeunt's own tools", "leave it out")
    token = call.text("--token-file")
    if token is not None and port is None:
        refuse("--token-file says nothing without --http", "add --http PORT")
    serve(offered(call.words, policy), port, token)
    return Done(None)


def needs_package() -> None:
    """Refuse where nothing that speaks the protocol is installed."""
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        msg = "the package mcp is not installed"
        fix = "pip install 'exeunt[mcp]'"
        raise InputError(msg, fix=fix, error_code="NOT_INSTALLED")


def show(_: Any, __: Paint) -> str:
    """Show nothing: stdout was the client's."""
    return ""


COMMAND = Command(
    "mcp",
    summary="Offer exeunt's tools to an agent, by the Model Context Protocol.",
    usage=("exeunt mcp [options]", "exeunt mcp [options] -- PROG [ARG...]"),
    options=(
        Option("--policy", "FILE", help="allow only what these rules allow"),
        Option(
            "--http", "PORT", help="serve on this port of loopback", usual="by pipes"
        ),
        Option(
            "--token-file",
            "FILE",
            help="let in who has the token of this file",
            usual="one of exeunt's own",
        ),
    ),
    danger="mutating",
    raw=True,
    exits={**GONE, **UNFIT, **LATE},
    run=run,
    show=show,
    theirs=all_words,
    most=None,
    form=lambda _: False,
)
