"""Its error envelope goes to stdout."""

import json

from murli import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def failed(self, failure):
        """Say a failure where data belongs."""
        if not self.json:
            return super().failed(failure)
        self.write(json.dumps(self.document(failure)) + "\n")
        return self.number(failure)


end(Wrong)
