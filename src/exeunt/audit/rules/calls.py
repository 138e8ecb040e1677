"""Wrong, cancelled and strange calls → how they end, in either mode."""

from __future__ import annotations

import re

from .._call import Seen
from ..probes.safe import CONTROLLED
from ..rule import (
    CONTRACTED,
    ENVELOPED,
    SPEAKING,
    WRONG_COMMANDS,
    Audit,
    Rule,
    even_if_ended_by_us,
    signalled,
)
from .envelope import WRONG, asked_for_json, error_of, has_envelope
from .plain import CRASHES, NO_SLOW, rejects, shows_no_trace
from .terminal import everything, first_of

# What a terminal acts on: C0 without tab and line feed, DEL, and C1.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
TEXT_OF = {
    "bad-flag-json": "bad-flag",
    "unknown-json": "unknown",
    "run": "run-text",
    "fixture": "fixture-text",
}
CONFIRM = "CONFIRMATION_REQUIRED"


def is_arg_error(seen: Seen, audit: Audit) -> str:
    """Say that a wrong call has another code than its dialect has for it."""
    if seen.code in {audit.contract.table.usage_number, 0}:
        return ""  # a call that was taken is another rule's business
    return f"exit {seen.code}"


def same_in_both_modes(seen: Seen, audit: Audit) -> str:
    """Say that asking for JSON changes the code."""
    probe = seen.probe
    if error_of(seen).get("code") == CONFIRM:
        return ""  # a person who types it has confirmed it
    other = audit.find(TEXT_OF[probe.kind], probe.path)
    if probe.kind == "fixture":
        texts = [s for s in audit.seen if s.probe.kind == "fixture-text"]
        other = next((s for s in texts if is_same_call(s, seen)), None)
    if other is None or other.code == seen.code:
        return ""
    return f"{seen.code} as JSON, {other.code} as text"


def is_same_call(text: Seen, json: Seen) -> bool:
    """Tell whether two calls differ in the mode alone."""
    words = text.probe.words
    return json.probe.words[: len(words)] == words and (
        text.probe.setup, text.probe.files, text.probe.code
    ) == (json.probe.setup, json.probe.files, json.probe.code)  # fmt: skip


def says_cancelled(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a signal left no word."""
    if seen.document is None:
        return "no envelope"
    code = error_of(seen).get("code")
    return "" if code == "CANCELLED" else f"error.code: {code!r}"


def gives_no_controls_back(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that what an agent typed steers a terminal, now or once it is decoded."""
    return first_of(CONTROLS, everything(seen))


def survives(seen: Seen, audit: Audit) -> str:
    """Say that strange input was too much."""
    if not seen.ended:
        return "it did not end"
    if seen.code in CRASHES:
        return f"exit {seen.code}"
    return shows_no_trace(seen, audit) or has_envelope(seen, audit)


def controlled(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at the strange input that would steer a terminal."""
    return seen.probe.note == CONTROLLED


CALLS = (
    Rule(
        "arg-error", "E6", level=1, mode=14, by_number=True,
        expected="a wrong call ends with the dialect's code for it",
        judge=is_arg_error, kinds=WRONG, dialects=SPEAKING,
        fix="map the parser's own error to that code",
    ),
    Rule(
        "arguments", "C-006", level=1, mode=14,
        expected="a missing, ill-typed or unknown argument is rejected",
        judge=rejects, kinds=WRONG_COMMANDS,
        dialects=CONTRACTED,
        fix="declare types and requirements to the parser",
    ),
    Rule(
        "same-in-both-modes", "M6", level=1, mode=1,
        expected="JSON and text end with the same code",
        judge=same_in_both_modes, kinds=tuple(TEXT_OF),
        dialects=CONTRACTED,
        fix="choose the code before you choose how to show it",
    ),
    Rule(
        "cancelled", "F-013", level=2, mode=16,
        expected="a signal leaves one envelope with error.code CANCELLED",
        judge=says_cancelled, kinds=("slow-int", "slow-term"),
        applies=lambda s, a: asked_for_json(s, a) and signalled(s, a),
        dialects=ENVELOPED,
        fix="write the envelope in the handler, then die by the signal",
        needs=NO_SLOW,
    ),
    Rule(
        "hostile", "F-045", level=3, mode=35,
        expected="strange input ends in an envelope",
        judge=survives, kinds=("hostile",), applies=even_if_ended_by_us,
        dialects=ENVELOPED,
        needs="no safe command takes a text",
        fix="reject what you cannot use, with the code for arguments",
    ),
    Rule(
        "hostile-escapes", "F-007", level=3, mode=8,
        expected="control characters do not come back",
        judge=gives_no_controls_back, kinds=("hostile",),
        applies=controlled,
        needs="no safe command takes a text",
        dialects=ENVELOPED, fix="write what you repeat as repr() does",
    ),
    Rule(
        "oversize", "F-054", level=3, mode=61,
        expected="a megabyte on stdin is no reason to hang",
        judge=survives, kinds=("run-oversize",), applies=even_if_ended_by_us,
        dialects=ENVELOPED,
        fix="read stdin to its end or not at all",
    ),
)  # fmt: skip
