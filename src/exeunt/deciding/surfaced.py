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
    # R41: a call in this form will not work for ever.
    if not any(old in warning.casefold() for warning in said for old in OLD):
        return said
    return *said, "the call is deprecated: plan to change it"
