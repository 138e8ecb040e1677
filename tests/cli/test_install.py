"""exeunt install, uninstall → a person is asked, a patch shown, a door tried."""

import json
import os
from pathlib import Path

import pytest

import exeunt
from command_line import MODULE, data, environment, run, too_wide

AGENTS = ["codex", "gemini", "claude"]
HIDDEN = "sk-live-4Zq8tVn2Lw7Rk1Yb"


@pytest.fixture
def home(tmp_path):
    """A home with the folders of three agents, and what a call in it is given."""
    for name in (".codex", ".gemini", ".claude"):
        (tmp_path / name).mkdir()
    (tmp_path / ".codex/config.toml").write_text("model = 'x' # mine\n")
    return {"HOME": str(tmp_path), "SHELL": "/bin/bash", "cwd": tmp_path}


def said(*words, **home):
    """The envelope of a call, however it ended."""
    return json.loads(run(*words, "--json", **home).stdout)


def test_nobody_at_a_terminal_is_asked(home):
    """Without a terminal it says what would be journaled, and the word that agrees."""
    result = run("install", "--json", **home)
    error = json.loads(result.stdout)["error"]

    assert 3 == result.code
    assert "NOT_CONFIRMED" == error["code"]
    assert "journal" in error["message"]
    assert "exeunt install --yes codex gemini claude" in error["suggestion"]
    assert not (Path(home["HOME"]) / ".local").exists()


@pytest.mark.parametrize(("key", "code"), [("y", 0), ("", 4), ("n", 4)])
def test_a_person_is_asked(home, key, code):
    """At a terminal it says what it changes and what is journaled, and waits for y."""
    cwd = home.pop("cwd")
    done = exeunt.run(
        [*MODULE, "install", "codex"],
        env=environment(**home),
        clear_env=True,
        cwd=cwd,
        pty=True,
        inputs=[key],
        log=False,
        journal=False,
    )

    assert code == done.exit_code
    assert ".codex/config.toml" in done.stdout
    assert "secrets masked" in " ".join(done.stdout.split())
    assert (code == 0) is ("BASH_ENV" in (cwd / ".codex/config.toml").read_text())


def test_the_names_on_the_wire(home):
    """Per agent: its name, the door, the files, and whether they were changed."""
    first = data("install", "--yes", **home)["agents"]
    again = data("install", "--yes", **home)["agents"]
    gone = data("uninstall", **home)["agents"]

    assert AGENTS == [one["agent"] for one in first]
    assert [{"agent", "door", "files", "changed"}] * 3 == [{*one} for one in first]
    assert ["light"] * 3 == [one["door"] for one in first]
    assert [[True] * 3, [False] * 3, [True] * 3] == [
        [one["changed"] for one in rows] for rows in (first, again, gone)
    ]
    assert [None] * 3 == [one["door"] for one in gone]
    assert all(Path(file).is_absolute() for one in first for file in one["files"])


def test_a_dry_run_shows_a_patch_and_writes_nothing(home):
    """The patch is that of the files as they are; what is secret in it is hidden."""
    place = Path(home["HOME"])
    file = place / ".claude/settings.json"
    file.write_text(json.dumps({"env": {"API_TOKEN": HIDDEN}}, indent=2))
    was = sorted(place.rglob("*"))
    rows = data("install", "--dry-run", **home)["agents"]
    patches = {one["agent"]: one["patch"] for one in rows}

    assert was == sorted(place.rglob("*"))
    assert HIDDEN not in json.dumps(rows)
    assert "+[shell_environment_policy.set]\n" in patches["codex"]
    assert f"--- {place}/.codex/config.toml\n" in patches["codex"]
    assert "--- /dev/null\n" in patches["gemini"]
    assert '+    "BASH_ENV": ' in patches["claude"]
    assert "\\ No newline at end of file" in patches["claude"]


def test_a_file_that_is_not_understood_is_shown_the_lines(home):
    """The refusal leaves with 4, and has the lines and where they go."""
    (Path(home["HOME"]) / ".codex/config.toml").write_text("[broken")
    left = said("install", "--yes", **home)
    (row,) = left["meta"]["install"]["agents"]

    assert 4 == left["meta"]["exit_code"]
    assert "NOT_EDITABLE" == left["error"]["code"]
    assert "codex" == row["agent"]
    assert "[shell_environment_policy.set]" == row["lines"][0]
    assert not (Path(home["HOME"]) / ".local").exists()


@pytest.mark.parametrize("agent", AGENTS)
def test_a_door_is_tried_in_bash(home, agent):
    """--check plays a failure through the agent's shell: it is told, or not and why."""
    before = said("install", "--check", agent, **home)
    run("install", "--yes", **home)
    during = data("install", "--check", agent, **home)["agents"][0]
    off = said("install", "--check", agent, EXEUNT_OFF="1", **home)
    state = {*Path(home["HOME"]).rglob("*")}
    run("uninstall", **home)
    after = said("install", "--check", agent, **home)

    assert during["works"]
    assert "exeunt: " in during["because"]
    assert not any(path.name == "state" for path in state)  # trying it is no run
    assert [4, 4, 4] == [one["meta"]["exit_code"] for one in (before, off, after)]
    assert "EXEUNT_OFF" in off["meta"]["install"]["agents"][0]["because"]


@pytest.mark.parametrize("door", [[], ["--keep"]], ids=["light", "keep"])
@pytest.mark.parametrize("agent", AGENTS)
def test_either_door_is_tried_in_the_shell_that_the_agent_has(home, agent, door):
    """bash or zsh, the light door or the keeping one: --check hears of a failure."""
    shells = ["/bin/bash", "/bin/zsh"] if agent == "claude" else ["/bin/bash"]
    for shell in shells:
        home["SHELL"] = shell
        run("install", "--yes", *door, agent, **home)
        (row,) = data("install", "--check", agent, **home)["agents"]

        assert row["door"] == ("keep" if door else "light")
        assert row["works"]
        assert "exeunt: ls" in row["because"]
        assert bool(door) is row["because"].startswith("the command is kept; ")
    run("uninstall", **home)
    assert not (Path(home["HOME"]) / ".local").exists()


def test_limits_stay_until_they_are_taken_away(home):
    """They are those of all that is kept, and go with it."""
    start = Path(home["HOME"]) / ".local/share/exeunt/doors/keep.bash"
    seen = []
    for words in (
        ["--keep", "--timeout", "2m", "--max-output", "0", "codex"],
        ["--keep", "claude"],
        ["--keep", "--timeout", "0", "--idle", "1h", "claude"],
    ):
        run("install", "--yes", *words, **home)
        text = start.read_text()
        seen += [[w for w in ("timeout=120", "idle=3600", "max_output=0") if w in text]]
    run("install", "--yes", "codex", "claude", **home)
    run("install", "--yes", "--keep", "codex", **home)

    assert [["timeout=120", "max_output=0"]] * 2 == seen[:2]
    assert ["idle=3600", "max_output=0"] == seen[2]
    assert "idle" not in start.read_text()


@pytest.mark.parametrize(
    "words",
    [
        ["--timeout", "5m", "codex"],
        ["--keep", "--timeout", "soon", "codex"],
        ["--keep", "--idle", "-1", "codex"],
        ["--keep", "--max-output", "5k", "codex"],
    ],
    ids=" ".join,
)
def test_what_is_no_limit_is_refused(words, home):
    """And nothing is written."""
    result = run("install", "--yes", *words, **home)

    assert 3 == result.code
    assert not (Path(home["HOME"]) / ".local").exists()


def test_a_shell_that_is_not_kept_is_said_to_be_none(home):
    """Codex starts login shells; what this profile leaves cannot be handed on."""
    run("install", "--yes", "--keep", "codex", **home)
    (Path(home["HOME"]) / ".bash_profile").write_text("sleep 0 &\n")
    checked = said("install", "--check", "codex", **home)
    (row,) = checked["meta"]["install"]["agents"]

    assert (4, False) == (checked["meta"]["exit_code"], row["works"])
    assert "runs the command by itself, and is not kept" in row["because"]


@pytest.mark.parametrize(
    ("agent", "file", "text", "why"),
    [
        pytest.param(
            "codex",
            ".codex/config.toml",
            '[shell_environment_policy]\ninclude_only = ["PATH"]\n',
            "include_only",
            id="a policy that leaves it out",
        ),
        pytest.param("gemini", ".env", "A=1\n", ".env instead", id="another .env"),
        pytest.param(
            "claude",
            ".claude/settings.json",
            '{ // mine\n "a": 1 }',
            "comments",
            id="comments, which Claude Code does not read",
        ),
    ],
)
def test_what_keeps_a_door_shut_is_said(home, agent, file, text, why):
    """Where the configuration is not obeyed, install warns and --check fails."""
    place = Path(home["HOME"])
    place = place / "project" if agent == "gemini" else place
    place.mkdir(exist_ok=True)
    (place / file).write_text(text)
    home["cwd"] = place
    warned = said("install", "--yes", agent, **home)["warnings"]
    checked = said("install", "--check", agent, **home)
    (row,) = checked["meta"]["install"]["agents"]

    assert why in warned[0]
    assert not row["works"]
    assert why in row["because"]


def test_a_project_has_its_own(home, tmp_path):
    """--project writes below the folder that the call is made in."""
    (tmp_path / "w").mkdir()
    home["cwd"] = tmp_path / "w"
    rows = data("install", "--yes", "--project", *AGENTS, **home)["agents"]
    files = [Path(one["files"][0]).relative_to(tmp_path) for one in rows]
    checked = data("install", "--check", "--project", "claude", **home)["agents"]
    gone = data("uninstall", "--project", **home)["agents"]

    assert [
        "w/.codex/config.toml",
        "w/.gemini/.env",
        "w/.claude/settings.local.json",
    ] == [str(file) for file in files]
    assert checked[0]["works"]
    assert {*AGENTS} == {one["agent"] for one in gone}
    assert [] == [*(tmp_path / "w").iterdir()]


def test_the_line_for_any_agent_works(home):
    """What generic prints is all that a start of bash needs to be told of a failure."""
    (row,) = data("install", "--yes", "generic", **home)["agents"]
    (line,) = row["lines"]
    words = f"{line.removesuffix('your-agent')} bash -c 'ls /nowhere 2>/dev/null | cat'"
    failed = run("-c", words, program=("bash",), **home)
    fine = run("-c", words.replace("/nowhere", "/"), program=("bash",), **home)

    assert failed.stderr.startswith("exeunt: ")
    assert "" == fine.stderr
    assert fine.stdout


def test_an_agent_that_nobody_has_tried_is_not_said_to_work(home):
    """For Cursor there is a line, and no word that it works."""
    (row,) = data("install", "--yes", "cursor", **home)["agents"]
    left = said("install", "--check", "cursor", **home)

    assert row["lines"]
    assert left["meta"]["install"]["agents"][0]["works"] is None
    assert 4 == left["meta"]["exit_code"]


def test_no_agent_at_all_is_said(tmp_path):
    """On a machine without agents the call names those that it knows."""
    left = said("install", "--yes", HOME=str(tmp_path), PATH="/nowhere")

    assert "NO_AGENT" == left["error"]["code"]
    assert 5 == left["meta"]["exit_code"]


def test_a_home_of_somebody_else_is_left_alone():
    """Where HOME is not this user's, nothing is written."""
    left = said("install", "--yes", "claude", HOME="/nonexistent")

    assert "NO_HOME" == left["error"]["code"]
    assert 4 == left["meta"]["exit_code"]


def test_what_a_person_sees_fits_the_screen(home):
    """No line is wider than the screen, but for paths and lines to copy."""
    result = run("install", "--yes", "--output", "text", *AGENTS, **home)
    page = run("install", "--help", **home)

    assert "codex" in result.stdout
    assert not too_wide(page.stdout)


@pytest.mark.parametrize("door", [[], ["--keep"]], ids=["light", "keep"])
def test_nothing_is_left_of_what_a_door_wrote(home, door):
    """The journal and the logs of an agent's commands go with the last door."""
    place = Path(home["HOME"])
    was = sorted(place.rglob("*"))
    run("install", "--yes", *door, "claude", **home)
    told = fail(home)
    gone = said("uninstall", **home)

    assert "exeunt: ls" in told
    assert [] == gone["warnings"]
    assert was == sorted(place.rglob("*"))


def test_the_journal_of_a_person_stays(home):
    """Where somebody has run something, nothing of the journal is taken out."""
    place = Path(home["HOME"])
    run("install", "--yes", "claude", **home)
    run("run", "false", **home)
    before = (place / ".local/state/exeunt/journal").read_bytes()
    gone = said("uninstall", **home)

    assert "the journal stays" in gone["warnings"][0]
    assert before == (place / ".local/state/exeunt/journal").read_bytes()
    assert not (place / ".local/share").exists()


def fail(home):
    """Run a failing command as Claude Code would, with what its settings give."""
    settings = json.loads((Path(home["HOME"]) / ".claude/settings.json").read_text())
    text = "ls /nowhere-at-all 2>/dev/null | cat"
    words = f"source /dev/null && eval '{text}' < /dev/null && pwd -P >| /dev/null"
    for _ in range(3):  # on a busy machine a line may come too late
        told = run("-c", words, program=("bash",), **home, **settings["env"]).stderr
        if told:
            break
    while not (Path(home["HOME"]) / ".local/state/exeunt/journal").exists():
        os.sched_yield()  # it is written when the line has been said
    return told
