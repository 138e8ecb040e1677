"""A point in the life of a job → a puller that is killed there, by itself.

Run as a program: NAME POINT NUMBER. It goes on with a batch, two jobs at a time, and at
the point of that number it sends itself a SIGKILL, which nothing can catch. It prints
what becomes of each job.
"""

import os
import signal
import sys

from exeunt.batches.limits import Limits
from exeunt.batches.pull import Puller
from exeunt.batches.queue import Queue

POINTS = ("claimed", "started", "ended", "written")


class Killed(Puller):
    """A puller that is killed once it has passed a point so often."""

    point, left = "", 0

    def passes(self, point):
        """Pass a point; it is the last one if it is the chosen one."""
        if point == self.point:
            self.left -= 1
            if not self.left:
                os.kill(os.getpid(), signal.SIGKILL)

    def begin(self, claim):
        """Start a job that is claimed on the disk."""
        self.passes("claimed")
        super().begin(claim)

    def start(self, slot, request):
        """Start its run."""
        super().start(slot, request)
        self.passes("started")

    def judge(self, slot, done):
        """See that it has ended; nothing of that is written yet."""
        self.passes("ended")
        super().judge(slot, done)

    def finished(self, slot, end):
        """Tell how it ended, which is on the disk."""
        self.passes("written")
        return super().finished(slot, end)


if __name__ == "__main__":
    name, point, number = sys.argv[1:]
    puller = Killed(Queue.open(name), Limits(jobs=2))
    puller.point, puller.left = point, int(number)
    for one in puller.run():
        print(one.number, one.state, flush=True)
