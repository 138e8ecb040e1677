"""Rows → the same failure once: counted, mended, with the line to run it again."""

import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt.reports.groups import SPREAD, as_dict, grouped
from exeunt.reports.words import again, headed, quoted, warning
from reported import at, doubt, night, row, said


def titles(rows):
    """Each group's title, and how many there are in it."""
    return [(group.title, group.count) for group in grouped(rows).found()]


def test_the_same_failure_500_times_is_one_group():
    """Numbers, dates and addresses in the words are data."""
    many = [row(n, argv=["convert", f"{n}.png", "out.jpg"]) for n in range(500)]

    assert [("convert", 500)] == titles(many)


def test_words_that_never_repeat_are_data():
    """More of them than a program has verbs: all are one group."""
    names = [chr(97 + n) * 3 for n in range(SPREAD + 1)]

    assert SPREAD == len(
        titles(row(n, argv=["rm", w]) for n, w in enumerate(names[1:]))
    )
    assert [("rm …", SPREAD + 1)] == titles(
        row(n, argv=["rm", word]) for n, word in enumerate(names)
    )


def test_the_newest_comes_first_whatever_the_order():
    """A group is as new as its newest run, which stands for it."""
    rows = [row(1, name="a"), row(5, argv=["make", "docs"]), row(9, name="b")]

    for order in (rows, rows[::-1]):
        first, second = grouped(order).found()
        assert ("tar a.tgz srv"[:3], "b") == (first.title[:3], first.newest["name"])
        assert "make docs" == second.title
    assert ["a", "b"] == sorted(first.names)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["git", "push", "origin"], "git push origin"),
        (["python3", "-u", "/srv/etl/load.py", "--date=2026-11-19"], "python3 load.py"),
        (["curl", "-s", "https://api.test/v1/users/17"], "curl"),
        (["curl", "https://api.test/users"], "curl api.test"),
        (["sh", "-c", "pg_dump shop | gzip"], "sh: pg_dump shop |"),
        (["bash", "-ec", "load 2026-11-19"], "bash: load …"),
        (["sh", "-c", " "], "sh"),
        (["true"], "true"),
        ([], "?"),
    ],
)
def test_the_headed_name_what_is_done(argv, words):
    """Options are left out, a path is its file, a number ends them."""
    assert words == " ".join(headed({"argv": argv})).strip()


def test_only_the_same_command_in_the_same_place_mends():
    """Other words, another folder, another machine, an older success do not."""
    failed = row(10)
    others = [
        row(5, "done"),
        row(20, "done", argv=["tar", "tzf", "/backup/a.tgz"]),
        row(21, "done", cwd="/"),
        row(22, "done", host="db2"),
        row(23, "no"),
        row(24, "findings"),
        row(25, "unknown", argv=["true"]),
    ]

    assert [None, None] == [g.mended_at for g in grouped([failed, *others]).found()]
    (group,) = grouped([row(30, "done"), failed]).found()
    assert at(30) == as_dict(group, said)["mended_at"]


def test_lines_for_a_shell_are_told_apart_by_their_programs():
    """However many there are: a line's first word is as good as a program."""
    lines = [f"tool{chr(97 + n)} run" for n in range(SPREAD + 5)]
    rows = [row(n, argv=["sh", "-c", line]) for n, line in enumerate(lines)]

    assert {f"sh: {line}" for line in lines} == {title for title, _ in titles(rows)}


def test_a_group_is_mended_when_all_of_it_is():
    """Two of three is told as that."""
    broken = [row(n, argv=["load", str(n)]) for n in range(3)]
    done = [row(10 + n, "done", argv=["load", str(n)]) for n in range(3)]

    (part,) = grouped([*broken, *done[:2]]).found()
    (whole,) = grouped([*broken, *done]).found()
    assert (2, 3, None) == (part.mended, len(part.open), part.mended_at)
    assert (3, 3, at(12)) == (
        *(whole.mended, len(whole.open)),
        as_dict(whole, said)["mended_at"],
    )


def test_a_later_success_does_not_settle_a_doubt():
    """What was done then may have been done twice by now."""
    (group,) = grouped([doubt(1), row(2, "done")]).found()

    assert (1, 1, None) == (group.mended, len(group.open), group.mended_at)


def test_words_that_are_cut_never_mend_and_are_not_run_again():
    """Nobody knows whether it is the same command."""
    (group,) = grouped([row(1, cut=True), row(2, "done", cut=True)]).found()
    told = as_dict(group, said)

    assert (None, None) == (told["mended_at"], told["again"])
    assert "missing" in told["warning"]


def test_a_hidden_secret_is_not_run():
    """The line would hold three stars."""
    hidden = row(argv=["mysql", "-p***"])

    assert again(hidden) is None
    assert "***" in warning(hidden)


def test_what_ran_under_a_key_is_not_run_without_it():
    """It could be done twice; the page says how its key is settled."""
    keyed = row(kind="once")

    assert again(keyed) is None
    assert "--once KEY" in warning(keyed)
    assert "exeunt journal resolve KEY" in warning(doubt(kind="once"))


def test_a_line_has_the_verb_that_it_ran_by():
    """A program that is typed at is driven, a session is started."""
    ran = [again(row(kind=kind)) for kind in ("drive", "session", "call", "agent")]

    assert ["drive", "session start", "run", "run"] == [
        line.removeprefix("exeunt ").partition(" --cwd")[0] for line in ran
    ]


def test_who_may_have_had_effects_is_warned_of():
    """Nothing is said where it did nothing."""
    assert "" == warning(row(side_effects="none"))
    assert "look before" in warning(row(side_effects="partial"))
    assert "look before" in warning(row(side_effects=None))
    assert "Nobody knows" in warning(doubt(side_effects="none"))


def test_a_group_tells_all_that_a_program_needs():
    """The fields of a run, and of the group."""
    groups = grouped(night()).found()
    told = {one["title"]: one for one in (as_dict(group, said) for group in groups)}
    tar = told["tar czf a.tgz"]

    assert ["psql delete from a", "make docs", "curl", "tar czf a.tgz"] == [*told]
    assert (2, at(3000), at(3600)) == (tar["count"], tar["first"], tar["last"])
    assert ({"exit 2": 2}, ["nightly"], ["db1"]) == (
        *(tar["ended"], tar["names"]),
        tar["hosts"],
    )
    assert (
        "exeunt run --cwd /srv --name nightly tar czf /backup/a.tgz /srv"
        == (tar["again"])
    )
    assert said(None) == tar["tail"]


@given(st.lists(st.text(st.characters(exclude_characters="\0")), min_size=1))
def test_a_line_is_read_back_as_its_words(words):
    """Whatever is in them, in the shell that is run."""
    plain = [w for w in words if w.isprintable()]

    assert plain == shlex.split(" ".join(map(quoted, plain)))


def test_bash_reads_back_what_cannot_be_seen():
    """Control characters, bytes that are no text, quotes and backslashes."""
    words = ["a\nb", "\x1b[31m", "it's\t\\n", "\udcff\u202e", ""]
    line = f"printf '%s\\0' {' '.join(map(quoted, words))}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=True)

    assert all(char.isprintable() for char in line)
    assert words == [
        part.decode("utf-8", "surrogateescape")
        for part in done.stdout.split(b"\0")[:-1]
    ]
