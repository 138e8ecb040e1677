"""`exeunt failures` and `exeunt journal --report` → what failed last night, typed."""

import re

import pytest

from command_line import at_terminal, data, envelope, run, shell, too_wide

KEY = "ghp_" + "a1B2" * 9


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """The environment of a journal: a job fails thrice, one is mended, two are fine."""
    home = tmp_path_factory.mktemp("night")
    state = {"XDG_STATE_HOME": str(home / "state"), "HOME": str(home)}
    job = f"echo the tape is full >&2; echo {KEY} >&2; exit 3"
    line = f"exeunt run --json --name nightly sh -c '{job}' >/dev/null"
    shell(
        f"{line}; {line}; {line}; exeunt run ls gone; touch gone; exeunt run ls gone;"
        "exeunt run --name fine true; exeunt run --shell 'cat none | sort'",
        cwd=home,
        **state,
    )
    return state


def test_a_person_reads_what_failed_and_what_to_run(night):
    """Each failure once: how often, why, what it said, the line to run it again."""
    done = at_terminal("failures", "--output", "text", NO_COLOR="1", **night)
    head, *blocks = done.stdout.rstrip("\n").split("\n\n")

    assert (0, "") == (done.code, done.stderr)
    assert re.fullmatch(r"5 failed of 7 runs since \d\d-\d\d \d\d:\d\d UTC", head)
    assert ["✕ bash: cat none |", "✕ ls gone", "✕ sh: echo the tape ×3"] == [
        block.split("\n")[0] for block in blocks
    ]
    shown = blocks[2]
    assert "nightly" in shown
    assert "exit 3" in shown
    assert "│ the tape is full" in shown
    assert "[GitHub token" in shown
    assert KEY not in done.stdout
    assert "hidden" in blocks[0]
    assert "a command of the line failed" in blocks[0]
    assert "    mended at " in blocks[1]
    assert "$ " not in blocks[1]
    assert [] == [line for line in too_wide(done.stdout) if "    $ " not in line]


def test_a_program_gets_all_of_it(night):
    """Fields of the newest run, of the group, and the words to run again."""
    told = data("failures", **night)
    line, listed, job = told["failures"]

    assert (7, 5, 0, 3) == tuple(told[name] for name in ("runs", "failed", "unknown",
                                                         "groups"))  # fmt: skip
    assert (3, 3, "nightly", "failed", {"exit 3": 3}) == tuple(
        job[name] for name in ("count", "exit_code", "name", "verdict", "ended")
    )
    assert (None, None) == (job["again"], job["mended_at"])  # a key is in its words
    assert "the tape is full" == job["tail"][0]
    assert "hidden_failure" == line["why"]
    assert (
        f"exeunt run --cwd {night['HOME']} /bin/bash -c 'cat none | sort'"
        == (line["again"])
    )
    assert listed["mended_at"] >= listed["last"]


def test_the_line_runs_it_again_and_mends_it(tmp_path):
    """What is copied is run where it was; afterwards nothing is left to do."""
    state = {"XDG_STATE_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)}
    there = tmp_path / "a folder's"
    there.mkdir()
    run("run", "--name", "it's", "cat", "a\tb", cwd=there, **state)
    (before,) = data("failures", **state)["failures"]
    (there / "a\tb").write_text("fine\n")
    again = run("-c", before["again"], program=("bash",), cwd="/", **state)
    after = data("failures", "--open", **state)

    assert "fine\n" == again.stdout
    assert ([], 2, 1) == (after["failures"], after["runs"], after["failed"])


@pytest.mark.parametrize(
    ("words", "groups"),
    [
        (["--open"], 2),
        (["--name", "nightly"], 1),
        (["--name", "fine"], 0),
        (["--host", "elsewhere"], 0),
        (["--since", "7d"], 3),
        (["--since", "2999-01-01"], 0),
    ],
    ids=str,
)
def test_the_options_narrow(night, words, groups):
    """By time, by name, by machine, and to what is not mended."""
    assert groups == data("failures", *words, **night)["groups"]


def test_few_are_shown_and_the_rest_is_counted(night):
    """A limit says how many there are."""
    told = data("failures", "--limit", "1", "--lines", "0", **night)
    text = run("failures", "--limit", "1", "--output", "text", **night)

    assert (3, 1, []) == (
        *(told["groups"], len(told["failures"])),
        told["failures"][0]["tail"],
    )
    assert "and 2 more: --limit 3" in text.stdout


def test_a_night_without_failures_says_so(tmp_path):
    """Of nothing, and of nothing that failed."""
    state = {"XDG_STATE_HOME": str(tmp_path)}
    none = run("failures", "--output", "text", **state)
    run("run", "true", **state)
    fine = run("failures", "--output", "text", **state)

    assert none.stdout.startswith("nothing was run since ")
    assert fine.stdout.startswith("nothing failed since ")


@pytest.mark.parametrize("since", ["last night", "yesterdayy", "2026-13-01", ""])
def test_a_time_that_is_none_is_refused_with_all_forms(tmp_path, since):
    """A day's name and a date are among them."""
    done = run("failures", "--since", since, XDG_STATE_HOME=str(tmp_path))

    assert 3 == done.code
    assert "yesterday, 2026-01-31" in envelope(done)["error"]["suggestion"]


def test_a_page_is_written_whole(night, tmp_path):
    """Of all calls that the options ask for; the old one stays if it cannot be."""
    page = tmp_path / "night.html"
    told = data("journal", "--report", f"html={page}", **night)
    text = page.read_text(encoding="utf-8")

    assert {"report": str(page)} == told
    assert "5 of 7 runs failed" in text
    assert "the tape is full" in text
    assert KEY not in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--report", "pdf=x"], "--report pdf=x is no report"),
        (["--report", "html="], "--report html= is no report"),
        (["--report", "html=x", "--report", "html=y"], "--report html=y is no report"),
        (["--report", "html=x", "--failed"], "--failed says nothing to --report"),
        (["--report", "html=/nowhere/x"], "'/nowhere/x' cannot be written: "),
        (["prune", "--report", "html=x"], "--report says nothing to exeunt journal"),
    ],
    ids=str,
)
def test_a_wrong_call_is_refused_with_the_fix(tmp_path, words, message):
    """Nothing is written."""
    done = run("journal", *words, cwd=tmp_path, XDG_STATE_HOME=str(tmp_path / "s"))
    error = envelope(done)["error"]

    assert 3 == done.code
    assert error["message"].startswith(message)
    assert error["suggestion"]
    assert [] == [*tmp_path.glob("x*")]
