"""A finding that its author has accepted, for a reason and for a time → waived."""

from __future__ import annotations

from datetime import date, datetime

from ..record import Record, final
from ._toml import check_keys, refused
from .finding import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .finding import Finding

KEYS = ("rule", "reason", "until", "command")


@final
class Waiver(Record):
    """One rule that need not hold: why, until when, and for which command."""

    rule: str
    reason: str
    until: date
    path: str | None = None  # None: wherever the rule is broken

    def covers(self, finding: Finding) -> bool:
        """Tell whether a finding is meant."""
        return finding.rule == self.rule and self.path in {None, finding.path}


def waiver_of(path: str, found: dict[str, Any]) -> Waiver:
    """Read a waiver; one without a reason or an end is none."""
    check_keys(path, found, KEYS)
    rule, reason, until = (found.get(name) for name in ("rule", "reason", "until"))
    if not isinstance(rule, str):
        raise refused(path, f"a waiver names a rule, not {rule!r}")
    if not isinstance(reason, str) or not reason.strip():
        raise refused(path, f"the waiver of {rule} gives no reason")
    if isinstance(until, datetime) or not isinstance(until, date):
        raise refused(path, f"the waiver of {rule} has no end: until = 2030-01-31")
    command = found.get("command")
    return Waiver(
        rule, reason, until, None if command is None else command.replace(" ", ".")
    )


def waived(finding: Finding, waivers: Iterable[Waiver], today: date) -> Finding:
    """Return a finding as its waiver has it; an expired one only says that it was."""
    for waiver in waivers:
        if finding.verdict is not Verdict.VIOLATED or not waiver.covers(finding):
            continue
        if today <= waiver.until:
            return finding.replace(verdict=Verdict.WAIVED, reason=waiver.reason)
        ended = f"{finding.got} (its waiver ended on {waiver.until.isoformat()})"
        finding = finding.replace(got=ended)
    return finding
