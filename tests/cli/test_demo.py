"""exeunt demo → scenes that are really played, and a stage that is empty afterwards."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import (
    MODULE,
    at_terminal,
    data,
    drain,
    envelope,
    environment,
    open_terminal,
    run,
    shell,
    too_wide,
)
from running import HEEDING, Mark

linux = pytest.mark.skipif(sys.platform != "linux", reason="watches /proc")

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SCENES = {
    "no_match": ("exited", 1, "SUCCESS", "proceed", "E3"),
    "rate_limit": ("exited", 11, "RATE_LIMITED", "retry", "E14"),
    "expired_token": ("exited", 8, "AUTH_REQUIRED", "refresh_credentials", "R35"),
    "rename": ("exited", 13, "REDIRECTED", "follow_redirect", "K29"),
    "partial_failure": ("exited", 2, "PARTIAL_FAILURE", "inspect_state", "E5"),
    "timeout": ("timed_out", 124, "TIMEOUT", "inspect_state", "S13"),
    "prompt": ("waiting_for_input", 124, "INPUT_REQUIRED", "answer_prompt", "S10"),
    "missing_tool": ("not_found", 127, "PRECONDITION", "install_tool", "S13"),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The data of one demo, and what it left behind."""
    home = tmp_path_factory.mktemp("home")
    temporary = tmp_path_factory.mktemp("temporary")
    cwd = tmp_path_factory.mktemp("cwd")
    mark = Mark()
    result = run("demo", cwd=cwd, HOME=str(home), TMPDIR=str(temporary), **mark.env)
    left = [path for place in (home, temporary, cwd) for path in place.iterdir()]
    return envelope(result)["data"], left, mark.gone()


@pytest.fixture(scope="module")
def page():
    """What a person sees of one demo, without colour."""
    return at_terminal("demo", NO_COLOR="1")


def endings(scenes):
    """How each scene ended, what that means, what is next, and by which rule."""
    return {
        scene["scene"]: (
            scene["status"],
            scene["exit_code"],
            scene["reading"]["name"],
            scene["next"]["action"],
            scene["next"]["rule"],
        )
        for scene in scenes
    }


def by_name(scenes):
    """The scenes by their names."""
    return {scene["scene"]: scene for scene in scenes}


def test_every_scene_ends_as_it_should(played):
    """Each has its ending, its reading, its action and its rule."""
    assert SCENES == endings(played[0]["scenes"])
    assert list(SCENES) == [scene["scene"] for scene in played[0]["scenes"]]


def test_the_scenes_say_what_matters(played):
    """How long to wait, what to run instead, who was ended, what was asked."""
    scenes = by_name(played[0]["scenes"])

    assert 30 == scenes["rate_limit"]["next"]["wait_seconds"]
    assert shlex.split("notes rename 1 Candle") == scenes["rename"]["next"]["command"]
    assert 0 == scenes["timeout"]["left"] < scenes["timeout"]["killed"]
    assert "no" == scenes["no_match"]["reading"]["answer"]
    assert "Delete 'Dagger'? [y/N] " == scenes["prompt"]["asked"]
    assert all(scene["instead_of"] for scene in scenes.values())


def test_the_question_is_answered_in_its_session(played):
    """The command goes on from where it asked."""
    scenes = by_name(played[0]["scenes"])
    answered = {name: scene["answered"] for name, scene in scenes.items()}
    reply = answered.pop("prompt")

    assert {None} == set(answered.values())
    assert ("exited", 0) == (reply["status"], reply["exit_code"])
    assert "'Dagger' is gone." in reply["text"]


def test_the_loop_comes_to_success(played):
    """It waits as it is told, gets a token once, and is done at the third try."""
    loop = played[0]["loop"]
    tries = [
        (one["exit_code"], one["next"]["action"], one["next"]["rule"])
        for one in loop["attempts"]
    ]

    assert [
        (11, "retry", "E14"),
        (8, "refresh_credentials", "R35"),
        (0, "proceed", "E3"),
    ] == tries
    assert loop["attempts"][1]["waited"] >= 1
    assert {"sent": 2} == json.loads(loop["stdout"])["data"]
    assert "proceed" == loop["next"]["action"]


def test_the_journal_has_every_try_of_the_loop(played):
    """The words, how they ended and what was decided, as exeunt journal lists them."""
    runs = [(row["argv"], row["exit_code"]) for row in played[0]["journal"]["runs"]]

    assert [(["notes", "push"], code) for code in (11, 8, 0)] == runs


def test_the_names_are_stable(played):
    """A program that reads the demo finds the same keys in every version."""
    found = played[0]

    assert ["scenes", "loop", "batch", "journal", "try"] == list(found)
    assert {
        ("scene", "title", "command", "status", "exit_code", "signal", "killed",
         "left", "asked", "reading", "next", "instead_of", "answered"),
    } == {tuple(scene) for scene in found["scenes"]}  # fmt: skip
    assert ["command", "status", "exit_code", "stdout", "attempts", "next"] == list(
        found["loop"]
    )
    assert ["kept", "path", "yours", "folder", "runs"] == list(found["journal"])


@linux
def test_nothing_is_left(played):
    """No process runs on, and no file is left at home, in TMPDIR or where it ran."""
    assert [] == played[1]
    assert [] == played[2]


def test_the_scenes_are_really_played(tmp_path):
    """Another grep, or another answer of the server, and the scene is another."""
    fake = tmp_path / "grep"
    fake.write_text("#!/bin/sh\nexit 2\n")
    fake.chmod(0o755)
    path = f"{tmp_path}:{environment()['PATH']}"
    scenes = by_name(data("demo", PATH=path, NOTES_PAUSE="7")["scenes"])

    assert 2 == scenes["no_match"]["exit_code"]
    assert "proceed" != scenes["no_match"]["next"]["action"]
    assert None is scenes["no_match"]["instead_of"]
    assert 7 == scenes["rate_limit"]["next"]["wait_seconds"]


def test_without_grep_the_scene_says_so(tmp_path):
    """A tool that the tour needs may be missing like any other."""
    (tmp_path / "sleep").symlink_to(shutil.which("sleep"))
    scenes = data("demo", PATH=str(tmp_path))["scenes"]
    missing = ("not_found", 127, "PRECONDITION", "install_tool", "S13")

    assert {**SCENES, "no_match": missing} == endings(scenes)


def test_the_page_fits_the_screen(page):
    """At a terminal there are eight scenes and a finale, and no line that breaks."""
    headings = [line for line in page.stdout.splitlines() if line[:1].isupper()]

    assert 0 == page.code
    assert [] == too_wide(page.stdout)
    assert " \n" not in page.stdout
    assert "\x1b" not in page.stdout
    assert [f"SCENE {n}" for n in range(1, 9)] == [
        line[:7] for line in headings if line.startswith("SCENE")
    ]
    assert 1 == sum(line.startswith("FINALE") for line in headings)


def test_the_page_has_every_action_and_its_rule(page):
    """What the data says is on the page."""
    words = {word.strip(".,:") for word in page.stdout.split()}

    assert [] == [
        word for scene in SCENES.values() for word in scene[2:] if word not in words
    ]


def test_progress_leaves_the_screen_again(page):
    """It is one line on stderr, taken back at the end."""
    assert page.stderr.startswith("\r\x1b[Kexeunt demo: ")
    assert page.stderr.endswith("\r\x1b[K")
    assert "\n" not in page.stderr


def test_a_dumb_terminal_gets_plain_lines():
    """Nothing that would steer it, neither on stdout nor on stderr."""
    result = at_terminal("demo", TERM="dumb")

    assert (0, "exeunt demo: a few seconds\n") == (result.code, result.stderr)
    assert "\x1b" not in result.stdout
    assert "\r" not in result.stdout


def test_colour_changes_no_word(page):
    """In colour the page has the same lines."""
    coloured = at_terminal("demo").stdout
    shown = COLOUR.sub("", coloured)

    assert "\x1b[" in coloured
    assert without_times(page.stdout) == without_times(shown)


def without_times(text):
    """A page without what differs from one run to the next: how long was waited."""
    return [
        " ".join(w for w in line.split() if not w[0].isdigit())
        for line in text.splitlines()
    ]


def test_two_readers_who_have_seen_enough():
    """Two demos at once, each piped into head, end quietly."""
    line = "exeunt demo --output text | head -n 4"
    result = shell(f"({line}) & {line}; wait")

    assert (0, "") == (result.code, result.stderr)
    assert 2 == result.stdout.count("EXEUNT")


def test_the_next_steps_can_be_typed(played, page, tmp_path):
    """Whoever goes on from the demo gets answers, and the page shows the same."""
    calls = list(played[0]["try"])

    assert 3 == len(calls)
    assert calls == [
        line.strip().removeprefix("$ ").partition("  ")[0]
        for line in page.stdout.partition("Go on with")[2].splitlines()
        if "$ " in line
    ]
    for call in calls:
        assert 0 == shell(call, cwd=tmp_path, HOME=str(tmp_path)).code


def test_a_kept_folder_has_the_journal(tmp_path):
    """It is where the demo says, and is not played in twice."""
    folder = tmp_path / "play"
    kept = data("demo", "--keep", "play", cwd=tmp_path)["journal"]
    listed = data("journal", XDG_STATE_HOME=str(folder / "state"))["runs"]
    again = run("demo", "--keep", "play", cwd=tmp_path)

    assert (True, str(folder)) == (kept["kept"], kept["folder"])
    assert Path(kept["path"]).is_file()
    tries = [one["id"] for row in listed if row["call"] for one in row["attempts"]]
    assert sorted(tries) == [row["id"] for row in kept["runs"]]
    assert (3, "INVALID_INPUT") == (again.code, envelope(again)["error"]["code"])


@linux
@pytest.mark.parametrize("moment", ["under way", "8 of 9"])
@pytest.mark.parametrize("mode", ["json", "text"])
@pytest.mark.clause("K22")
def test_an_interrupted_demo_dies_by_the_signal(mode, moment, tmp_path):
    """One envelope or nothing, no traceback; no process and no folder is left."""
    mark = Mark()
    screen, end = open_terminal()
    demo = subprocess.Popen(
        [*HEEDING, *MODULE, "demo"],
        stdout=subprocess.PIPE,
        stderr=end,
        env=environment(EXEUNT_OUTPUT=mode, TMPDIR=str(tmp_path), **mark.env),
        text=True,
    )
    os.close(end)
    read_until(moment, screen)
    demo.send_signal(signal.SIGINT)
    stdout, _ = demo.communicate()
    (progress,) = drain([screen])

    assert -signal.SIGINT == demo.returncode
    assert progress.endswith("\r\x1b[K")
    assert "Traceback" not in progress
    assert [] == mark.gone()
    assert [] == list(tmp_path.iterdir())
    if mode == "text":
        assert "" == stdout
    else:
        assert 1 == stdout.count("\n")
        assert '"code": "CANCELLED"' in stdout


def read_until(text, screen):
    """Read what a terminal shows until a text is in it."""
    shown = b""
    while text.encode() not in shown:
        shown += os.read(screen, 4096)


def test_the_batch_is_killed_and_nothing_is_done_twice(played):
    """What was seen to end is done, what was not is in doubt, and then settled."""
    batch = played[0]["batch"]
    attempts = {job["id"]: job["attempts"] for job in batch["jobs"]}

    assert {"push": 2, "flaky": 2, "delete": 1, "publish": 1} == attempts
    assert ("exited", 82) == (batch["resumed"]["status"], batch["resumed"]["exit_code"])
    assert "of 5 jobs: 4 done, 1 in doubt" == batch["resumed"]["said"]
    assert {"total": 5, "done": 5, "doubt": 0} == batch["counts"]
