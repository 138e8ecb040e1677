"""Outcome and envelope are generic in their data, and nobody sets `ok` (R42, R43)."""

from typing import assert_never, assert_type

from exeunt import (
    Code,
    Done,
    ErrorDetail,
    ExitCode,
    Failed,
    Outcome,
    Phase,
    Reason,
    Redirect,
    ResponseEnvelope,
    ResponseMeta,
    respond,
)

ERROR = ErrorDetail("GONE", "It is gone")


def releases(name: str) -> Outcome[list[str]]:
    """Say what a handler may say."""
    if not name:
        return Failed(ExitCode.NOT_FOUND, ERROR)
    return Done([name])


def wrong() -> Outcome[list[str]]:
    """Say something else than was declared."""
    return Done({"a": 1})  # type: ignore[arg-type]  # pyright: ignore[reportReturnType]


def bare() -> Outcome[list[str]]:
    """Return data without saying that it is done."""
    return ["a"]  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


assert_type(Done(5), Done[int])
assert_type(Done(5).data, int | None)
assert_type(Done(5).code, ExitCode)
assert_type(respond(releases("a")), ResponseEnvelope[list[str]])
assert_type(respond(releases("a")).data, list[str] | None)
assert_type(respond(Done({"a": 1})), ResponseEnvelope[dict[str, int]])
assert_type(respond(Done(5)).ok, bool)
assert_type(respond(Done(5)).code, Code)
assert_type(respond(Done(5)).error, ErrorDetail | None)
assert_type(respond(Done(5)).meta, ResponseMeta)

respond(Done(5)).ok = True  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
respond(Done(5), ok=True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
respond({"ok": True})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ResponseEnvelope(ok=True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
ResponseEnvelope(data={})  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]

Done({}, ok=True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Done({}, warnings=[5])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
Done({}, cursor=5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Failed(ExitCode.NOT_FOUND)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Failed(ExitCode.NOT_FOUND, None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Failed(ExitCode.NOT_FOUND, "gone")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

ErrorDetail("GONE")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
ErrorDetail(ExitCode.NOT_FOUND, "gone")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ErrorDetail("GONE", "gone", phase="validation")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ErrorDetail("GONE", "gone", retry_after=1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Redirect("tool b")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
Redirect("tool b", permanent=True, reason="renamed")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
Redirect("tool b", permanent=True, reason=Reason.RENAMED)

assert_type(ERROR.phase, Phase | None)
assert_type(ERROR.retry_after, int | None)


def tell(outcome: Outcome[int]) -> str:
    """Look at both outcomes; there is no third."""
    match outcome:
        case Done(data):
            assert_type(data, int | None)
            return str(data)
        case Failed(code, error):
            assert_type(error, ErrorDetail)
            return f"{code.name}: {error.message}"
        case _:
            assert_never(outcome)


def forgetful(outcome: Outcome[int]) -> int | None:
    """Forget that it may have failed."""
    match outcome:
        case Done(data):
            return data
        case _:
            assert_never(outcome)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
