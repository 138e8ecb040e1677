"""An exception in our code → whether it is the caller's, thrown in by a signal handler.

Where a failure of ours is to cost nothing, such an exception is still raised.
"""

from __future__ import annotations

import sys


def is_thrown_in(error: BaseException) -> bool:
    """Tell whether the module that raised it is neither ours nor Python's."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    name = trace.tb_frame.f_globals.get("__name__", "") if trace else "exeunt"
    root = name.partition(".")[0]
    return root != "exeunt" and root not in sys.stdlib_module_names
