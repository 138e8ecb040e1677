"""A number of commands → two manifests as bytes; each command has two changes."""

import json
from typing import Any


def contracts(count: int) -> tuple[bytes, bytes]:
    """The contract of a large program, and of its next version."""
    old, new = (json.dumps(manifest(count, later=later)) for later in (False, True))
    return old.encode(), new.encode()


def manifest(count: int, *, later: bool) -> dict[str, Any]:
    """Say what a program of so many commands promises."""
    flags = {f"flag-{n}": flag("x") for n in range(9)}
    codes = {str(n): code(f"CODE_{n}") for n in range(10)}
    fields = {f"field-{n}": {"type": "string"} for n in range(12)}
    if later:
        fields["field-0"] = {"type": "integer"}
    command = {
        "description": "Does something.",
        "danger_level": "mutating",
        "flags": {**flags, "limit": flag("50" if later else "20")},
        "arguments": [{"name": "what", **flag("x")}],
        "exit_codes": codes,
        "output": "json",
        "output_schema": {"type": "object", "properties": fields},
    }
    return {
        "schema_version": "1.0",
        "framework_version": "1.0",
        "dialect": "agent-spec",
        "etag": "",
        "commands": {f"group-{n // 20}.command-{n}": command for n in range(count)},
    }


def flag(default: str) -> dict[str, Any]:
    """An option."""
    said = {"type": "string", "required": False, "description": "An option."}
    return {**said, "default": default}


def code(name: str) -> dict[str, Any]:
    """An exit code."""
    said = {"description": "An end.", "retryable": False, "side_effects": "none"}
    return {"name": name, **said}
