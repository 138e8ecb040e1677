"""An agent, a shell and doors → what was told of every script, and what is wrong."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .compare import faults
from .installed import version
from .player import Played, play
from .scripts import FILES, Script, scripts
from .shown import Told

RESULTS = Path(__file__).with_name("seen.json")
# What is kept of an output: enough to see it, and our line at its end.
HEAD, TAIL = 300, 300


class Session(NamedTuple):
    """One agent with one of its user's shells, behind each door."""

    agent: str
    version: str
    shell: str
    scripts: list[Script]
    told: dict[str, dict[str, list[Told]]]  # by script and door
    plays: dict[str, Played]  # by door


def run(
    agent: str, shell: str, doors: Sequence[str], names: Sequence[str] | None
) -> Session:
    """Play the scripts without a door, and behind each."""
    chosen = [
        script for script in scripts(agent, shell) if script.name in (names or script)
    ]
    steps = [step for script in chosen for step in script.steps]
    plays = {
        door: play(agent, door, steps, shell=shell, files=FILES)
        for door in ("none", *doors)
    }
    told: dict[str, dict[str, list[Told]]] = {script.name: {} for script in chosen}
    for door, played in plays.items():
        rest = iter(played.told)
        for script in chosen:
            told[script.name][door] = [next(rest) for _ in script.steps]
    return Session(agent, version(agent), shell, chosen, told, plays)


def faulty(session: Session) -> list[str]:
    """What is not as it must be, each with its agent, shell, door and script."""
    found: list[str] = []
    without = session.plays["none"]
    for door, played in session.plays.items():
        where = f"{session.agent} {session.version}, {session.shell}, {door}"
        for script in session.scripts:
            told = session.told[script.name]
            found += [
                f"{where}, {script.name}: {fault}"
                for fault in faults(
                    script, f"{session.agent} {door}", told["none"], told[door]
                )
            ]
        found += [
            f"{where}, beside: {name} says {noted(text)}, it was {noted(was)}"
            for name, text in played.files.items()
            if noted(text) != noted(was := without.files[name])
        ]
        if played.left != without.left:
            found.append(f"{where}, left: {played.left}, without {without.left}")
    return found


def noted(text: str) -> list[str]:
    """What a hook or a server has noted, in no order: two of them begin at once."""
    return sorted(text.splitlines())


def rows(sessions: Sequence[Session]) -> dict[str, Any]:
    """What the page is made of, as data."""
    return {
        "versions": {session.agent: session.version for session in sessions},
        "scripts": {
            script.name: {
                "about": script.about,
                "steps": [step.get("run", step.get("call")) for step in script.steps],
            }
            for session in sessions
            for script in session.scripts
        },
        "seen": [
            {
                "agent": session.agent,
                "shell": session.shell,
                "script": script.name,
                "doors": {
                    door: [kept(step) for step in told]
                    for door, told in session.told[script.name].items()
                },
            }
            for session in sessions
            for script in session.scripts
        ],
    }


def kept(step: Told) -> dict[str, Any]:
    """One step as it is kept: a long output loses its middle."""
    whole = step.whole
    if len(whole) > HEAD + TAIL:
        left_out = len(whole) - HEAD - TAIL
        whole = f"{whole[:HEAD]}\n[… {left_out} characters …]\n{whole[-TAIL:]}"
    return {"whole": whole, "code": step.code, "error": step.error}
