"""Sample apps → what their processes say, and calls built from a manifest alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

APPS = Path(__file__).parent / "leaving" / "apps"
FRAMEWORKS = ("click", "typer", "cyclopts", "argparse")
VALUES = {
    "uuid": "12345678-1234-5678-1234-567812345678",
    "date-time": "2026-01-02T03:04:05",
    "date": "2026-01-02",
    "path": "some/file",
}


def run_app(framework, *words, speak="agent-spec", **env):
    """Run the sample app of a framework."""
    return run_file(APPS / f"notes_{framework}.py", *words, SPEAK=speak, **env)


def run_file(path, *words, **env):
    """Run a program of ours."""
    return subprocess.run(
        [sys.executable, str(path), *words],
        capture_output=True,
        check=False,
        env=os.environ | env,
        stdin=subprocess.DEVNULL,
        text=True,
    )


def envelope_of(framework, *words, **options):
    """The one envelope that a call of a sample app ends with."""
    ended = run_app(framework, *words, "--output", "json", **options)
    return json.loads(ended.stdout)


def manifest_of(framework, **options):
    """The manifest of a sample app."""
    return envelope_of(framework, "manifest", **options)["data"]


def call(manifest, path, *, optional=False):
    """Build a valid call of a command: its words, in their order."""
    commands = manifest["commands"]
    words, names = flags_of(commands.get("", {}), optional), path.split(".")
    for depth, name in enumerate(names if path else [], 1):
        words.append(name)
        if depth < len(names):
            words += flags_of(commands[".".join(names[:depth])], optional)
    entry = commands[path]
    for argument in entry["arguments"]:
        if argument["required"] or optional:
            words += values(argument)
    words += flags_of(entry, optional)
    return words + (["--yes"] if entry["danger_level"] == "destructive" else [])


def flags_of(entry, optional):
    """Write the options that a command needs, or all of them."""
    words, flags = [], entry.get("flags", {})
    for name, flag in flags.items():
        of_file = name.endswith("-file") and name.removesuffix("-file") in flags
        if flag["required"] or (optional and not of_file):
            spelling = flag.get("spellings", [f"--{name}"])[0]
            words += [spelling, *([] if flag["type"] == "boolean" else values(flag))]
    return words


def values(param):
    """Write as many good values as a parameter takes."""
    nargs = param.get("nargs", 1)
    return [value(param)] * (nargs if isinstance(nargs, int) else 1)


def value(param):
    """Write one good value; what is hidden must not look like anything else."""
    if param.get("sensitive"):
        return "nobody-s-secret"
    kind = param.get("items", param["type"])
    if param.get("enum_values"):
        return param["enum_values"][0]
    if kind in {"integer", "number"}:
        return str(param.get("minimum", 1))
    return VALUES.get(param.get("format"), "text")
