"""Two calls → what tools/adopt_real.py says of them; it explains nothing too easily."""

import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from exeunt import Done, ErrorDetail, ExitCode, Failed, dialect, encode

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
CALL = {"words": "do"}
FRAME = '  File "{}", line 1, in {}\n    ...\n'


@pytest.fixture
def gate():
    """Name what compares."""
    sys.path.append(str(ROOT / "tools"))
    return import_module("_real_differences")


@pytest.fixture
def calls():
    """Name what makes the calls."""
    sys.path.append(str(ROOT / "tools"))
    return import_module("_real_calls")


@pytest.fixture
def told(gate, calls):
    """Compare two calls: what differs, and the row that explains it."""

    def compare(was, now, call=CALL, how="in_text", noise=()):
        program = calls.Program("p", "m:f", [], noise=list(noise))
        was, now = (calls.Seen(*seen, {}) if len(seen) == 3 else calls.Seen(*seen)
                    for seen in (was, now))  # fmt: skip
        found = getattr(gate, how)(call, was, now, program)
        return [(one.what, one.row) for one in found]

    return compare


def fall(*frames, error="ValueError: no"):
    """Write a traceback."""
    lines = "".join(FRAME.format(*frame) for frame in frames)
    return f"Traceback (most recent call last):\n{lines}{error}\n".encode()


def said(outcome):
    """Write an outcome as an adopted program does."""
    left = encode(dialect("agent-spec"), outcome)
    return left.code, left.stdout, left.stderr


def test_the_same_has_no_difference(told):
    """Bytes, files and number."""
    assert [] == told((0, b"a", b"b", {"f": b"1"}), (0, b"a", b"b", {"f": b"1"}))


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        ((2, b"", b""), (3, b"", b""), ("number", "usage")),
        ((2, b"", b""), (1, b"", b""), ("number", "late")),
        ((1, b"", b""), (5, b"", b""), ("number", "meaning")),
        ((1, b"", b""), (-2, b"", b""), ("number", "interrupt")),
        ((9, b"", b""), (1, b"", b""), ("number", "")),
        ((9, b"", b""), (3, b"", b""), ("number", "")),
        ((1, b"", b""), (3, b"", b""), ("number", "")),
        ((1, b"", b""), (12, b"", b""), ("number", "")),
        ((1, b"", b""), (-9, b"", b""), ("number", "")),
        ((0, b"", b""), (1, b"", b""), ("number", "")),
        ((1, b"", b""), (0, b"", b""), ("number", "")),
        ((-15, b"", b""), (1, b"", b""), ("number", "")),
        ((0, b"a", b""), (0, b"a\n", b""), ("stdout", "")),
        ((0, b"", b"a"), (0, b"", b""), ("stderr", "")),
        ((0, b"", b"", {"f": b"1"}), (0, b"", b"", {"f": b""}), ("files", "")),
        ((0, b"", b"", {}), (0, b"", b"", {"g": b""}), ("files", "")),
    ],
)
def test_what_no_row_says_is_unexplained(told, was, now, found):
    """A failure may have another number, each from its own, and that is all."""
    assert [found] == told(was, now)


def test_what_differs_from_run_to_run_is_not_compared(told):
    """Where the file of programs says so, and nowhere else on the line."""
    assert [] == told((0, b"in 3s", b""), (0, b"in 4s", b""), noise=[r"\ds"])
    assert [("stdout", "")] == told(
        (0, b"in 3s", b""), (0, b"at 4s", b""), noise=[r"\ds"]
    )


def test_a_traceback_is_as_it_was(told):
    """No call of ours is in it, and none of the framework's is missing."""
    frames = ("/p/bin/p", "<module>"), ("/lib/click.py", "main"), ("/p.py", "go")
    was = (1, b"", fall(*frames))

    assert [] == told(was, (1, b"", fall(*frames)))
    assert [("stderr", "")] == told(was, (1, b"", fall(frames[0], frames[2])))
    assert [("stderr", "")] == told(was, (1, b"", fall(*frames, ("/ours.py", "run"))))


def test_an_address_in_memory_is_not_compared(told):
    """In colours, too."""
    shown = [f"at \x1b[1;36m0x7f10a905ff{n}\x1b[0m".encode() for n in (10, 99)]

    assert [] == told((0, shown[0], b""), (0, shown[1], b""))


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ((0, b"3\n", b""), said(Done({"text": "3\n"}))),
        ((0, b'{"a": 1}\n', b""), said(Done({"a": 1}))),
        ((0, b"", b""), said(Done({}))),
        (
            (2, b"", b"Error: no such\n  thing\n"),
            said(Failed(ExitCode.NOT_FOUND, ErrorDetail("X", "no such thing"))),
        ),
    ],
)
def test_a_true_envelope_is_no_difference(told, was, now):
    """It has what was printed, or what the program said of its failure."""
    assert [] == told(was, now, how="in_json")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ((0, b"3\n", b""), (0, b"3\n", b"")),
        ((0, b"3\n", b""), (0, b"", b"")),
        ((0, b"3\n", b""), said(Done({"text": "4\n"}))),
        ((0, b"3\n", b""), said(Done({}))),
        ((1, b"3\n", b""), said(Done({"text": "3\n"}))),
        ((0, b"", b""), (1, *said(Done({}))[1:])),
        ((0, b"", b""), (0, said(Done({}))[1] * 2, b"")),
        (
            (1, b"", b"Error: no such thing\n"),
            said(Failed(ExitCode.GENERAL_ERROR, ErrorDetail("X", "it ended with 1"))),
        ),
    ],
)
def test_an_envelope_that_hides_something_is_unexplained(told, was, now):
    """None, two, an empty one, or one that says otherwise."""
    assert [("envelope", "")] == told(was, now, how="in_json")


def test_what_is_cleaned_is_said(told):
    """Colours and carriage returns may go where a warning says so; letters may not."""
    was = (0, b"\x1b[1ma,b\x1b[0m\r\n", b"")
    painted = (0, b"\x1b[1ma,b\x1b[0m\n", b"")
    warned = {"warnings": ("escape sequences were removed",)}

    assert [("envelope", "cleaned")] == told(
        painted, said(Done({"text": "a,b\n"})), how="in_json"
    )
    assert [("envelope", "cleaned")] == told(
        was, said(Done({"text": "a,b\n"}, **warned)), how="in_json"
    )
    assert [("envelope", "")] == told(was, said(Done({"text": "a,b\n"})), how="in_json")
    assert [("envelope", "")] == told(
        was, said(Done({"text": "a\n"}, **warned)), how="in_json"
    )


def test_help_may_have_one_line_more(told):
    """It says how programs call it; the rest of the page is as it was."""
    line = (
        b"\n  For programs: P_OUTPUT=json in the environment makes it answer in JSON.\n"
    )
    was, now = (0, b"Usage: p\n", b""), (0, b"Usage: p\n" + line, b"")
    asked = {"words": "--help"}

    assert [("stdout", "epilog")] == told(was, now, asked)
    assert [("envelope", "page")] == told(was, now, asked, "in_json")
    assert [("stdout", "epilog"), ("stdout", "")] == told(
        was, (0, b"Usage: q\n" + line, b""), asked
    )


def test_a_link_of_rich_is_the_same_link(told):
    """Its number is chosen by chance."""
    links = [f"\x1b]8;id={n};https://x\x1b\\a".encode() for n in (17, 903)]

    assert [] == told((0, links[0], b""), (0, links[1], b""))


def test_one_line_says_which_number_it_was(told):
    """Both numbers are in it; it is a difference where they are, and once."""
    line = b"exeunt: p ends with 1, not 9, which it does not declare\n"
    number = ("number", "own")

    assert [number, ("stderr", "own")] == told(
        (9, b"", b"a\n"), (1, b"", b"a\n" + line)
    )
    assert [("stderr", "")] == told((1, b"", b""), (1, b"", line))
    assert [("number", ""), ("stderr", "")] == told((8, b"", b""), (1, b"", line))
    assert [number, ("stderr", "own"), ("stderr", "")] == told(
        (9, b"", b""), (1, b"", line + line)
    )


def test_a_page_and_another_command_need_no_envelope(told):
    """Only where the call asks for one, and the bytes are the same."""
    page = {"words": "do --help"}
    other = {"words": "run x", "replaced": True}
    same, another = (0, b"Usage\n", b""), (0, b"Using\n", b"")

    assert [("envelope", "page")] == told(same, same, page, "in_json")
    assert [("envelope", "replaced")] == told(same, same, other, "in_json")
    assert [("envelope", "")] == told(same, another, page, "in_json")
    assert [("envelope", "")] == told(same, another, other, "in_json")


def test_what_is_printed_too_early_stands_in_front(gate, calls):
    """Of a program that is known for it, and only what it printed before, too."""
    envelope = said(Done({"text": "late\n"}))[1]
    was = calls.Seen(0, b"early\nlate\n", b"", {})

    def told(stdout, *, imported):
        program = calls.Program("p", "m:f", [], imported=imported)
        found = gate.in_json(CALL, was, calls.Seen(0, stdout, b"", {}), program)
        return [(one.what, one.row) for one in found]

    assert [("envelope", "imported")] == told(b"early\n" + envelope, imported=True)
    assert [("envelope", "")] == told(b"early\n" + envelope, imported=False)
    assert [("envelope", "")] == told(b"other\n" + envelope, imported=True)
    assert [("envelope", "")] == told(envelope, imported=True)


def test_without_an_index_it_is_said_what_is_needed(tmp_path):
    """In one line, below pip's own words."""
    sys.path.append(str(ROOT / "tools"))
    words = ["download", "--no-index", "--dest", str(tmp_path), "nothing-at-all"]

    with pytest.raises(SystemExit, match="it needs PyPI, or an index"):
        import_module("_real_suites").pip(Path(sys.executable), *words)


def test_a_terminal_shows_what_is_typed_and_asked(calls, tmp_path):
    """Streams are a terminal's, and an answer is typed when it is asked for."""
    script = """
import os
print(os.isatty(2), os.get_terminal_size().columns)
print(input("who? "))
"""
    words = [sys.executable, "-c", script]
    code, shown = calls.at_terminal(words, {}, tmp_path, [["who?", "Ann\n"]])

    assert (0, "True 100\r\nwho? Ann\r\nAnn\r\n") == (code, shown.decode())


def test_every_row_that_explains_stands_in_the_table(gate):
    """The programs' file and the code name no row that the documentation has not."""
    names = {row["name"] for row in gate.table()}
    real = tomllib.loads((ROOT / "scenarios" / "real.toml").read_text("utf-8"))
    named = {row for suite in real["suite"] for row in suite.get("differ", {}).values()}

    assert set() == named - names
    assert {"epilog", "page", "replaced"} <= names


def test_a_row_that_explains_nothing_is_told(gate, capsys):
    """It would explain a defect as soon as there is one."""
    full = import_module("adopt_real")
    used = [gate.Difference("x", "", "", row["name"]) for row in gate.table()]

    assert [] == full.unused(used)
    assert ["row"] == [one.what for one in full.unused(used[1:])]
    assert f"the row {used[0].row} explains nothing" in capsys.readouterr().out


def test_every_program_is_pinned():
    """Twenty at least, on four frameworks, with calls that succeed and that fail."""
    real = tomllib.loads((ROOT / "scenarios" / "real.toml").read_text("utf-8"))
    group = (ROOT / "pyproject.toml").read_text("utf-8")
    pins = (ROOT / "requirements" / "real.txt").read_text("utf-8")
    names = re.findall(
        r'"([\w-]+)",', group.partition("\nreal = [")[2].partition("\n]")[0]
    )

    assert 20 <= len({program["name"] for program in real["program"]})
    assert [] == [name for name in names if f"\n{name}==" not in pins]
    assert all(4 <= len(program["call"]) for program in real["program"])
