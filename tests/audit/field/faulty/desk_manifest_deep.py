"""An output schema that contains itself, written out."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
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
