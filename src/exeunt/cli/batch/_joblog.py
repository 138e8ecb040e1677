"""A job that ended → its line in a log, in the columns of GNU parallel."""

from __future__ import annotations

from shlex import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n"
HERE = ":"  # parallel's word for this machine
KILLED = -1, 15  # how parallel says that a job took too long, or was ended


def line(  # noqa: PLR0913 - as many as a line has columns
    number: int,
    started: float,
    seconds: float,
    received: int,
    ended: tuple[int, int],
    command: str,
) -> str:
    """Return the line; parallel writes the end of a line in a command as NUL."""
    code, signal = ended
    shown = command.replace("\n", "\0")
    return (
        f"{number}\t{HERE}\t{started:.3f}\t{seconds:10.3f}\t0\t{received}"
        f"\t{code}\t{signal}\t{shown}\n"
    )


def ending(wait_status: int, exit_code: int, *, ours: bool) -> tuple[int, int]:
    """Return a number and a signal: one of the two is 0, as the kernel says it."""
    if ours:
        return KILLED
    if wait_status < 0:
        return exit_code, 0
    signal = wait_status & 0x7F
    return (0, signal) if signal else (wait_status >> 8, 0)


def command(words: Sequence[str], shell: str | None) -> str:
    """Write a job as a line that a shell would read as the same."""
    return join(words) if shell is None else shell
