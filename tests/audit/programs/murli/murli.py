"""The same program in murli: errors on stderr, ten codes."""

import sys

sys.path.append(f"{__file__.rpartition('/')[0]}/../agent_spec")

from base import Failure, encoded, entry
from base import Program as Spec
from base import end as end  # noqa: PLC0414 - passed on

NUMBERS = {3: 1, 5: 5, 11: 8}


class Program(Spec):
    """What is said is the same; how, is murli's."""

    dialect = "murli"
    codes = {  # noqa: RUF012 - never changed
        "0": entry("OK", effects="complete"),
        "1": entry("USER_ERROR"),
        "2": entry("TOOL_ERROR", effects="partial"),
        "5": entry("NOT_FOUND"),
    }

    def number(self, failure):
        """Return murli's number for a failure."""
        return 9 if failure.code > 128 else NUMBERS.get(failure.code, 2)

    def done(self, data, **_):
        """Say a success."""
        said = {"status": "ok", "result": data, "schema_version": "1.0"}
        self.write(encoded(said) + "\n" if self.json else f"{data}\n")
        return 0

    def document(self, failure):
        """Put an error envelope together."""
        return {
            "status": "error",
            "code": self.number(failure),
            "error": failure.name,
            "message": failure.message,
            "recoverable": failure.code == 3,
            "schema_version": "1.0",
            "tool_version": "1.0",
        }

    def failed(self, failure):
        """Say a failure."""
        text = f"notes: {failure.message}"
        said = encoded(self.document(failure)) if self.json else text
        sys.stderr.write(f"{said}\n")
        sys.stderr.flush()
        return self.number(failure)

    def cancelled(self, number, _):
        """Say that it was cancelled, and exit with murli's number for it."""
        raise Failure("CANCELLED", 128 + number, "cancelled")
