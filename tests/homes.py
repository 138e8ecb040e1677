"""A home of a person who uses coding agents, for as long as a test needs it."""

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from config_texts import dotenv_texts, json_texts, toml_texts

FILES = {
    "codex": (
        ".codex/config.toml",
        "toml",
        toml_texts,
        ("shell_environment_policy", "set"),
    ),
    "gemini": (".gemini/.env", "dotenv", dotenv_texts, ()),
    "claude": (".claude/settings.json", "json", json_texts, ("env",)),
}
USED = ("HOME", "XDG_DATA_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "GEMINI_CLI_HOME")


@contextlib.contextmanager
def home(**files):
    """A home of its own, with these files for agents."""
    kept = {name: os.environ.pop(name, None) for name in (*USED, "SHELL")}
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        os.environ |= {"HOME": place, "SHELL": "/bin/bash"}
        for agent, data in files.items():
            file = Path(place, FILES[agent][0])
            file.parent.mkdir()
            file.write_bytes(data)
        try:
            yield Path(place)
        finally:
            for name, value in kept.items():
                os.environ.pop(name, None)
                os.environ |= {} if value is None else {name: value}


def tree(place):
    """Every file and folder below a place: what is in it, its mode, its link."""
    return {
        str(path.relative_to(place)): (
            stat.filemode(path.lstat().st_mode),
            path.readlink() if path.is_symlink() else None,
            path.read_bytes() if path.is_file() else None,
        )
        for path in sorted(Path(place).rglob("*"))
    }
