"""A lease → renewed by a thread of its own, and a descriptor that wakes its puller.

Whoever takes the results may take his time with one: the lease goes on meanwhile.
"""

from __future__ import annotations

import os
from _thread import allocate_lock, start_new_thread
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType

    from ..lease import Lease


class Beat:
    """The thread that renews a lease until it is stopped, or the lease is lost."""

    def __init__(self, lease: Lease) -> None:
        self.lease = lease
        self.lost: bool = False  # others take its holder for gone
        self.descriptor: int = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self.stopped: LockType = allocate_lock()
        self.stopped.acquire()
        self.gone: LockType = allocate_lock()
        self.gone.acquire()
        start_new_thread(self.renew, ())

    def renew(self) -> None:
        """Renew the lease whenever that is due."""
        try:
            while not self.stopped.acquire(
                timeout=max(0.0, self.lease.due_at - monotonic())
            ):
                if not self.lease.renew(monotonic()):
                    self.lost = True
                    self.wake()
                    break
        finally:
            self.gone.release()

    def stop(self) -> None:
        """Renew it no more."""
        self.stopped.release()
        self.gone.acquire()
        descriptor, self.descriptor = self.descriptor, -1
        os.close(descriptor)

    def fileno(self) -> int:
        """Return the descriptor that is readable when the puller is to look around."""
        return self.descriptor

    def wake(self) -> None:
        """Have the puller look around."""
        try:
            os.eventfd_write(self.descriptor, 1)
        except OSError:
            pass  # it has looked around for the last time

    def heard(self) -> None:
        """Have it be readable no more until it is woken again."""
        try:
            os.eventfd_read(self.descriptor)
        except BlockingIOError:
            pass
