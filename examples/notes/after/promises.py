"""Exceptions, states and pages of notes → codes: the same on every framework."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import Any

import exeunt
from exeunt import ExitCode, Redirect, fail

from .. import core

GONE = {ExitCode.NOT_FOUND: "There is no such note"}
TAKEN = {ExitCode.CONFLICT: "Another note has the title"}
LINES = {
    ExitCode.PARTIAL_FAILURE: "Some lines were imported, others were not",
    ExitCode.PRECONDITION: "No line was imported",
}
STATES = {"partial": ExitCode.PARTIAL_FAILURE, "failed": ExitCode.PRECONDITION}
SERVER = {
    ExitCode.AUTH_REQUIRED: "The server does not take the token",
    ExitCode.RATE_LIMITED: "The server wants a pause",
    ExitCode.UNAVAILABLE: "The server is down",
    ExitCode.TIMEOUT: "The server did not answer in time",
    ExitCode.REDIRECTED: "The server keeps its notes elsewhere now",
}


def there(url: str) -> Redirect:
    """Say where a server's notes are now."""
    return Redirect(f"notes sync {url}", permanent=True)


EVERY = exeunt.Contract(
    prints="people",
    raises={
        sqlite3.Error: ExitCode.GENERAL_ERROR,
        TimeoutError: lambda no: fail(ExitCode.TIMEOUT, str(no)),
        core.NoSuchNote: lambda no: fail(ExitCode.NOT_FOUND, str(no)),
        core.TitleTaken: lambda no: fail(ExitCode.CONFLICT, str(no)),
        core.ServerBusy: lambda no: fail(ExitCode.UNAVAILABLE, str(no)),
        core.BadToken: lambda no: fail(ExitCode.AUTH_REQUIRED, str(no), code=no.code),
        core.RateLimited: lambda no: fail(
            ExitCode.RATE_LIMITED, str(no), retry_after=no.retry_after
        ),
        core.Moved: lambda no: fail(
            ExitCode.REDIRECTED, str(no), redirect=there(no.url)
        ),
    },
)
core.Store.listeners.append(exeunt.effect)


def paged(handler: Callable[..., core.Page]) -> Callable[..., Any]:
    """Hand a page on with its cursor."""

    @wraps(handler)
    def call(*words: Any, **options: Any) -> Any:
        page = handler(*words, **options)
        return exeunt.page(page, cursor=page.cursor)

    return call
