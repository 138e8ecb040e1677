"""What happens in a stage of a run → the stage that the table names, for each cell."""

import contextlib
import os
import re
import signal

import pytest

import exeunt
from exeunt.process import flow
from exeunt.process.flow import MOVES, Running
from exeunt.process.run import ZYGOTE
from exeunt.tree import is_zombie, parent_of
from running import Mark, sh, until

LEAVES = "sleep 60 & until [ -e {gate} ]; do :; done"
IGNORES = "trap '' TERM; : > {ready}; sleep 60"
LEAVES_WHAT_IGNORES = (
    "(trap '' TERM; : > {ready}; exec sleep 60) & "
    "until [ -e {ready} ] && [ -e {gate} ]; do :; done"
)
FLOODS = "head -c 300000 /dev/zero"


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


class Watched(Running):
    """A run that remembers its moves."""

    def __init__(self, *args, **options):
        self.moves = []
        self.keeper = None  # a process that can be signalled, once there is one
        super().__init__(*args, **options)

    def move(self, event):
        """Move, and remember from where, by what and where to."""
        before = self.stage
        if event == "started":
            keeper = parent_of(self.report.pid)
            if keeper > 1:  # -1 where it has ended, and that is all processes to kill()
                with contextlib.suppress(ProcessLookupError):  # as just now
                    self.keeper = os.pidfd_open(keeper)
        super().move(event)
        self.moves.append((before, event, self.stage))


def kill_keeper(run):
    """End the keeper, which says no last word."""
    signal.pidfd_send_signal(run.keeper, signal.SIGKILL)


def cancel_twice(run):
    """End the tree at once."""
    run.cancel()
    run.cancel()


def cancel_when_ready(run):
    """Cancel a command once it ignores that."""
    assert until(run.ready.exists)
    run.cancel()


def cancel_too_late(run):
    """Cancel a command that has ended, before its keeper has noticed that."""
    assert until(run.ready.exists)
    command = os.pidfd_open(run.report.pid)
    signal.pidfd_send_signal(run.keeper, signal.SIGSTOP)
    signal.pidfd_send_signal(command, signal.SIGKILL)
    assert until(lambda: is_zombie(run.report.pid))
    run.cancel()
    signal.pidfd_send_signal(run.keeper, signal.SIGCONT)
    os.close(command)


# Stage, event → the command, what is done to the run in which stage, and options.
CELLS = {
    ("starting", "started"): ("exit 0", {}, {}),
    ("starting", "stop"): ("sleep 60", {"starting": Running.cancel}, {}),
    ("starting", "last word"): (None, {}, {}),
    ("starting", "let go"): ("exit 0", {"starting": Running.abandon}, {}),
    ("running", "stop"): ("sleep 60", {"running": Running.cancel}, {}),
    ("running", "ended"): (LEAVES, {}, {}),
    ("running", "ended alone"): ("exit 0", {}, {}),
    ("running", "last word"): ("sleep 60", {"running": kill_keeper}, {}),
    ("running", "let go"): ("sleep 60", {"running": Running.abandon}, {}),
    ("ending", "started"): ("sleep 60", {"starting": Running.cancel}, {}),
    ("ending", "stop"): (
        IGNORES,
        {"running": cancel_when_ready, "ending": Running.cancel},
        {"kill_after": 60},
    ),
    ("ending", "ended"): (
        LEAVES_WHAT_IGNORES,
        {"running": cancel_too_late, "draining": Running.cancel},
        {"kill_after": 60, "spare": 60},
    ),
    ("ending", "ended alone"): ("exec sleep 60", {"running": Running.cancel}, {}),
    ("ending", "last word"): (
        IGNORES,
        {"running": cancel_when_ready, "ending": kill_keeper},
        {"kill_after": 60},
    ),
    ("ending", "let go"): (
        IGNORES,
        {"running": cancel_when_ready, "ending": Running.abandon},
        {"kill_after": 60},
    ),
    ("draining", "stop"): (LEAVES, {"draining": Running.cancel}, {"spare": 60}),
    ("draining", "drained"): (LEAVES, {}, {}),
    ("draining", "last word"): (LEAVES, {"draining": kill_keeper}, {"spare": 60}),
    ("draining", "let go"): (LEAVES, {"draining": Running.abandon}, {"spare": 60}),
    ("settling", "stop"): (
        LEAVES_WHAT_IGNORES,
        {"settling": cancel_twice},
        {"reap": True, "kill_after": 60},
    ),
    ("settling", "last word"): (
        LEAVES_WHAT_IGNORES,
        {"settling": kill_keeper},
        {"reap": True, "kill_after": 60},
    ),
    ("settling", "let go"): (
        LEAVES_WHAT_IGNORES,
        {"settling": Running.abandon},
        {"reap": True, "kill_after": 60},
    ),
    ("delivering", "stop"): (FLOODS, {"delivering": Running.cancel}, {"slow": True}),
    ("delivering", "delivered"): (FLOODS, {}, {"slow": True}),
    ("delivering", "let go"): (FLOODS, {"delivering": Running.abandon}, {"slow": True}),
    ("over", "stop"): ("exit 0", {"over": Running.cancel}, {}),
}


def drive(run, acts):
    """Go on to the end, and do in each stage what is to be done there."""
    started = False
    while True:
        act = acts.pop(run.stage, None)
        if act is not None:
            act(run)
        if run.finished:
            return
        if started:
            run.step(0.1)
        else:
            run.start(ZYGOTE.launch)
            started = True


@pytest.mark.parametrize(("stage", "event"), CELLS)
def test_a_run_goes_where_the_table_says(stage, event, tmp_path, mark):
    """Each cell happens to a real run, which ends, and makes no other move."""
    line, acts, options = CELLS[stage, event]
    options = dict(options)
    spare, slow = options.pop("spare", 0), options.pop("slow", False)
    gate, ready = tmp_path / "gate", tmp_path / "ready"
    words = sh(line.format(gate=gate, ready=ready)) if line else ["no-such-command"]
    request = exeunt.request(words, env=mark.env, log=False, **options)
    ours, theirs = os.pipe()
    run = Watched(request, shown={"stdout": theirs} if slow else None)
    run.ready = ready
    run.spare(spare)
    acts = {"running": lambda _: gate.touch(), **acts}
    if slow:
        wanted = acts.get("delivering", id)
        acts["delivering"] = lambda run: (wanted(run), os.close(ours))
    drive(run, acts)
    run.close()
    os.close(theirs)
    if run.keeper is not None:
        os.close(run.keeper)

    assert (stage, event, MOVES[stage][event]) in run.moves
    assert "over" == run.stage


def test_each_cell_of_the_table_is_tried():
    """What cannot happen to a real run does not stand in the table."""
    assert {(stage, event) for stage in MOVES for event in MOVES[stage]} == set(CELLS)


def test_each_stage_is_explained_where_it_is_decided():
    """The table's stages are the list at the top of its file."""
    listed = re.findall(r"^    ([a-z]+)  ", flow.__doc__ or "", re.MULTILINE)

    assert list(MOVES) == listed


def test_a_cancelled_run_leaves_nothing(mark):
    """Whatever is cancelled while it starts is gone when the run is over."""
    run = Watched(exeunt.request(sh("sleep 60 & sleep 60"), env=mark.env, log=False))
    run.cancel(signal.SIGINT)
    done = run.start(ZYGOTE.launch).wait()

    assert ("cancelled", 130) == (done.status, done.exit_code)
    assert ("starting", "stop", "ending") == run.moves[0]
    assert until(lambda: not mark.survivors())
