"""`exeunt run --once KEY` → run at most once, whatever happens in between."""

import fcntl
import json
import os
import signal
import sqlite3
import subprocess
import termios
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from exeunt.tree import children
from running import (
    EXEUNT,
    HEEDING,
    WATCHDOG,
    Mark,
    environment,
    is_running,
    record,
    run,
    sh,
    start,
    unshared,
    until,
    wait_for,
)

MARK = "echo run >> done; echo out; echo err >&2; exit 3"


def times(tmp_path):
    """How often the command has run."""
    path = tmp_path / "done"
    return len(path.read_text().splitlines()) if path.exists() else 0


def once(tmp_path, *words, key="deploy-1", **options):
    """The record of a call that happens once."""
    return record(tmp_path, "--once", key, *words, cwd=tmp_path, **options)


def test_a_second_call_is_told_how_the_first_ended(tmp_path):
    """Mode 12: the same record, marked, and the command has run once."""
    first, second = (once(tmp_path, *sh(MARK)) for _ in range(2))

    assert (False, True) == (first.pop("replayed"), second.pop("replayed"))
    assert first == second
    assert (3, "out\n", "err\n") == tuple(
        second[name] for name in ("exit_code", "stdout", "stderr")
    )
    assert 1 == times(tmp_path)


def test_what_passes_through_is_told_again_as_well(tmp_path):
    """Output and number are the first call's, and a person is told why."""
    call = ["--once", "deploy-1", *sh(MARK)]
    first, second = (run(tmp_path, *call, cwd=tmp_path) for _ in range(2))

    assert (3, b"out\n", b"err\n") == first
    assert (3, b"out\n") == second[:2]
    notice, rest = second.stderr.split(b"\n", 1)
    assert notice.startswith(b"exeunt: not run again; this is how it ended on 20")
    assert b"err\n" == rest
    assert (3, b"out\n", b"err\n") == run(tmp_path, "--quiet", *call, cwd=tmp_path)
    for log in (tmp_path / "state").rglob("logs/*.*"):
        log.unlink()
    assert (3, b"out\n") == run(tmp_path, *call, cwd=tmp_path)[:2]
    assert 1 == times(tmp_path)
    assert "out\n" == once(tmp_path, *sh(MARK))["stdout"]


def test_an_envelope_is_told_again(tmp_path):
    """In the form that is asked for now."""
    once(tmp_path, *sh(MARK))
    done = run(tmp_path, "--once", "deploy-1", "--envelope", *sh(MARK), cwd=tmp_path)
    said = done.record

    assert (3, False) == (done.code, said["ok"])
    assert said["meta"]["run"]["replayed"] is True


@pytest.mark.parametrize(
    "change", ["words", "place", "variables", "none", "kept", "input"]
)
def test_another_call_under_the_same_key_is_a_conflict(change, tmp_path):
    """It is not run, and not taken for the first one."""
    once(tmp_path, *sh(MARK))
    other = {
        "words": sh("echo run >> done"),
        "place": ["--cwd", "/", *sh(MARK)],
        "variables": ["--env", "A=1", *sh(MARK)],
        "none": ["--clear-env", *sh(MARK)],
        "kept": ["--keep-env", *sh(MARK)],
        "input": ["--stdin", "/dev/null", *sh(MARK)],
    }
    found = once(tmp_path, *other[change])

    assert (125, "CONFLICT", "none") == (
        found["exit_code"],
        found["reading"]["name"],
        found["reading"]["side_effects"],
    )
    assert "fix_input" == found["next"]["action"]
    assert 1 == times(tmp_path)
    said = run(tmp_path, "--once", "deploy-1", "true", cwd=tmp_path)
    assert (125, b"") == said[:2]
    assert b"exeunt: not run: the key stands for another command" in said.stderr


def pays(tmp_path, *words, stdin, **options):
    """Have a command done what is on its stdin; its number, and how often it ran."""
    line = "cat; echo run >> done"
    found = once(tmp_path, *words, *sh(line), stdin=stdin, **options)
    return found["exit_code"], found["stdout"], times(tmp_path)


@pytest.mark.parametrize("way", ["pipe", "named", "redirected"])
def test_the_bytes_of_stdin_are_part_of_the_call(way, tmp_path):
    """The same ones are told the ending, others are a conflict, from wherever."""
    bill = tmp_path / "bill"

    def pay(amount):
        bill.write_bytes(b"pay " + amount)
        if way == "pipe":
            return pays(tmp_path, "--stdin", "-", stdin=bill.read_bytes())
        if way == "named":
            return pays(tmp_path, "--stdin", "bill", stdin=None)
        with bill.open("rb") as stdin:
            return pays(tmp_path, stdin=stdin)

    assert (0, "pay 10", 1) == pay(b"10")
    assert (0, "pay 10", 1) == pay(b"10")
    assert (125, "", 1) == pay(b"99")
    assert ["bill"] == [path.name for path in tmp_path.rglob("*bill*")]


def test_a_file_that_others_read_on_is_left_where_it_is(tmp_path):
    """The lines of a loop are the loop's."""
    (tmp_path / "list").write_text("a\nb\n")
    line = 'while read -r one; do "$0" run --once "$one" echo "$one"; done < list'
    done = subprocess.run(
        ["sh", "-c", line, EXEUNT],
        env=environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert (b"a\nb\n", b"") == (done.stdout, done.stderr)


def refusal(tmp_path, size):
    """What is said of a stdin of so many bytes, and the memory that it took, in KiB."""
    with (tmp_path / "much").open("wb") as file:
        file.truncate(size)
    words = ["--json", "--once", "k", "--stdin", "much", "none"]
    process = start(tmp_path, *words, cwd=tmp_path)
    said = json.loads(process.stdout.read())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.communicate()
    return said, used.ru_maxrss


def test_what_is_too_much_to_keep_is_not_run(tmp_path):
    """A gibibyte is refused at the limit, in no more memory than little takes."""
    _, little = refusal(tmp_path, 1)
    said, much = refusal(tmp_path, 1 << 30)

    assert (
        "stdin is larger than 67108864 bytes; give --max-input BYTES"
        == (said["detail"])
    )
    assert (125, "ARG_ERROR") == (said["exit_code"], said["reading"]["name"])
    assert much < little + (16 << 10)
    words = ["--once", "k", "--max-input", "3", "--stdin", "-", "cat"]
    assert 125 == record(tmp_path, *words, stdin=b"four")["exit_code"]
    assert "two" == record(tmp_path, *words, stdin=b"two")["stdout"]


def test_an_input_that_does_not_end_has_the_time_of_the_command(tmp_path):
    """A pipe that somebody holds open hangs nobody."""
    reader, writer = os.pipe()
    words = ["--timeout", "0.1", "--stdin", "-", *sh(MARK)]
    found = once(tmp_path, *words, stdin=reader)
    os.close(writer)
    os.close(reader)

    assert (125, "stdin did not end in time") == (
        found["exit_code"],
        found["detail"].partition(";")[0],
    )
    assert 0 == times(tmp_path)


def test_a_person_types_nothing_at_what_runs_once(tmp_path):
    """Nobody knows beforehand what that will be, so it is not part of any call."""
    ours, theirs = os.openpty()
    found = once(tmp_path, "cat", stdin=theirs)
    os.close(theirs)
    os.close(ours)

    assert (0, "") == (found["exit_code"], found["stdout"])


def test_a_signal_ends_the_wait_for_stdin(tmp_path):
    """Nothing runs yet, so there is nothing to end but exeunt."""
    reader, writer = os.pipe()
    words = [EXEUNT, "run", "--once", "k", "--stdin", "-", *sh(MARK)]
    process = subprocess.Popen(
        [*HEEDING, *words],
        stdin=reader,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    os.write(writer, b"some")
    assert until(lambda: not waiting_bytes(reader))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=WATCHDOG)
    os.close(writer)
    os.close(reader)

    assert (-signal.SIGINT, b"", 0) == (process.returncode, said, times(tmp_path))


def waiting_bytes(reader):
    """How much of a pipe nobody has read yet."""
    return any(fcntl.ioctl(reader, termios.FIONREAD, bytes(4)))


def test_a_log_that_was_changed_is_not_told_as_the_output(tmp_path):
    """Its digest is not the record's, whose own text is told, and that this is so."""
    words = ["--log", "out", *sh(MARK)]
    once(tmp_path, *words)
    (tmp_path / "out").write_text("REFUNDED\n")
    said = run(tmp_path, "--once", "deploy-1", *words, cwd=tmp_path)
    found = once(tmp_path, *words)

    assert (3, b"out\n") == said[:2]
    what = f"{tmp_path}/out is not what was written: this is what the record keeps"
    assert f"exeunt: {what}".encode() in said.stderr
    assert [f"{what} of it"] == found["warnings"]


def test_a_log_that_is_gone_is_missed_where_the_record_is_not_all(tmp_path):
    """Head and tail are told, and that they are no more than that."""
    words = ["--max-output", "100", *sh("seq 1000")]
    once(tmp_path, *words)
    whole = run(tmp_path, "--once", "deploy-1", *words, cwd=tmp_path)
    for log in (tmp_path / "state").rglob("logs/*.*"):
        log.unlink()
    part = run(tmp_path, "--once", "deploy-1", *words, cwd=tmp_path)

    assert [*range(1, 1001)] == [int(line) for line in whole.stdout.split()]
    assert len(part.stdout) < 200
    assert b"the log of stdout is gone" in part.stderr


def test_another_key_is_another_call(tmp_path):
    """Whoever has looked, and finds that it was not done, takes another."""
    once(tmp_path, *sh(MARK))
    assert once(tmp_path, *sh(MARK), key="deploy-2")["replayed"] is False
    assert 2 == times(tmp_path)


def test_what_never_ran_may_be_put_right(tmp_path):
    """A missing command has done nothing, so its key stays free."""
    words = ["--env", f"PATH={tmp_path}:{os.environ['PATH']}", "tool"]
    assert "not_found" == once(tmp_path, *words)["status"]
    (tmp_path / "tool").write_text("#!/bin/sh\necho here\n")
    (tmp_path / "tool").chmod(0o755)

    assert "here\n" == once(tmp_path, *words)["stdout"]


def test_what_runs_is_not_run_beside_itself(tmp_path):
    """A second caller is told that it is under way, and may ask again."""
    line = "touch begun; while [ ! -e go ]; do sleep 0.01; done; echo run >> done"
    words = ["--once", "deploy-1", "--json", *sh(line)]
    first = start(tmp_path, *words, cwd=tmp_path)
    wait_for(tmp_path / "begun")
    meanwhile = record(tmp_path, *words[:2], *words[3:], cwd=tmp_path)
    (tmp_path / "go").touch()
    first.communicate(timeout=WATCHDOG)

    assert ("CONFLICT", "retry", True) == (
        meanwhile["reading"]["name"],
        meanwhile["next"]["action"],
        meanwhile["next"]["repeat_identical"],
    )
    assert once(tmp_path, *sh(line))["replayed"] is True
    assert 1 == times(tmp_path)


def test_of_many_at_once_one_runs(tmp_path):
    """Whoever is first takes the key; the others are told so, or how it ended."""

    def call(_):
        return run(tmp_path, "--once", "k", "--json", *sh(MARK), cwd=tmp_path)

    with ThreadPoolExecutor(8) as pool:
        found = [done.record for done in pool.map(call, range(8))]

    assert 1 == times(tmp_path)
    ways = {(one["exit_code"], one["replayed"]) for one in found}
    assert (3, False) in ways
    assert ways <= {(3, False), (3, True), (125, False)}


FILLS = 'echo run >> "$0/done"; head -c 9m /dev/zero > fill 2>/dev/null; exit 7'


@pytest.mark.needs("unshare")
def test_a_disk_that_is_full_by_the_end_loses_no_ending(tmp_path):
    """It is said that it was not noted, and is told by what the keeper has left."""
    disk = tmp_path / "disk"
    disk.mkdir()
    lines = (
        'mount -t tmpfs -o size=3m none . && cd "$PWD" && chmod 700 . && "$@"',
        'echo $? >> "$0/codes"; rm fill; "$@"; echo $? >> "$0/codes"',
    )
    call = [EXEUNT, "run", "--once", "k", *sh(FILLS), str(tmp_path)]
    done = subprocess.run(
        [*unshared("-m"), "sh", "-c", "; ".join(lines), str(tmp_path), *call],
        capture_output=True,
        env=environment(tmp_path, XDG_STATE_HOME=str(disk)),
        cwd=disk,
        check=False,
    )

    assert "7\n7\n" == (tmp_path / "codes").read_text(), done
    assert b"how it ended is not remembered" in done.stderr
    assert b"exeunt could not note this run, so only its end is known" in done.stderr
    assert 1 == times(tmp_path)


RUNS = "echo run >> done; echo $PPID > keeper; touch begun; sleep 60"
ENDS = """
    RUNNER=$(ps -o ppid= -p $PPID); echo run >> done; echo $$ > leader
    kill -STOP $RUNNER; touch begun; exit 3
"""


def begun(tmp_path, line):
    """A call of which the command has begun, and who carries its mark."""
    mark = Mark()
    words = ["--once", "deploy-1", "--json", *sh(line)]
    process = start(tmp_path, *words, cwd=tmp_path, mark=mark, through=())
    wait_for(tmp_path / "begun")
    return process, mark


def killed(process, mark):
    """Kill exeunt; all of the command's tree goes with it."""
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=WATCHDOG)
    assert [] == mark.gone()


@pytest.mark.needs("ps")
@pytest.mark.parametrize(
    ("line", "ending"),
    [
        (RUNS, (143, "cancelled", "inspect_state")),
        (ENDS, (3, "exited", "inspect_state")),
    ],
    ids=["running", "ended"],
)
def test_when_exeunt_was_killed_its_keeper_has_left_the_ending(line, ending, tmp_path):
    """The keeper outlives it: later calls know that it was killed, or its number."""
    process, mark = begun(tmp_path, line)
    if line == ENDS:
        leader = int((tmp_path / "leader").read_text())
        assert until(lambda: not is_running(leader))
    killed(process, mark)
    found = once(tmp_path, *sh(line))

    assert ending == (found["exit_code"], found["status"], found["next"]["action"])
    (warning,) = found["warnings"]
    assert warning.startswith("exeunt could not note this run, so only its end is")
    assert warning.endswith("exeunt journal resolve deploy-1 done, again or failed")
    said = run(tmp_path, "--once", "deploy-1", *sh(line), cwd=tmp_path)
    assert (ending[0], b"") == said[:2]
    assert b"not run again; this is how it ended on 20" in said.stderr
    assert 1 == times(tmp_path)


def doubtful(tmp_path):
    """A call of which exeunt and its keeper were killed, so that nobody saw its end."""
    process, mark = begun(tmp_path, RUNS)
    keeper = int((tmp_path / "keeper").read_text())
    os.kill(keeper, signal.SIGSTOP)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=WATCHDOG)
    os.kill(keeper, signal.SIGKILL)
    mark.gone(within=0)


def test_a_machine_that_was_lost_leaves_a_question(tmp_path):
    """Begun and never finished: it is not run again, and the caller is to look."""
    doubtful(tmp_path)
    found = once(tmp_path, *sh(RUNS))

    assert (125, "PARTIAL_FAILURE", "unknown", "inspect_state") == (
        found["exit_code"],
        found["reading"]["name"],
        found["reading"]["side_effects"],
        found["next"]["action"],
    )
    assert "exeunt journal resolve deploy-1 done, again or failed" in found["detail"]
    assert 1 == times(tmp_path)


@pytest.mark.parametrize(
    "line",
    ["E 0", "E zero 0", "D 0 0", "F", "S 1", "nonsense", "\xff", "E 0 0\nnonsense"],
)
def test_a_hostile_line_beside_a_lease_is_no_ending(line, tmp_path):
    """Nobody's word but a keeper's is believed for how a command ended."""
    doubtful(tmp_path)
    (lease,) = (tmp_path / "state" / "exeunt" / "once").iterdir()
    with lease.open("ab") as file:
        file.write(line.encode("latin-1") + b"\n")

    assert "PARTIAL_FAILURE" == once(tmp_path, *sh(RUNS))["reading"]["name"]


@pytest.mark.parametrize("text", [b"", b"\xff", b"[]", b"{}", b'{"exit_code": "0"}'])
def test_a_record_that_is_none_is_no_ending(text, tmp_path):
    """It is said that it cannot be read, and nothing is run."""
    once(tmp_path, *sh(MARK))
    (store,) = tmp_path.rglob("store.db")
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute("UPDATE onces SET record = ?", (text,))

    assert "what was noted of its end cannot be read" in refused(tmp_path)
    assert 1 == times(tmp_path)


def resolve(tmp_path, key, how):
    """The exit code and the envelope of what a person says."""
    done = run(tmp_path, "resolve", key, how, "--json", verb="journal")
    return done.code, json.loads(done.stdout)


def test_a_person_resolves_what_is_in_doubt(tmp_path):
    """Done and failed are told from then on; with again the next call runs it."""
    doubtful(tmp_path)

    assert 0 == resolve(tmp_path, "deploy-1", "done")[0]
    done = once(tmp_path, *sh(RUNS))
    assert (0, "SUCCESS", True) == (
        done["exit_code"],
        done["reading"]["name"],
        done["replayed"],
    )
    assert ["nobody saw how it ended; whoever looked has said that it was done"] == (
        done["warnings"]
    )
    assert 0 == resolve(tmp_path, "deploy-1", "failed")[0]
    failed = once(tmp_path, *sh(RUNS))
    assert (125, "GENERAL_ERROR", "escalate") == (
        failed["exit_code"],
        failed["reading"]["name"],
        failed["next"]["action"],
    )
    assert "CONFLICT" == once(tmp_path, *sh(MARK))["reading"]["name"]
    assert 1 == times(tmp_path)
    assert 0 == resolve(tmp_path, "deploy-1", "again")[0]
    assert 3 == once(tmp_path, *sh(MARK))["exit_code"]
    assert 2 == times(tmp_path)


def test_only_what_is_in_doubt_is_resolved(tmp_path):
    """Not what runs, nor what has ended, nor a key that nobody has used."""
    process, mark = begun(tmp_path, RUNS)
    under_way = resolve(tmp_path, "deploy-1", "again")
    killed(process, mark)
    once(tmp_path, *sh(MARK), key="deploy-2")
    ended = resolve(tmp_path, "deploy-2", "again")
    unknown = resolve(tmp_path, "deploy-3", "again")
    strange = resolve(tmp_path, "deploy-1", "maybe")

    assert [
        (12, "ONCE_UNDER_WAY"),
        (4, "ONCE_ENDED"),
        (5, "UNKNOWN_KEY"),
        (3, "UNKNOWN_RESOLUTION"),
    ] == [
        (code, said["error"]["code"])
        for code, said in (under_way, ended, unknown, strange)
    ]


def test_a_container_that_died_holds_no_key(tmp_path):
    """Its processes are gone, which is seen from outside of its namespace, too."""
    mark = Mark()
    words = [EXEUNT, "run", "--once", "deploy-1", "--json", *sh(RUNS)]
    process = subprocess.Popen(
        [*unshared("--pid", "--fork", "--mount-proc"), *words],
        stdout=subprocess.PIPE,
        env=environment(tmp_path, mark),
        cwd=tmp_path,
    )
    wait_for(tmp_path / "begun")
    from_outside = once(tmp_path, *sh(RUNS))
    (first,) = children(process.pid)
    (keeper,) = children(first)
    os.kill(keeper, signal.SIGSTOP)  # or it may yet leave a word
    os.kill(first, signal.SIGKILL)
    process.communicate(timeout=WATCHDOG)

    assert "CONFLICT" == from_outside["reading"]["name"]
    assert [] == mark.gone()
    assert "PARTIAL_FAILURE" == once(tmp_path, *sh(RUNS))["reading"]["name"]
    assert 1 == times(tmp_path)


def test_at_every_moment_a_kill_leaves_at_most_one_run(tmp_path):
    """Killed early or late, however busy the machine is: it never runs twice."""
    ran = []
    for number, delay in enumerate([0.01, 0.02, 0.03, 0.05, 0.08, 0.12]):
        place = tmp_path / str(number)
        place.mkdir()
        words = [EXEUNT, "run", "--once", "k", "--json", *sh(MARK)]
        env = environment(place)
        killed = ["timeout", "-s", "KILL", str(delay), *words]
        subprocess.run(killed, capture_output=True, env=env, cwd=place, check=False)
        again = [
            record(place, "--once", "k", *sh(MARK), cwd=place)["exit_code"]
            for _ in range(2)
        ]
        ran.append((times(place), tuple(again)))

    assert {count for count, _ in ran} <= {0, 1}
    # Its own number, or what ended it with exeunt: a signal, or that nobody read it.
    endings = {3: {1}, 143: {0, 1}, 141: {1}, 125: {0, 1}}
    assert [] == [
        (count, first, second)
        for count, (first, second) in ran
        if count not in endings.get(second, ()) or first not in {second, 125}
    ]


def test_without_a_memory_nothing_is_run(tmp_path):
    """What cannot be remembered could happen twice."""
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "exeunt").write_text("no directory")
    found = record(
        tmp_path, "--once", "k", "--no-log", *sh("echo run >> done"), cwd=tmp_path
    )

    assert (125, "PRECONDITION", "fix_precondition") == (
        found["exit_code"],
        found["reading"]["name"],
        found["next"]["action"],
    )
    assert 0 == times(tmp_path)


def refused(tmp_path, **env):
    """Why the call is not run now."""
    found = once(tmp_path, "--no-log", *sh(MARK), **env)
    assert (125, "PRECONDITION", "fix_precondition") == (
        found["exit_code"],
        found["reading"]["name"],
        found["next"]["action"],
    )
    return found["detail"]


def test_a_damaged_memory_runs_nothing_again(tmp_path):
    """It is neither moved away for the key's sake, nor done without afterwards."""
    once(tmp_path, *sh(MARK))
    (store,) = tmp_path.rglob("store.db")
    data = store.read_bytes()
    store.write_bytes(data[:4096] + b"?" * (len(data) - 4096))

    assert "is damaged" in refused(tmp_path)
    run(tmp_path, "--json", verb="journal")  # which may begin anew, and does
    assert "store.db.corrupt-1" in refused(tmp_path)
    assert 1 == times(tmp_path)


def test_a_newer_memory_runs_nothing_again(tmp_path):
    """What it says is not known to this one."""
    once(tmp_path, *sh(MARK))
    (store,) = tmp_path.rglob("store.db")
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA user_version = 1000")

    assert "written by a newer exeunt" in refused(tmp_path)
    assert 1 == times(tmp_path)


def test_a_home_that_became_read_only_runs_nothing_again(tmp_path):
    """There is no second place in which the key would be new."""
    env = {"XDG_STATE_HOME": "", "TMPDIR": str(tmp_path / "tmp")}
    once(tmp_path, *sh(MARK), **env)
    (tmp_path / ".local").rename(tmp_path / "unmounted")

    assert "no place for a store that lasts" in refused(
        tmp_path, HOME=str(tmp_path / "none"), **env
    )
    (tmp_path / ".local").write_text("in the way")
    assert "cannot be used" in refused(tmp_path, **env)
    assert 1 == times(tmp_path)
    assert not (tmp_path / "tmp").exists()


@pytest.mark.needs("unshare")
def test_a_disk_that_other_machines_may_share_runs_nothing(tmp_path):
    """Its locks hold for one machine alone."""
    (tmp_path / "state").mkdir()
    line = (
        'sed "s, - tmpfs shared-, - nfs4 shared-," /proc/self/mountinfo > mounts && '
        'mount --bind mounts /proc/$$/mountinfo && exec "$@"'
    )
    line = f"mount -t tmpfs shared- state && chmod 700 state && {line}"
    words = [EXEUNT, "run", "--once", "k", "--json", *sh(MARK)]
    done = subprocess.run(
        [*unshared("-m"), "sh", "-c", line, "sh", *words],
        capture_output=True,
        env=environment(tmp_path),
        cwd=tmp_path,
        check=False,
    )

    assert b"nfs4, which other machines may share" in done.stdout, done
    assert 0 == times(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ["--once", "", "true"],
        ["--once", "k" * 201, "true"],
        ["--once", "k", "--retry", "true"],
        ["--once", "k", "--detach", "true"],
        ["--once", "k", "--pty", "true"],
    ],
    ids=str,
)
def test_what_cannot_be_once_is_refused(words, tmp_path):
    """Before anything starts, with what to write instead."""
    found = record(tmp_path, *words)

    assert (125, "ARG_ERROR") == (found["exit_code"], found["reading"]["name"])
    assert "; " in found["detail"]


def test_a_key_keeps_no_secret(tmp_path):
    """What is remembered is the record, which has none."""
    token = "tok-4f9Zq7LmX2"  # noqa: S105 - nobody's
    once(tmp_path, *sh('echo "$A_TOKEN"'), A_TOKEN=token)
    stored = b"".join(
        path.read_bytes() for path in Path(tmp_path / "state").rglob("store.db*")
    )

    assert token.encode() not in stored
    assert b'"***' in stored.replace(b'\\"', b'"')
    assert "***\n" == once(tmp_path, *sh('echo "$A_TOKEN"'), A_TOKEN=token)["stdout"]
    assert json.loads(run(tmp_path, "--json", verb="journal").stdout)["ok"]
