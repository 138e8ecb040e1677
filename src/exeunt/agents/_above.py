"""Who stands above a kept shell → the shell that waits, its agent, its run's name.

Two may write a line of one run into the journal: the light door, which knows what has
failed on the way, and the front, which has the logs. They give it one name.
"""

from __future__ import annotations

from ..tree import glance, namespace, parent_of

STARTED = 19  # its place in a process's status, behind the name


def agent_of(parent: str) -> str:
    """Name the process that runs a shell: behind the keeping door, not its keeper."""
    shell = kept_by(int(parent))
    above = parent_of(shell) if shell else -1
    return parent if above < 0 else str(above)


def kept_by(pid: int) -> int:
    """Return the shell for which a process keeps another one; 0 if it is no keeper."""
    from .doors.keeping import BOOT

    try:
        words = glance(f"/proc/{pid}/cmdline").split(b"\0")
        return int(words[words.index(BOOT.encode()) + 2])
    except (OSError, IndexError, ValueError):
        return 0


def run_of(parent: str) -> str | None:
    """Name the run of a kept shell, whose keeper is its parent; None of another."""
    shell = kept_by(int(parent))
    return uid_of(shell) if shell else None


def uid_of(pid: int) -> str:
    """Name the run of a shell that waits, as no other on any machine is named."""
    boot = glance("/proc/sys/kernel/random/boot_id").decode().strip()
    started = glance(f"/proc/{pid}/stat").rpartition(b")")[2].split()[STARTED]
    return f"{boot}-{namespace()}-{pid}-{started.decode()}"
