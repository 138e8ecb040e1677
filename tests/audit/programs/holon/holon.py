"""The same program in holon: data on stdout, prose on stderr, three codes."""

import sys

sys.path.append(f"{__file__.rpartition('/')[0]}/../agent_spec")

from base import Program as Spec
from base import encoded, entry
from base import end as end  # noqa: PLC0414 - passed on


class Program(Spec):
    """What is done is the same; how it is said, is holon's."""

    dialect = "holon"
    usage = 2
    codes = {  # noqa: RUF012 - never changed
        "0": entry("SUCCESS", effects="complete"),
        "1": entry("FAILED", effects="partial"),
        "2": entry("USAGE"),
    }

    def done(self, data, **_):
        """Say a success."""
        self.write(encoded(data) + "\n")
        return 0

    def failed(self, failure):
        """Say a failure."""
        sys.stderr.write(f"notes: {failure.message}\n")
        sys.stderr.flush()
        return 2 if failure.code == self.usage else 1

    def cancelled(self, number, _):
        """Die by the signal."""
        self.die(number)
