"""Its successes are bare."""

import json

from murli import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def find(self, words):
        """Answer without an envelope."""
        super().find(words) if not words or words[-1].startswith("--") else None
        self.write(json.dumps({"found": []}) + "\n")
        return 0


end(Wrong)
