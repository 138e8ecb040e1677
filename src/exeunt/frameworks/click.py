"""A Click command or group → Host."""

from __future__ import annotations

from ._clicks import ClickHost, Flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def host(app: Any, func: str) -> ClickHost:  # noqa: ARG001 - the verb of every module
    """Take a Click command or group as it is."""
    from click import echo, exceptions  # noqa: PLC0415 - the author has imported it

    def show(error: exceptions.ClickException) -> None:
        error.show()

    def show_abort() -> None:
        echo("Aborted!", err=True)

    flow = Flow((exceptions.Exit,), (exceptions.Abort,), show, show_abort)
    return ClickHost(app, exceptions, flow)
