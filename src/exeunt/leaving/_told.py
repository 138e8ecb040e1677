"""A failure → what a person is told of it, and the number that the process ends with.

What the framework would have shown, and nothing beside it but one line: that the number
which the program chose is not the one that it ends with.
"""

from __future__ import annotations

import sys

from ..dialects.dialect import dialect, encode
from ..model.outcome import Failed
from ._confided import discreet
from .boundary import EXIT_MESSAGE
from .classify import UNDECLARED
from .handler import instead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.outcome import Outcome
    from ._host import Adopted
    from .run import Run

# Failures that are not shown to a person: the program said nothing of them before.
SILENT = ("CANCELLED", "OUTPUT_CLOSED")


def tell(app: Adopted, outcome: Outcome[Any], run: Run) -> int:
    """Tell a person how it ended, once; return the number."""
    found = discreet(app, outcome, None, run, instead(run))
    code = number(app.speak, found, run) if isinstance(found, Failed) else 0
    try:
        if isinstance(found, Failed) and not run.told:
            run.told = True
            complain(app, found, run)
            admit(code, run)
        for warning in run.warnings:
            print(f"warning: {warning}", file=sys.stderr)  # noqa: T201 - to a person
    except (BrokenPipeError, SystemExit):
        pass  # nobody is left to be told, which rich would exit for
    run.warnings.clear()
    return code


def complain(app: Adopted, failed: Failed, run: Run) -> None:
    """Show a person what is still to be told of a failure."""
    name = failed.error.code
    if name == EXIT_MESSAGE:
        print(failed.error.message, file=sys.stderr)  # noqa: T201 - as Python does
    elif not (run.seen or name in SILENT or is_bare(name, run)):
        app.host.complain(failed, run)


def is_bare(name: str, run: Run) -> bool:
    """Tell whether the program has exited with a number, and left it at that."""
    return name == UNDECLARED and run.undeclared is not None


def admit(code: int, run: Run) -> None:
    """Say that the program's own number is another now; in dev mode that is said."""
    own = None if run.undeclared is None else run.former
    if own is not None and own != code and run.watch is None:
        said = f"{run.program} ends with {code}, not {own}, which it does not declare"
        print(f"exeunt: {said}", file=sys.stderr)  # noqa: T201 - to a person


def number(speak: str, failed: Failed, run: Run) -> int:
    """Return the number of a failure."""
    said = failed.replace(extra={}, partial=None)  # nobody asked for its data
    return encode(dialect(speak), said, former=run.kept).code
