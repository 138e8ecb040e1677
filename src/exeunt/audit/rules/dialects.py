"""Calls in other dialects → murli's rules, holon's, and those of wrappers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...model.document import mapping
from .._call import Seen
from ..rule import WRONG_COMMANDS, Audit, Judge, Rule, documented
from .contract import reaches
from .plain import ODD

ERROR_FIELDS = ("code", "error", "recoverable", "schema_version")
RECORD = (
    "stdout",
    "stderr",
    "exit_code",
    "duration_ms",
    "timed_out",
    "command",
    "args",
)
REFUSED = 125  # a wrapper's own number for a call that it rejects
REJECTED = ("bad-flag", "unknown", *WRONG_COMMANDS)


def failed(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001 - as every `applies`
    """Look at calls that failed by themselves, with streams that can be told apart."""
    ordinary = seen.probe.kind not in ODD and not seen.probe.terminal
    return ordinary and seen.done.status == "exited" and seen.code != 0


def failed_json(seen: Seen, audit: Audit) -> bool:
    """Look at calls that were asked for JSON, and failed."""
    return failed(seen, audit) and seen.probe.json


def failed_documented(seen: Seen, audit: Audit) -> bool:
    """Look at failures that wrote a document."""
    return failed(seen, audit) and documented(seen, audit)


def succeeded(seen: Seen, audit: Audit) -> bool:  # noqa: ARG001
    """Look at successes that were asked for JSON; a manifest has a form of its own."""
    described = seen.probe.kind.startswith("manifest")
    return seen.ended and seen.code == 0 and seen.probe.json and not described


def on_stderr_alone(seen: Seen, audit: Audit) -> str:
    """Say that a failure has no envelope on stderr, or something on stdout."""
    spoken = fails_silently(seen, audit)
    return spoken or ("no envelope on stderr" if seen.document is None else "")


def has(fields: Sequence[str]) -> Judge:
    """Name the fields that an error envelope or a record lacks."""

    def judge(seen: Seen, audit: Audit) -> str:  # noqa: ARG001 - as every judge
        absent = [name for name in fields if name not in mapping(seen.document)]
        return f"without {', '.join(absent)}" if absent else ""

    return judge


def carries_its_code(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that envelope and process disagree."""
    code = (seen.document or {}).get("code", seen.code)
    return "" if code == seen.code else f"code: {code!r}, exit {seen.code}"


def is_ok_envelope(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a success is no envelope of murli's."""
    document = seen.document
    if document is None:
        return "no envelope on stdout"
    fits = document.get("status") in {"ok", "plan"} and "result" in document
    return "" if fits else f"status: {document.get('status')!r}"


def is_in_table(seen: Seen, audit: Audit) -> str:
    """Say that the dialect has no such number."""
    known = seen.done.status != "exited" or seen.code in audit.contract.table.rows
    return "" if known else f"exit {seen.code}"


def fails_silently(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a failure has put something where data belongs."""
    text = seen.stdout.strip()
    return f"on stdout: {text[:60]!r}" if text else ""


def tells_on_stderr(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a failure does not explain itself."""
    return "" if seen.stderr.strip() else "nothing on stderr"


def records_its_code(seen: Seen, audit: Audit) -> str:  # noqa: ARG001
    """Say that a record and the process disagree."""
    code = mapping(seen.document).get("exit_code", seen.code)
    return "" if code == seen.code else f"exit_code: {code!r}, exit {seen.code}"


def has_option(seen: Seen, audit: Audit) -> bool:
    """Look at calls with an option of the wrapper's, if it has one of that name."""
    option = seen.probe.words[0]
    unknown = seen.code == REFUSED and option not in audit.contract.help
    return seen.ended and not unknown


NO_OPTION = "it rejects the option, and its page does not name it"
WRAP = "wait for the child, and leave with its number"
MURLI, HOLON = ("murli",), ("holon",)

of_wrappers: partial[Rule] = partial(Rule, dialects=("shuck",))

DIALECTS = (
    Rule(
        "murli-stderr", "M2", level=1, mode=3,
        expected="a failure writes one envelope to stderr, and nothing to stdout",
        judge=on_stderr_alone, applies=failed_json, dialects=MURLI,
        fix="print the error envelope to stderr, last",
    ),
    Rule(
        "murli-fields", "M3", level=1, mode=18,
        expected="an error envelope has code, error, recoverable and schema_version",
        judge=has(ERROR_FIELDS), applies=failed_documented, dialects=MURLI,
        fix="let one function write every error",
    ),
    Rule(
        "murli-code", "M2", level=1, mode=1,
        expected="the process exits with its envelope's code",
        judge=carries_its_code, applies=failed_documented, dialects=MURLI,
        fix="exit with the number that you have just written",
    ),
    Rule(
        "murli-success", "M4", level=1, mode=2,
        expected="a success is an envelope with status and result",
        judge=is_ok_envelope, applies=succeeded, dialects=MURLI,
        fix="wrap the result: status ok, result, schema_version",
    ),
    Rule(
        "murli-table", "M1", level=1, mode=1,
        expected="no call ends with more than 9",
        judge=is_in_table, dialects=MURLI, fix="use one of the ten codes",
    ),
    Rule(
        "holon-stdout", "H2", level=1, mode=3,
        expected="a failure leaves stdout empty",
        judge=fails_silently, applies=failed, dialects=HOLON,
        fix="write diagnostics to stderr",
    ),
    Rule(
        "holon-stderr", "H3", level=1, mode=18,
        expected="a failure explains itself on stderr",
        judge=tells_on_stderr, applies=lambda s,
        w: failed(s, w) and s.probe.kind not in REJECTED[:2],
        dialects=HOLON, fix="write the cause to stderr",
    ),
    Rule(
        "holon-table", "H4", level=1, mode=1,
        expected="no call ends with more than 2",
        judge=is_in_table, dialects=HOLON, fix="use 0, 1 and 2",
    ),
    of_wrappers(
        "wrap-code", "S1", level=1, mode=56,
        expected="a child's code passes unchanged",
        judge=reaches, kinds=("wrap-code",), fix=WRAP,
    ),
    of_wrappers(
        "wrap-deadline", "S2", level=2, mode=11,
        expected="124 when the child still runs at the deadline",
        judge=reaches, kinds=("wrap-deadline",), applies=has_option, needs=NO_OPTION,
        fix="end the child, and leave with 124",
    ),
    of_wrappers(
        "wrap-noexec", "S4", level=1, mode=1,
        expected="126 when the command cannot be executed",
        judge=reaches, kinds=("wrap-noexec",), fix="leave with 126 on EACCES",
    ),
    of_wrappers(
        "wrap-missing", "S5", level=1, mode=1,
        expected="127 when there is no such command",
        judge=reaches, kinds=("wrap-missing",), fix="leave with 127 on ENOENT",
    ),
    of_wrappers(
        "wrap-signal", "S6", level=1, mode=16,
        expected="128 and the signal when one killed the child",
        judge=reaches, kinds=("wrap-signal",),
        fix="add 128 to the signal that ended the child",
    ),
    of_wrappers(
        "wrap-record", "S8", level=1, mode=2,
        expected="a record has its seven keys",
        judge=has(RECORD), kinds=("wrap-record",), applies=has_option, needs=NO_OPTION,
        fix="write all seven, always",
    ),
    of_wrappers(
        "wrap-record-code", "S7", level=1, mode=1,
        expected="the record's exit_code is the wrapper's own",
        judge=records_its_code, kinds=("wrap-record",), applies=has_option,
        fix=WRAP, needs=NO_OPTION,
    ),
)  # fmt: skip
