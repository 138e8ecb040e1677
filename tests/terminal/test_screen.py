"""What a program writes → the screen, as tmux, a real terminal, shows it.

Where xterm and tmux differ we are as xterm, since that is what TERM says: each such
case has its reason in DIFFERENT, and the random ones keep away from them.
"""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import exeunt
from exeunt.terminal.display import KEPT, Display
from exeunt.terminal.screen import Screen, screen_of
from exeunt.terminal.terminal import Terminal
from running import PYTHON
from tmux import Tmux

COLUMNS, ROWS = 20, 8
WIDE = "中"

# A name → bytes, the rows that they show, and where the cursor is.
CASES = {
    "text": (b"hello", ["hello"], (0, 5)),
    "a line feed goes down, not back": (b"ab\ncd", ["ab", "  cd"], (1, 4)),
    "vertical tab and form feed do as well": (b"a\vb\fc", ["a", " b", "  c"], (2, 3)),
    "the next column wraps": (b"x" * 21, ["x" * 20, "x"], (1, 1)),
    "a full row is left by CR": (b"x" * 20 + b"\ry", ["y" + "x" * 19], (0, 1)),
    "backspace": (b"abc\b\bX", ["aXc"], (0, 2)),
    "tabs": (b"a\tb\tc\t", ["a       b       c"], (0, 19)),
    "tab stops": (b"\x1b[3g\x1b[4C\x1bH\r\tx", ["    x"], (0, 5)),
    "back to a tab stop": (b"\x1b[15C\x1b[Zx", ["        x"], (0, 9)),
    "go to": (b"\x1b[3;4Hx", ["", "", "   x"], (2, 4)),
    "go beyond": (b"\x1b[99;99H\x1b[1Dx", [*[""] * 7, " " * 18 + "x"], (7, 19)),
    "up and down": (b"\x1b[4Ba\x1b[2Ab\x1b[E\x1b[Fc", ["", "", "cb", "", "a"], (2, 1)),
    "column and row": (b"\x1b[5Ga\x1b[3db", ["    a", "", "     b"], (2, 6)),
    "erase right": (b"abcdef\x1b[3D\x1b[K", ["abc"], (0, 3)),
    "erase left": (b"abcdef\x1b[3D\x1b[1K", ["    ef"], (0, 3)),
    "erase a line": (b"a\r\nbcd\x1b[2K", ["a"], (1, 3)),
    "erase below": (b"a\r\nb\r\nc\x1b[2;1H\x1b[J", ["a"], (1, 0)),
    "erase above": (b"a\r\nbb\r\nc\x1b[2;1H\x1b[1J", ["", " b", "c"], (1, 0)),
    "erase all": (b"a\r\nb\x1b[2J", [], (1, 1)),
    "erase characters": (b"abcdef\r\x1b[2X", ["  cdef"], (0, 0)),
    "insert blanks": (b"abcdef\r\x1b[2@", ["  abcdef"], (0, 0)),
    "delete characters": (b"abcdef\r\x1b[2P", ["cdef"], (0, 0)),
    "insert a row": (b"a\r\nb\x1b[1;1H\x1b[L", ["", "a", "b"], (0, 0)),
    "delete a row": (b"a\r\nb\r\nc\x1b[1;1H\x1b[M", ["b", "c"], (0, 0)),
    "scroll up": (b"a\r\nb\r\nc\x1b[S", ["b", "c"], (2, 1)),
    "scroll down": (b"a\r\nb\x1b[T", ["", "a", "b"], (1, 1)),
    "scroll at the end": (
        b"\r\n".join(b"%d" % n for n in range(10)),
        [str(n) for n in range(2, 10)],
        (7, 1),
    ),
    "rows that scroll": (
        b"a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[3;1H\nx",
        ["a", "c", "x", "d"],
        (2, 1),
    ),
    "reverse index": (b"a\x1b[2;3r\x1b[2;1Hb\x1bMc", ["a", " c", "b"], (1, 2)),
    "origin": (b"\x1b[3;5r\x1b[?6h\x1b[1;1Ha\x1b[99;1Hb", ["", "", "a", "", "b"], None),
    "no wrap": (
        b"\x1b[?7l" + b"abcdefghijklmnopqrstuvwxyz",
        ["abcdefghijklmnopqrsz"],
        None,
    ),
    "insert mode": (b"abc\r\x1b[4hX\x1b[4lY", ["XYbc"], (0, 2)),
    "save and restore": (
        b"ab\x1b7\x1b[5;5Hc\x1b8d",
        ["abd", "", "", "", "    c"],
        (0, 3),
    ),
    "the other save and restore": (b"ab\x1b[scd\x1b[ue", ["abed"], (0, 3)),
    "alternate": (b"ab\x1b[?1049h\x1b[Hvim", ["vim"], (0, 3)),
    "and back": (b"ab\x1b[?1049h\x1b[5;5Hvim\x1b[?1049lc", ["abc"], (0, 3)),
    "the older ones": (b"ab\x1b[?47h\x1b[Hx\x1b[?47l\x1b[?1047hy", [" y"], (0, 2)),
    "reset": (b"ab\x1b[2;3r\x1b(0\x1bcq", ["q"], (0, 1)),
    "repeat": (b"ab\x1b[3b", ["abbbb"], (0, 5)),
    "repeat without end": (b"a\x1b[999999999b", ["a" * 20], None),
    "next line": (b"ab\x1bEc\x1bDd", ["ab", "c", " d"], (2, 2)),
    "strings": (
        b"a\x1b]0;title\x07b\x1bPq#0\x1b\\c\x1b_apc\x1b\\d\x1b^pm\x1b\\e\x1bXs\x1b\\f",
        ["abcdef"],
        (0, 6),
    ),
    "colours": (b"a\x1b[1;31mb\x1b[38:2::1:2:3mc\x1b[m", ["abc"], (0, 3)),
    "controls in a sequence": (b"ab\x1b[\r2Cc", ["abc"], (0, 3)),
    "a sequence that is cancelled": (b"ab\x1b[3\x18c\x1b[2\x1b[Dd", ["abd"], (0, 3)),
    "wide": (f"a{WIDE}b".encode(), [f"a{WIDE}b"], (0, 4)),
    "wide at the end": (b"x" * 19 + WIDE.encode(), ["x" * 19, WIDE], (1, 2)),
    "combining": ("e\u0301x".encode(), ["e\u0301x"], (0, 2)),
    "emoji": ("a👍b".encode(), ["a👍b"], (0, 4)),
    "overstrike": (b"N\bNA\bA_\bM", ["NAM"], (0, 3)),
    "no utf-8 breaks off": (b"a\xe4\xb8\x1b[2;2Hb", None, (1, 2)),
}

# Where xterm's way is ours, with what tmux does instead.
DIFFERENT = {
    "line drawing": (b"\x1b(0lqk\x1b(B\x0e", ["┌─┐"]),  # tmux gives the letters
    "shifted": (b"\x1b)0\x0ex\x0fx", ["│x"]),
    "backspace in a full row": (b"x" * 20 + b"\by", ["x" * 18 + "yx"]),  # one less far
    "erase in a full row": (b"x" * 20 + b"\x1b[K", ["x" * 19]),  # erases nothing
    "backspace after a wrap": (b"x" * 21 + b"\r\by", ["x" * 20, "y"]),  # a row up
    "rows outside": (b"a\x1b[3;4r\x1b[1;1H\x1b[L", ["a"]),  # inserts them
    "the first rows in origin mode": (b"\x1b[?6h\x1b[3;4ra", ["", "", "a"]),  # row 1
    "half of a wide one": (f"{WIDE}\bxy".encode(), [" xy"]),  # leaves it whole
    "the other half": (f"{WIDE}{WIDE}\rx".encode(), [f"x {WIDE}"]),
    "delete a half": (f"a{WIDE}b\r\x1b[C\x1b[P".encode(), ["a b"]),
    "insert at the end": (b"x" * 20 + b"\r\x1b[99@", []),  # does nothing
    "repeat a wide one": (f"{WIDE}\x1b[3b".encode(), [WIDE * 4]),  # only of ASCII
    "tabs forward": (b"\x1b[2Ix", [" " * 16 + "x"]),  # unknown
    "relative moves": (b"\x1b[3a\x1b[2ex", ["", "", "   x"]),  # unknown
    "soft reset": (b"\x1b[4h\x1b[!pab\rc", ["cb"]),  # unknown
    "a family": ("👩\u200d👧x".encode(), ["👩\u200d👧x"]),  # two columns, not four
    "eight bits": (b"a\x9b31mb\xc2\x9b2Cc", ["ab  c"]),  # the text of the sequence
    "text in a sequence": ("a\x1b[2é".encode(), ["aé"]),  # part of it
    "saved per set": (b"\x1b(0\x1b7\x1b(B\x1b8q", ["─"]),
}


def shown(data, columns=COLUMNS, rows=ROWS):
    """The screen after data."""
    screen = Screen(columns, rows)
    screen.feed(data)
    return screen


def padded(lines, rows=ROWS):
    """As many lines as the screen has rows."""
    return [*lines, *[""] * (rows - len(lines))]


@pytest.fixture(scope="module")
def tmux(tmp_path_factory):
    """A real terminal."""
    server = Tmux(COLUMNS, ROWS, tmp_path_factory.mktemp("tmux"))
    yield server
    server.close()


@pytest.mark.needs("tmux")
@pytest.mark.parametrize("case", CASES)
def test_it_shows_what_a_real_terminal_shows(case, tmux):
    """Rows and cursor, as written down here and as tmux has them."""
    data, lines, cursor = CASES[case]
    screen = shown(data)
    real, place = tmux.show(data)

    assert lines is None or padded(lines) == screen.lines()
    assert cursor is None or cursor == screen.cursor == place
    if lines is not None:
        assert real == screen.lines()


@pytest.mark.parametrize("case", DIFFERENT)
def test_where_terminals_differ_it_is_as_xterm(case):
    """As its ctlseqs and DEC's manuals say."""
    data, lines = DIFFERENT[case]

    assert padded(lines) == shown(data).lines()


NUMBERS = st.sampled_from(["", "1", "2", "3", "5", "8", "19", "20", "21", "999999999"])
NARROW = ["a", "bc", "hello", "x" * 19, "y" * 20, "z" * 21, "é", "─│"]
PLAIN = [
    *("\r", "\n", "\r\n", "\t", "\v", "\x1bD", "\x1bE", "\x1bM", "\x1b7", "\x1b8"),
    *("\x1b[s", "\x1b[u", "\x1b[?7h", "\x1b[?7l", "\x1b[?6h", "\x1b[?6l", "\x1bH"),
    *("\x1b[g", "\x1b[3g", "\x1b[4hi\x1b[4l", "\x1b[31m", "\x1b]0;t\x07", "\x1b[?25l"),
    *("\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?1047l", "\b"),
]
OPERATIONS = st.one_of(
    st.sampled_from(NARROW),
    st.sampled_from(PLAIN),
    st.builds("\x1b[{}{}".format, NUMBERS, st.sampled_from("ABCDEFGd`@PLMXSTJKZ")),
    st.builds("\x1b[{};{}{}".format, NUMBERS, NUMBERS, st.sampled_from("Hfr")),
    st.builds("q\x1b[{}b".format, NUMBERS),
)
# Over wide characters only what takes whole rows: see "half of a wide one".
WIDELY = st.one_of(
    st.sampled_from([*NARROW, WIDE, WIDE * 2, WIDE * 12, "e\u0301", "👍", "字x文"]),
    st.builds("\x1b[{}{}".format, NUMBERS, st.sampled_from("LMSTK")),
    st.sampled_from(["\r\n", "\x1bE", "\x1b[2K", "\x1b[J", "\x1b[2J\x1b[H"]),
)


def differs(screen, operation):
    """Tell whether tmux has its own way with an operation: see DIFFERENT."""
    if re.search(r"\x1b\[\d*[LM]$", operation):
        return not screen.top <= screen.row <= screen.bottom
    if operation.endswith("r") and operation.startswith("\x1b["):
        return screen.origin
    many = re.search(r"\x1b\[(\d+)@$", operation)
    if many and int(many[1]) >= COLUMNS - screen.column - 1:
        return True
    return operation == "\b" and screen.column == 0


def together(operations):
    """The bytes of operations, and the screen; a full row is left before others."""
    screen, data = Screen(COLUMNS, ROWS), b""
    for operation in [*operations, "\r"]:
        if screen.pending and operation[0] in "\x1b\b\t\n\v":
            screen.feed(b"\r")
            data += b"\r"
        if not differs(screen, operation):
            screen.feed(operation.encode())
            data += operation.encode()
    return data, screen


@pytest.mark.needs("tmux")
@settings(max_examples=300)
@given(operations=st.lists(OPERATIONS, max_size=25))
def test_whatever_comes_it_is_as_a_real_terminal(operations, tmux):
    """Random sequences, in any order."""
    data, screen = together(operations)
    lines, place = tmux.show(data)

    assert (lines, place) == (screen.lines(), screen.cursor)


@pytest.mark.needs("tmux")
@settings(max_examples=200)
@given(operations=st.lists(WIDELY, max_size=25))
def test_wide_characters_are_where_a_real_terminal_has_them(operations, tmux):
    """Two columns each, in the next row if there is only one."""
    data, screen = together(operations)
    lines, place = tmux.show(data)

    assert (lines, place) == (screen.lines(), screen.cursor)


PIECES = st.lists(
    st.one_of(
        st.binary(max_size=30),
        OPERATIONS.map(str.encode),
        st.sampled_from(
            [b"\x1b[", b"\x1b]2;", b"\x1bP", b"\x1b(", b"\xe4\xb8", b"\x9b"]
        ),
    ),
    max_size=20,
)


@given(pieces=PIECES, size=st.tuples(st.integers(1, 9), st.integers(1, 5)))
@example(pieces=[b"\x1b[2;3r", b"\x1b[?6h\x1b[9;9H", "字".encode() * 9], size=(1, 1))
def test_any_bytes_leave_it_whole(pieces, size):
    """Never an exception, never a cell or a cursor outside, however it is resized."""
    screen = Screen(*size)
    for piece in pieces:
        screen.feed(piece)
        assert screen.rows == len(screen.cells)
        assert all(len(row) <= screen.columns for row in screen.cells)
        assert 0 <= screen.row < screen.rows
        assert 0 <= screen.column < screen.columns
    screen.resize(size[1], size[0])
    screen.feed(b"".join(pieces))
    assert (size[0], True) == (len(screen.lines()), len(screen.cells) == screen.rows)


@given(pieces=PIECES)
def test_pieces_make_no_difference(pieces):
    """Sequences and characters may be cut anywhere."""
    data = b"".join(pieces)
    one, many = shown(data), Screen(COLUMNS, ROWS)
    for byte in data:
        many.feed(bytes([byte]))

    assert (one.lines(), one.cursor, one.title) == (
        many.lines(),
        many.cursor,
        many.title,
    )


HUGE = {
    "repeat": b"x" + b"\x1b[999999999b" * 5_000,
    "insert": b"x\r" + b"\x1b[999999999@" * 5_000,
    "rows": b"\x1b[999999999L" * 5_000,
    "far": b"".join(b"\x1b[%d;65535Hx" % n for n in range(5_000)),
}


@pytest.mark.parametrize("kind", HUGE)
def test_large_numbers_and_sizes_cost_no_more_than_the_screen(kind):
    """A screen that nobody has keeps at most four million cells."""
    screen = shown(HUGE[kind], 65_535, 65_535)

    assert sum(map(len, screen.cells)) <= 1 << 22


def test_a_title_is_kept_and_not_shown():
    """The last one; what else a string says is dropped, however long it is."""
    screen = shown(
        b"\x1b]0;one\x07\x1b]2;two\x1b\\\x1b]52;c;" + b"x" * 99_999 + b"\x07y"
    )

    assert ("two", "y") == (screen.title, screen.text())


def test_a_smaller_screen_keeps_the_row_of_the_cursor():
    """Rows go at the top, as far as they have to; both screens are cut."""
    screen = shown(b"a\r\nb\r\nc\x1b[?1049h\x1b[1;1Hvim")
    screen.resize(2, 2)

    assert ["vi", ""] == screen.lines()
    screen = shown(b"a\r\nb\r\nc")
    screen.resize(2, 2)
    assert (["b", "c"], (1, 1)) == (screen.lines(), screen.cursor)


# --- from the end of a stream ---------------------------------------------------------


def test_the_end_of_a_stream_is_enough():
    """It may begin in a sequence, in a character, or in the alternate screen."""
    paint = b"\x1b[2J\x1b[H" + "één\n".encode() * 3
    assert "één\n" * 2 + "één" == screen_of(b"8;5;1m" + paint, 20, 8, cut=True)
    assert "x" == screen_of(b"8;5;1mold\nx", 20, 8, cut=True)
    assert "né" == screen_of("é".encode()[1:] + "né".encode(), 20, 8, cut=True)
    left = b"\x1b[3;3Hframe\x1b[?1049l\x1b[Hafter"
    assert "after" == screen_of(left, 20, 8, cut=True)
    assert "1;2H" == screen_of(b"1;2H", 20, 8)
    assert "a\n b" == screen_of(b"a\nb", 20, 8, newline=False)


FLOODS = {
    "lines": (
        b"\x1b[3%dm%d\x1b[0m \xe4\xb8\xad\x1b]0;%d\x07\r\n" % (n % 8, n, n)
        for n in range(9_000)
    ),
    "one row": (b"\x1b[4;1H%05d" % n for n in range(30_000)),
    "a bar": (b"\r%05d" % n for n in range(60_000)),
}


@pytest.fixture
def display():
    """What a terminal shows."""
    terminal = Terminal(COLUMNS, ROWS)
    yield Display(terminal)
    terminal.close()


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_leaves_the_screen_as_it_was(kind, display):
    """Most of it is never looked at, and the memory is bounded."""
    data = b"".join(FLOODS[kind])
    for start in range(0, len(data), 997):
        display.add(data[start : start + 997], full=False)
        assert len(display.unseen) <= 2 * KEPT + 997

    assert shown(data).lines() == display.look().lines()


def test_much_plain_text_is_drawn_from_its_last(display):
    """What would be out of sight at once is not even taken."""
    data = b"".join(b"line %d\r\n" % number for number in range(20_000))
    display.add(b"before\r\n", full=False)
    last = display.last(data)
    display.add(last, full=False)

    assert KEPT // 2 < len(last) <= KEPT
    assert shown(data).lines() == display.look().lines()
    assert data[-KEPT:] == display.last(data[-KEPT:])


def test_frames_that_were_left_out_in_part_stay_out(display):
    """The screen that a program gave back is the main one again."""
    frames = b"".join(b"\x1b[%d;1Hframe %d" % (n % 8 + 1, n) for n in range(7_000))
    display.add(b"before\r\n", full=False)
    display.look()
    display.add(b"\x1b[?1049h" + frames, full=True)
    display.add(b"\x1b[?1049l\x1b[2;1H" + b"\rafter" * 6_000, full=False)

    assert display.cut
    assert "before\nafter" == display.look().text()


def test_what_was_painted_once_stays_on_a_whole_screen(display):
    """A program that has it may repaint one row for hours."""
    rows = b"".join(b"\x1b[4;1H%d\x1b[K" % n for n in range(50_000))
    display.add(b"\x1b[?1049h\x1b[1;1Hheading\x1b[8;1Hfooter", full=True)
    for start in range(0, len(rows), 4_096):
        display.add(rows[start : start + 4_096], full=True)
    lines = display.look().lines()

    assert ["heading", "", "", "49999", "", "", "", "footer"] == lines


# --- real programs --------------------------------------------------------------------

BARS = """
import sys, time
for n in range(0, 101, 5):
    print(f"\\r{n:3}% |{'█' * (n // 4):25}|", end="", flush=True)
print("\\n\\n")
for n in range(20):
    print(f"\\x1b[2A\\x1b[2Kone {n}\\n\\x1b[2Ktwo {n}\\n", end="", flush=True)
"""
CURSES = """
import curses
def main(window):
    window.border()
    for row in range(2, 12, 3):
        window.addstr(row, row * 3, f"row {row}")
        window.refresh()
    window.getch()
curses.wrapper(main)
"""
PAGER = "import pydoc; pydoc.pipepager('\\n'.join(map(str, range(200))), 'less')"
PROGRAMS = {
    "vim": (["vim", "-u", "NONE", "-N", "-c", "set nu", "-c", "vsplit"], False),
    "vim and a pattern": (["vim", "-u", "NONE", "-N", "+/udp"], False),
    "less": (["less", "-N"], True),
    "less and a pattern": (["less", "+/udp"], True),
    "top": (["top"], True),
    "git log": (["git", "-c", "core.pager=less -R", "log", "--graph"], True),
    "bars": ([PYTHON, "-I", "-c", BARS], True),
    "curses": ([PYTHON, "-I", "-c", CURSES], False),
    "pydoc": ([PYTHON, "-I", "-c", PAGER], True),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A directory with a file to look at, and a repository."""
    directory = tmp_path_factory.mktemp("place")
    lines = [
        f"service{n}\t{n}/{'tcp' if n % 3 else 'udp'}  # 字 {n}" for n in range(300)
    ]
    (directory / "file").write_text("\n".join(lines))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (
        ["git", "init", "-q", "-b", "main"],
        *(
            [*git, "commit", "-q", "--allow-empty", "-m", f"{n}: ěšč"]
            for n in range(12)
        ),
    ):
        done = exeunt.run(words, cwd=str(directory), log=False)
        assert done.ok, done.stderr
    return directory


@pytest.fixture(scope="module", params=[(80, 24), (120, 40)], ids=["80x24", "120x40"])
def real(request, tmp_path_factory):
    """A real terminal of a usual size."""
    server = Tmux(*request.param, tmp_path_factory.mktemp("tmux"))
    server.size = request.param
    yield server
    server.close()


@pytest.mark.needs("git", "less", "tmux", "top", "vim")
@pytest.mark.parametrize("name", PROGRAMS)
def test_real_programs_look_as_in_a_real_terminal(name, real, place, tmp_path):
    """Recorded at our terminal, shown by tmux and by us: at the end and on the way."""
    words, newline = PROGRAMS[name]
    if words[0] in {"vim", "less"}:
        words = [*words, "file"]
    log = tmp_path / "log"
    for limit in (2, 10, 40):  # a busy machine gets a longer one
        exeunt.run(
            words,
            size=real.size,
            cwd=str(place),
            env={"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PAGER": "less"},
            log=str(log),
            timeout=limit,
        )
        if data := log.read_bytes():
            break
    if newline:
        data = re.sub(rb"(?<!\r)\n", b"\r\n", data)
    # Before it leaves the screen, and wherever a row has just been ended.
    whole = data.rfind(b"\x1b[?1049l")
    ends = [m.end() for m in re.finditer(rb"\r\n", data)]
    for cut in {whole if whole > 0 else len(data), *ends[:: max(1, len(ends) // 4)]}:
        part = data[:cut] + b"\r"
        lines, cursor = real.show(part)
        screen = shown(part, *real.size)
        assert screen.text()
        assert (lines, cursor) == (letters(screen, lines), screen.cursor)


def letters(screen, lines):
    """Our rows; where lines are drawn, tmux gives the letters that draw them."""
    drawn = dict(zip("┘┐┌└┼─├┤┴┬│", "jklmnqtuvwx", strict=True))
    return [
        row.translate(str.maketrans(drawn)) if row != line else row
        for row, line in zip(screen.lines(), lines, strict=True)
    ]
