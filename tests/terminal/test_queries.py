"""What a program asks its terminal → answers: once, in order, and nothing else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt.terminal._queries import QUERIES, Queries
from exeunt.terminal.display import Display
from exeunt.terminal.terminal import Terminal
from running import PYTHON, record

# Asks, and reads up to the answer that every terminal gives.
ASK = """
import os, sys, tty
tty.setraw(0)
os.write(1, bytes.fromhex(sys.argv[1]) + b"\\x1b[5n")
got = b""
while not got.endswith(b"\\x1b[0n"):
    got += os.read(0, 99)
print(ascii(got[:-4]))
"""
# A question → the answer of a terminal of 80 columns and 24 rows.
ANSWERS = {
    b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b[?6n": b"\x1b[?1;1R",
    b"\x1b[5n": b"\x1b[0n",
    b"\x1b[c": b"\x1b[?62c",
    b"\x1b[0c": b"\x1b[?62c",
    b"\x1b[>c": b"\x1b[>0;0;0c",
    b"\x1b[=c": b"\x1bP!|00000000\x1b\\",
    b"\x1b[?2026$p": b"\x1b[?2026;0$y",
    b"\x1b[?1049$p": b"\x1b[?1049;2$y",
    b"\x1b[?25$p": b"\x1b[?25;1$y",
    b"\x1b[?7$p": b"\x1b[?7;1$y",
    b"\x1b[?7l\x1b[?7$p": b"\x1b[?7;2$y",
    b"\x1b[?1049h\x1b[?1049$p\x1b[?1049l": b"\x1b[?1049;1$y",
    b"\x1b]10;?\x07": b"\x1b]10;rgb:d0d0/d0d0/d0d0\x07",
    b"\x1b]11;?\x1b\\": b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    b"\x1b]11;?\x07": b"\x1b]11;rgb:0000/0000/0000\x07",
    b"\x1b]12;?\x07": b"\x1b]12;rgb:d0d0/d0d0/d0d0\x07",
    b"\x1b]4;1;?\x07": b"\x1b]4;1;rgb:cdcd/0000/0000\x07",
    b"\x1b]4;196;?\x1b\\": b"\x1b]4;196;rgb:ffff/0000/0000\x1b\\",
    b"\x1b]4;255;?\x07": b"\x1b]4;255;rgb:eeee/eeee/eeee\x07",
    b"\x1b[>q": b"\x1bP>|exeunt\x1b\\",
    b"\x1b[18t": b"\x1b[8;24;80t",
    b"\x1bP$qm\x1b\\": b"\x1bP0$r\x1b\\",
    b'\x1bP$q"p\x1b\\': b"\x1bP0$r\x1b\\",
    b"\x1b[c\x1b[6n\x1b[c": b"\x1b[?62c\x1b[1;1R\x1b[?62c",
}
# What would have a terminal type the program's own text, and what has no answer here.
SILENCE = {
    "the title": b"\x1b]2;rm -rf /\n\x07\x1b[21t",
    "the icon": b"\x1b]1;id\n\x07\x1b[20t",
    "a setting of its own": b"\x1bP$q\nid\n\x1b\\",
    "a capability": b"\x1bP+q544e\x1b\\",
    "the answerback": b"\x05",
    "a checksum": b"\x1b[1;1;1;1;1;1*y",
    "the clipboard": b"\x1b]52;c;?\x07",
    "a colour with more": b"\x1b]11;?;id\n\x07",
    "a colour that is none": b"\x1b]4;256;?\x07\x1b]4;-1;?\x07",
    "a mode that is none": b"\x1b[?;$p\x1b[?7;7$p\x1b[?123456$p",
    "a mode that nobody asks for": b"\x1b[?7351$p\x1b[?8$p",
    "pixels": b"\x1b[14t",
    "keys of kitty": b"\x1b[?u",
    "a macro": b"\x1bP1;1;1!zid\n\x1b\\\x1b[1*z",
    "fonts": b"\x1b]50;?\x07",
    "an answer of ours": b"\x1b[1;1R\x1b[?62c\x1b[0n\x1bP>|exeunt\x1b\\",
}
# All that may ever come back.
CLOSED = re.compile(
    rb"(?:\x1b\[\??\d+;\d+R|\x1b\[0n|\x1b\[\?62c|\x1b\[>0;0;0c|\x1bP!\|0{8}\x1b\\"
    rb"|\x1b\[\?\d{1,5};[012]\$y|\x1bP>\|exeunt\x1b\\|\x1b\[8;\d+;\d+t|\x1bP0\$r\x1b\\"
    rb"|\x1b\](?:1[012]|4;\d{1,3});rgb:(?:[0-9a-f]{4}/?){3}(?:\x07|\x1b\\))*"
)


@pytest.fixture(scope="module")
def terminal():
    """A terminal that nobody is at."""
    found = Terminal(80, 24)
    yield found
    found.close()


def answers(terminal, *pieces):
    """What is answered to a stream that comes in pieces, together."""
    queries = Queries(Display(terminal))
    return b"".join(
        [answer for piece in pieces for answer in queries.replies(piece, full=False)]
    )


def test_every_question_is_asked_here():
    """None without its answer below."""
    patterns = {re.compile(rb"\x1b(?:%b)" % way) for _, way, _ in QUERIES}
    unasked = {p for p in patterns if not any(p.search(asked) for asked in ANSWERS)}

    assert set() == unasked


@pytest.mark.parametrize("question", ANSWERS, ids=ascii)
def test_a_question_is_answered_however_it_comes(question, terminal):
    """At once, byte by byte, and cut in two at each place."""
    expected = ANSWERS[question]
    halves = {
        answers(terminal, question[:cut], question[cut:])
        for cut in range(len(question))
    }
    bytewise = answers(terminal, *(bytes([byte]) for byte in question))

    assert {expected} == {*halves, bytewise}


@pytest.mark.parametrize("verb", ["run", "drive"])
@pytest.mark.parametrize("question", list(ANSWERS)[::4], ids=ascii)
def test_a_program_gets_the_answer(question, verb, tmp_path):
    """It does not stall, and neither question nor answer is in its output."""
    words = [PYTHON, "-I", "-S", "-c", ASK, question.hex()]
    flags = ["--pty"] if verb == "run" else []
    found = record(tmp_path, *flags, "--timeout", "100", *words, verb=verb)

    assert (0, f"{ANSWERS[question]!a}\n") == (found["exit_code"], found["stdout"])


PLACES = {
    b"": (1, 1),
    b"ab": (1, 3),
    b"ab\ncd\n": (3, 1),
    b"x" * 80: (1, 80),
    b"x" * 81: (2, 2),
    "中文".encode(): (1, 5),
    b"a\n" * 30: (24, 1),
    b"\x1b[999;999H": (24, 80),
    b"\x1b[5;20r\x1b[?6h\x1b[3;4H": (3, 4),
    b"\x1b[?1049h\x1b[7;7H": (7, 7),
}


@pytest.mark.parametrize("before", PLACES, ids=ascii)
def test_the_cursor_is_where_it_is_said_to_be(before, tmp_path):
    """What was written before the question counts, and nothing after it."""
    question = before + b"\x1b[6n" + b"\x1b[?6l\x1b[2;2H\x1b[?1049l\n"
    found = record(tmp_path, "--pty", PYTHON, "-I", "-S", "-c", ASK, question.hex())
    row, column = PLACES[before]

    assert ascii(b"\x1b[%d;%dR" % (row, column)) in found["stdout"]


@pytest.mark.parametrize("why", SILENCE)
def test_nothing_else_is_ever_sent_back(why, terminal):
    """Nobody can have a terminal type what they wrote to it."""
    assert b"" == answers(terminal, SILENCE[why])


FRAGMENTS = st.one_of(
    st.sampled_from([*ANSWERS, *SILENCE.values(), b"\x1b", b"\x1b]4;", b"\x1bP$q"]),
    st.binary(max_size=12),
    st.from_regex(rb"\x1b[\[\]P][?>=$]?[0-9;]{0,9}[a-z$?]{0,3}", fullmatch=True),
)


@given(pieces=st.lists(FRAGMENTS, max_size=12))
def test_an_answer_is_of_our_words_and_numbers(pieces, terminal):
    """Whatever is written, and however it is cut."""
    together = answers(terminal, b"".join(pieces))

    assert CLOSED.fullmatch(together)
    assert together == answers(terminal, *pieces)


def test_questions_without_a_reader_block_nobody(tmp_path):
    """What finds no room is dropped, as by a terminal; the run goes on."""
    source = (
        "import os, tty; tty.setraw(0); os.write(1, b'\\x1b[6n' * 99_999 + b'done')"
    )
    found = record(tmp_path, "--pty", "--timeout", "100", PYTHON, "-I", "-c", source)

    assert (0, "done") == (found["exit_code"], found["stdout"])
