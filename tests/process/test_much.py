"""Much output, in whatever pieces → a log, a digest and a record that agree."""

import hashlib
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exeunt
from exeunt.process.capture import LARGE
from exeunt.text.clean import Rendering
from running import PYTHON

TOKEN = "sk-live_51HxQ/pL2+eZvKYlo2C"  # noqa: S105 - nobody's
MIB = 1 << 20
# Writes a file to its stdout in pieces of random sizes, some larger than a pipe.
PIECES = """
import os, random, sys
data, dice = memoryview(open(sys.argv[1], "rb").read()), random.Random(sys.argv[2])
while data:
    size = dice.choice((1, 100, 4096, 65536, 65537, 200_000, 1 << 20))
    data = data[os.write(1, data[:size]) :]
"""
# Writes a file to both streams in turns.
BOTH = """
import os, sys
data = open(sys.argv[1], "rb").read()
for at in range(0, len(data), 9999):
    for stream in (1, 2):
        os.write(stream, data[at : at + 9999])
"""
LINES = {
    "words": [b"2026-05-01 12:00:07 INFO a request in 12.5 ms", b"", b"ok", b"x" * 300],
    "letters of the secret": [TOKEN[5:].encode(), TOKEN[:20].encode(), b"skliveQZ+/"],
    "colours": [b"\x1b[32mINFO\x1b[0m done", b"\x1b]8;;http://x\x07link\x1b]8;;\x07"],
    "UTF-8": ["ěščř 世界 🙂".encode(), b"\xff\xfe"],
    "moves": [b"10%\r50%\r100%", b"abc\b\bx", b"a\x1b[2Db"],
    "secrets": [b"the key is " + TOKEN.encode(), TOKEN.upper().encode()],
    "a long line": [b"y" * 150_000],
}


def said(kinds, seed, size=3 * MIB):
    """What a command says: stretches of lines of each kind."""
    dice = random.Random(seed)  # noqa: S311 - a choice, not a secret
    parts, length = [], 0
    while length < size:
        lines = LINES[dice.choice(kinds)]
        block = [dice.choice(lines) for _ in range(dice.choice((1, 30, 3000)))]
        parts.append(b"\n".join(block)[:600_000] + dice.choice((b"\n", b"\r\n", b"")))
        length += len(parts[-1])
    return b"".join(parts)


def rendered(data, limit):
    """What a record shows of the bytes in a log."""
    rendering = Rendering(limit)
    rendering.feed(data)
    return rendering.finish()


@settings(max_examples=12)
@given(
    kinds=st.lists(st.sampled_from([*LINES]), min_size=1, max_size=3),
    seed=st.integers(0, 99),
)
def test_log_digest_and_record_agree(tmp_path_factory, kinds, seed):
    """All bytes are in the log but for secrets, and digest and text are of that."""
    place = tmp_path_factory.mktemp("much")
    data = said(["words", *kinds], seed)
    (place / "data").write_bytes(data)
    words = [PYTHON, "-I", "-S", "-c", PIECES, str(place / "data"), str(seed)]
    done = exeunt.run(words, log=str(place / "log"), secrets=[TOKEN], max_output=9999)

    logged = (place / "log").read_bytes()
    assert hashlib.sha256(logged).hexdigest() == done.sha256
    assert (len(data), None) == (done.total_bytes, done.log_error)
    text = rendered(logged, 9999)
    assert (text.text, text.omitted_bytes) == (done.stdout, done.omitted_bytes)
    assert TOKEN.lower().encode() not in logged.lower()
    if {"secrets", "moves", "letters of the secret"}.isdisjoint(kinds):
        assert data == logged


@pytest.mark.parametrize("secret", [[], [TOKEN]], ids=["no secret", "a secret"])
def test_a_digest_is_of_all_however_much_the_log_takes(tmp_path, secret):
    """A cap cuts the file in the middle of a piece, and nothing else."""
    data = said(["words", "UTF-8"], 1)
    (tmp_path / "data").write_bytes(data)
    cap = LARGE * 5 + 7
    words = [PYTHON, "-I", "-S", "-c", PIECES, str(tmp_path / "data"), "1"]
    done = exeunt.run(words, log=str(tmp_path / "log"), secrets=secret, max_log=cap)

    assert data[:cap] == (tmp_path / "log").read_bytes()
    assert hashlib.sha256(data).hexdigest() == done.sha256
    assert (len(data), "capped") == (done.total_bytes, done.log_error)


def test_two_streams_that_say_much_stay_whole_and_apart(tmp_path):
    """Each has its own log, digest and text; neither waits for the other."""
    data = said(["words"], 2, MIB)
    (tmp_path / "data").write_bytes(data)
    words = [PYTHON, "-I", "-S", "-c", BOTH, str(tmp_path / "data")]
    done = exeunt.run(words, log=str(tmp_path / "log"), secrets=[TOKEN])

    assert data == (tmp_path / "log").read_bytes() == Path(done.stderr_log).read_bytes()
    assert rendered(data, 65_536).text == done.stdout == done.stderr
    assert hashlib.sha256(data).hexdigest() == done.sha256
