"""An output schema that contains itself, written out."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Deep(Desk):
    def write(self, envelope):
        if envelope["data"] and "commands" in envelope["data"]:
            depth = 100_000
            nest = '{"properties":{"child":' * depth + "{}" + "}}" * depth
            print(
                '{"ok":true,"data":{"commands":{"list":{"output_schema":'
                + nest
                + '}}},"error":null,"warnings":[],"meta":{"duration_ms":1}}'
            )
            return
        super().write(envelope)


furnish(Deep()).main()
