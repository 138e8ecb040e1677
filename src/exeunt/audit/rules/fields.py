"""Fields of an envelope that may be left out → if they are there, are they right."""

from __future__ import annotations

import re
from typing import Any

from .._call import Seen
from ..rule import ENVELOPED, Audit, Rule
from .envelope import delay, error_of, has_field, meta_of

STRATEGIES = ("immediate", "linear_backoff", "exponential_backoff")
# What is no word of a command yet: <name>, {name}, [name], NAME=…
PLACEHOLDER = re.compile(r"<[^<>\s]+>|\{\{?[^{}\s]*\}\}?|\[[\w-]+\]|\.\.\.|…")


def knows_strategy(seen: Seen, audit: Audit) -> str:  # noqa: ARG001 - as every judge
    """Say that there is no such strategy, or nothing to use it for."""
    error = error_of(seen)
    if error["retry_strategy"] not in STRATEGIES:
        return f"error.retry_strategy: {error['retry_strategy']!r}"
    fits = error.get("retryable") is True
    return "" if fits else "a strategy, though error.retryable is not true"


def asks_for_a_fix(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a condition is none, or beside a retry that needs none."""
    return fix_of(error_of(seen), "fix_required")


def gives_a_command(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a command cannot be run as it is."""
    error = error_of(seen)
    found = fix_of(error, "fix_command")
    blank = None if found else PLACEHOLDER.search(error["fix_command"])
    return f"a placeholder: {blank[0]}" if blank else found


def fix_of(error: dict[str, Any], name: str) -> str:
    """Say what is wrong with a field that is there only when a retry cannot help."""
    text = error[name]
    if not isinstance(text, str) or not text.strip():
        return f"error.{name}: {text!r}"
    fits = error.get("retryable") is False
    return "" if fits else f"error.{name}, though error.retryable is not false"


def has_version(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a version is not like 1.0."""
    version = meta_of(seen)["schema_version"]
    fits = isinstance(version, str) and re.fullmatch(r"\d+\.\d+", version)
    return "" if fits else f"meta.schema_version: {version!r}"


def has_request_id(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that an id is no text."""
    found = meta_of(seen)["request_id"]
    fits = isinstance(found, str) and found.strip()
    return "" if fits else f"meta.request_id: {found!r}"


def of_error(rule: str, clause: str, field: str, *, says: str, **rest: Any) -> Rule:
    """Make a rule about a field of an error that the successor alone has."""
    return Rule(
        rule, clause, level=2, applies=has_field(field), dialects=("agent-spec@1.6",),
        expected=f"error.{field} {says}",
        needs=f"no call gave error.{field}; name one as [[code]] in exeunt-check.toml",
        **rest,
    )  # fmt: skip


FIELDS = (
    of_error(
        "retry-after-ms", "C-014", "retry_after_ms", mode=19,
        says="is a number of milliseconds, with retryable true",
        judge=delay("retry_after_ms"),
        fix="leave the delay out unless the unchanged call can succeed",
    ),
    of_error(
        "retry-strategy", "C-014", "retry_strategy", mode=19,
        says="is one of three words, with retryable true", judge=knows_strategy,
        fix=f"use {', '.join(STRATEGIES[:2])} or {STRATEGIES[2]}",
    ),
    of_error(
        "fix-required", "C-014", "fix_required", mode=18,
        says="is a sentence, with retryable false", judge=asks_for_a_fix,
        fix="say what the caller must correct, and set retryable to false",
    ),
    of_error(
        "fix-command", "C-030", "fix_command", mode=18,
        says="can be run as it is, with retryable false", judge=gives_a_command,
        fix="fill every word in, or leave it out",
    ),
    Rule(
        "schema-version", "R19", level=2, mode=52,
        expected="meta.schema_version looks like 1.0",
        judge=has_version, applies=has_field("schema_version", meta_of),
        dialects=ENVELOPED,
        needs="no envelope has meta.schema_version, which may be left out",
        fix="write two numbers with a point between, as a text",
    ),
    Rule(
        "request-id", "R18", level=2, mode=33,
        expected="meta.request_id is a text",
        judge=has_request_id, applies=has_field("request_id", meta_of),
        dialects=ENVELOPED,
        needs="no envelope has meta.request_id, which may be left out",
        fix="write it as a text, or leave it out",
    ),
)  # fmt: skip
