"""The jobs of a batch → one page: what failed, what is in doubt, what it waits for."""

from __future__ import annotations

from time import time

from ...model.json import loads
from ...secrets.mask import masked, masked_words
from .._files import write as put
from .._reports import report_of
from ._rows import as_dict, with_output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ...batches.queue import Queue, Row

ENDED = ("done", "failed", "doubt")  # states in which a job has come to something
LINES = 20
LONGEST = 300  # characters of a line


def reported(queue: Queue, texts: Sequence[str]) -> dict[str, Any]:
    """Write the page of all jobs; say where it is."""
    from ...reports.page import write  # what a page is made of

    path = report_of(texts)
    page = write(
        rows_of(queue),
        kind="exeunt batch",
        name=f"The batch {queue.name}",
        said=lambda row: said(queue, row),
        now=time(),
    )
    put(path, page)
    return {"name": queue.name, "said": f"the page is in {path}"}


def rows_of(queue: Queue) -> Iterator[dict[str, Any]]:
    """Yield what a page needs to know of each job."""
    for row in queue.rows():
        yield row_of(row, queue.name)


def row_of(row: Row, batch: str) -> dict[str, Any]:
    """Tell of a job as reports read it; keys in its words are told in words."""
    told = as_dict(row, batch)
    words, hidden = masked_words(told["argv"])
    if row.job.shell is not None:
        words = ("sh", "-c", *words)
    told |= {"argv": words, "cut": hidden, "name": None}
    if row.state not in ENDED:
        return {**told, "verdict": None}
    if row.state != "done":
        record: dict[str, Any] = loads(row.record.decode()) if row.record else {}
        reading: dict[str, Any] = record.get("reading") or {}
        told["why"] = reading.get("name") or told["why"]
        told["verdict"] = "unknown" if row.state == "doubt" else "failed"
        job = f"{batch} {told['id']}"
        told["again"] = (
            f"exeunt batch resolve {job} again && exeunt batch --resume {batch}"
        )
    return told


def said(queue: Queue, row: Mapping[str, Any]) -> list[str]:
    """Return the last lines that a job wrote: of stderr, if there are any."""
    output = with_output(queue.find(str(row["number"])), queue.name)["output"]
    text, _ = masked("\n".join(output["stderr"] or output["stdout"]))
    return [line[:LONGEST] for line in text.split("\n")[-LINES:] if line.strip()]
