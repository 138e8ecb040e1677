"""`exeunt run --once`, killed before each step that it takes → at most one run.

A step is a call of the system or of SQLite that changes something or waits. The process
that takes it is a real one, and dies by SIGKILL; then the same call is made again.
"""

import json

import pytest

import running

SWEEP = """
    import json, os, sys
    import exeunt.cli.run._once, exeunt.cli.run._replay  # loaded once, for all lives
    import exeunt.deciding.decide
    from exeunt.cli import main
    from exeunt.process.flow import Running
    from exeunt.process.request import Request
    from exeunt.tree import become_subreaper

    Running(Request(["true"]))  # starts nothing, and has loaded what a record needs

    who = sys.argv[1]
    STEPS = {
        "open", "close", "write", "pwrite", "ftruncate", "fsync", "fdatasync", "mkdir",
        "unlink", "rename", "utime", "flock", "fork", "posix_spawn", "pipe", "dup2",
        "setsid", "poll", "read", "waitpid", "killpg", "Connection.execute",
        "Cursor.fetchone", "Connection.close",
    }
    CALL = ["run", "--once", "k", "--json", "--stdin", "/dev/null", "--",
            "sh", "-c", "echo run >> done; exit 3"]

    def prepare(place):
        os.makedirs(place, exist_ok=True)
        os.chdir(place)
        os.environ["XDG_STATE_HOME"] = f"{place}/state"
        os.dup2(os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)

    def call(place):
        prepare(place)
        os._exit(main(CALL))

    def live(place, moment):
        front, steps = os.getpid(), 0

        def step(frame, event, function):
            nonlocal steps
            name = getattr(function, "__qualname__", "")
            if event != "c_call" or name not in STEPS:
                return
            if (os.getpid() == front) is not (who in {"front", "interrupted"}):
                return
            steps += 1
            if steps == moment:
                open(f"{place}/died", "w").write(name)
                if who == "interrupted":
                    return os.kill(os.getpid(), 2)
                if who == "both" and os.getppid() == front:
                    os.kill(front, 9)
                os.kill(os.getpid(), 9)

        prepare(place)
        try:
            sys.setprofile(step)
            os._exit(main(CALL))
        except KeyboardInterrupt:
            os._exit(130)

    def lived(act, *args):
        child = os.fork()
        if not child:
            act(*args)
        _, status = os.waitpid(child, 0)
        try:
            while True:
                os.waitpid(-1, 0)  # its keeper, and all that this has left to us
        except ChildProcessError:
            return status

    def times(place):
        try:
            return len(open(f"{place}/done").read().splitlines())
        except FileNotFoundError:
            return 0

    assert become_subreaper()
    moment = 1
    while True:
        place = f"{os.getcwd()}/{moment}"
        lived(live, place, moment)
        before = times(place)
        died = os.path.exists(f"{place}/died")
        lived(call, place)
        said = json.load(open(f"{place}/said"))
        step = open(f"{place}/died").read() if died else ""
        print(json.dumps([moment, step, before, times(place), said["exit_code"],
                          said["reading"]["name"], said["replayed"]]), flush=True)
        if not died:
            break
        moment += 1
"""
# How often it had run, how often it has by now, and what the next call is told.
RUN_NOW = (0, 1, 3, "GENERAL_ERROR", False)  # it had not been, so it was
KNOWN = (1, 1, 3, "GENERAL_ERROR", True)  # its own number
ENDED = [(ran, ran, 143, "GENERAL_ERROR", True) for ran in (0, 1)]  # with exeunt
STOPPED = [(ran, ran, 130, "GENERAL_ERROR", True) for ran in (0, 1)]
DOUBT = [(ran, ran, 125, "PARTIAL_FAILURE", False) for ran in (0, 1)]


@pytest.mark.parametrize(
    ("who", "steps", "wanted", "possible"),
    [
        # Its keeper lives on, so what was started has an ending.
        ("front", 100, {RUN_NOW, KNOWN, DOUBT[0]}, ENDED),
        # Its host lives on, and knows that nobody saw it end.
        ("keeper", 30, {KNOWN, *DOUBT}, ()),
        # A signal that only asks to end leaves no doubt at any step.
        ("interrupted", 100, {RUN_NOW, KNOWN}, STOPPED),
        # Nobody lives on: its last words are on the disk, or it is in doubt.
        ("both", 30, {KNOWN, *DOUBT}, ()),
    ],
)
def test_a_fault_at_any_step_never_runs_it_twice(
    who, steps, wanted, possible, tmp_path
):
    """Of begin, run and finish; nor is an ending lost without a word."""
    said = running.host(SWEEP, who, tmp_path=tmp_path, cwd=tmp_path)
    lives = [json.loads(line) for line in said.splitlines()]
    told = {tuple(life[2:]) for life in lives}

    assert len(lives) > steps
    assert ["", *KNOWN] == lives[-1][1:]  # the last one was not killed
    assert set() == told - wanted - set(possible), lives
    assert set() == wanted - told, lives
