"""A template and its input → the jobs that GNU parallel would make of them."""

import io
import shlex
import subprocess

import pytest

from exeunt.batches import inputs, templates
from exeunt.batches.inputs import sources
from exeunt.errors import InputError

ODD = [
    *("a", "two words", "it's", '"', "$HOME", "*", "-n", "--", "é", "日本", "\\", "~"),
    *("/d/a.x", "e.y", "/f", "g/h.i.j", ".hid", "d/.hid", "a.", "d.d/e", "/", "d/e/"),
    *("//", "/a/", "a//b", ".", "..", "a/..", "", " ", "#", "{}", "{1}", "a\tb", "{.}"),
]
TEMPLATES = [
    "echo",
    "echo {}",
    "echo {} {.} {/} {//} {/.}",
    "cp {} {.}.bak",
    "x a{}b {}{} {1}{1.}",
    "x {#} {}",
    "x {{}} { } {{1}} {a} {..}",
]


def by_parallel(tmp_path, *words, given=b""):
    """Return the words of each command that GNU parallel would run."""
    (tmp_path / ".parallel").mkdir(exist_ok=True)
    (tmp_path / ".parallel" / "will-cite").touch()
    done = subprocess.run(
        ["parallel", "--dry-run", "-k", *words],
        input=given,
        capture_output=True,
        check=True,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )
    return done.stdout.decode()


def ours(template, *given, **options):
    """Return the words of each job that a template gives."""
    found = templates.jobs_of_template(template.split(), sources(given), **options)
    return [list(job.words) for job in found]


def in_file(tmp_path, data):
    """Return the source that a file with these bytes is."""
    path = tmp_path / "input"
    path.write_bytes(data)
    return str(path)


@pytest.mark.needs("parallel")
@pytest.mark.parametrize("template", TEMPLATES)
def test_each_part_of_a_value_is_the_one_that_parallel_cuts(tmp_path, template):
    """Odd values, one to a line, with every mark."""
    given = b"\n".join(value.encode() for value in ODD) + b"\n"
    theirs = by_parallel(tmp_path, "-j1", template, given=given)

    found = ours(template, "::::", in_file(tmp_path, given))

    assert [shlex.split(line) for line in theirs.splitlines()] == found
    assert len(found) == len(ODD)


@pytest.mark.needs("parallel")
@pytest.mark.parametrize(
    ("template", "given"),
    [
        ("echo", ("::: a b", "::: c d", "::: e")),
        ("echo {2} {1} {-1} {}", ("::: a b", "::: c d")),
        ("x{}y {.}", ("::: a.x b.y", "::: c.z")),
        ("echo {1} {2} {3}", ("::: a b", ":::+ c d e", "::: f g")),
        ("echo {3} {2/} {1//}", ("::: a/b c/d", "::: e/f", ":::+ g/h")),
        ("echo", (":::",)),
    ],
)
def test_several_sources_turn_as_those_of_parallel(tmp_path, template, given):
    """Every combination, and those that are linked."""
    words = [word for part in given for word in part.split()]
    theirs = by_parallel(tmp_path, template, *words)

    assert [shlex.split(line) for line in theirs.splitlines()] == ours(template, *words)


@pytest.mark.needs("parallel")
def test_what_nul_parts_may_hold_the_end_of_a_line(tmp_path):
    """-0, with newlines, nothing, and bytes that are no UTF-8."""
    given = b"a\nb\0\0 c\0d\xff\0\n\0last"
    theirs = by_parallel(
        tmp_path, "-0", "echo {} {#}", given=given.replace(b"\xff", b"")
    )

    file = in_file(tmp_path, given)
    found = ours("echo {} {#}", "::::", file, separator=b"\0")

    flat = [word.replace("\udcff", "") for words in found for word in words]
    assert shlex.split(theirs) == flat
    assert "d\udcff" in found[3]


@pytest.mark.needs("parallel")
def test_columns_are_the_values_of_a_row(tmp_path):
    """--colsep with a tab, a comma, and an expression."""
    for separator, data in (("\t", b"a\tb c\n\td\n"), (", *", b"a,  b\nc,d\n")):
        template = "echo {2} x{1} {}"
        theirs = by_parallel(tmp_path, "--colsep", separator, template, given=data)
        file = in_file(tmp_path, data)

        found = ours(template, "::::", file, columns=separator)

        assert [shlex.split(line) for line in theirs.splitlines()] == found


@pytest.mark.needs("parallel")
def test_a_line_for_a_shell_gets_the_same_values(tmp_path):
    """What the shell makes of both lines is the same."""
    template = "printf '<%s>' {} {/}{.} >&2"
    given = b"\n".join(value.encode() for value in ODD)
    theirs = by_parallel(tmp_path, "-j1", template, given=given)
    source = sources(("::::", in_file(tmp_path, given)))

    found = [
        job.shell for job in templates.jobs_of_template([], source, shell=template)
    ]

    assert [shlex.split(line) for line in theirs.splitlines()] == [
        shlex.split(line) for line in found
    ]


def test_words_of_the_template_stay_words():
    """Where parallel gives a shell the line again, no word is split here."""
    source = sources((":::", "x"))

    (job,) = templates.jobs_of_template(["sh", "-c", "echo $0; ls", "{}"], source)

    assert job.words == ("sh", "-c", "echo $0; ls", "x")


def test_a_place_is_filled_in_when_the_job_starts():
    """{%} is the number of the place that the job runs in."""
    first, _ = templates.jobs_of_template(
        ["x", "{}", "n{%}"], sources((":::", "a", "b"))
    )

    assert first.shown == "x a n{%}"
    assert first.at(3).words == ("x", "a", "n3")
    given = {"shell": "x {%} {}"}
    line = next(templates.jobs_of_template([], sources((":::", "a b")), **given))
    assert line.at(2).shell == "x 2 'a b'"


@pytest.mark.parametrize(
    ("words", "given", "message"),
    [
        (["gzip {} > x"], (":::", "a"), "one word"),
        (["x", "{= s/a/b/ =}"], (":::", "a"), "Perl"),
        (["x", "{0}"], (":::", "a"), "counted from"),
        (["x", "{3}"], (":::", "a", ":::", "b"), "input 1: the template asks for {3}"),
        (["x", "{-3}"], (":::", "a", ":::", "b"), "asks for {-3}"),
        ([], (":::", "a"), "no command"),
        (["x"], (":::+", "a"), "nothing before"),
        (["x"], ("::::", "-", "-"), "stdin is named twice"),
        (["x"], ("::::", "/nowhere"), "cannot be read"),
        (["x"], (":::", "a\0b"), "NUL"),
        (["{}"], (":::", ""), "has no name"),
        (["x"], (":::", "a" * 140_000), "input 1: a word of argv has 140,000 bytes"),
    ],
)
def test_what_cannot_be_run_is_refused_with_the_fix(words, given, message):
    """Each error says where it is, and names what to write."""
    with pytest.raises(InputError, match=message.replace("{", r"\{")) as error:
        list(templates.jobs_of_template(words, sources(given)))

    assert error.value.fix


def test_values_come_as_they_are_read():
    """A stream is no list: what is split comes before the end is there."""

    class Slow(io.RawIOBase):
        def __init__(self):
            self.left = [b"a\nb", b"c\n", b"d"]

        def readable(self):
            return True

        def readinto(self, buffer):
            data = self.left.pop(0) if self.left else b""
            buffer[: len(data)] = data
            return len(data)

    slow = Slow()
    found = inputs.values(io.BufferedReader(slow), b"\n")

    assert next(found) == "a"
    assert len(slow.left) == 2
    assert list(found) == ["bc", "d"]
