"""A signal at any moment → one whole envelope, or the finished result.

A few moments in each framework here; `make soak` tries 500 in each.
"""

import json
import os
import random
import signal
import time

import pytest

from adopted import ENVELOPE, FRAMEWORKS, environment, finish, program, start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about POSIX signals")

MOMENTS = int(os.environ.get("EXEUNT_MOMENTS", "12"))
BATCH = 10  # moments in one test, so that none takes longer than a test may
SEED = os.environ.get("EXEUNT_SEED", "exeunt")
# A bit of everything: prints, effects, a file, cleanup, a hook, a result of many pipes.
BODY = """
import atexit, tempfile
atexit.register(lambda: print("hook"))
cleanup(lambda: time.sleep(0.002))
for number in range(20):
    print("line", number)
    if number == 10:
        effect("created", number)
    with tempfile.TemporaryFile() as file:
        file.write(b"x" * 1000)
return ["x" * 100] * 2000
"""
# The first thing that happens once the signals are ours.
CALLED = """
from exeunt.leaving import run as entry
clock = entry.monotonic_ns
def called():
    if "told" not in globals():
        globals()["told"] = os.write(int(os.environ["CALLED"]), b".")
    return clock()
entry.monotonic_ns = called
"""


@pytest.mark.clause("K22")
@pytest.mark.parametrize("batch", range(-(-MOMENTS // BATCH)))
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_signal_at_a_random_moment(framework, batch):
    """After the entry point was called: never nothing, never half, never two."""
    chance = random.Random(f"{SEED} {framework} {batch}")  # noqa: S311 - no secret
    source = program(BODY, framework, entry=CALLED)
    whole, span = undisturbed(source)
    assert (0, True) == (whole.code, json.loads(whole.stdout)["ok"])
    for _ in range(min(BATCH, MOMENTS - batch * BATCH)):
        moment = chance.uniform(0, span * 1.1)
        number = chance.choice([signal.SIGTERM, signal.SIGINT])
        check(source, moment, number)


def check(source, moment, number):
    """Send a signal that long after the entry point was called, and judge the end."""
    process, called = begin(source)
    os.read(called, 1)
    time.sleep(moment)
    process.send_signal(number)
    ended = finish(process)
    os.close(called)
    told = f"{number.name} after {moment:.5f} s: {ended}"

    assert 1 == ended.stdout.count("\n"), told
    document = json.loads(ended.stdout)
    ENVELOPE.validate(document)
    if document["ok"]:
        assert 2000 == len(document["data"]), told
        assert ended.code in (0, -number), told
    else:
        assert "CANCELLED" == document["error"]["code"], told
        assert -number == ended.code, told


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_signal_before_the_entry_point(framework):
    """While a program is being loaded, stdout stays empty and the signal kills."""
    entry = "os.write(int(os.environ['CALLED']), b'.')\ntime.sleep(60)"
    source = program(BODY, framework, entry=entry)
    for number in (signal.SIGTERM, signal.SIGINT):
        process, called = begin(source)
        os.read(called, 1)
        process.send_signal(number)
        ended = finish(process)
        os.close(called)

        assert (-number, "") == (ended.code, ended.stdout)


def begin(source):
    """Start a program that tells a pipe when its entry point is called."""
    reading, writing = os.pipe()
    env = environment() | {"CALLED": str(writing)}
    process = start(source, env=env, pass_fds=[writing])
    os.close(writing)
    return process, reading


def undisturbed(source):
    """Run a program; return how it ended and how long its entry point took."""
    process, called = begin(source)
    os.read(called, 1)
    began = time.monotonic()
    ended = finish(process)
    os.close(called)
    return ended, time.monotonic() - began
