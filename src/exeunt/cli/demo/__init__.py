"""`exeunt demo` → eight endings and a loop, really run, with what to do about each."""

from __future__ import annotations

import os
from pathlib import Path

from ...errors import InputError
from ...model.outcome import Done, Outcome
from .._paint import is_terminal
from ..verbs import Call, Command, Option
from ._page import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


NEXT_STEPS = {
    "exeunt run --retry date": "run a command of yours like the last one",
    "exeunt journal": "see it in your journal",
    "exeunt explain 11": "ask what a number means, and what to do",
}


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Play the demo, in a folder that is gone afterwards or in the user's."""
    from tempfile import TemporaryDirectory  # 12 ms, not for --help

    from ...named import shared_place

    kept = call.text("--keep")
    with Progress() as progress:
        if kept is not None:
            return Done(play(new_folder(kept), progress, kept=True))
        try:
            away = TemporaryDirectory(
                prefix="exeunt-demo-", dir=shared_place(), ignore_cleanup_errors=True
            )
        except OSError as error:
            msg = f"there is no room for a folder to play in: {error.strerror}"
            raise InputError(msg, fix="set TMPDIR, or give --keep FOLDER") from None
        with away as folder:
            return Done(play(Path(folder).resolve(), progress, kept=False))


def new_folder(name: str) -> Path:
    """Make the folder that the user names."""
    folder = Path(name).absolute()
    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        msg = f"the folder {name!r} cannot be made: {error.strerror}"
        raise InputError(msg, fix="name one that is not there yet") from None
    return folder


def play(folder: Path, progress: Progress, *, kept: bool) -> dict[str, Any]:
    """Play everything in a folder; return what there is to tell."""
    from ...files import state_directory  # not for --help
    from ._batch import play_batch
    from ._play import Stage, answer, play_all, read_journal

    stage = Stage(folder)
    try:
        progress("nine calls are under way")
        scenes, loop = play_all(stage, progress)
        progress("a question is answered")
        scenes = [answer(stage, scene) for scene in scenes]
        progress("a batch is killed, and goes on")
        batch = play_batch(stage)
        journal = {
            "kept": kept,
            "path": str(stage.state / "exeunt" / "store.db"),
            "yours": f"{state_directory()}/store.db",
            "folder": str(folder),
            "runs": read_journal(stage),
        }
    finally:
        stage.clear()
    return {
        "scenes": scenes,
        "loop": loop,
        "batch": batch,
        "journal": journal,
        "try": NEXT_STEPS,
    }


class Progress:
    """One line on a person's screen that says how far it is, and goes away."""

    def __init__(self) -> None:
        self.seen: bool = is_terminal(2)
        self.plain: bool = os.environ.get("TERM", "dumb") == "dumb"

    def __enter__(self) -> Self:
        """Say that something is going on, once, where no line can be taken back."""
        if self.seen and self.plain:
            self.write("exeunt demo: a few seconds\n")
        return self

    def __call__(self, text: str) -> None:
        """Say how far it is."""
        if self.seen and not self.plain:
            self.write(f"\r\x1b[Kexeunt demo: {text} …")

    def __exit__(self, *_: object) -> None:
        """Take the line back."""
        if self.seen and not self.plain:
            self.write("\r\x1b[K")

    @staticmethod
    def write(text: str) -> None:
        """Write to stderr, if it still takes anything."""
        try:
            os.write(2, text.encode())
        except OSError:
            pass


COMMAND = Command(
    "demo",
    summary="Watch eight commands end, a loop succeed, and a batch that is killed.",
    usage=("exeunt demo [--keep FOLDER]",),
    options=(
        Option("--keep", "FOLDER", help="play in a new folder, and leave it there"),
    ),
    examples=(
        ("exeunt demo --json", "the same as data"),
        ("exeunt demo --keep play", "its journal, logs and files stay in play"),
    ),
    danger="mutating",
    run=run,
    show=show,
)
