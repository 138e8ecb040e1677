"""A coroutine, or a function → a command's output as it comes, questions and end."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import aclosing, suppress

import pytest
import trio

import exeunt
from exeunt import Asked, Ended, InputError, Wrote
from running import PYTHON, Mark, is_running, until, wait_for

ENGINES = {"asyncio": lambda main: asyncio.run(main()), "trio": trio.run}
# Each waits for a line on stdin of its own FIFO before it goes on, so that what the
# caller has seen by then cannot have come later.
TALKS = """
import os, sys
for number in range(3):
    os.write(1, b"%d\\n" % number)
    open(sys.argv[1]).read()
"""
ASKS = 'read -p "Name? " name; echo "hi $name"; read -p "More? " more; echo "$more"'


@pytest.fixture(params=ENGINES)
def engine(request):
    """A way to run a coroutine."""
    return ENGINES[request.param]


def sh(line, **options):
    """The words and options of a run that leaves nothing behind."""
    return {"words": ["bash", "-c", line], "log": False, "journal": False, **options}


async def taken(stream):
    """Every event of a stream."""
    return [event async for event in stream]


async def for_a_moment(seconds, stream):
    """Take the events of a stream for so long, and be cancelled then."""
    if trio.lowlevel.in_trio_run():
        with trio.move_on_after(seconds):
            await taken(stream)
    else:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await taken(stream)


def text(events, name="stdout"):
    """What one stream said."""
    return "".join(e.text for e in events if isinstance(e, Wrote) and e.stream == name)


def test_output_comes_while_the_command_runs(engine, tmp_path):
    """The command goes on only when its first line has been seen."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)

    async def main():
        seen = []
        words = [PYTHON, "-c", TALKS, fifo]
        async for event in exeunt.stream(words, log=False, journal=False):
            if isinstance(event, Wrote):
                seen.append(event.text)
                fifo.write_text("go on")
        return seen

    assert ["0\n", "1\n", "2\n"] == engine(main)


def test_each_stream_has_its_name_and_its_characters_whole(engine):
    """A character that is torn comes with the piece that ends it."""
    line = r"printf 'a\303'; sleep 0.2; printf '\251b\n'; echo err >&2; printf '\303'"

    async def main():
        return await taken(exeunt.stream(**sh(line)))

    *events, end = engine(main)

    assert ("aéb\n\ufffd", "err\n") == (text(events), text(events, "stderr"))
    assert b"a\xc3\xa9b\n\xc3" == b"".join(
        e.data for e in events if isinstance(e, Wrote) and e.stream == "stdout"
    )
    assert isinstance(end, Ended)
    assert ("exited", 0) == (end.record.status, end.record.exit_code)


def test_a_question_is_told_once_and_answered(engine):
    """What is answered goes on; what is not has no one else to ask, and is ended."""

    async def main():
        stream, asked = exeunt.stream(**sh(ASKS, pty=True)), []
        async for event in stream:
            if isinstance(event, Asked):
                asked.append((event.waiting.prompt, event.waiting.confidence))
                if len(asked) == 1:
                    stream.answer("bob")
        return asked, stream.record

    asked, record = engine(main)

    assert [("Name? ", "certain"), ("More? ", "certain")] == asked
    assert "waiting_for_input" == record.status
    assert "hi bob" in record.stdout


def test_a_secret_is_in_no_event(engine):
    """Named by the caller, and said by the command in two pieces."""
    line = 'printf "${TOKEN:0:9}"; sleep 0.2; printf "${TOKEN:9}\\n"'
    env = {"TOKEN": "tok-4f9Zq7LmX2wB"}

    async def main():
        options = sh(line, env=env, secret_env=["TOKEN"])
        return await taken(exeunt.stream(**options))

    *events, end = engine(main)

    assert "***\n" == text(events)
    assert env["TOKEN"] not in repr([*events, end.record.as_dict()])


def test_whoever_stops_taking_events_ends_the_command(engine, tmp_path):
    """By a cancelled task, or by leaving the block: the record says how far it came."""
    pids = tmp_path / "pids"
    line = f"setsid sleep 600 & echo $! $$ > {pids}; echo part; sleep 600"

    async def main():
        stream = exeunt.stream(**sh(line))
        async with stream:
            async for event in stream:
                if isinstance(event, Wrote):
                    break
        return stream.record

    record = engine(main)
    started = [int(pid) for pid in pids.read_text().split()]

    assert ("cancelled", "part\n") == (record.status, record.stdout)
    assert [] == [pid for pid in started if is_running(pid)]
    assert (0, "subreaper") == (record.cleanup.left, record.cleanup.proof)


@pytest.mark.parametrize("moment", range(0, 60, 6))
def test_cancelled_at_any_moment_the_tree_is_gone_when_that_is_told(engine, moment):
    """Nobody runs on when the exception arrives, whoever ignores TERM among them."""
    mark = Mark()
    line = "trap '' TERM; sleep 600 & echo part; exec sleep 600"

    async def main():
        async with aclosing(exeunt.stream(**sh(line, env=mark.env))) as stream:
            await for_a_moment(moment / 1000, stream)
        return mark.survivors()

    assert [] == engine(main)


def test_a_cancelled_task_has_a_partial_record():
    """As `record` of a stream, and in the exception of run_async()."""
    line = "echo part; sleep 600"

    async def until_it_spoke(stream, said):
        async for event in stream:
            if isinstance(event, Wrote):
                said.set()

    async def main():
        stream, said = exeunt.stream(**sh(line)), asyncio.Event()
        task = asyncio.create_task(until_it_spoke(stream, said))
        await said.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        other = asyncio.create_task(exeunt.run_async(**sh(line)))
        await asyncio.sleep(0)  # it has begun
        other.cancel()
        with pytest.raises(asyncio.CancelledError) as cancelled:
            await other
        return stream.record, cancelled.value.completed

    record, completed = asyncio.run(main())

    assert ("cancelled", "part\n") == (record.status, record.stdout)
    assert "cancelled" == completed.status


def test_trio_cancels_too():
    """A scope that ends leaves no command, and no exception of ours."""

    async def main():
        stream = exeunt.stream(**sh("echo part; sleep 600"))
        with trio.CancelScope() as scope:
            async for event in stream:
                if isinstance(event, Wrote):
                    scope.cancel()
        return scope.cancelled_caught, stream.record.status

    assert (True, "cancelled") == trio.run(main)


def test_what_is_not_taken_is_not_read(engine):
    """A command that floods waits for a slow reader, and memory stays as it is."""
    script = """
import asyncio, sys, trio, exeunt
async def main():
    total = 0
    async for event in exeunt.stream(
        ["head", "-c", "300000000", "/dev/zero"], log=False, journal=False, raw=True
    ):
        if isinstance(event, exeunt.Wrote):
            total += len(event.data)
    # What getrusage() says is also of whoever started us.
    peak = open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]
    print(total, int(peak) < 100_000)
asyncio.run(main()) if sys.argv[1] == "asyncio" else trio.run(main)
"""
    name = "trio" if engine is trio.run else "asyncio"
    done = subprocess.run(
        [sys.executable, "-c", script, name], capture_output=True, text=True, check=True
    )

    assert "300000000 True\n" == done.stdout


@pytest.mark.parametrize("words", [["no-such-command"], ["/"]])
def test_what_cannot_be_started_ends_the_events(engine, words):
    """One event: the record says why."""

    async def main():
        return await taken(exeunt.stream(words, log=False, journal=False))

    (end,) = engine(main)

    assert end.record.exit_code in {126, 127}


def test_a_function_is_called_with_each_event():
    """For code that awaits nothing; what it returns to a question is typed."""
    events = []

    def note(event):
        events.append(event)
        return "bob" if isinstance(event, Asked) else None

    done = exeunt.run(**sh(ASKS, pty=True), on_event=note)

    assert ("exited", 0) == (done.status, done.exit_code)
    assert ["Name? ", "More? "] == [
        e.waiting.prompt for e in events if isinstance(e, Asked)
    ]
    assert [done] == [e.record for e in events if isinstance(e, Ended)]
    assert "hi bob" in text(events)


def test_a_function_that_raises_ends_the_command(tmp_path):
    """Its exception comes out, and nothing runs on."""
    pid = tmp_path / "pid"

    def note(event):
        raise LookupError(event)

    with pytest.raises(LookupError):
        exeunt.run(**sh(f"echo $$ > {pid}; echo x; sleep 600"), on_event=note)

    assert not is_running(int(pid.read_text()))


def test_a_stream_without_a_terminal_cannot_be_answered(engine):
    """Nothing can ask there, and the fix is named."""

    async def main():
        async with exeunt.stream(**sh("true")) as stream:
            stream.answer("x")

    with pytest.raises(InputError, match="pty=True"):
        engine(main)


def test_a_signal_for_the_command_is_its_own(engine):
    """cancel() ends the tree, and the last event tells it."""

    async def main():
        stream = exeunt.stream(**sh("echo up; sleep 600"))
        async for event in stream:
            if isinstance(event, Wrote):
                stream.cancel()
        return stream.record

    record = engine(main)

    assert ("cancelled", 128 + signal.SIGTERM) == (record.status, record.exit_code)


# --- many at once ---------------------------------------------------------------------


def requests_for(numbers, drawn=None):
    """A request for each number, made when it is asked for."""
    for number in numbers:
        if drawn is not None:
            drawn.append(number)
        yield exeunt.request(**sh(f"exit {number}"), tag={"number": number})


def test_each_record_has_the_tag_of_its_request():
    """Ten equal commands can be told apart; a tag is on no wire."""
    done = list(exeunt.run_all(requests_for(range(10)), at_once=3))

    assert {number: number for number in range(10)} == {
        one.tag["number"]: one.exit_code for one in done
    }
    assert "tag" not in done[0].as_dict()
    assert exeunt.run(["true"], log=False, journal=False).tag is None


def test_requests_are_taken_as_there_is_room():
    """An endless row of them is no problem, and who stops taking stops all."""
    drawn = []
    runs = exeunt.run_all(requests_for(iter(lambda: 0, 1), drawn), at_once=2)
    first = [next(runs) for _ in range(5)]
    runs.close()

    assert [0] * 5 == [one.exit_code for one in first]
    assert len(drawn) <= 5 + 2


def test_a_coroutine_runs_many(engine):
    """The same without a thread."""

    async def main():
        runs = exeunt.run_all_async(requests_for(range(5)), at_once=2)
        return {one.tag["number"]: one.exit_code async for one in runs}

    assert {number: number for number in range(5)} == engine(main)


def test_a_row_that_raises_ends_what_runs(tmp_path):
    """Requests that cannot be made are their maker's error, and leave nothing."""
    pid = tmp_path / "pid"

    def broken():
        yield exeunt.request(**sh(f"echo $$ > {pid}; sleep 600"))
        assert until(lambda: pid.exists() and pid.read_text())
        raise LookupError

    with pytest.raises(LookupError):
        list(exeunt.run_all(broken()))

    assert not is_running(int(pid.read_text()))


# --- the loop, and sessions -----------------------------------------------------------


def test_a_call_is_awaited(engine, tmp_path):
    """It repeats what may be repeated, as call() does."""
    line = f"echo x >> {tmp_path}/runs; test $(wc -l < {tmp_path}/runs) -ge 2"

    async def main():
        policy = exeunt.Policy(idempotent=True)
        return await exeunt.call_async(**sh(line), store=False, policy=policy)

    called = engine(main)

    assert (True, 2) == (called.ok, len(called.attempts))


def test_a_cancelled_call_repeats_nothing(tmp_path):
    """Its command is ended, and no other begun."""
    line = f"echo $$ >> {tmp_path}/runs; sleep 600"

    async def main():
        policy = exeunt.Policy(idempotent=True)
        call = exeunt.call_async(**sh(line), store=False, policy=policy)
        task = asyncio.create_task(call)
        await asyncio.to_thread(wait_for, tmp_path / "runs")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    (pid,) = (tmp_path / "runs").read_text().split()

    assert until(lambda: not is_running(int(pid)))


def test_a_session_is_awaited(engine, tmp_path, monkeypatch):
    """Each method of a session, for a coroutine."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async def main():
        async with await exeunt.AsyncSession.start(["python3", "-q"]) as session:
            await session.wait()
            reply = await session.send("6 * 7")
            screen = await session.screen()
            output = await session.read(0)
            keys = await session.keys("ctrl-d")
            listed = [state.session for state in await exeunt.AsyncSession.list()]
        state = await session.last()
        return reply, screen, output, keys, listed == [session.name], state

    reply, screen, output, keys, listed, state = engine(main)

    assert "42" in reply.text
    assert "42" in screen
    assert "42" in output.text
    assert listed
    assert ("exited", "exited") == (keys.state.status, state.status)


def test_a_session_that_cannot_be_started_says_why(engine, tmp_path, monkeypatch):
    """A wrong option is refused before anything is started."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async def main():
        await exeunt.AsyncSession.start(["true"], timeout=-1)

    with pytest.raises(InputError):
        engine(main)
