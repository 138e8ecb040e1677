"""holon, but a failure prints a JSON error on stdout."""

import argparse
import json
import signal
import sys

MANIFEST = {
    "schema_version": "1.0", "framework_version": "1.0", "dialect": "holon",
    "etag": "1", "commands": {"state": {
        "description": "The state of a task.", "danger_level": "safe", "flags": {},
        "arguments": [{"name": "task", "type": "string", "required": True,
                       "description": "Its name."}],
        "exit_codes": {
            "0": {"name": "SUCCESS", "description": "Done.", "retryable": False,
                  "side_effects": "complete"},
            "1": {"name": "GENERAL_ERROR", "description": "Failed.",
                  "retryable": False, "side_effects": "partial"},
            "2": {"name": "ARG_ERROR", "description": "Rejected.",
                  "retryable": True, "side_effects": "none"},
        },
        "output": "json"}},
}  # fmt: skip

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
if sys.argv[1:] == ["--schema"]:
    print(json.dumps(MANIFEST))
    sys.exit()
parser = argparse.ArgumentParser(prog="tasks", description="Keep tasks.")
parser.add_argument("--version", action="version", version="tasks 1.0")
parser.add_argument("--schema", action="store_true")
state = parser.add_subparsers(required=True).add_parser("state")
state.add_argument("task")
call = parser.parse_args()
if call.task != "paint":
    print(json.dumps({"error": "no such task"}))
    sys.exit(1)
print(json.dumps({"task": "paint", "state": "failed"}))
