"""An outcome → what may be said of it to a program: in its own words, without secrets.

Loaded on the way to an error, and for a call that has secrets or warnings.
"""

from __future__ import annotations

from ..model.outcome import Failed
from ._confided import discreet
from .handler import instead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.outcome import Outcome
    from ._host import Adopted
    from ._printed import Printed
    from .run import Run


def sayable(
    app: Adopted, outcome: Outcome[Any] | None, printed: Printed | None, run: Run
) -> Outcome[Any] | None:
    """Return an outcome as it may be said, or the failure that this has met."""
    if isinstance(outcome, Failed) and run.undeclared is not None:
        from ._own_words import in_words  # of an exit that nobody declared

        outcome = in_words(outcome, run)
    try:
        return discreet(app, outcome, printed, run, instead(run))
    except Exception as error:  # noqa: BLE001 - an author's own: it is said, too
        from ._uncaught import caught

        if printed is not None:
            printed.drop()
        return caught(error, run)
