"""Ending and streams → Reading, through one dialect.

A number that stands in the table, with nothing else said, is a matter of looking it up.
Everything else goes to `settle`, which knows who wins when signals disagree.
"""

from __future__ import annotations

from ..model.ending import Ending, Exited
from ..model.row import Certainty
from .reading import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..model.anomaly import Anomaly
    from .declared import Declared
    from .dialect import Dialect, Document


def decode(  # noqa: PLR0913 - an ending, its two streams, and how we know the table
    dialect: Dialect,
    ending: Ending,
    stdout: bytes = b"",
    stderr: bytes = b"",
    *,
    declared: Mapping[int, Declared] | None = None,
    certainty: Certainty = Certainty.DECLARED,
    document: tuple[Document | None, list[Anomaly]] | None = None,
) -> Reading:
    """Read an ending, and what its streams say, through the table of a dialect.

    `document` is what was found in the streams, if they were searched already.
    """
    row = dialect.rows.get(ending.shell_code)
    silent = not (stdout or stderr or declared or document)
    if row is not None and silent and isinstance(ending, Exited):
        return Reading(
            ending=ending,
            code=row.code,
            number=row.number,
            meaning=row.meaning,
            retryable=row.retryable,
            effects=row.effects,
            answer=row.answer,
            action=row.action,
            certainty=Certainty.GUESS if dialect.keeps else certainty,
            dialect=dialect.name,
            source=row.source,
        )
    from .settle import settle  # a third of the time of `explain 11`

    return settle(
        dialect,
        ending,
        stdout,
        stderr,
        declared=declared,
        certainty=certainty,
        document=document,
    )
