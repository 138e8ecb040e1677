"""A batch → a page for people; events, metrics and --on-failure for others."""

import json

import pytest

from command_line import data, run

KEY = "ghp_" + "a1B2" * 9


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """A batch that has run: its folder, its environment, and how it ended."""
    home = tmp_path_factory.mktemp("night")
    state = {"XDG_STATE_HOME": str(home / "state"), "HOME": str(home)}
    done = run(
        *("batch", "--name", "thumbs", "--events", "events", "--metrics", "m.prom"),
        *("--on-failure", "cat >>told; exit 9", "--"),
        *("sh", "-c", f"echo {KEY} {{}} >&2; exit {{}}", ":::", *"0303003"),
        cwd=home,
        **state,
    )
    return home, state, done


def test_its_end_is_told_once_with_its_failures(night):
    """Not once for each job: failures of one kind are one, and no number changes."""
    home, _, done = night
    (line,) = (home / "told").read_text().splitlines()
    told = json.loads(line)
    (group,) = told["failures"]

    assert 2 == done.code
    assert "exeunt: --on-failure: exit 9\n" in done.stderr
    assert ("thumbs", 7, 4, 3) == tuple(
        told[name] for name in ("name", "total", "done", "failed")
    )
    assert (3, "failed") == (group["count"], group["verdict"])
    assert (
        "exeunt batch resolve thumbs 7 again && exeunt batch --resume thumbs"
        == (group["again"])
    )
    assert KEY not in line


def test_nobody_is_told_where_nothing_failed(tmp_path):
    """An answer is no failure, of a batch either."""
    state = {"XDG_STATE_HOME": str(tmp_path / "state")}
    call = ("--on-failure", "echo x >told", "--", "grep", "-q", "{}", "/dev/null")
    done = run("batch", *call, ":::", "a", "b", cwd=tmp_path, **state)

    assert 0 == done.code
    assert not (tmp_path / "told").exists()


def test_its_events_are_lines_of_json(night):
    """Its begin, each job's end, its end."""
    text = (night[0] / "events").read_text()
    told = [json.loads(line) for line in text.splitlines()]

    assert ["batch started", *["ended"] * 7, "batch ended"] == [
        one["event"] for one in told
    ]
    assert [*"1234567"] == sorted(one["id"] for one in told[1:-1])
    assert {("done", 0), ("failed", 3)} == {
        (one["verdict"], one["exit_code"]) for one in told[1:-1]
    }
    assert KEY not in text


def test_its_jobs_are_counted(night):
    """Once, when the batch is over."""
    text = (night[0] / "m.prom").read_text()

    assert 'exeunt_runs_total{program="sh",verdict="done"} 4.0\n' in text
    assert 'exeunt_runs_total{program="sh",verdict="failed"} 3.0\n' in text


def test_its_page_says_what_to_do(night):
    """What failed, what it said, and the line that has it run again."""
    home, state, _ = night
    page = home / "page.html"
    told = data("batch", "show", "thumbs", "--report", f"html={page}", **state)
    text = page.read_text(encoding="utf-8")

    assert f"the page is in {page}" == told["said"]
    assert "3 of 7 runs failed" in text
    assert "The batch thumbs" in text
    assert (
        "exeunt batch resolve thumbs 7 again &amp;&amp; exeunt batch --resume" in text
    )
    assert "[GitHub token" in text
    assert KEY not in text


@pytest.mark.parametrize(
    "words",
    [
        ["--events", "/nowhere/e"],
        ["--metrics", "/nowhere/m"],
        ["--on-failure", ""],
        ["--dry-run", "--events", "e"],
    ],
    ids=str,
)
def test_what_cannot_be_done_is_refused_before_the_start(tmp_path, words):
    """No batch is made."""
    state = {"XDG_STATE_HOME": str(tmp_path / "state")}
    done = run(
        "batch", *words, "--", "touch", "{}", ":::", "ran", cwd=tmp_path, **state
    )

    assert 3 == done.code
    assert not (tmp_path / "ran").exists()
    assert [] == data("batch", "list", **state)["batches"]
