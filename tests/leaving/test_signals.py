"""Signals and time limits → one envelope, and death by the same signal."""

import os
import select
import signal
import time

import pytest

from adopted import FRAMEWORKS, envelope, finish, program, run, said, start
from running import SOON

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about POSIX signals")

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Tells its parent that it is in the handler, by what children and prints leave alone.
READY = """
def ready():
    os.write(2, b"ready\\n")
def rest():
    ready()
    time.sleep(60)
"""


def interrupt(body, *numbers, framework="argparse", **parts):
    """Start a program, send it a signal each time it is ready, and wait for its end."""
    process = start(program(body, framework, before=READY, **parts))
    for number in numbers:
        assert b"ready\n" == process.stderr.readline()
        process.send_signal(number)
    return finish(process)


@pytest.mark.clause("K22")
@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_signal_cancels_and_then_kills(framework, number):
    """Cleanup runs, one envelope says CANCELLED, exit hooks run, the signal kills."""
    body = """
    import atexit
    atexit.register(lambda: print("hook"))
    cleanup(lambda: print("cleaned", file=sys.stderr))
    rest()
    """
    ended = interrupt(body, number, framework=framework)

    assert (-number, "CANCELLED") == said(ended)
    assert "execution" == envelope(ended)["error"]["phase"]
    assert "cleaned\nhook\n" == ended.stderr


@pytest.mark.clause("K22", "M10")
@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_under_murli_a_cancelled_command_exits_9(number):
    """murli has a number for it, so no signal is needed."""
    ended = interrupt("rest()", number, options="dialect='murli'")

    assert (9, "") == (ended.code, ended.stdout)


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_for_a_person_a_signal_kills_as_before(number):
    """In text mode there is no envelope, but cleanup and the same death."""
    body = "cleanup(lambda: print('cleaned'))\nrest()"
    process = start(program(body, before=READY), mode="text")
    process.stderr.readline()
    process.send_signal(number)
    ended = finish(process)

    assert (-number, "cleaned\n") == (ended.code, ended.stdout)


@pytest.mark.clause("K25")
def test_effects_before_a_signal_are_told():
    """What was done before the cancellation is in meta.partial."""
    ended = interrupt("effect('created', 7)\nrest()", signal.SIGTERM)
    partial = envelope(ended)["meta"]["partial"]

    assert [{"effect": "created", "id": 7}] == partial["effects"]


def test_a_second_signal_cuts_the_cleanup_short():
    """It ends at once, with the one envelope and without what was left to clean up."""
    body = """
    cleanup(lambda: print("never", file=sys.stderr))
    cleanup(rest)
    rest()
    """
    began = time.monotonic()
    ended = interrupt(body, signal.SIGTERM, signal.SIGINT)

    assert (-signal.SIGTERM, "CANCELLED") == said(ended)
    assert ["a second signal cut the cleanup short"] == envelope(ended)["warnings"]
    assert "" == ended.stderr
    assert time.monotonic() - began < SOON


def test_a_second_signal_cuts_a_finally_block_short():
    """A handler's own way of cleaning up is no different."""
    body = """
    try:
        rest()
    finally:
        rest()
    """
    ended = interrupt(body, signal.SIGTERM, signal.SIGTERM)

    assert (-signal.SIGTERM, "CANCELLED") == said(ended)


def test_a_first_signal_lets_the_cleanup_of_a_finished_command_end():
    """The result stands, and the caller gets it."""
    body = """
    def tidy():
        ready()
        time.sleep(0.5)
        print("tidied", file=sys.stderr)
    cleanup(tidy)
    return {"n": 1}
    """
    process = start(program(body, before=READY))
    process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    ended = finish(process)

    assert (0, {"n": 1}) == said(ended)
    assert "tidied\n" == ended.stderr


def test_signals_do_not_truncate_what_is_being_written():
    """Signals that come while the envelope fills the pipe change nothing in it."""
    process = start(program("ready()\nreturn ['x' * 1000] * 3000", before=READY))
    process.stderr.readline()
    select.select([process.stdout], (), ())  # it waits for us to read the rest
    for number in (*ENDING, *ENDING):
        process.send_signal(number)
        time.sleep(0.01)
    ended = finish(process)

    assert (0, ["x" * 1000] * 3000) == said(ended)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_what_nohup_ignores_stays_ignored(framework):
    """A program that was told to survive SIGHUP does."""
    body = "os.kill(os.getpid(), signal.SIGHUP)\nreturn {'n': 1}"
    before = "signal.signal(signal.SIGHUP, signal.SIG_IGN)"

    assert (0, {"n": 1}) == said(run(body, framework, before=before))


def test_outside_the_main_thread_signals_are_left_alone():
    """A program may be run by a thread of another one."""
    entry = """
    import threading
    thread = threading.Thread(target=lambda: print(main.run(["do", "--output=json"])))
    thread.start(); thread.join()
    sys.exit()
    """
    ended = run("return {'n': 1}", promises="timeout=5", entry=entry)
    first, second = ended.stdout.splitlines()

    assert (0, "(0, 0)") == (ended.code, second)
    assert first.startswith('{"ok": true')


def test_a_handler_may_have_its_own_signal_handlers():
    """They are called instead of ours, and the handler goes on."""
    body = """
    caught = []
    signal.signal(signal.SIGTERM, lambda number, frame: caught.append(number))
    os.kill(os.getpid(), signal.SIGTERM)
    return caught
    """

    assert (0, [signal.SIGTERM]) == said(run(body))


def test_a_handlers_own_signal_handler_does_not_break_the_envelope():
    """Whatever it would do, it does not do it in the middle of our last words."""
    body = """
    signal.signal(signal.SIGTERM, lambda *_: os._exit(77))
    ready()
    return ['x' * 1000] * 3000
    """
    process = start(program(body, before=READY))
    process.stderr.readline()
    select.select([process.stdout], (), ())
    process.send_signal(signal.SIGTERM)

    assert (0, ["x" * 1000] * 3000) == said(finish(process))


def test_a_handler_may_end_on_ctrl_c():
    """What it returns then is its result: a server that is told to stop."""
    body = """
    try:
        rest()
    except KeyboardInterrupt:
        return {"stopped": True}
    """

    assert (0, {"stopped": True}) == said(interrupt(body, signal.SIGINT))


@pytest.mark.parametrize(
    "ending",
    ["sys.exit(130)", "sys.exit(1)", "raise ValueError", "fail(ExitCode.CONFLICT, '')"],
)
def test_whatever_a_handler_makes_of_ctrl_c_is_cancelled(ending):
    """A failure after a signal is a cancellation, however it is put."""
    body = f"""
    try:
        rest()
    except KeyboardInterrupt:
        {ending}
    """
    ended = interrupt(body, signal.SIGINT)

    assert (-signal.SIGINT, "CANCELLED") == said(ended)


@pytest.mark.parametrize("framework", ["click", "typer"])
def test_an_abort_after_ctrl_c_is_cancelled(framework):
    """Click turns Ctrl-C at a prompt into Abort, and so may a handler."""
    body = f"""
    try:
        rest()
    except KeyboardInterrupt:
        import {framework}
        raise {framework}.Abort
    """
    ended = interrupt(body, signal.SIGINT, framework=framework)

    assert (-signal.SIGINT, "CANCELLED") == said(ended)


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_keyboard_interrupt_without_a_signal_is_ctrl_c(framework):
    """Whoever raises it means it."""
    ended = run("raise KeyboardInterrupt", framework)

    assert (-signal.SIGINT, "CANCELLED") == said(ended)


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
@pytest.mark.parametrize("place", ["task", "callback", "await"])
def test_an_async_handler_is_cancelled(place, number):
    """Wherever in the event loop a signal arrives, coroutines can clean up."""
    body = f"""
    import asyncio
    async def aside():
        rest()
    async def main():
        try:
            if "{place}" == "task":
                asyncio.create_task(aside())
            elif "{place}" == "callback":
                asyncio.get_running_loop().call_soon(rest)
            else:
                ready()
            await asyncio.sleep(60)
        finally:
            print("closed", file=sys.stderr)
    return main()
    """
    ended = interrupt(body, number)

    assert (-number, "CANCELLED") == said(ended)
    assert "closed" in ended.stderr


@pytest.mark.clause("E13", "E28")
@pytest.mark.parametrize(
    ("danger", "retryable"), [("safe", True), ("mutating", None), ("destructive", None)]
)
def test_a_time_limit_ends_a_command(danger, retryable):
    """It is TIMEOUT; only a safe command may be called again without a look."""
    words = ["--yes"] if danger == "destructive" else []
    ended = run(
        "time.sleep(60)", promises=f"timeout=0.2, danger='{danger}'", words=words
    )
    error = envelope(ended)["error"]

    assert (10, "TIMEOUT") == said(ended)
    assert retryable in (error["retryable"], None)
    assert (danger == "safe") is error["retryable"]


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(
    "wait",
    [
        "os.read(os.pipe()[0], 1)",
        "__import__('subprocess').run(['sleep', '60'])",
        "while True: pass",
        "__import__('threading').Event().wait()",
    ],
    ids=["read", "child", "loop", "lock"],
)
def test_a_time_limit_works_wherever_the_command_is(framework, wait):
    """In a system call, in a child, in a loop, at a lock."""
    assert (10, "TIMEOUT") == said(run(wait, framework, promises="timeout=0.2"))


@pytest.mark.parametrize("place", ["time.sleep(60)", "await asyncio.sleep(60)"])
def test_a_time_limit_ends_an_async_handler(place):
    """Also inside another task, where an event loop would keep the exception."""
    body = f"""
    import asyncio
    async def aside():
        {place}
    async def main():
        await asyncio.gather(aside(), asyncio.sleep(60))
    return main()
    """

    assert (10, "TIMEOUT") == said(run(body, promises="timeout=0.3"))


def test_a_time_limit_comes_again_if_it_is_swallowed():
    """A handler that catches everything is not let off."""
    body = """
    while True:
        try:
            time.sleep(60)
        except BaseException:
            if count: raise ValueError from None
            count = 1
    """

    assert (10, "TIMEOUT") == said(run(body, promises="timeout=0.2"))


def test_an_alarm_of_the_app_goes_on_after_the_call():
    """The app had the clock before us, and has it after us."""
    entry = """
    rang = []
    signal.signal(signal.SIGALRM, lambda *_: rang.append(True))
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    main.run(["do", "--output=json"])
    assert not rang
    time.sleep(1)
    print(rang, file=sys.stderr)
    sys.exit()
    """
    ended = run("return {'n': 1}", promises="timeout=5", entry=entry)

    assert "[True]\n" == ended.stderr


def test_cleanup_has_its_own_time():
    """The limit is the command's; what it left lying about is still put away."""
    body = """
    cleanup(lambda: (time.sleep(0.6), print("tidied", file=sys.stderr)))
    time.sleep(60)
    """
    ended = run(body, promises="timeout=0.2")

    assert (10, "TIMEOUT") == said(ended)
    assert "tidied\n" == ended.stderr


def test_the_result_waits_for_threads():
    """Python would wait for them, too; what they print is not printed behind it."""
    body = """
    import threading
    def late():
        time.sleep(0.3)
        print("late")
    threading.Thread(target=late).start()
    """

    assert (0, {"text": "late\n"}) == said(run(body))


def test_an_idle_pool_of_threads_keeps_nobody_waiting():
    """Its threads wait for work until the interpreter tells them that there is none."""
    body = """
    from concurrent.futures import ThreadPoolExecutor
    pool = ThreadPoolExecutor()
    return {"n": pool.submit(int, "7").result()}
    """

    assert (0, {"n": 7}) == said(run(body))


def test_a_signal_ends_the_wait_for_threads():
    """The command is not over before they are, so it is cancelled."""
    body = """
    import threading
    threading.Thread(target=rest).start()
    """

    assert (-signal.SIGTERM, "CANCELLED") == said(interrupt(body, signal.SIGTERM))


def test_a_signal_before_the_wait_for_threads_is_not_forgotten():
    """It comes while cleaning up, where one signal waits; the threads are not over."""
    body = """
    import threading
    threading.Thread(target=time.sleep, args=(60,)).start()
    cleanup(lambda: os.kill(os.getpid(), signal.SIGTERM))
    """

    assert (-signal.SIGTERM, "CANCELLED") == said(run(body))


def test_the_time_limit_holds_for_threads():
    """A thread that hangs does not keep the process, and exit hooks still run."""
    body = """
    import atexit, threading
    atexit.register(lambda: print("hook", file=sys.stderr))
    threading.Thread(target=time.sleep, args=(60,)).start()
    """
    began = time.monotonic()
    ended = run(body, promises="timeout=0.3")

    assert (10, "TIMEOUT") == said(ended)
    assert "hook\n" == ended.stderr
    assert time.monotonic() - began < SOON


def test_before_the_entry_point_a_signal_just_kills():
    """Nothing has been promised yet: stdout is empty."""
    for number in ENDING:
        process = start(program("return {}", before=READY, entry="rest()"))
        process.stderr.readline()
        process.send_signal(number)
        ended = finish(process)

        assert (-number, "") == (ended.code, ended.stdout)


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_behind_the_envelope_changes_nothing(number):
    """While the interpreter takes itself apart, the code is the envelope's."""
    kill = f"os.kill(os.getpid(), {int(number)})"
    before = f"import atexit\natexit.register(lambda: {kill})"

    assert (0, {"n": 1}) == said(run("return {'n': 1}", before=before))


def test_the_signals_are_given_back():
    """After a call in this process, everything is as it was."""
    entry = """
    signals = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM
    before = [signal.getsignal(number) for number in signals]
    main.run(["do", "--output=json"])
    print(before == [signal.getsignal(number) for number in signals], file=sys.stderr)
    sys.exit()
    """

    assert "True\n" == run("return {}", promises="timeout=9", entry=entry).stderr
