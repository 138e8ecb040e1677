"""What a command has to say → Outcome: Done with data, or Failed with a reason."""

from __future__ import annotations

from ..record import Record, T_co, final
from .done import Done as Done  # noqa: PLC0414 - passed on
from .done import extras, refuse, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Literal

    from .detail import ErrorDetail
    from .entry import Code, ExitCodeEntry

    Origin = Literal["parser", "validator", "handler"]


# Who rejected the call; parser and validator both act before execution.
ORIGINS: tuple[Origin, ...] = ("parser", "validator", "handler")


@final
class Failed(Record):
    """The command did not do its job; `code` and `error` say why."""

    code: Code
    error: ErrorDetail
    entry: ExitCodeEntry | None
    origin: Origin
    warnings: tuple[str, ...]
    partial: object
    extra: Mapping[str, object]

    def __init__(  # noqa: PLR0913 - each is a field of the envelope
        self,
        code: Code,
        error: ErrorDetail,
        *,
        entry: ExitCodeEntry | None = None,
        origin: Origin = "handler",
        warnings: Iterable[str] = (),
        partial: object = None,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        # 1.5 ms that a success does not need
        from .codes import Effects, ExitCode
        from .detail import ErrorDetail, Phase
        from .entry import check_code, check_entry, default_entry

        if check_code(code) is ExitCode.SUCCESS:
            msg = "SUCCESS is not a failure"
            refuse(msg, "return Done(data)")
        if not isinstance(error, ErrorDetail):
            msg = f"{code.name} needs an ErrorDetail, not {error!r}"
            refuse(msg, 'use ErrorDetail("STABLE_NAME", "message")')
        if origin not in ORIGINS:
            msg = f"origin={origin!r} has no meaning"
            refuse(msg, f"use one of {', '.join(ORIGINS)}")
        said = extras(extra)
        if "partial" in said:
            msg = "meta.partial is what was done before the failure"
            refuse(msg, "pass partial=..., not as an extra")
        promised = default_entry(code) if entry is None else check_entry(code, entry)
        wrote = partial is not None or code is ExitCode.PARTIAL_FAILURE
        if wrote and error.phase is Phase.VALIDATION:
            msg = "phase validation promises that nothing was changed"
            refuse(msg, "use Phase.EXECUTION")
        if partial is not None and promised.effects is Effects.NONE:
            msg = f"{code.name} promises that nothing was changed"
            refuse(msg, "use PARTIAL_FAILURE after a write")
        self._fill(code, error, entry, origin, texts(warnings), partial, said)

    def meta(self) -> dict[str, Any]:
        """Return what belongs into the envelope's meta."""
        partial = {} if self.partial is None else {"partial": self.partial}
        return {"extra": {**self.extra, **partial}}


Outcome = Done[T_co] | Failed
