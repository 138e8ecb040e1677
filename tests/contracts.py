"""A manifest with a bit of everything, and others that differ from it in one place."""

import copy

GONE = object()  # in place of a value: there is none
NOTE = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "title": {"type": "string"},
        "state": {"type": "string", "enum": ["open", "done"]},
        "size": {"type": "number", "minimum": 0},
        "place": {"type": "array", "items": [{"type": "number"}, {"type": "number"}]},
        "at": {"type": "string", "format": "date-time"},
        "owner": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "parent": {"$ref": "#/definitions/Note"},
    },
    "required": ["id", "title"],
}
MANIFEST = {
    "schema_version": "1.0",
    "framework_version": "1.2.0",
    "dialect": "agent-spec",
    "signals": {"SIGINT": 130, "SIGTERM": 143},
    "etag": "0",
    "commands": {
        "list": {
            "description": "List the notes.",
            "danger_level": "safe",
            "aliases": ["ls"],
            "flags": {
                "limit": {
                    "type": "integer",
                    "required": False,
                    "description": "How many.",
                    "default": 20,
                    "short": "n",
                    "minimum": 1,
                    "env": ["APP_LIMIT"],
                },
                "order": {
                    "type": "enum",
                    "required": False,
                    "description": "",
                    "enum_values": ["age", "title"],
                },
                "tag": {
                    "type": "array",
                    "items": "string",
                    "required": False,
                    "description": "",
                    "multiple": True,
                },
                "token": {"type": "string", "required": True, "description": ""},
                "since": {"type": "string", "required": False, "description": ""},
            },
            "arguments": [
                {"name": "where", "type": "string", "required": True},
                {"name": "what", "type": "string", "required": False, "nargs": "?"},
            ],
            "exit_codes": {
                "0": {"name": "SUCCESS", "side_effects": "complete"},
                "5": {
                    "name": "NOT_FOUND",
                    "description": "There is none.",
                    "retryable": False,
                    "side_effects": "none",
                    "errors": ["NO_SUCH_NOTE"],
                },
                "11": {
                    "name": "RATE_LIMITED",
                    "description": "Slowly.",
                    "retryable": True,
                    "side_effects": "none",
                },
                "79": {"name": "STUCK", "retryable": False, "side_effects": "partial"},
            },
            "output": "json",
            "output_formats": ["csv"],
            "output_schema": {
                "type": "object",
                "properties": {
                    "items": {
                        "type": "array",
                        "items": {"$ref": "#/definitions/Note"},
                    },
                },
                "required": ["items"],
                "definitions": {"Note": NOTE},
            },
            "promotes": {"partial": 79},
            "renamed_from": [{"path": "notes", "permanent": True}],
            "required_scopes": ["read"],
            "requires": ["token"],
            "timeout_seconds": 30,
        },
        "users": {
            "description": "Users.",
            "danger_level": "safe",
            "flags": {},
            "arguments": [],
            "exit_codes": {},
            "subcommands": ["users.add", "users.remove"],
        },
        "users.add": {
            "description": "Add a user.",
            "danger_level": "mutating",
            "flags": {},
            "arguments": [],
            "exit_codes": {},
        },
        "users.remove": {
            "description": "Remove a user.",
            "danger_level": "destructive",
            "aliases": ["rm"],
            "flags": {},
            "arguments": [],
            "exit_codes": {},
        },
    },
}
LIST = "commands/list"
FLAGS = f"{LIST}/flags"
EXITS = f"{LIST}/exit_codes"
FIELDS = f"{LIST}/output_schema/definitions/Note/properties"


def patched(changes=None, base=MANIFEST):
    """A manifest with some values changed, each by its path; GONE removes one."""
    made = copy.deepcopy(base)
    for path, value in (changes or {}).items():
        *above, last = path.split("/")
        place = made
        for step in above:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if value is GONE:
            del place[last]
        elif isinstance(place, list):
            place[int(last)] = copy.deepcopy(value)
        else:
            place[last] = copy.deepcopy(value)
    return made


def entry(path):
    """What the manifest says of a command."""
    return MANIFEST["commands"][path]


def many(count, default="x"):
    """A manifest of so many commands, each with ten options, ten codes and a shape."""
    flag = {"type": "string", "required": False, "description": "", "default": default}
    code = {"name": "C", "description": "", "retryable": False, "side_effects": "none"}
    fields = {f"field-{n}": {"type": "string"} for n in range(10)}
    command = {
        "description": "A command.",
        "danger_level": "mutating",
        "flags": {f"flag-{n}": flag for n in range(10)},
        "arguments": [{"name": "what", "type": "string", "required": True}],
        "exit_codes": {str(n): {**code, "name": f"C{n}"} for n in range(10)},
        "output_schema": {"type": "object", "properties": fields},
    }
    commands = {f"group-{n // 20}.command-{n}": command for n in range(count)}
    return {"schema_version": "1.0", "framework_version": "1.0", "commands": commands}
