"""An envelope → what is wrong with it: five keys, one truth, one document."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...model.codes import ExitCode
from ...model.document import mapping
from ...model.received import is_envelope
from .._call import Seen
from ..rule import ENVELOPED, WRONG_COMMANDS, Applies, Audit, Judge, Rule, documented

KEYS = ("ok", "data", "error", "warnings", "meta")
PHASES = ("validation", "execution", "cleanup")
ERROR_CODE = re.compile(r"[A-Z][A-Z0-9_]+")
REASONS = ("renamed", "restructured", "deprecated", "typo_corrected")
REDIRECTED = ExitCode.REDIRECTED.value
AUTH_REQUIRED = ExitCode.AUTH_REQUIRED.value
WRONG = ("bad-flag", "bad-flag-json", "unknown", "unknown-json", *WRONG_COMMANDS)
TOKENS = ("TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_MISSING")


def asked_for_json(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - as the others
    """Look at calls that were asked for an envelope."""
    return seen.ended and seen.probe.json


def enveloped(seen: Seen, audit: Audit) -> bool:
    """Look at calls that wrote an envelope."""
    return documented(seen, audit) and is_envelope(mapping(seen.document))


def failed(seen: Seen, audit: Audit) -> bool:
    """Look at envelopes of calls that failed and say why."""
    return enveloped(seen, audit) and seen.code != 0 and bool(error_of(seen))


def error_of(seen: Seen) -> dict[str, Any]:
    """Return the error in an envelope."""
    return mapping((seen.document or {}).get("error"))


def data_of(seen: Seen) -> object:
    """Return the data in an envelope."""
    return (seen.document or {}).get("data")


def meta_of(seen: Seen) -> dict[str, Any]:
    """Return the meta of an envelope."""
    return mapping((seen.document or {}).get("meta"))


def has_field(name: str, part: Callable[[Seen], dict[str, Any]] = error_of) -> Applies:
    """Look at envelopes whose error or meta has a field."""

    def applies(seen: Seen, audit: Audit) -> bool:
        return enveloped(seen, audit) and name in part(seen)

    return applies


def has_envelope(seen: Seen, audit: Audit) -> str:  # noqa: ARG001 - as every judge
    """Say that there is no envelope."""
    if seen.document is None:
        return f"exit {seen.code}, and no JSON document on stdout"
    if is_envelope(mapping(seen.document)):
        return ""
    return f"a document with {', '.join(list(seen.document)[:6]) or 'nothing'}"


def has_keys(seen: Seen, audit: Audit) -> str:
    """Name the keys that an envelope lacks; or has too many of, by 1.6."""
    absent = [key for key in KEYS if key not in (seen.document or {})]
    if absent:
        return f"without {', '.join(absent)}"
    strict = audit.contract.table.closed
    others = [key for key in (seen.document or {}) if strict and key not in KEYS]
    return f"with {', '.join(others[:3])}" if others else ""


def is_alone(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that stdout holds more than the envelope."""
    if seen.stdout.startswith("\ufeff"):
        return "a byte order mark before it"
    if seen.alone:
        return ""
    lines = [li for li in seen.stdout.splitlines() if li.strip()]
    beside = [line for line in lines if not line.lstrip().startswith("{")]
    return f"beside it: {beside[0][:100]!r}" if beside else "more than one document"


def ok_is_zero(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that `ok` and the exit code disagree."""
    ok = (seen.document or {}).get("ok")
    return "" if ok is (seen.code == 0) else f"ok: {ok}, exit {seen.code}"


def fails_without_data(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a failure has data, or none of the two is there."""
    data = data_of(seen)
    if seen.code != 0:
        return "" if data is None else "data, though it failed"
    return "" if isinstance(data, dict | list | None) else f"data: {data!r}"


def succeeds_without_error(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a success has an error, or a failure none."""
    error = (seen.document or {}).get("error")
    if seen.code == 0:
        return "" if error is None else f"an error, though it succeeded: {error!r}"
    return "" if isinstance(error, dict) else f"error: {error!r}, though it failed"


def has_something(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that an envelope holds neither data nor an error."""
    document = seen.document or {}
    if meta_of(seen).get("not_modified") is True:
        return ""
    neither = document.get("data") is None and document.get("error") is None
    return "data and error are both null" if neither else ""


def lists_warnings(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that warnings are no list of texts."""
    warnings: list[Any] = (seen.document or {}).get("warnings", [])
    fits = type(warnings) is list and all(isinstance(w, str) for w in warnings)
    return "" if fits else f"warnings: {warnings!r}"


def tells_duration(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that the duration is missing, or no number of milliseconds."""
    taken = meta_of(seen).get("duration_ms")
    return "" if is_amount(taken) else f"meta.duration_ms: {taken!r}"


def names_error(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that an error has no name to branch on."""
    code = error_of(seen).get("code")
    fits = isinstance(code, str) and ERROR_CODE.fullmatch(code)
    return "" if fits else f"error.code: {code!r}"


def tells_error(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that an error has no sentence for people."""
    message = error_of(seen).get("message")
    fits = isinstance(message, str) and message.strip()
    return "" if fits else f"error.message: {message!r}"


def knows_phase(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a phase is none."""
    phase = error_of(seen).get("phase")
    return "" if phase in PHASES else f"error.phase: {phase!r}"


def fails_early(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a rejected call does not say phase validation."""
    phase = error_of(seen).get("phase", "validation")
    return "" if phase == "validation" or phase not in PHASES else f"phase: {phase}"


def delay(name: str) -> Judge:
    """Say that a delay makes no sense."""

    def judge(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
        error = error_of(seen)
        if not is_amount(error[name]):
            return f"error.{name}: {error[name]!r}"
        fits = error.get("retryable") is True
        return "" if fits else "a delay, though error.retryable is not true"

    return judge


def is_amount(value: object) -> bool:
    """Tell whether a value is a whole number, and not below 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_redirected(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a redirect and its code do not go together."""
    redirect = error_of(seen).get("redirect")
    if seen.code != REDIRECTED:
        return "" if redirect is None else f"a redirect with exit {seen.code}"
    target = mapping(redirect)
    fits = isinstance(target.get("command"), str)
    fits = fits and isinstance(target.get("permanent"), bool)
    fits = fits and target.get("reason", "renamed") in REASONS
    return "" if fits else f"exit 13 with error.redirect: {redirect!r}"


def redirects(seen: Seen, audit: Audit) -> bool:
    """Look at envelopes with a redirect, or the code for one."""
    has = "redirect" in error_of(seen) or seen.code == REDIRECTED
    return enveloped(seen, audit) and has


def names_token(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that it is unclear which credentials are needed."""
    code = error_of(seen).get("code")
    return "" if code in TOKENS else f"exit {seen.code} with error.code {code!r}"


def wants_token(seen: Seen, audit: Audit) -> bool:
    """Look at calls that say they lack credentials."""
    return failed(seen, audit) and seen.code == AUTH_REQUIRED


def usual(seen: Seen, audit: Audit) -> bool:
    """Look at envelopes of calls that no other rule is about."""
    strange = ["hostile", "run-oversize", "slow-int", "slow-term"]
    strange += [] if audit.contract.manifest.raw else ["manifest"]
    return asked_for_json(seen, audit) and seen.probe.kind not in strange


MODEL = "let one factory write every envelope, after the handler"

ENVELOPE = (
    Rule(
        "envelope", "F-004", level=1, mode=2,
        expected="asked for JSON, every call answers with an envelope",
        judge=has_envelope, applies=usual, dialects=ENVELOPED,
        fix="write the envelope for usage errors too: choose the mode before you parse",
        needs="nothing makes it answer in JSON: --output json, --json",
    ),
    Rule(
        "envelope-keys", "R1", level=1, mode=2,
        expected="an envelope has ok, data, error, warnings and meta",
        judge=has_keys, applies=enveloped, dialects=ENVELOPED, fix=MODEL,
    ),
    Rule(
        "envelope-alone", "F-006", level=1, mode=3,
        expected="stdout is the envelope and nothing else",
        judge=is_alone, applies=enveloped, dialects=ENVELOPED,
        fix="print everything else to stderr",
    ),
    Rule(
        "ok-is-zero", "R2", level=1, mode=1,
        expected="ok is true exactly when the exit code is 0",
        judge=ok_is_zero, applies=enveloped, dialects=ENVELOPED,
        fix="compute ok from the exit code, where both are known",
    ),
    Rule(
        "data", "R3", level=1, mode=2,
        expected="data is an object or a list, and null on failure",
        judge=fails_without_data, applies=enveloped, dialects=ENVELOPED, fix=MODEL,
    ),
    Rule(
        "error", "R4", level=1, mode=18,
        expected="error is null on success, and an object on failure",
        judge=succeeds_without_error, applies=enveloped, dialects=ENVELOPED, fix=MODEL,
    ),
    Rule(
        "data-or-error", "R48", level=1, mode=2,
        expected="data and error are not both null",
        judge=has_something, dialects=ENVELOPED,
        applies=lambda seen, audit: enveloped(seen, audit) and seen.code == 0,
        fix="answer with {} where there is nothing to say",
    ),
    Rule(
        "warnings", "R5", level=1, mode=2,
        expected="warnings is a list of texts",
        judge=lists_warnings, applies=enveloped, dialects=ENVELOPED, fix=MODEL,
    ),
    Rule(
        "duration", "R17", level=1, mode=33,
        expected="meta.duration_ms is a whole number of milliseconds",
        judge=tells_duration, applies=enveloped, dialects=ENVELOPED,
        fix="stop a monotonic clock when the envelope is written",
    ),
    Rule(
        "error-code", "R7", level=1, mode=18,
        expected="error.code is a name in capitals",
        judge=names_error, applies=failed, dialects=ENVELOPED,
        fix="give each failure a stable name: NOTE_NOT_FOUND",
    ),
    Rule(
        "error-message", "R8", level=1, mode=18,
        expected="error.message is a sentence",
        judge=tells_error, applies=failed, dialects=ENVELOPED,
        fix="say in one sentence what went wrong",
    ),
    Rule(
        "phase", "R12", level=1, mode=14,
        expected="error.phase is validation, execution or cleanup",
        judge=knows_phase, applies=has_field("phase"), dialects=ENVELOPED,
        fix="use one of the three words, or leave it out",
    ),
    Rule(
        "validation-phase", "R12", level=2, mode=14,
        expected="a wrong call is told as phase validation",
        judge=fails_early, kinds=WRONG, applies=failed, dialects=ENVELOPED,
        fix="validate everything before the first effect, and say so",
    ),
    Rule(
        "retry-after", "R11", level=2, mode=19,
        expected="error.retry_after is a number of seconds, with retryable true",
        judge=delay("retry_after"), applies=has_field("retry_after"),
        dialects=("agent-spec",),
        needs="no call gave a delay; name one as [[code]] in exeunt-check.toml",
        fix="leave the delay out unless a retry can help",
    ),
    Rule(
        "redirect", "R14", level=1, mode=1, by_number=True,
        expected="13 comes with a redirect, and only 13",
        judge=is_redirected, applies=redirects, dialects=ENVELOPED,
        needs="no call was redirected; name one as [[code]] in exeunt-check.toml",
        fix="give command and permanent, and leave with 13",
    ),
    Rule(
        "credentials", "R15", level=2, mode=53,
        expected="8 says whether a token is expired, invalid or missing",
        judge=names_token, applies=wants_token, dialects=("agent-spec",),
        needs="no call ended with 8; name one as [[code]] in exeunt-check.toml",
        fix="use TOKEN_EXPIRED, TOKEN_INVALID or TOKEN_MISSING as error.code",
    ),
)  # fmt: skip
