"""Task → Keeper: a process that owns a command's whole tree, and outlives its caller.

The keeper is a child subreaper with a session of its own: whatever the command starts
ends up below it, even a daemon that forked twice. Two sockets tie it to its caller.
What the caller writes are orders of one letter; when they end, the caller is dead, and
the tree goes with it. A host that forks has copies of them, so its keepers hold its
pidfd as well. What the keeper writes are lines:

    K pid namespace group     the keeper is there: the command may stop it at once
    S pid proof               the command runs
    Z signal                  it was stopped, where a terminal was handed over to it
    F why detail              it does not
    T                         all that runs of it is being ended
    E status others           it ended, and whether it left something running
    L heard                   how the commands of a shell's line ended
    D killed left reason pids all is done; nothing of it runs on but `left`

Then it may be handed the streams that those still write to, and leaves a logger there.

Who holds a lease for its caller renews it, leaves the same lines there before they are
said, and ends the tree if that was not possible for too long: by then the others take
the command for one that nobody keeps.

A keeper of a program that runs many may get another task, with ties of its own.

Every wait has a bound: a process that no signal ends is named, not waited for.
"""

from __future__ import annotations

import errno
import os
import select
from time import monotonic, sleep

from ..tree import (
    CONT,
    HUP,
    KILL,
    STOP,
    TERM,
    TSTP,
    be_keeper_of,
    become_opaque,
    become_subreaper,
    descendants,
    heeds,
    ignores,
    is_in_group,
    is_zombie,
    namespace,
    sees_processes,
    signal_one,
)
from ._holding import arrange, drain, let_go, wakened
from .task import StartError, begin, caller_variable, held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from ..lease import Lease
    from ._again import Post
    from ._hearing import Hearing
    from .foreground import Foreground
    from .task import Task

ORDERS, WORDS, HOST = 3, 4, 5  # where the two pipes and the pidfd are in the keeper
IDLE, CANCEL, NOW, REAP, LEAVE, GONE = b"i", b"c", b"k", b"r", b"l", b"g"  # the orders
LIFT = b"u"  # one more: the time limit does not count any longer
AWAKE = b"a"  # and the caller goes on, who has stopped as the command did
SIGNAL = 0x80  # and this with a number: a signal, as it is
ENDING = {1, 2, 3, 15}  # HUP INT QUIT TERM: by which the command is then cancelled
OF_A_GROUP = {18, 20, 28}  # CONT TSTP WINCH: as a terminal sends them
LEASE = "lease"  # why a command is ended of which others believe that it is gone
REASONS = {IDLE: "idle", CANCEL: "cancelled", NOW: "cancelled"}
ORPHANED = 0.5  # seconds of grace when the caller is dead
ORPHANS_END = 3.0  # seconds that the orphans of a killed keeper may take to end
PACE = 0.004  # seconds between two rounds of killing
REAPS = 0.1  # seconds of reaping before the clock is looked at again
FOREVER = float("inf")
LONG = 86_400.0  # poll() takes no more than 24 days; a day is a fine bound
NAMED = 400  # pids in a line that a pipe takes whole


def keep(  # noqa: PLR0913 - what a fork inherits, and what it is given
    task: Task,
    stdio: Sequence[int],
    orders: int,
    words: int,
    *host: int,
    group: str = "",
    ignored: set[int] | None = None,
    front: Foreground | None = None,
    post: Post | None = None,
) -> NoReturn:
    """Be the keeper of a task in a forked process, and end with it.

    The command ignores what this process does, unless it is said what else. A keeper
    with a post may get another task there.
    """
    gate, where = task.gate, words
    last = [post.descriptor] if post is not None else []
    try:
        ours = [*stdio, orders, words, *host, *last]
        held = gate.held if gate is not None else ()
        found = arrange([*ours, *held], apart=front is None and gate is None)
        where = WORDS
        if gate is not None:
            gate.moved(len(ours))
        become_opaque()
        wake, nowhere = wakened(), os.open(os.devnull, os.O_RDWR)
        if post is not None:
            post.settle(len(ours) - 1)
    except OSError as error:
        why = os.strerror(error.errno or errno.EIO)
        say(f"F failed the run could not be prepared: {why}", where=where)
        os._exit(1)  # noqa: TID251 - a process of its own
    lifelines = [HOST for _ in host]
    ignored = found if ignored is None else ignored
    given: list[Task] = [task]
    del task
    left = again = False
    try:
        while given:  # and nothing is kept of one that is over
            keeper = Keeper(given.pop(), group, ignored, front)
            keeper.run(wake, nowhere, ORDERS, *lifelines)
            left, again = keeper.left, keeper.is_spotless
            del keeper
            if post is not None and again:
                given += another(post, nowhere, lifelines)
    except BaseException as error:  # noqa: BLE001 - no caller above could tell it
        say(f"F failed exeunt has a bug: {type(error).__name__}: {error}")
        os._exit(1)  # noqa: TID251 - the next subreaper is to end the orphans
    try:
        if left:
            from ._logger import stay  # for what is left running alone

            stay(ORDERS, GONE, lifelines)
    finally:
        os._exit(0)  # noqa: TID251 - a process of its own


def another(post: Post, nowhere: int, lifelines: Sequence[int]) -> list[Task]:
    """Wait for another task; nothing, if none comes, or if it cannot be prepared."""
    try:
        return post.next((ORDERS, WORDS), nowhere, lifelines)
    except OSError as error:
        why = os.strerror(error.errno or errno.EIO)
        say(f"F failed the run could not be prepared: {why}")
        return []


def fork_keeper(
    task: Task,
    stdio: Sequence[int],
    orders: int,
    words: int,
    *host: int,
    front: Foreground | None = None,
) -> None:
    """Fork the keeper; if it is killed, its processes become children of this one."""
    become_subreaper()
    asked_by = os.getpid()
    group = ""
    if task.limited:
        from ..cgroups import fork_into, home  # for who may have to be ended

        pid, group = fork_into(home())
    else:
        pid = os.fork()
    if not pid:
        be_keeper_of(asked_by)
        keep(task, stdio, orders, words, *host, group=group, front=front)


def rescue() -> list[int]:
    """End the processes that a killed keeper has left to this one; return who runs."""
    until = monotonic() + ORPHANS_END
    while True:
        below = descendants(os.getpid())
        alive = [pid for pid in below if not is_zombie(pid)]
        if not alive or monotonic() >= until:
            return alive
        for pid in alive:
            signal_one(pid, below[pid], KILL)
        sleep(PACE)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return []


def say(*lines: str, where: int = WORDS) -> None:
    """Write lines to the caller; if it is gone, the other pipe says so."""
    said = [line.replace("\n", " ")[:4000] + "\n" for line in lines]
    try:
        os.write(where, "".join(said).encode("utf-8", "surrogateescape"))
    except OSError:
        pass


class Keeper:
    """A task's life: started, told to stop, killed, proven gone."""

    def __init__(
        self,
        task: Task,
        group: str,
        ignored: set[int],
        front: Foreground | None = None,
    ) -> None:
        self.task = task
        self.front = front  # the terminal that the command gets, if it gets ours
        self.looks: int = os.WNOHANG if front is None else front.looks
        self.ignored = ignored  # signals that the command ignores from the start
        self.first: int = 0  # the signal that it is cancelled by, if not by TERM
        self.asks: bool = False  # by another signal than TERM, which the rest gets
        self.group = group  # the folder of the one that it shares with the command
        self.outside: bool = False  # it has left that
        self.alone: bool = False  # its caller has gone
        self.leader: int = 0
        self.init: int = 0  # of the cell that the command is in: none of its own
        self.command: int = 0  # the leader, but in a cell, where that is ours
        self.status: int | None = None  # the leader's wait status
        self.reason: str = ""  # why the keeper ended it, if it did
        self.signalled: set[int] = set()
        self.deadline: float | None = None
        self.kill_at: float | None = None  # when patience with TERM ends
        self.give_up_at: float | None = None  # when patience with KILL ends
        self.more: bool = False  # of those that have ended, some may not be reaped yet
        self.left: bool = False  # processes that still run are to run on
        self.gone: bool = False  # none is left of them, as far as the kernel knows
        # The caller knows of the leader's end, and decides what is next.
        self.asked: bool = False
        self.ending: str = ""  # that is said with the last word, which follows at once
        self.lease: Lease | None = None
        self.hearing: Hearing | None = None  # of the commands of a line

    def run(self, wake: int, nowhere: int, *lifelines: int) -> None:
        """Start the command and stay with it to the end."""
        sure = become_subreaper() and sees_processes()
        poll = select.poll()
        for lifeline in (*lifelines, wake):
            poll.register(lifeline, select.POLLIN)
        say(f"K {os.getpid()} {namespace()} {self.group}")
        try:
            self.start(poll)
        except StartError as error:
            self.tell(f"F {error.why} {error.detail}")
            return
        proof = "cgroup" if self.group else "subreaper"
        self.tell(f"S {self.command} {proof if sure else 'best_effort'}")
        let_go(nowhere)
        if self.group:
            from ..cgroups import sweep  # as all of it, loaded before the fork

            sweep(os.path.dirname(self.group))  # noqa: PTH120 - pathlib is dear
        listener = -1 if self.hearing is None else self.hearing.follow(self.leader)
        if listener >= 0:
            poll.register(listener, select.POLLIN)
        while not self.is_over():
            for descriptor, _ in poll.poll(self.patience() * 1000):
                if descriptor == wake:
                    drain(wake)
                elif self.hearing is not None and descriptor == listener:
                    self.hearing.take()
                elif not self.hear(descriptor):
                    poll.unregister(descriptor)
            self.reap()
            self.watch_clock(monotonic())
        self.report()

    def tell(self, *lines: str) -> None:
        """Say something to the caller, and to who asks for it when that is dead."""
        if self.lease is not None:
            for line in lines:
                self.lease.write(line, durable=line[0] != "S")  # an ending is for ever
        say(*lines)

    def start(self, lifelines: select.poll) -> None:
        """Start the command; whoever listens to a line does so before it begins."""
        task = self.task
        if task.lease is not None:
            self.lease = held(task.lease)
            if any(n == HOST or e & select.POLLHUP for n, e in lifelines.poll(0)):
                msg = "whoever wanted it is dead"  # others may have looked by now
                raise StartError(msg, "failed")
        env = {**task.env, **caller_variable(task)}
        if task.listens:
            from ._hearing import Hearing  # for a line alone

            self.hearing = Hearing(task)
            env |= self.hearing.env
        if self.front is not None:
            self.leader = self.command = self.front.start(task, env, self.ignored)
        elif task.gate is not None:
            self.leader = self.command = task.gate.start(task.words, env)
        else:
            self.leader, self.init, self.command = begin(task, env, self.ignored)
        if task.timeout is not None:
            self.deadline = monotonic() + task.timeout

    def hear(self, lifeline: int) -> bool:
        """Obey the caller; end everything where it is gone, and return False."""
        self.reap()  # a command that has ended by now has ended by itself
        if lifeline != HOST and self.obey():
            return True
        self.end_alone()
        return False

    def patience(self) -> float:
        """Return for how many seconds nothing has to be done."""
        if self.more:
            return 0.0
        if self.give_up_at is not None:
            return PACE
        if self.front is not None and self.front.wake(ended=self.status is not None):
            return self.front.pace
        due = None if self.lease is None else self.lease.due_at
        times = [t for t in (self.deadline, self.kill_at, due) if t is not None]
        wait = min(times, default=monotonic() + LONG) - monotonic()
        return max(0.0, min(wait, LONG))

    def watch_clock(self, now: float) -> None:
        """End the command at its deadline; kill when the grace has passed."""
        if self.lease is not None and not self.lease.renew(now):
            self.end_alone(LEASE)
        if self.deadline is not None and now >= self.deadline:
            self.deadline = None
            if self.status is None and not self.reason:
                self.stop("timed_out")
        if self.asks and self.status is not None and self.kill_at is not None:
            self.asks = False
            self.signal_all(TERM, CONT)  # what the command has started may ignore INT
        if self.kill_at is not None and now >= self.kill_at:
            self.kill()
        elif self.give_up_at is not None:
            self.end_group()
            self.signal_all(KILL)
            # From here on all of them end, if they can: now it is their time that runs.
            now = monotonic()
            self.give_up_at = min(self.give_up_at, now + self.task.kill_wait)

    def is_over(self) -> bool:
        """Tell whether there is nothing left to do."""
        empty = self.reap()
        if self.status is not None and not (self.asked or self.reason or self.more):
            self.asked = True
            self.ending = f"E {self.status} {int(not empty)}"
            if not empty or self.front is not None or self.hearing is not None:
                self.tell(self.ending)
                self.ending = ""
        if empty or self.left:
            return self.front is None or self.alone or not self.front.wake(ended=True)
        return self.give_up_at is not None and monotonic() >= self.give_up_at

    def reap(self) -> bool:
        """Reap children that have ended; return whether no process is left.

        Who forks and ends, again and again, does not keep us from the clock.
        """
        until = monotonic() + REAPS
        self.more = False
        while monotonic() < until:
            try:
                pid, status = os.waitpid(-1, self.looks)
            except ChildProcessError:
                if self.status is None:
                    self.status = -1  # another has reaped it, so its status is lost
                return True
            if pid == 0:
                return False
            if self.front is not None and self.front.is_news(status):
                if pid == self.leader and (word := self.front.news(status)):
                    say(word)
            elif pid == self.leader:
                self.status = status
        self.more = True
        return False

    def obey(self) -> bool:
        """Carry out the caller's orders; return False if no more can come."""
        try:
            orders = os.read(ORDERS, 16)
        except OSError:
            orders = b""
        for order in (orders[i : i + 1] for i in range(len(orders))):
            if order[0] & SIGNAL:
                self.pass_on(order[0] ^ SIGNAL)
            elif order == LEAVE:
                self.left = True
            elif order == LIFT:
                self.deadline = None
            elif order == AWAKE and self.front is not None:
                self.front.awake()
            elif order == REAP:
                self.stop("")
            elif order in REASONS:
                self.stop(REASONS[order])
                if order == NOW and self.give_up_at is None:
                    self.kill()
        return bool(orders) and GONE not in orders

    def end_alone(self, reason: str = REASONS[CANCEL]) -> None:
        """End everything, with little patience: no caller waits for the result."""
        self.alone = True
        if self.front is not None:
            self.front.give_back(self.leader)
        self.task.kill_after = min(self.task.kill_after, ORPHANED)
        self.stop(reason)
        if self.kill_at is not None:
            self.kill_at = min(self.kill_at, monotonic() + ORPHANED)

    def stop(self, reason: str) -> None:
        """Ask every process to end: TERM, and CONT for those that are stopped.

        A command that has ended by itself keeps its own ending.
        """
        if self.status is None:
            self.reason = self.reason or reason
        if self.kill_at is not None or self.give_up_at is not None:
            return
        say("T")
        cancelled = reason in {REASONS[CANCEL], ""}
        first = self.first or TERM if cancelled else self.task.signal
        self.asks = first != TERM
        self.signal_all(first, CONT)
        runs = (self.task.terminal or self.front) and self.status is None
        if runs and ignores(self.leader, TERM):
            self.signal_all(HUP)  # interactive shells do, and obey this
        self.kill_at = monotonic() + self.task.kill_after

    def pass_on(self, number: int) -> None:
        """Let the command have a signal as it is; what ends it comes as an order, too.

        A shell's own processes are not in an orphaned group, so TSTP stops them; ours
        are, and it stops none: who has no answer of its own to it is stopped by STOP.
        """
        if number in ENDING:
            self.first = number
        elif self.status is None and self.leader:
            group = number in OF_A_GROUP
            if self.front is not None and number == CONT:
                self.front.give(self.leader)
            (os.killpg if group else os.kill)(self.leader, number)
            if number == TSTP and not (self.front or heeds(self.leader, TSTP)):
                os.killpg(self.leader, STOP)

    def kill(self) -> None:
        """End everything; who is not in our group gets a signal, by a walk or more."""
        self.kill_at = None
        self.give_up_at = FOREVER
        if not self.end_group():
            self.signal_all(KILL)

    def end_group(self) -> bool:
        """End who is quicker than signals; the keeper leaves first, in its time."""
        if not self.group:
            return False
        from ..cgroups import kill, leave, members

        if not self.outside:
            found = members(self.group)
            self.outside = leave(self.group, os.getpid())
            self.signalled.update({*found} - {0, self.init, os.getpid()})
        return self.outside and kill(self.group)

    def signal_all(self, *numbers: int) -> None:
        """Signal the leader's group at once, then each other process of the tree."""
        self.reap()  # thousands may wait for that, and each would be looked at
        found = descendants(os.getpid())
        theirs = found.keys() - {self.init, self.leader}
        self.signalled.update(pid for pid in theirs if not is_zombie(pid))
        # Unreaped, so the group is still its own, unless it never was.
        grouped = self.status is None and self.task.gate is None
        # No process gets it twice: to many programs, a second TERM means "at once".
        others = {
            pid: parent
            for pid, parent in found.items()
            if not (grouped and is_in_group(pid, self.leader))
        }
        if self.status is None:
            self.signalled.add(self.command)
        for number in numbers:
            if grouped:
                try:
                    os.killpg(self.leader, number)
                except OSError:
                    pass  # it is just ending
            for pid, parent in others.items():
                signal_one(pid, parent, number)

    @property
    def is_spotless(self) -> bool:
        """Whether the command ended by itself and left nothing, here or elsewhere.

        What only few runs have may leave something of itself in their keeper.
        """
        task = self.task
        rare = task.terminal or task.cell or self.front or self.group
        ended = self.status is not None and self.status >= 0 and self.gone
        if rare or not ended or self.lease is not None or self.hearing is not None:
            return False
        done = self.reason or self.signalled or self.alone or self.left
        return not done and self.kill_at is None and self.give_up_at is None

    def report(self) -> None:
        """Write the last word: what became of the tree."""
        until = monotonic() + self.task.kill_wait
        empty = self.reap()
        while self.more and monotonic() < until:
            empty = self.reap()
        below = () if empty else descendants(os.getpid())
        left = [pid for pid in below if not is_zombie(pid)]
        killed = len(self.signalled.difference(left))
        count = max(len(left), int(not empty))  # /proc may not list the processes
        self.gone = empty and count == 0
        pids = ",".join(map(str, left[:NAMED]))
        status = -1 if self.status is None else self.status
        if self.reason:
            self.tell(f"E {status} {int(count > 0)}")
        if self.hearing is not None:
            self.hearing.tell(WORDS)
        if self.front is not None and self.alone:
            self.front.give_back(self.leader)
        if self.group and (self.outside or self.alone or count):
            from ..cgroups import release

            release(self.group)  # else who hears the last word removes it
        last = f"D {killed} {count} {self.reason or '-'} {pids or '-'}"
        self.tell(*([self.ending] if self.ending else []), last)
        self.left = self.left and count > 0
