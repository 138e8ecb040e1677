"""The rules of decide() → their part of docs/, each with a decided example."""

from __future__ import annotations

import json
from typing import Any

from _markdown import code, table

import exeunt
from exeunt import (
    Decision,
    Ending,
    Exited,
    History,
    Policy,
    Signaled,
    TimedOut,
    Unstarted,
)

MOVED = {"command": "tool users add", "permanent": True}
EXPIRED = {"code": "TOKEN_EXPIRED"}
IDEMPOTENT = Policy(idempotent=True)
FIRST, CAREFUL = History(), Policy()
USERS = {"users.add": {"renamed_from": [{"path": "user.create", "permanent": True}]}}
CALLED = History(words=("tool", "user", "create"), manifest={"commands": USERS})
# When, in words; the number or the ending; error's fields, other fields of the
# envelope, meta's fields (None: there is no envelope); history and policy.
Case = tuple[str, int | Ending, Any, Any, Any, History, Policy]


def case(  # noqa: PLR0913 - what a case may be made of
    when: str,
    ended: int | Ending,
    error: dict[str, Any] | None = None,
    meta: dict[str, Any] | None = None,
    *,
    history: History = FIRST,
    policy: Policy = CAREFUL,
    **changes: Any,
) -> Case:
    """Write a case down."""
    return when, ended, error, meta, changes, history, policy


CASES = {
    "No exit": (
        case("it waits for an answer", Signaled(15), waiting=True),
        case("it is not there", Unstarted("not_found")),
        case("it cannot be executed", Unstarted("not_executable")),
        case("whoever should start it failed", Unstarted("failed")),
        case("its time ran out", TimedOut()),
        case("its time ran out, and twice is once", TimedOut(), policy=IDEMPOTENT),
        case("a signal ended it", Signaled(9)),
    ),
    "A doubt": (
        case(
            "a command of the line failed, and the line went on",
            0,
            reads={"line": "pytest | tail", "hidden": "failed"},
        ),
        case(
            "the wrapper may have failed itself",
            1,
            reads={"argv": ["uv", "run", "pytest"]},
        ),
        case("it found something", 1, reads={"argv": ["pytest"]}),
        case("the answer is no", 1, reads={"argv": ["grep", "x", "f"]}),
    ),
    "A broken envelope": (
        case("data and error are both null", 0, data=None),
        case("there is no key error", 12, error={}, without="error"),
        case("a key stands twice", 11, {}, twice=True),
    ),
    "Success": (
        case("it is done", 0),
        case("it is done, with warnings", 0, warnings=["slow"]),
        case("ok is false", 0, ok=False),
        case("there is an error all the same", 0, {}),
        case("something else than the promised envelope came", 0, page="<html>"),
        case(
            "the data is cut, with a cursor",
            0,
            None,
            {"truncated": True, "cursor": "p2"},
        ),
        case("the data is cut, without one", 0, None, {"truncated": True}),
        case(
            "the cursor leads back",
            0,
            None,
            {"truncated": True, "cursor": "p2"},
            history=History(cursor="p2"),
        ),
        case("nothing has changed", 0, None, {"not_modified": True}, data=None),
        case(
            "nothing has changed, and nothing was kept",
            0,
            None,
            {"not_modified": True},
            data=None,
            history=History(uncached=True),
        ),
    ),
    "What the caller must change": (
        case("the input was refused", 3, {}),
        case("something is not so yet", 4, {}),
        case("it does not exist", 5, {}),
        case("it exists already", 6, {}),
        case("the rights do not suffice", 7, {}),
        case("the token has expired", 8, EXPIRED),
        case("the fresh one too", 8, EXPIRED, history=History(2, refreshed=True)),
        case("the token is invalid or missing", 8, {"code": "TOKEN_INVALID"}),
        case("it wants credentials", 8, {}),
        case("it wants to be paid", 9, {}),
        case("it wants to be paid, and may be", 9, {}, policy=Policy(may_pay=True)),
        case(
            "paying will not help", 9, {"retryable": False}, policy=Policy(may_pay=True)
        ),
        case("it moved for good", 13, {"redirect": MOVED}, history=CALLED),
        case(
            "it moved for this call",
            13,
            {"redirect": {**MOVED, "permanent": False}},
            history=CALLED,
        ),
        case(
            "it moved again", 13, {"redirect": MOVED}, history=History(redirected=True)
        ),
        case("it moved, and nothing vouches for it", 13, {"redirect": MOVED}),
        case(
            "to another program", 13, {"redirect": MOVED}, history=History(program="x")
        ),
        case(
            "to what only a shell could run",
            13,
            {"redirect": {**MOVED, "command": "tool a; tool b"}},
            history=CALLED,
        ),
        case(
            "it moved, and says not to try", 13, {"redirect": MOVED, "retryable": False}
        ),
        case("it moved, and no envelope was seen", 13, page=""),
    ),
    "What may be repeated": (
        case("too many calls, with a delay", 11, {"retry_after": 30}),
        case("too many calls", 11, {}),
        case("a service is down, with a delay", 12, {"retry_after": 5}),
        case("a service is down", 12, {}),
        case("the same, the second time", 12, {}, history=History(2)),
        case("the same, the third time", 12, {}, history=History(3)),
        case("the delay is too long", 11, {"retry_after": 86_400}),
        case("it says that repeating is no use", 12, {"retryable": False}),
        case(
            "its manifest says so",
            12,
            {},
            entry={"name": "UNAVAILABLE", "retryable": False, "side_effects": "none"},
        ),
        case("it says that repeating may help", 5, {"retryable": True}),
        case("time ran out", 10, {}),
        case("time ran out, and twice is once", 10, {}, policy=IDEMPOTENT),
        case("it failed, and twice is once", 1, {}, policy=IDEMPOTENT),
        case("a signal, and twice is once", Signaled(9), policy=IDEMPOTENT),
        case("the caller lists its number", 1, {}, policy=Policy(retry_on="1,75")),
        case(
            "the caller lists it, and it says no",
            1,
            {"retryable": False},
            policy=Policy(retry_on="1,75"),
        ),
        case(
            "time ran out, declared as harmless",
            10,
            {},
            entry={"name": "TIMEOUT", "retryable": True, "side_effects": "none"},
        ),
        case(
            "a code of its own, declared as harmless",
            80,
            {},
            entry={"name": "LOCKED", "retryable": True, "side_effects": "none"},
        ),
    ),
    "What has to be looked at": (
        case("it failed, nobody knows how", 1, {}),
        case("it was half done", 2, {}),
        case("a reserved number", 20, {}),
        case("a code of its own, undeclared", 80, {}),
        case("no such status", 300, {}),
        case("a number that the table does not have", 42, page="", dialect="holon"),
    ),
}


def decisions() -> str:
    """Every rule with what it applies to, and what was decided."""
    head = ["rule", "when", "for example", "action", "wait", "same call", "because"]
    return "\n".join(
        f"## {title}\n\n{table(head, (row(item) for item in cases))}"
        for title, cases in CASES.items()
    )


def row(item: Case) -> list[object]:
    """Decide a case, and write it as a row."""
    when, ended, *_ = item
    found = decided(item)
    example = f"exit {ended}" if isinstance(ended, int) else repr(ended)
    return [
        code(found.rule),
        when,
        code(example),
        code(found.action.value),
        f"{found.wait_seconds:g} s" if found.wait_seconds else None,
        found.repeat_identical,
        found.because,
    ]


def decided(item: Case) -> Decision:
    """Make the reading of a case, and decide."""
    _, ended, error, meta, changes, history, policy = item
    waiting = bool(changes.get("waiting"))
    if not isinstance(ended, int):
        return exeunt.decide(exeunt.read(ended), history, policy, waiting=waiting)
    if "reads" in changes:
        reading = exeunt.read(Exited(ended), **changes["reads"])
        return exeunt.decide(reading, history, policy)
    manifest = None
    if "entry" in changes:
        exits = {"": {"exit_codes": {str(ended): changes["entry"]}}}
        manifest = {"dialect": "agent-spec", "commands": exits}
    reading = exeunt.read(
        Exited(ended),
        document(ended, error, meta or {}, changes),
        dialect=changes.get("dialect", "agent-spec"),
        manifest=manifest,
    )
    return exeunt.decide(reading, history, policy)


def document(
    number: int, error: dict[str, Any] | None, meta: dict[str, Any], changes: Any
) -> bytes:
    """Write what the command of a case has printed."""
    if "page" in changes:
        return str(changes["page"]).encode()
    said: dict[str, Any] = {
        "ok": number == 0,
        "data": {"id": 1} if number == 0 else None,
        "error": None if error is None else {"code": "X", "message": "…", **error},
        "warnings": [],
        "meta": {"duration_ms": 1, **meta},
    }
    said |= {key: value for key, value in changes.items() if key in said}
    said.pop(changes.get("without", ""), None)
    text = json.dumps(said)
    return (f'{text[:-1]}, "ok": false}}' if "twice" in changes else text).encode()
