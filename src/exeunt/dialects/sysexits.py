"""sysexits: 64 to 78 → and back; the BSD convention that many daemons follow."""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import Effects, ExitCode, Retryable
from ..model.failure import complete
from ..model.outcome import Done
from ..model.row import Row
from . import _prose
from .dialect import Beyond, Context, Dialect, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.outcome import Outcome

SOURCE = "sysexits(3)"

ROWS = (
    Row(0, ExitCode.SUCCESS, name="EX_OK", source=SOURCE),
    Row(64, ExitCode.ARG_ERROR, name="EX_USAGE", source=SOURCE,
        meaning="the command was used wrongly", retryable=Retryable.AFTER_FIX),
    Row(65, ExitCode.ARG_ERROR, name="EX_DATAERR", source=SOURCE,
        meaning="the input data was wrong", retryable=Retryable.AFTER_FIX),
    Row(66, ExitCode.NOT_FOUND, name="EX_NOINPUT", source=SOURCE,
        meaning="an input file is missing or unreadable"),
    Row(67, ExitCode.NOT_FOUND, name="EX_NOUSER", source=SOURCE,
        meaning="the addressed user does not exist"),
    Row(68, ExitCode.NOT_FOUND, name="EX_NOHOST", source=SOURCE,
        meaning="the addressed host does not exist"),
    Row(69, ExitCode.UNAVAILABLE, name="EX_UNAVAILABLE", source=SOURCE,
        meaning="a service is unavailable, or something else did not work",
        retryable=Retryable.DEPENDS, effects=Effects.UNKNOWN,
        action=Action.INSPECT_STATE),
    Row(70, ExitCode.GENERAL_ERROR, name="EX_SOFTWARE", source=SOURCE,
        meaning="an internal error of the program", retryable=Retryable.NO),
    Row(71, ExitCode.GENERAL_ERROR, name="EX_OSERR", source=SOURCE,
        meaning="the operating system refused (fork, pipe)",
        retryable=Retryable.DEPENDS),
    Row(72, ExitCode.PRECONDITION, name="EX_OSFILE", source=SOURCE,
        meaning="a system file is missing or unusable", retryable=Retryable.AFTER_FIX),
    Row(73, ExitCode.PRECONDITION, name="EX_CANTCREAT", source=SOURCE,
        meaning="an output file cannot be created", retryable=Retryable.AFTER_FIX,
        effects=Effects.UNKNOWN),
    Row(74, ExitCode.GENERAL_ERROR, name="EX_IOERR", source=SOURCE,
        meaning="reading or writing failed", retryable=Retryable.DEPENDS),
    Row(75, ExitCode.UNAVAILABLE, name="EX_TEMPFAIL", source=SOURCE,
        meaning="a temporary failure; the caller is invited to try later"),
    Row(76, ExitCode.GENERAL_ERROR, name="EX_PROTOCOL", source=SOURCE,
        meaning="the other side broke the protocol", retryable=Retryable.DEPENDS),
    Row(77, ExitCode.PERMISSION_DENIED, name="EX_NOPERM", source=SOURCE,
        meaning="the caller may not do this"),
    Row(78, ExitCode.PRECONDITION, name="EX_CONFIG", source=SOURCE,
        meaning="the configuration is wrong", retryable=Retryable.AFTER_FIX),
)  # fmt: skip

TEMPORARY = {ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE}


def write(outcome: Outcome[object], context: Context) -> Written:
    """Write data or prose; EX_TEMPFAIL only where trying later is not ruled out."""
    written = _prose.write(outcome, context)
    if isinstance(outcome, Done) or outcome.code not in TEMPORARY:
        return written
    if complete(outcome).retryable:
        return written
    lost = "that nothing was changed: EX_UNAVAILABLE says nothing of effects"
    return written.replace(number=69, lost=(lost, *written.lost))


DIALECT = Dialect(
    "sysexits",
    title="EX_USAGE to EX_CONFIG, 64 to 78",
    source=SOURCE,
    make_rows=lambda: ROWS,
    beyond=(
        Beyond(1, 63, anomaly="unknown_code"),
        Beyond(79, 125, anomaly="unknown_code"),
        Beyond(126, 255, table="shell"),
    ),
    own_numbers={
        ExitCode.SUCCESS: 0,
        ExitCode.GENERAL_ERROR: 70,
        ExitCode.PARTIAL_FAILURE: 70,
        ExitCode.ARG_ERROR: 64,
        ExitCode.PRECONDITION: 78,
        ExitCode.NOT_FOUND: 66,
        ExitCode.CONFLICT: 73,
        ExitCode.PERMISSION_DENIED: 77,
        ExitCode.AUTH_REQUIRED: 77,
        ExitCode.PAYMENT_REQUIRED: 77,
        ExitCode.TIMEOUT: 74,  # 75 would invite a retry of what may be half done
        ExitCode.RATE_LIMITED: 75,
        ExitCode.UNAVAILABLE: 75,
        ExitCode.REDIRECTED: 64,
    },
    own_codes=range(64, 79),
    lost={
        ExitCode.PARTIAL_FAILURE: "that some writes happened: EX_SOFTWARE says nothing "
        "of effects",
        ExitCode.CONFLICT: "the conflict: EX_CANTCREAT is any file that cannot be made",
        ExitCode.AUTH_REQUIRED: "that new credentials would help: EX_NOPERM is final",
        ExitCode.PAYMENT_REQUIRED: "the payment: EX_NOPERM is final",
        ExitCode.TIMEOUT: "the timeout: EX_IOERR is any failed reading or writing",
        ExitCode.RATE_LIMITED: "the wait: EX_TEMPFAIL only says later",
        ExitCode.REDIRECTED: "the replacement command: EX_USAGE only says wrong",
    },
    write=write,
)
