"""The same program in agent-spec@1.6: milliseconds, and what the caller must fix."""

import sys

sys.path.append(f"{__file__.rpartition('/')[0]}/../agent_spec")

from base import Failure
from base import Program as Spec
from base import end as end  # noqa: PLC0414 - passed on


class Program(Spec):
    """What is said is the same; how, is 1.6's."""

    dialect = "agent-spec@1.6"
    usage = 2
    codes = {  # noqa: RUF012 - never changed
        str(2 if number == "3" else number): dict(entry, retryable=False)
        for number, entry in Spec.codes.items()
    }

    def envelope(self, code, data, error, meta):
        """Put an envelope together."""
        more = {"schema_version": "1.6", "request_id": "r-1", "dialect": self.dialect}
        return super().envelope(code, data, error, {**more, **meta})

    def error(self, failure):
        """Put an error together."""
        said = {"retryable": False, **super().error(failure)}
        if failure.code == self.usage:
            said["fix_required"] = "correct the call"
        return said

    def login(self, _):
        """Want a token."""
        fix = {"fix_required": "log in", "fix_command": "notes list --token none"}
        raise Failure("TOKEN_MISSING", 8, "no token is set", **fix)

    def busy(self, _):
        """Want a pause."""
        pause = {"retry_after_ms": 30_000, "retry_strategy": "linear_backoff"}
        raise Failure("TOO_MANY", 11, "too many calls", retryable=True, **pause)
