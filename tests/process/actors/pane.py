"""A program at a terminal: writes what it is told, then says where the cursor is.

    pane.py ASK ANSWER

Two FIFOs: hexadecimal lines to write come from the one, places go to the other.
"""

import json
import os
import re
import sys
import tty
from pathlib import Path

# Out of any sequence, out of the alternate screen, and everything as it was.
BEGIN = b"\x18\x1b[?1049l\x1bc\x1b[?1049h\x1b[?1049l\x1bc"


def main():
    """Write case after case."""
    tty.setraw(0)
    with Path(sys.argv[1]).open() as asked, Path(sys.argv[2]).open("w") as answer:
        for line in asked:
            case = BEGIN + bytes.fromhex(line) + b"\x18\x1b[6n"
            write(case)
            found, places = b"", []
            while len(places) < case.count(b"\x1b[6n"):
                found += os.read(0, 4096)
                places = re.findall(rb"\x1b\[(\d+);(\d+)R", found)
            print(json.dumps([int(n) for n in places[-1]]), file=answer, flush=True)


def write(data):
    """Write all of it."""
    while data:
        data = data[os.write(1, data) :]


main()
