"""Functions for a model → how a command ended, in a few plain fields."""

import asyncio
import json
import os
import signal
import threading
from typing import get_type_hints

import pytest
import trio

from exeunt.tools import Allowed, AsyncTools, Tools
from running import Mark

tools = Tools()


@pytest.fixture(autouse=True)
def _state(tmp_path, monkeypatch):
    """Give what is remembered a place of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"argv": ["true"]}, {"output": "", "exit_code": 0, "verdict": "done"}),
        (
            {"command": "echo out; echo err >&2"},
            {"output": "out\nerr\n", "exit_code": 0, "verdict": "done"},
        ),
        (
            {"argv": ["grep", "-q", "x", "/dev/null"]},
            {"output": "", "exit_code": 1, "verdict": "no"},
        ),
        (
            {"argv": ["cat"], "stdin": "given"},
            {"output": "given", "exit_code": 0, "verdict": "done"},
        ),
        (
            {"command": "echo $A", "env": ["A=b"]},
            {"output": "b\n", "exit_code": 0, "verdict": "done"},
        ),
    ],
)
def test_what_did_its_job_is_told_in_three_fields(given, said):
    """Nothing is said of what says nothing: a model pays for every word."""
    assert said == tools.run(**given)


@pytest.mark.parametrize(
    ("given", "verdict", "fields"),
    [
        ({"command": "exit 3"}, "failed", {"exit_code": 3}),
        ({"command": "false | tail -1"}, "failed", {"exit_code": 0}),
        ({"argv": ["no-such-program"]}, "failed", {"status": "not_found"}),
        ({"command": "kill -9 $$"}, "failed", {"signal": "SIGKILL"}),
        ({"argv": ["sleep", "60"], "timeout": 0.2}, "failed", {"status": "timed_out"}),
    ],
)
def test_what_failed_says_what_it_means_and_what_to_do(given, verdict, fields):
    """A failure is none of the fourteen meanings to a model: it gets a sentence."""
    said = tools.run(**given)

    assert (verdict, True) == (said["verdict"], bool(said["next"]))
    assert fields == {name: said.get(name) for name in fields}


@pytest.mark.parametrize(
    "asked",
    [{"limit": 0}, {"limit": -1}, {"limit": 10**30}, {"hours": float("nan")},
     {"hours": float("inf")}, {"hours": -1.0}],
)  # fmt: skip
def test_the_journal_is_asked_for_what_there_can_be(asked):
    """A number that is none of rows or hours is told as such."""
    assert "INVALID_INPUT" == Tools().journal(**asked)["error"]["code"]


def test_why_a_command_was_not_started_is_said(tmp_path):
    """A directory that is not there is named; and a call may wait for ever."""
    said = Tools().run(argv=["true"], cwd=str(tmp_path / "no"), yield_ms=10**400)

    assert str(tmp_path / "no") in said["next"]


def test_what_a_command_leaves_running_is_named():
    """Nothing goes on that nobody has told of."""
    (said,) = Tools().run("sleep 30 >/dev/null 2>&1 & echo $!")["warnings"]
    pid = int(said.rpartition(" ")[2])
    os.kill(pid, signal.SIGKILL)

    assert "1 process goes on" in said


def test_a_failure_that_a_line_hides_is_named():
    """The number of the line is another command's; whose it hides is said."""
    said = tools.run("sh -c 'exit 4' | tail -1; false; echo ok")

    assert (0, "failed") == (said["exit_code"], said["verdict"])
    assert "sh -c 'exit 4' ended with 4 and the line went on" in said["next"]


def test_a_line_of_one_stream_is_not_broken_by_the_other():
    """Pieces come as they are written; lines stay whole."""
    said = tools.run(
        "for i in 1 2 3; do printf a >&1; printf b >&2; done; echo; echo >&2"
    )

    assert ["aaa", "bbb"] == sorted(said["output"].split())


def test_a_long_output_is_cut_and_its_log_is_named():
    """What is left out is counted, and can be read."""
    said = tools.run("seq 100000", max_output=1000)

    with open(said["log"], encoding="ascii") as log:  # noqa: PTH123 - as a user would
        assert "100000" in log.read()
    assert len(said["output"]) < 2000 < said["omitted_bytes"]


def test_a_key_in_the_output_is_told_in_words():
    """What a model cannot use, it is not shown."""
    said = tools.run("echo ghp_0123456789abcdefghijABCDEFGHIJ012345")

    assert "ghp_" not in said["output"]


def test_who_outlives_the_wait_goes_on_as_a_session():
    """A call comes back with a name, and what came later is told once."""
    mark = Mark()
    first = tools.run(
        "echo one; read line < /dev/null; sleep 0.5; echo two",
        env=[f"EXEUNT_TEST_MARK={mark.value}"],
        yield_ms=100,
    )
    last = tools.wait(first["session"], until_end=True, yield_ms=60_000)

    assert ("one\n", "running") == (first["output"], first["status"])
    assert {"output": "two\n", "exit_code": 0, "verdict": "done"} == last
    assert [] == mark.survivors()


def test_a_question_is_answered_by_its_session():
    """A command at a terminal asks, and the answer is typed when it reads."""
    asked = tools.run("printf 'Name? '; read name; echo hi $name", tty=True)
    answered = tools.send(asked["session"], "bob")

    assert ("Name? ", "waiting_for_input") == (asked["prompt"], asked["status"])
    assert ("done", True) == (answered["verdict"], "hi bob" in answered["output"])


def test_a_secret_is_said_to_be_one_and_never_shown():
    """A prompt without an echo is marked, and what is typed there is hidden."""
    asked = tools.run("read -s -p 'Password: ' word; echo; echo got $word", tty=True)
    answered = tools.send(asked["session"], "hunter22", secret=True)

    assert asked["secret"]
    assert "got ***" in answered["output"]


def test_keys_are_pressed():
    """A program that reads keys gets them by their names."""
    asked = tools.run("read -rsn1 -p 'Key? ' key; echo; echo key $key", tty=True)

    assert "key q" in tools.keys(asked["session"], ["q"])["output"]


def test_a_session_is_ended_with_all_it_started():
    """Stop ends the whole tree."""
    mark = Mark()
    said = tools.run(
        "setsid sleep 300 & sleep 300",
        env=[f"EXEUNT_TEST_MARK={mark.value}"],
        yield_ms=50,
    )
    ended = tools.stop(said["session"])

    assert "cancelled" == ended["status"]
    assert [] == mark.gone()


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: tools.run("true", argv=["true"]), "INVALID_INPUT"),
        (tools.run, "INVALID_INPUT"),
        (lambda: tools.run("a\0b"), "INVALID_INPUT"),
        (lambda: tools.run("true", env=["A"]), "INVALID_INPUT"),
        (lambda: tools.run("true", timeout=-1), "INVALID_INPUT"),
        (lambda: tools.send("nobody", "x"), "UNKNOWN_SESSION"),
        (lambda: tools.read("../x"), "INVALID_INPUT"),
        (lambda: tools.explain(999), "INVALID_INPUT"),
    ],
)
def test_a_wrong_call_is_a_result_that_says_so(call, code):
    """A model is told what is wrong with its words, and nothing is run."""
    assert code == call()["error"]["code"]


def test_there_is_a_limit_to_what_runs_at_the_same_time():
    """A call too many is told that it is one, at once."""
    box = Tools(Allowed(concurrent=1))
    said = box.run("sleep 300", yield_ms=50)
    busy = box.run("true")
    box.stop(said["session"], now=True)

    assert "BUSY" == busy["error"]["code"]
    assert "done" == box.run("true")["verdict"]


@pytest.mark.parametrize("library", ["asyncio", "trio"])
def test_a_cancelled_call_ends_its_whole_tree(library, tmp_path):
    """Who stops waiting for a command leaves nothing behind."""
    mark, ready = Mark(), tmp_path / "ready"
    line = f"setsid sleep 300 & touch {ready}; sleep 300"
    env = [f"EXEUNT_TEST_MARK={mark.value}"]

    def awaited():
        return AsyncTools().run(line, env=env, yield_ms=100_000)

    async def in_asyncio():
        task = asyncio.create_task(awaited())
        while not ready.exists():  # noqa: ASYNC110 - a file says when
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    async def in_trio():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(awaited)
            while not ready.exists():  # noqa: ASYNC110 - as above
                await trio.sleep(0.01)
            nursery.cancel_scope.cancel()

    asyncio.run(in_asyncio()) if library == "asyncio" else trio.run(in_trio)

    assert [] == mark.gone()


def test_output_is_told_as_it_comes():
    """Who watches sees each piece before the end."""
    pieces = []
    box = Tools(on_output=lambda stream, data: pieces.append((stream, data)))

    box.run("echo out; echo err >&2")

    assert [("stderr", b"err\n"), ("stdout", b"out\n")] == sorted(pieces)


def test_calls_in_threads_do_not_disturb_each_other():
    """Each thread is told of its own command."""
    said = {}

    def call(number):
        said[number] = tools.run(f"echo {number}; exit {number}")

    threads = [threading.Thread(target=call, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {n: (f"{n}\n", n) for n in range(8)} == {
        n: (one["output"], one["exit_code"]) for n, one in said.items()
    }


def test_a_number_is_explained_and_decided_on_by_its_table():
    """The same number means one thing for grep and another for curl."""
    assert "no" == tools.explain(1, "grep x file")["verdict"]
    assert "retry" == tools.decide(7, "curl http://127.0.0.1:1")["action"]


def test_the_journal_has_what_the_tools_ran():
    """A failed call is found again, with its words."""
    tools.run(argv=["sh", "-c", "exit 3"])
    tools.run("true")

    (row,) = tools.journal(failed=True)["runs"]
    assert (["sh", "-c", "exit 3"], 3) == (row["argv"], row["exit_code"])


def test_a_function_for_a_framework_answers_with_json():
    """What a toolbox yields has texts as they are, and nothing that cannot be sent."""
    functions = {one.__name__: one for one in Tools()}
    said = functions["run"](argv=["printf", "é%s", "\udcff"])  # a byte that is no text
    journal = functions["journal"]()

    assert "é" in said
    assert "done" == json.loads(said)["verdict"]
    assert ["printf", "é%s"] == json.loads(journal)["runs"][0]["argv"][:2]
    assert said.encode()
    assert journal.encode()


def test_an_awaited_function_for_a_framework_answers_with_json():
    """As of those that are called in a thread."""
    run, *_ = AsyncTools(Allowed(tools=("run",)))

    assert {"output": "hi\n", "exit_code": 0, "verdict": "done"} == json.loads(
        asyncio.run(run("echo hi"))
    )


def test_sync_and_async_are_the_same_to_a_model():
    """Names, types and texts are equal: they are written once."""
    for one, other in zip(Tools(), AsyncTools(), strict=True):
        assert (one.__name__, one.__doc__) == (other.__name__, other.__doc__)
        assert get_type_hints(one) == get_type_hints(other)


def test_a_session_ends_with_the_process_that_began_it(tmp_path):
    """Nothing that a tool started outlives who called it."""
    mark = Mark()
    child = os.fork()
    if not child:
        said = tools.run(
            "sleep 300", env=[f"EXEUNT_TEST_MARK={mark.value}"], yield_ms=50
        )
        (tmp_path / "name").write_text(said["session"])
        os._exit(0)
    os.waitpid(child, 0)

    assert [] == mark.gone()
    assert "lost" == tools.read((tmp_path / "name").read_text())["status"]
