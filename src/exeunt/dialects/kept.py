"""kept: a program's own numbers, as they were → and back, as a guess.

Of a program that was adopted with exits="keep". What nobody has declared leaves with
the number that it had, so no number promises anything; the envelope says what is known.
"""

from __future__ import annotations

from ..model.codes import ExitCode
from ..model.row import Row
from . import agent_spec
from .dialect import Beyond, Context, Dialect, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.outcome import Outcome

NAME = "kept"
SOURCE = "exeunt.adopt()"

ROWS = (
    Row(0, ExitCode.SUCCESS, source=SOURCE),
    Row(1, ExitCode.GENERAL_ERROR, source=SOURCE),
)


def write(outcome: Outcome[object], context: Context) -> Written:
    """Put the envelope of agent-spec on stdout, under this name."""
    return agent_spec.written(outcome, NAME, context)


DIALECT = Dialect(
    NAME,
    title="a program's own numbers, as they were before it was adopted",
    source=SOURCE,
    make_rows=lambda: ROWS,
    beyond=(
        Beyond(2, 125, anomaly="undeclared_code"),
        Beyond(126, 255, table="shell"),
    ),
    own_codes=range(79, 126),
    lost={
        code: "everything but that it failed: the number may be any other failure's"
        for code in ExitCode
        if code not in {ExitCode.SUCCESS, ExitCode.GENERAL_ERROR}
    },
    envelope=True,
    five_keys=True,
    keeps=True,
    checked=True,
    write=write,
    find=agent_spec.find,
    receive=agent_spec.receive,
)
