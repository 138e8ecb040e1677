"""What a command writes → the text that its reader would have seen."""

import gzip
import importlib.util
import random
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from exeunt import InputError
from exeunt.text._excerpt import marker
from exeunt.text._fold import LONGEST, ROWS
from exeunt.text.clean import Rendered, Rendering, clean

ESC = b"\x1b"
KIB = b"x" * 1024
INPUTS = Path(__file__).parents[2] / "bench" / "_clean_inputs.py"


def rendered(data, limit=None, chunk=None, **options):
    """Everything that a rendering says of data that comes in chunks."""
    rendering = Rendering(limit, **options)
    size = chunk or len(data) or 1
    for start in range(0, len(data), size):
        rendering.feed(data[start : start + size])
    return rendering.finish()


def rendered_in_blocks(data, size):
    """The same, worked through in blocks of another size."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("exeunt.text.clean.BLOCK", size)
        return rendered(data)


SEQUENCES = {
    "nothing": (b"", ""),
    "plain text": (b"one\ntwo\n", "one\ntwo\n"),
    "no newline at the end": (b"one\ntwo", "one\ntwo"),
    "tabs and newlines": (b"a\tb\n\nc\n", "a\tb\n\nc\n"),
    "CRLF": (b"a\r\nb\r\n", "a\nb\n"),
    "UTF-8": ("ěščř 世界 🙂\n".encode(), "ěščř 世界 🙂\n"),
    "SGR": (b"\x1b[31mred\x1b[0m", "red"),
    "SGR without a number": (b"\x1b[mx", "x"),
    "SGR with several": (b"\x1b[1;4;31mx\x1b[22;24m", "x"),
    "SGR with colons": (b"\x1b[4:3mx\x1b[38:2::1:2:3my", "xy"),
    "SGR true colour": (b"\x1b[38;2;10;20;30mx", "x"),
    "private mode": (b"\x1b[?25lx\x1b[?25h", "x"),
    "bracketed paste": (b"\x1b[?2004hx\x1b[?2004l", "x"),
    "several private modes": (b"\x1b[?25;2004hx", "x"),
    "DECSCUSR": (b"\x1b[4 qx", "x"),
    "XTMODKEYS": (b"\x1b[>4;2mx", "x"),
    "kitty keyboard": (b"\x1b[>1ux\x1b[<u", "x"),
    "DECSTBM": (b"\x1b[1;24rx", "x"),
    "device status": (b"\x1b[6nx\x1b[c", "x"),
    "OSC title with BEL": (b"\x1b]0;title\x07x", "x"),
    "OSC title with ST": (b"\x1b]2;title\x1b\\x", "x"),
    "OSC title with ST of eight bits": (b"\x1b]2;title\x9cx", "x"),
    "OSC 8 link": (b"\x1b]8;;http://a/\x1b\\link\x1b]8;;\x1b\\!", "link!"),
    "OSC with UTF-8": ("\x1b]0;ě世\x07x".encode(), "x"),
    "OSC 52 clipboard": (b"\x1b]52;c;cm0gLXJmIC8K\x07x", "x"),
    "OSC 52, long": (b"\x1b]52;c;" + KIB * 99 + b"\x07x", "x"),
    "OSC aborted by a sequence": (b"\x1b]0;t\x1b[31mx", "x"),
    "OSC aborted by CAN": (b"\x1b]0;t\x18x", "x"),
    "DCS sixel": (b"\x1bPq#0;2;0;0;0~~@@\x1b\\x", "x"),
    "DCS with BEL inside": (b"\x1bPa\x07b\x1b\\x", "x"),
    "APC kitty image": (b"\x1b_Ga=T;AAAA\x1b\\x", "x"),
    "APC of 4 KiB and a header": (b"\x1b_Gm=1;" + KIB * 4 + b"\x1b\\x", "x"),
    "PM": (b"\x1b^secret\x1b\\x", "x"),
    "SOS": (b"\x1bXsecret\x1b\\x", "x"),
    "charset": (b"\x1b(Bx\x1b)0y", "xy"),
    "DECSC and DECRC": (b"\x1b7x\x1b8y", "xy"),
    "keypad": (b"\x1b=x\x1b>", "x"),
    "RIS": (b"\x1bcx", "x"),
    "DECALN": (b"\x1b#8x", "x"),
    "ESC % G": (b"\x1b%Gx", "x"),
    "SS3": (b"\x1bOx", "x"),
    "RI on the first line": (b"x\x1bMy", "xy"),
    "NEL": (b"a\x1bEb", "a\nb"),
    "ST alone": (b"a\x1b\\b", "ab"),
    "CSI aborted by ESC": (b"\x1b[3\x1b[1mx", "x"),
    "CSI aborted by CAN": (b"\x1b[3\x18x", "x"),
    "CSI aborted by SUB": (b"\x1b[3\x1ax", "x"),
    "CSI with LF inside": (b"\x1b[3\n1mx", "\nx"),
    "CSI with DEL inside": (b"\x1b[3\x7f1mx", "x"),
    "CSI with LF after a string": (b"\x1b]0;t\x1b[3\n1mx", "\nx"),
    "CSI with LF, aborted": (b"\x1b[3\n\x1b[0m1mx", "\n1mx"),
    "CSI broken by a letter of UTF-8": ("\x1b[3ěm".encode(), "ěm"),
    "ESC ESC": (b"\x1b\x1b[31mx", "x"),
    "ESC before a newline": (b"a\x1b\nb", "a\nb"),
    "ESC before UTF-8": ("\x1bě".encode(), "ě"),
    "truncated CSI": (b"x\x1b[31", "x"),
    "truncated OSC": (b"x\x1b]0;title", "x"),
    "truncated charset": (b"x\x1b(", "x"),
    "lone ESC at the end": (b"x\x1b", "x"),
    "unterminated OSC, next line": (b"\x1b]0;oops\nline\n", "\nline\n"),
    "unterminated DCS, next line": (b"\x1bPoops\r\nline\n", "\nline\n"),
    "unterminated OSC, one line": (b"\x1b]" + KIB * 4 + b"seen\n", "seen\n"),
    "unterminated DCS, to the end": (b"\x1bP" + KIB * 4 + b"seen", "seen"),
    "unterminated OSC, then a colour": (
        b"\x1b]" + KIB * 4 + b"seen\x1b[0m!",
        "seen!",
    ),
    "unterminated OSC ends between characters": (
        b"\x1b]x" + "ě".encode() * 2048 + b"seen",
        "seen",
    ),
    "CSI that does not end": (b"\x1b[" + b"1" * 4096 + b"1seen", "1seen"),
    "CSI of eight bits": (b"\x9b31mred\x9bm", "red"),
    "CSI of eight bits in UTF-8": ("\x9b31mred".encode(), "red"),
    "OSC of eight bits": (b"\x9d0;t\x9cx", "x"),
    "DCS, SOS, PM, APC of eight bits": (b"\x90a\x9c\x98b\x9c\x9ec\x9c\x9fd\x9cx", "x"),
    "NEL of eight bits": (b"a\x85b", "a\nb"),
    "other C1": (b"a\x81b\xc2\x81c", "abc"),
    "C1 inside a character": (b"\xc4\x9b\xc5\x9d\xe4\xb8\x96", "ěŝ世"),
    "other C0": (b"a\x00\x01\x05\x07\x0b\x0c\x0e\x0f\x1fb", "ab"),
    "DEL": (b"a\x7fb", "ab"),
    "invalid UTF-8": (b"a\xffb", "a\ufffdb"),
    "Latin-1": (b"caf\xe9!", "caf\ufffd!"),
    "a character that breaks off": (b"a\xe2\x9b b", "a\ufffd b"),
    "a character that breaks off at the end": (b"a\xe2\x9b", "a\ufffd"),
    "a surrogate in UTF-8": (b"a\xed\xa0\x9bb", "a\ufffdb"),
    "U+202E": ("a\u202eb".encode(), "a\\u202eb"),
    "isolates and marks": (
        "\u2066\u2069\u200e\u200f\u061c".encode(),
        "\\u2066\\u2069\\u200e\\u200f\\u061c",
    ),
    "zero widths": ("\u200b\u2060\ufeff".encode(), "\\u200b\\u2060\\ufeff"),
    "separators": ("a\u2028b\u2029".encode(), "a\\u2028b\\u2029"),
    "tags": ("a\U000e0041\U000e007f".encode(), "a\\U000e0041\\U000e007f"),
    "joiners stay": (
        "👩\u200d💻 می\u200cشد".encode(),
        "👩\u200d💻 می\u200cشد",
    ),
    "U+202E inside a CSI": ("\x1b[3\u202em".encode(), "\\u202em"),
}


@pytest.mark.clause("S11")
@pytest.mark.parametrize(("data", "text"), SEQUENCES.values(), ids=SEQUENCES)
def test_sequences_are_gone_and_the_text_stays(data, text):
    """What a terminal would not show is gone; what it would show is all there."""
    assert text == clean(data)


FRAMES = {
    "shorter frames": (b"start\rone\rtwo\n", "twort\n", 2),
    "percents": (b"10%\r50%\r100%\n", "100%\n", 2),
    "CR at the end": (b"10%\r50%\r", "50%", 1),
    "CR CR LF": (b"a\r\r\nb\n", "a\nb\n", 0),
    "a column of nothing": (b"\r\r\rx\n", "x\n", 0),
    "blanks over a frame": (b"working\r       \rdone\n", "done\n", 2),
    "backspace": (b"abc\b\bX\n", "aXc\n", 1),
    "backspace at the beginning": (b"\b\bab\n", "ab\n", 0),
    "spinner": (b"|\b/\b-\b\\\bdone\n", "done\n", 4),
    "bold of man": (b"N\bNA\bA\n", "NA\n", 2),
    "EL": (b"downloading\r\x1b[Kdone\n", "done\n", 1),
    "EL 0": (b"downloading\rdown\x1b[0K\n", "down\n", 1),
    "EL 1": (b"abcdef\x1b[3G\x1b[1K\n", "   def\n", 1),
    "EL 2": (b"abc\x1b[2K\rde\n", "de\n", 1),
    "EL at the end": (b"a\x1b[Kb\x1b[K\n", "ab\n", 0),
    "npm": (b"\x1b[1G\x1b[0K\\\x1b[1G\x1b[0K|\x1b[1G\x1b[0Kadded 3\n", "added 3\n", 2),
    "CUF": (b"a\x1b[3Cb\n", "a   b\n", 0),
    "CUB": (b"abc\x1b[2DX\n", "aXc\n", 1),
    "CHA": (b"abc\x1b[2GX\n", "aXc\n", 1),
    "CUF is kept within reason": (b"\x1b[999999Cx\n", " " * 256 + "x\n", 0),
    "wide characters": ("世界\rab\n".encode(), "ab界\n", 1),
    "half a wide character": ("世界\rabc\n".encode(), "abc\n", 1),
    "half a wide character, the second half": ("世x\r\x1b[Cy".encode(), " yx", 1),
    "marks": ("e\u0301x\rab\n".encode(), "ab\n", 1),
    "a mark after a move": ("ex\b\u0301\n".encode(), "e\u0301x\n", 0),
    "a bar": ("██  \r███ \r████\n".encode(), "████\n", 2),
    "a tab below a frame": (b"a\tb\rX\n", "X\tb\n", 1),
    "a tab is overwritten": (b"a\tb\rXYZ\n", "XYZ     b\n", 1),
    "a tab over text": (b"0123456789\r\tX\n", "01234567X9\n", 1),
    "docker": (
        b"a: 0%\nb: 0%\n\x1b[2A\x1b[2K\ra: 9%\r\x1b[2B\x1b[1A\x1b[2K\rb: 9%\r\x1b[1B",
        "a: 9%\nb: 9%\n",
        2,
    ),
    "rich": (b"a 1\nb 1\r\x1b[2K\x1b[1A\x1b[2Ka 2\nb 2\n", "a 2\nb 2\n", 2),
    "CPL and ED": (b"ask\n 1\n 2\n\x1b[3F\x1b[Jdone\n", "done\n", 1),
    "what is below stays": (b"a\nb\nc\x1b[2FX\n", "X\nb\nc", 1),
    "up beyond the beginning": (b"a\n\x1b[99Ab\n", "b\n", 1),
    "down beyond the end": (b"a\x1b[99Bb\n", "a\n b\n", 0),
    "clear keeps the history": (b"old\n\x1b[H\x1b[2J\x1b[3Jnew\n", "old\nnew\n", 0),
    "a place is a new line": (b"a\x1b[2;5Hb\x1b[3;1Hc\n", "a\nb\nc\n", 0),
    "a place on an empty line": (b"\x1b[2J\x1b[1;1Hx", "x", 0),
    "a place after a move": (b"ab\rc\x1b[5;5Hd\n", "cb\nd\n", 1),
    "alternate screen": (b"a\x1b[?1049hvim\x1b[?1049lb\n", "ab\n", 0),
    "older alternate screens": (
        b"a\x1b[?47hx\x1b[?47l\x1b[?1047hy\x1b[?1047lb",
        "ab",
        0,
    ),
    "no alternate screen": (b"a\x1b[?147hb", "ab", 0),
    "ended in the alternate screen": (b"a\x1b[?1049hb\x1b[5;1Hc", "a\nb\nc", 0),
}


@pytest.mark.clause("S11")
@pytest.mark.parametrize(("data", "text", "folded"), FRAMES.values(), ids=FRAMES)
def test_lines_show_what_was_written_last(data, text, folded):
    """What goes back in a line overwrites it, and each lost frame is counted."""
    assert (text, folded) == (rendered(data).text, rendered(data).folded)


ATOMS = [
    *(b"a", b"bc", b"hello world", b" ", b"m", b"3", b";", b"?", b"\n", b"\r", b"\r\n"),
    *(b"\b", b"\t", b"\x00", b"\x07", b"\v", b"\x18", b"\x7f", ESC, b"\x1b[", b"\x1b]"),
    *(b"\x1bP", b"\x1b_", b"\x1b\\", b"\x9b", b"\x9c", b"\x85", b"\xc2", b"\xe2\x80"),
    *(b"\xff", b"\x1b[31m", b"\x1b[K", b"\x1b[1K", b"\x1b[2K", b"\x1b[2A", b"\x1b[3B"),
    *(b"\x1b[5C", b"\x1b[D", b"\x1b[3G", b"\x1b[H", b"\x1b[2J", b"\x1b[J", b"\x1b(B"),
    *(b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25l", b"\x1bM", b"\x1bE", b"\x1bD"),
    *(char.encode() for char in "ě世█\u0301\u200d\u202e\x9b"),
]
STREAMS = st.lists(st.sampled_from(ATOMS) | st.binary(max_size=3)).map(b"".join)


@given(STREAMS, st.integers(1, 20), st.integers(0, 40))
def test_chunks_make_no_difference(data, chunk, limit):
    """However a stream is cut, the result is the same."""
    assert rendered(data, limit) == rendered(data, limit, chunk)


PLAIN_TEXT = st.sampled_from([b"ordinary words\n" * 9, b"\n" * 40, b"x" * 70, b"word "])


@given(
    st.lists(st.tuples(PLAIN_TEXT, st.just("plain")) | st.tuples(STREAMS, st.just("")))
)
def test_whoever_knows_what_is_plain_changes_nothing(chunks):
    """A chunk that need not be looked at is as if it had been, binary or not."""
    with pytest.MonkeyPatch.context() as patch:
        for name, size in (
            ("clean.BLOCK", 64),
            ("clean.LONG", 8),
            ("_fold.LONGEST", 99),
        ):
            patch.setattr(f"exeunt.text.{name}", size)
        told, found = Rendering(200), Rendering(200)
        for data, plain in chunks:
            told.feed(data, data.count(b"\n") if plain else -1)
            found.feed(data)

        assert found.finish() == told.finish()


@example(b"\xf5\x80", 1)
@example(b"\xf0\x80\x80", 2)
@example(b"\xc0\x80", 1)
@example(b"\xed\xa0\x80b", 2)
@given(STREAMS, st.integers(1, 20))
def test_blocks_make_no_difference(data, size):
    """Nor does it matter where a block ends, inside a sequence or a character."""
    whole, parts = rendered(data), rendered_in_blocks(data, size)
    assume(not whole.binary and not parts.binary)  # that is decided after each block

    assert whole == parts


@pytest.mark.parametrize("case", [*SEQUENCES, *FRAMES])
def test_no_case_depends_on_where_a_block_ends(case):
    """The tables hold, wherever the stream is cut."""
    data = (SEQUENCES.get(case) or FRAMES[case])[0]

    for size in (1, 2, 3, 5, 1000, 4097):
        if len(data) < 200 * size:
            assert rendered(data) == rendered_in_blocks(data, size)


@pytest.mark.clause("S11")
@given(STREAMS)
def test_no_control_is_left(data):
    """The text has no control but newline and tab, and no half of a character."""
    text = clean(data)

    assert [] == [char for char in text if char < " " and char not in "\n\t"]
    assert [] == [char for char in text if "\x7f" <= char <= "\x9f"]
    assert text == text.encode().decode()


@given(STREAMS)
def test_cleaning_again_changes_nothing(data):
    """What was cleaned is clean."""
    assert clean(data) == clean(clean(data).encode())


@given(STREAMS, st.integers(0, 60))
def test_what_is_left_out_is_counted_exactly(data, limit):
    """Head, tail and what is missing between them are the whole text."""
    whole = clean(data).encode()
    cut = rendered(data, limit)
    assume(not cut.binary)
    note = marker(cut.omitted_bytes, cut.omitted_lines)
    head, found, tail = cut.text.partition(note)

    if not found:
        assert (whole.decode(), 0, 0) == (
            cut.text,
            cut.omitted_bytes,
            cut.omitted_lines,
        )
        return
    size = len(whole) - cut.omitted_bytes - len(tail.encode())
    missing = whole[size : size + cut.omitted_bytes]
    lines = missing.count(b"\n") + (not missing.endswith(b"\n"))
    assert lines == cut.omitted_lines
    assert whole[:size].decode() == (head if size == len(head.encode()) else head[:-1])
    assert whole.endswith(tail.encode())
    assert size + len(tail.encode()) <= limit


def numbered(count):
    """Lines with their numbers."""
    return b"".join(b"%06d: a line of some length\n" % n for n in range(count))


def test_a_long_text_is_cut_between_lines():
    """Head and tail are whole lines, and the note between them is one."""
    data = numbered(10_000)
    result = rendered(data, 1000)
    lines = result.text.splitlines()
    missing = f"{result.omitted_bytes:,} bytes in {result.omitted_lines:,} lines"
    note = f"[… {missing} left out …]"

    assert data.decode().splitlines()[:3] == lines[:3]
    assert note in lines
    assert data.decode().splitlines()[-3:] == lines[-3:]
    assert 10_000 == len(lines) - 1 + result.omitted_lines
    assert len(data) == len(result.text.encode()) - len(note.encode()) - 1 + (
        result.omitted_bytes
    )


def test_one_line_of_5_mb_is_cut_inside():
    """A text without a newline is cut between characters."""
    data = "ě".encode() * 2_500_000
    result = rendered(data, 65_535, 65_536)

    assert ("ě", "ě\n") == (result.text[0], result.text[-1] + "\n")
    assert {"ě"} == set(result.text) - set(marker(result.omitted_bytes, 1))
    assert len(data) == result.omitted_bytes + 2 * result.text.count("ě")
    assert 65_532 <= 2 * result.text.count("ě") <= 65_535
    assert 1 == result.omitted_lines


def test_no_limit_keeps_everything():
    """Without a limit nothing is left out, however long a line is."""
    data = b"x" * (3 * LONGEST) + b"\n" + numbered(5_000)

    assert Rendered(data.decode()) == rendered(data)


def test_nothing_kept_is_still_counted():
    """A limit of 0 leaves the note alone."""
    assert "[… 4 bytes in 2 lines left out …]\n" == rendered(b"a\nb\n", 0).text


def test_a_limit_below_zero_is_refused():
    """Fewer than no bytes cannot be kept."""
    with pytest.raises(InputError, match="-1 bytes"):
        Rendering(-1)


def test_the_alternate_screen_at_the_end_is_cut_too():
    """What was shown last has its own gap, and that is counted."""
    data = numbered(1000) + b"\x1b[?1049h" + numbered(1000)
    result = rendered(data, 1000)
    whole = clean(data)

    assert whole.startswith(result.text[:300])
    assert whole.endswith(result.text[-300:])
    note = marker(result.omitted_bytes, result.omitted_lines)
    assert 2000 == result.text.count("\n") - 1 + result.omitted_lines
    assert len(whole) == len(result.text) - len(note) + result.omitted_bytes


def test_a_cursor_reaches_as_many_rows_as_a_screen_has():
    """Lines that have left the screen do not change."""
    lines = [b"%d" % number for number in range(1000)]
    text = clean(b"\n".join(lines) + b"\x1b[9999A\rX")

    changed = [line for line in text.split() if line.startswith("X")]
    assert [f"X{str(1000 - ROWS)[1:]}"] == changed


def test_erasing_upwards_does_not_eat_the_history():
    """However often a stream goes up and erases, only a screen of lines is lost."""
    text = clean(numbered(1000) + b"\x1b[99A\x1b[J" * 50)

    assert numbered(1000 - ROWS + 1).decode() == text


@pytest.mark.parametrize(
    "kind", ["urandom", "gzip", "png", "utf-16", "tar", "small gzip"]
)
def test_binary_is_flagged_and_not_dumped(kind):
    """What is no text is named by its size."""
    noise = random.Random(1).randbytes(100_000)  # noqa: S311 - to be the same each time
    data = {
        "urandom": noise,
        "gzip": gzip.compress(noise),
        "png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0" + zlib.compress(noise),
        "utf-16": "some text\n".encode("utf-16") * 100,
        "tar": (b"name" + bytes(508) + KIB * 7) * 20,
        "small gzip": gzip.compress(b"hello world, and all who are in it", mtime=1),
    }[kind]
    result = rendered(data, 65_536, 1000)

    assert (True, f"[binary: {len(data)} bytes]\n") == (result.binary, result.text)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(
            b"caf\xe9 cr\xe8me, na\xefve\n" * 1000 + b"plain " * 9000, id="Latin-1"
        ),
        pytest.param(
            b"\x1b[31;1m\xdb\xb2\x1b[0m\x1b[44m  \x1b[m\n" * 2000, id="ANSI art"
        ),
        pytest.param(b"\x0e\x0flqqk\x07\x1b[31m\n" * 2000, id="charsets and bells"),
        pytest.param(b"line of a log\0\n" + b"line of a log\n" * 50, id="stray NULs"),
        pytest.param(b"a\xff\xfe\0", id="too short to tell"),
        pytest.param("世界\n".encode() * 3000, id="CJK"),
    ],
)
def test_text_with_some_stray_bytes_is_text(data):
    """A few bytes that text does not have make it no binary."""
    assert not rendered(data).binary


def test_invalid_bytes_are_counted_over_the_whole_stream():
    """What is left out counts as well, and a control of eight bits does not."""
    data = (b"fa\xe7ade\n" + b"text " * 20 + b"\x9b31m\n") * 5000

    assert 5000 == rendered(data, 1000, 777).invalid_bytes


def test_raw_keeps_sequences_and_replaces_what_is_no_utf_8():
    """Raw text is what came, as far as text can say it."""
    result = rendered(b"a\x1b[31m\rb\xff\xc4", raw=True)

    assert ("a\x1b[31m\rb\ufffd\ufffd", 2, 0) == (
        result.text,
        result.invalid_bytes,
        result.folded,
    )


def inputs():
    """The module that makes inputs for the benchmark."""
    spec = importlib.util.spec_from_file_location("_clean_inputs", INPUTS)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def steps(data):
    """How many calls it takes to render data: the work, whatever the machine does."""
    count = 0

    def tick(_frame, event, _argument):
        nonlocal count
        count += event in {"call", "c_call"}

    rendering = Rendering()
    sys.setprofile(tick)
    try:
        rendering.feed(data)
        rendering.finish()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.checkout
@pytest.mark.parametrize("kind", inputs().HOSTILE if INPUTS.exists() else [])
def test_twice_the_input_is_at_most_twice_the_work(kind):
    """Nothing that a stream can hold makes cleaning it quadratic."""
    begin, unit = inputs().HOSTILE[kind]
    much = unit * (65_536 // len(unit))
    steps(begin + much[:1000])  # loads modules
    none, once, twice = (steps(begin + much * times) for times in range(3))

    assert twice - none <= 2.1 * (once - none) + 200


@pytest.mark.parametrize(
    ("begin", "unit"),
    [
        pytest.param(b"", b"a line of a log, as there are many\n", id="lines"),
        pytest.param(b"", b"x", id="one line"),
        pytest.param(b"\x1bP", b"x", id="an unterminated string"),
        pytest.param(b"\r", b"x", id="one line with a move"),
        pytest.param(b"\x1b[?1049h", b"\x1b[5;5Hpainted", id="the alternate screen"),
        pytest.param(b"", b"\0\1\2\3", id="binary"),
    ],
)
def test_memory_does_not_grow_with_the_stream(begin, unit):
    """A stream of 16 MB is held in less than half of it, whatever it is."""
    rendering = Rendering()
    chunk = unit * (65_536 // len(unit))
    rendering.feed(begin + chunk)
    tracemalloc.start()
    for _ in range(250):
        rendering.feed(chunk)
    rendering.finish()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 8_000_000


@pytest.mark.parametrize(
    ("data", "loads"),
    [
        (b"plain text\n", set()),
        ("UTF-8 – “text” ✓\r\n".encode(), set()),
        (b"10%\r100%\n", set()),
        (b"\x1b[31mred\x1b[m\n", {"re"}),
        ("世\rx\n".encode(), {"re", "unicodedata"}),
    ],
)
def test_a_stream_pays_only_for_what_it_brings(data, loads):
    """Plain text loads no module; a sequence loads `re`."""
    probe = (
        "import sys; before = set(sys.modules)\n"
        "from exeunt.text.clean import clean\n"
        f"clean({data!r})\n"
        "heavy = {'re', 'unicodedata', 'typing', 'dataclasses', 'collections'}\n"
        "print(*sorted(heavy & (set(sys.modules) - before)))"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", probe], capture_output=True, text=True, check=True
    )

    assert loads == set(run.stdout.split()) - ({"collections"} if loads else set())
