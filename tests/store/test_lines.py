"""Lines that runs leave → rows, each once, whoever is killed or in the way."""

import json
import os
import signal
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import running
from exeunt.store import lines
from exeunt.store.store import Store
from exeunt.store.taken import Lines

TEXTS = st.text(
    st.characters(exclude_characters="\0", exclude_categories=()), max_size=3000
)
# Lives of a reader, which is killed at the nth line of ours; what the next one finds.
READER = """
    import os, signal, sys
    from exeunt.store import database
    from exeunt.store.taken import Lines
    from exeunt.store.lines import append, uid
    from exeunt.store.store import Store

    def live(moment):
        count = 0

        def trace(frame, event, _):
            nonlocal count
            if "/exeunt/store/" not in frame.f_code.co_filename:
                return None
            count += 1
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return trace

        store = Store.open()
        sys.settrace(trace)
        Lines(os.path.dirname(store.path)).take(store)
        os._exit(0)

    place = os.environ["XDG_STATE_HOME"]
    moment, status = 1, 9
    while status == 9:
        os.environ["XDG_STATE_HOME"] = f"{place}/{moment}"
        for number in range(3):
            append({"v": 1, "uid": uid(), "began": 1.0, "seconds": 0, "kind": "run",
                    "argv": [str(number)], "status": "exited", "exit_code": 0})
        child = os.fork()
        if not child:
            live(moment)
        status = os.waitpid(child, 0)[1]
        with Store.open() as store:
            Lines(os.path.dirname(store.path)).take(store)
            print(*sorted(run.argv[0] for run in store.runs.list()), flush=True)
        moment += int(sys.argv[1])
"""
# A writer, or a reader, that stops itself at a line of a function, until it is woken.
AT_LINE = """
    import json, linecache, os, signal, sys
    from exeunt.store import lines
    from exeunt.store.store import Store
    from exeunt.store.taken import Lines

    def trace(frame, event, _):
        code = frame.f_code
        if code.co_name != sys.argv[1]:
            return None
        line = linecache.getline(code.co_filename, frame.f_lineno).strip()
        if event == "line" and line.startswith(sys.argv[2]):
            sys.settrace(None)
            print("stopped", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
            return None
        return trace

    store = Store.open()
    sys.settrace(trace)
    if len(sys.argv) > 3:
        lines.append(json.loads(sys.argv[3]))
    else:
        Lines(os.path.dirname(store.path)).take(store)
"""
# A writer that stops itself at the nth line of put(), until it is woken.
STOPPED = """
    import json, os, signal, sys
    from exeunt.store import lines

    count = 0

    def trace(frame, event, _):
        global count
        if frame.f_code.co_name != "put":
            return None
        count += event == "line"
        if count == int(sys.argv[1]) and event == "line":
            print("stopped", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
        return trace

    sys.settrace(trace)
    lines.append(json.loads(sys.argv[2]))
    sys.settrace(None)
    print("done", flush=True)
"""
WRITER = """
    import json, sys
    from exeunt.store import lines
    lines.FULL, lines.KEPT = 8192, 1 << 20
    facts = json.loads(sys.argv[1])
    for number in range(int(sys.argv[2])):
        lines.append({**facts, "uid": lines.uid()})
"""
TAKER = """
    import os, sys
    from exeunt.store.taken import Lines
    from exeunt.store.store import Store
    with Store.open(patience=60) as store:
        for _ in range(int(sys.argv[1])):
            Lines(os.path.dirname(store.path)).take(store)
"""


def facts(*words, **others):
    """What a run leaves."""
    return {
        "v": 1,
        "uid": lines.uid(),
        "began": time.time(),
        "seconds": 0.25,
        "argv": [*words] or ["true"],
        "cwd": "/src",
        "host": "here",
        "kind": "run",
        "status": "exited",
        "exit_code": 0,
        **others,
    }


@pytest.fixture
def state(tmp_path, monkeypatch):
    """The directory that lines are in."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "exeunt"


def taken(state):
    """The words of all runs once the lines are taken over, and what was skipped."""
    with Store.open(str(state / "store.db")) as store:
        found = Lines(str(state))
        found.take(store)
        runs = store.runs.list(limit=100_000)
        return sorted(run.argv for run in runs), found.skipped


def stopped(source, *args, tmp_path):
    """Start an actor, and wait until it has stopped itself."""
    actor = running.program(source, *args, tmp_path=tmp_path)
    assert b"stopped\n" == actor.stdout.readline()
    os.waitpid(actor.pid, os.WUNTRACED)
    return actor


def left(state):
    """The names of the files in which there are lines."""
    return sorted(path.name for path in state.glob("journal*"))


# -- a line


@given(st.lists(TEXTS, min_size=1, max_size=60), TEXTS, st.text(max_size=200))
def test_a_line_is_one_line_of_bounded_length(words, cwd, name):
    """Whatever is in the words: they are cut from the end, never the line."""
    asked = facts(*words, cwd=cwd, log=cwd, name=name)
    data = lines.written(asked)

    assert len(data) <= lines.LONGEST
    assert [b"", data[1:-1], b""] == data.split(b"\n")
    found = json.loads(data)
    if "cut" not in found:
        assert asked == found
    else:
        kept = found["argv"]
        assert kept[:-1] == words[: max(len(kept) - 1, 0)]
        assert name == found["name"]


def test_a_run_is_a_row_with_its_facts(state):
    """What was written is what is read."""
    lines.append(
        facts("git", "push\udc80", name="nightly", signal="SIGTERM", log="/l", pid=7)
    )
    with Store.open(str(state / "store.db")) as store:
        Lines(str(state)).take(store)
        (run,) = store.runs.list()

    assert ("git", ("git", "push\udc80"), "nightly", "/src", "here", 7, 250) == (
        *(run.tool, run.argv, run.name, run.cwd, run.host, run.pid),
        run.duration_ms,
    )
    assert ("run", "exited", 0, "SIGTERM", "/l") == (
        *(run.kind, run.status, run.exit_code, run.signal),
        run.log,
    )
    assert [] == left(state)


def test_the_file_is_set_aside_and_bounded(state, monkeypatch):
    """Nobody reads: the newest files are kept, and no more of them."""
    monkeypatch.setattr(lines, "FULL", 1000)
    monkeypatch.setattr(lines, "KEPT", 3)
    for number in range(40):
        lines.append(facts(str(number)))
    there = [path.stat().st_size for path in state.glob("journal-*")]
    kept, _ = taken(state)

    assert 3 == len(there)
    assert max(there) < 1000 + lines.LONGEST
    assert ("39",) in kept
    assert ("0",) not in kept


# -- where there can be none


def a_link(state):
    """A link to a file of the user."""
    (state / "mine").write_text("mine")
    (state / "journal").symlink_to(state / "mine")


def a_second_name(state):
    """Another name of a file of the user."""
    (state / "mine").write_text("mine")
    (state / "journal").hardlink_to(state / "mine")


def a_pipe(state):
    """A pipe, which a writer could wait for."""
    os.mkfifo(state / "journal")


def others(state):
    """A directory in which others may put files."""
    state.chmod(0o777)


@pytest.mark.parametrize("spoil", [a_link, a_second_name, a_pipe, others])
def test_a_line_that_cannot_be_written_safely_is_none(state, spoil):
    """Nothing is written anywhere, nothing is said, and nobody waits."""
    state.mkdir(parents=True, mode=0o700)
    spoil(state)
    lines.append(facts())

    mine = state / "mine"
    assert "mine" == (mine.read_text() if mine.exists() else "mine")
    journal = state / "journal"
    assert not journal.exists() or not journal.is_file() or journal.samefile(mine)


def test_a_place_that_cannot_be_written_to_is_no_trouble(tmp_path, monkeypatch):
    """A file where the directory should be: the line is lost, silently."""
    (tmp_path / "state").write_text("a file")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    lines.append(facts())

    assert "a file" == (tmp_path / "state").read_text()


# -- hostile lines

HOSTILE = {
    "no JSON": b"rm -rf /",
    "no object": b"[1, 2]",
    "no facts": b"{}",
    "deep": b"[" * 4000,
    "bytes": b'{"v": 1, "uid": "\xff\x00"}',
    "long": b"x" * (1 << 20),
    "no end of line": json.dumps(facts()).encode()[:50],
}
WRONG = [
    {"argv": []}, {"argv": "true"}, {"argv": [1]}, {"argv": ["a\0b"]}, {"uid": 5},
    {"uid": "a\nb"}, {"uid": "\ud800"}, {"began": "now"}, {"began": -1}, {"v": True},
    {"began": float("inf")}, {"began": 1e300}, {"seconds": None}, {"seconds": True},
    {"status": "fine"}, {"status": []}, {"exit_code": "0"}, {"exit_code": 1 << 70},
    {"kind": {}}, {"name": 7}, {"name": "x" * 201}, {"cwd": ["/"]}, {"hidden": "no"},
    {"line": 1}, {"pid": 1.5}, {"dialect": ""}, {"log": 3}, {"attempt": []},
]  # fmt: skip


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
def test_a_line_that_says_nothing_changes_nothing_else(state, line):
    """It is counted; the lines around it are rows."""
    lines.append(facts("before"))
    with (state / "journal").open("ab") as file:
        file.write(line)
    lines.append(facts("behind"))

    assert ([("before",), ("behind",)], 1) == taken(state)
    assert [] == left(state)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_line_of_wrong_types_is_skipped(state, wrong):
    """No fact is believed to be what it is not."""
    lines.append(facts("before"))
    with (state / "journal").open("a") as file:
        file.write(json.dumps({**facts("wrong"), **wrong}) + "\n")

    assert ([("before",)], 1) == taken(state)


def test_a_line_that_imitates_another_does_not_replace_it(state):
    """The first of a name is the row; what comes later under it is none."""
    honest = facts("honest")
    lines.append(honest)
    lines.append({**facts("liar"), "uid": honest["uid"]})
    first, _ = taken(state)
    lines.append({**facts("late liar"), "uid": honest["uid"]})
    second, _ = taken(state)

    assert [("honest",)] == first == second


def test_what_one_line_leaves_open_another_of_its_name_says(state):
    """A run that two have seen is one row."""
    first = facts("first")
    lines.append(first)
    lines.append({**facts("second"), "uid": first["uid"], "pid": 5, "log": "/log"})
    (seen,) = Lines(str(state)).look()
    taken(state)
    with Store.open(str(state / "store.db")) as store:
        (row,) = store.runs.list(limit=2)

    for run in (seen, row):
        assert ("first", 5, "/log") == (run.argv[0], run.pid, run.log)


def test_the_line_of_a_newer_exeunt_waits_for_it(state):
    """It stays where it is; those that are understood are rows, once."""
    lines.append(facts("ours"))
    lines.append(facts("theirs", v=2))

    assert ([("ours",)], 0) == taken(state) == taken(state)
    assert 1 == len(left(state))


# -- who is killed, who is late, who is there twice


def test_a_reader_that_is_killed_at_any_line_loses_and_doubles_nothing(tmp_path):
    """kill -9 at each eleventh line: the next one finds every run, once."""
    said = running.host(READER, 11, tmp_path=tmp_path).strip().split("\n")

    assert len(said) > 20
    assert {"0 1 2"} == set(said)


@pytest.mark.parametrize("moment", range(1, 12))
def test_a_writer_that_is_late_writes_into_a_file_that_is_read(state, tmp_path, moment):
    """It stands still between opening and writing, and a reader takes the file over."""
    lines.append(facts("before"))
    asked = json.dumps(facts("late"))
    writer = running.program(STOPPED, moment, asked, tmp_path=tmp_path)
    said = writer.stdout.readline()
    if said == b"stopped\n":
        os.waitpid(writer.pid, os.WUNTRACED)
    during, _ = taken(state)
    writer.send_signal(signal.SIGCONT)
    ended = running.finish(writer)
    after, _ = taken(state)

    assert (0, b"") == (ended.code, ended.stderr)
    assert {("before",), ("late",)} >= set(during)
    assert [("before",), ("late",)] == after


def test_a_writer_that_is_late_while_a_file_is_read_writes_again(state, tmp_path):
    """The reader has read, and not removed the file yet: the line is in the new one."""
    lines.append(facts("before"))
    late = json.dumps(facts("late"))
    writer = stopped(AT_LINE, "put", "os.write", late, tmp_path=tmp_path)
    reader = stopped(AT_LINE, "take_file", "unlink(", tmp_path=tmp_path)
    writer.send_signal(signal.SIGCONT)
    ended = [running.finish(writer)]
    reader.send_signal(signal.SIGCONT)
    ended += [running.finish(reader)]

    assert [(0, b"")] * 2 == [(one.code, one.stderr) for one in ended]
    assert ([("before",), ("late",)], 0) == taken(state)


def test_a_writer_whose_file_was_deleted_writes_into_a_new_one(state, tmp_path):
    """Whoever forgets everything takes no later run with it."""
    writer = stopped(AT_LINE, "put", "os.write", json.dumps(facts()), tmp_path=tmp_path)
    (state / "journal").unlink()
    writer.send_signal(signal.SIGCONT)
    ended = running.finish(writer)

    assert (0, b"") == (ended.code, ended.stderr)
    assert ([("true",)], 0) == taken(state)


def test_many_writers_and_two_readers_lose_and_double_nothing(state, tmp_path):
    """Files are set aside and taken over while others write."""
    asked = json.dumps(facts())
    writers = [running.program(WRITER, asked, 300, tmp_path=tmp_path) for _ in range(4)]
    readers = [running.program(TAKER, 60, tmp_path=tmp_path) for _ in range(2)]
    ended = [running.finish(one) for one in (*writers, *readers)]
    found, skipped = taken(state)

    assert [(0, b"")] * 6 == [(one.code, one.stderr) for one in ended]
    assert (1200, 0) == (len(found), skipped)


def test_lines_can_be_looked_at_where_no_store_can_be(state):
    """They stay where they are."""
    lines.append(facts("here"))
    before = left(state)
    found = [(run.argv, run.tool) for run in Lines(str(state)).look()]

    assert [(("here",), "here")] == found
    assert before == left(state)
