"""What a command warned of → what its caller passes up.

No decision depends on these texts; people and orchestrators may.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..dialects.reading import Reading

OLD = ("deprecated", "will be removed")


def surfaced(reading: Reading) -> tuple[str, ...]:
    """Return a command's warnings, and what to plan if one speaks of deprecation."""
    said = reading.envelope.warnings if reading.envelope is not None else ()
    if not deprecations(said):
        return said
    return *said, "the call is deprecated: plan to change it"


def deprecations(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """Return the warnings that a call in this form will not work for ever (R41)."""
    return tuple(w for w in warnings if any(old in w.casefold() for old in OLD))
