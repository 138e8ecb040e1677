"""A page → its Python blocks, run one after the other as its reader would.

Says `read` when all of them are as they are shown, and stays until its stdin ends.
"""

import doctest
import sys
from pathlib import Path

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

parser = PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS)
for example in Sybil(parsers=[parser]).parse(Path(sys.argv[1])).examples():
    example.evaluate()
print("read", flush=True)
sys.stdin.read()
