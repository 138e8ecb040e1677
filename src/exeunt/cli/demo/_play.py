"""Scenes → what became of each: exeunt's own commands, run in a folder of their own.

Nothing of the caller's is touched: state, sessions and journal are in that folder, and
so is the program `notes`. Whatever happens, nothing runs on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import SessionError
from ...model.actions import Action
from ...model.json import loads
from ...process.completed import Completed
from ...process.flow import Running
from ...process.request import Request
from ...process.run import request, start
from ..argv import refuse
from ._scenes import FILES, LOOP, LOOP_SERVER, SCENES, SESSION, Scene

Told = Callable[[str], None]

EXEUNT = (sys.executable, "-P", "-m", "exeunt")
RECORDED = ("run", "--json")
PATIENCE = 60.0  # seconds: longer than any scene takes on a busy machine
LAUNCHER = '#!/bin/sh\nexec "$NOTES_PYTHON" -P -m exeunt.cli.demo._notes "$@"\n'


class Stage:
    """A folder to play in, with a directory for each scene."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state: Path = folder / "state"
        self.bin: Path = folder / "bin"
        self.bin.mkdir()
        notes = self.bin / "notes"
        notes.write_text(LAUNCHER)
        notes.chmod(0o700)
        if not os.access(notes, os.X_OK):
            msg = f"no program can be run from {folder}"
            refuse(msg, "set TMPDIR to a directory where one can")

    def set_scene(
        self, name: str, server: Sequence[str], more: Mapping[str, str] | None = None
    ) -> Path:
        """Make a scene's directory with its files."""
        place = self.folder / name
        place.mkdir()
        for file, text in {**FILES, **(more or {})}.items():
            (place / file).write_text(text)
        (place / "server.txt").write_text("".join(f"{line}\n" for line in server))
        return place

    def call(
        self, place: Path, *words: str, env: Mapping[str, str] | None = None
    ) -> Request:
        """Make a call of exeunt in a directory of ours."""
        return request(
            [*EXEUNT, *words],
            cwd=place,
            env={**self.environment(), **(env or {})},
            quiet_env=False,
            timeout=PATIENCE,
            max_output=None,
            log=False,
            journal=False,
        )

    def environment(self) -> dict[str, str]:
        """Return the variables that keep a call within the folder."""
        paths = os.environ.get("PYTHONPATH", "")
        found = {
            "NOTES_PYTHON": sys.executable,
            "PATH": f"{self.bin}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "XDG_STATE_HOME": str(self.state),
        }
        if paths:  # as seen from the scene's directory
            whole = (os.path.abspath(path) for path in paths.split(os.pathsep))  # noqa: PTH100 - keeps links
            found["PYTHONPATH"] = os.pathsep.join(whole)
        return found

    def ask(self, *words: str) -> dict[str, Any]:
        """Call exeunt, and return what it says."""
        return run_at_once([self.call(self.folder, *words, "--json")])[0]

    def clear(self) -> None:
        """End what may still wait for an answer."""
        if (self.state / "exeunt" / "sessions" / SESSION).exists():
            try:
                self.ask("session", "stop", SESSION, "--now")
            except SessionError:
                pass  # it had not quite begun


def play_all(stage: Stage, tell: Told) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Play all scenes and the loop at once; return what became of them, in order."""
    calls = [
        stage.call(stage.set_scene(scene.name, scene.server), *RECORDED, *scene.words)
        for scene in SCENES
    ]
    place = stage.set_scene("loop", LOOP_SERVER)
    calls.append(stage.call(place, *RECORDED, *LOOP, env={"NOTES_PAUSE": "1"}))
    records = run_at_once(calls, tell)
    scenes = zip(SCENES, records[:-1], strict=True)
    return [became(scene, record) for scene, record in scenes], looped(records[-1])


def run_at_once(
    calls: Sequence[Request], tell: Told | None = None
) -> list[dict[str, Any]]:
    """Run calls side by side; return what they say when the last has ended.

    Whoever interrupts this waits for their ends, too: they write where we clear away.
    """
    running: list[Running] = []
    records: list[dict[str, Any]] = []
    try:
        running += (start(call) for call in calls)
        for one in running:
            records.append(said(one.wait()))
            if tell is not None:
                tell(f"{len(records)} of {len(calls)} calls have come back")
    finally:
        late = [one for one in running if one.result is None]
        for one in late:
            one.cancel()
        for one in late:
            one.wait()
    return records


def became(scene: Scene, record: dict[str, Any]) -> dict[str, Any]:
    """Return what is worth telling of a scene's record."""
    as_meant = record["next"]["action"] == scene.action.value
    return {
        "scene": scene.name,
        "title": scene.title,
        "command": ["exeunt", "run", *scene.words],
        **{name: record[name] for name in ("status", "exit_code", "signal")},
        **{name: record["cleanup"][name] for name in ("killed", "left")},
        "asked": record["waiting"]["prompt"] if record["waiting"] else None,
        "reading": record["reading"],
        "next": record["next"],
        "instead_of": scene.instead_of if as_meant else None,
        "answered": None,
    }


def answer(stage: Stage, scene: dict[str, Any]) -> dict[str, Any]:
    """Answer the question of a scene that has one; return the scene with its end."""
    words = ("session", "send", SESSION, "y")
    if scene["next"]["action"] != Action.ANSWER_PROMPT.value:
        return scene
    reply: dict[str, Any] = stage.ask(*words)["data"]
    told = {name: reply[name] for name in ("status", "exit_code", "signal", "text")}
    return {**scene, "answered": {"command": ["exeunt", *words], **told}}


def looped(record: dict[str, Any]) -> dict[str, Any]:
    """Return what is worth telling of the loop's record."""
    return {
        "command": ["exeunt", "run", *LOOP],
        **{name: record[name] for name in ("status", "exit_code", "stdout")},
        "attempts": record["attempts"],
        "next": record["next"],
    }


def read_journal(stage: Stage) -> list[dict[str, Any]]:
    """List the tries of the loop, the oldest first."""
    calls = [row for row in stage.ask("journal")["data"]["runs"] if row["call"]]
    tries = [{**one, "argv": row["argv"]} for row in calls for one in row["attempts"]]
    return sorted(tries, key=lambda row: int(row["id"]))


def said(done: Completed) -> dict[str, Any]:
    """Return the one document that a call of exeunt printed."""
    try:
        found: dict[str, Any] = loads(done.stdout)
    except ValueError:
        words = " ".join(["exeunt", *done.args[2:]])
        msg = f"{words} was {done.status.replace('_', ' ')} and has printed nothing"
        fix = "play it again when the machine has less to do"
        raise SessionError(msg, fix=fix, error_code="SILENT") from None
    if found.get("ok") is False:
        error = found["error"]
        raise SessionError(error["message"], fix="play it again", error_code="SILENT")
    return found
