"""A flow that is over → how it ended, in a word and in a number."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from .flow import Flow

    Status = Literal[
        "exited",
        "signaled",
        "timed_out",
        "idle",
        "cancelled",
        "waiting_for_input",
        "detached",
        "not_found",
        "not_executable",
        "unkillable",
        "internal_error",
    ]

STILL_RAN = 124  # we returned while the command still ran: GNU timeout's number
OURS = 125  # our own failure, a wrong call too
START = {"not_found": 127, "not_executable": 126, "failed": OURS}
SIGNAL_BASE = 128
SIGTERM = 15


def verdict(flow: Flow) -> tuple[Status, int, str | None]:
    """Say in a word how it ended, which number that is, and why if it is our doing."""
    if flow.kept:
        return kept(flow)
    if flow.failure is not None:
        why, detail = flow.failure
        word: Status = "internal_error"
        if why != "failed":
            word = "not_found" if why == "not_found" else "not_executable"
        return word, START[why], detail
    if flow.lost or (not flow.reason and (flow.status or 0) < 0):
        return "internal_error", OURS, "the process that kept the command was killed"
    return stopped(flow) if flow.reason else ended(flow.status or 0)


def kept(flow: Flow) -> tuple[Status, int, str | None]:
    """Say why we return while it runs: it has a question, or was to be left alone."""
    if flow.kept == "waiting":
        return "waiting_for_input", STILL_RAN, None
    return "detached", 0, None


def stopped(flow: Flow) -> tuple[Status, int, str | None]:
    """Say how a run ended that we have ended."""
    if flow.stopping == "waiting":
        return "waiting_for_input", STILL_RAN, None
    if flow.left:
        text = f"{flow.left} of its processes could not be killed"
        return "unkillable", STILL_RAN, text
    if flow.reason == "cancelled":
        return "cancelled", SIGNAL_BASE + (flow.signal or SIGTERM), None
    return ("idle" if flow.reason == "idle" else "timed_out"), STILL_RAN, None


def ended(status: int) -> tuple[Status, int, str | None]:
    """Say how a command ended by itself."""
    signal = status & 0x7F
    if signal:
        return "signaled", SIGNAL_BASE + signal, None
    return "exited", status >> 8 & 0xFF, None
