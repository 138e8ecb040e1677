"""The kernel's keyrings → not to be had, for a process and all that it starts.

A key that is given to a user stays with the kernel: no namespace keeps it in for root.
"""

from __future__ import annotations

import errno
import os

from . import _kernel as kernel

# By machine: the architectures that its programs may have, as the kernel's audit names
# them, and there the numbers of add_key, request_key and keyctl.
CALLS = {
    "x86_64": {0xC000003E: (248, 249, 250), 0x40000003: (286, 287, 288)},
    "aarch64": {0xC00000B7: (217, 218, 219), 0x40000028: (309, 310, 311)},
}
X32 = 0x40000000  # of a number on x86_64, whose calls are else the same
LOAD, IS, MASK, RETURN = 0x20, 0x15, 0x54, 0x06  # BPF
NUMBER, ARCHITECTURE = 0, 4  # where they are in what a filter is given
ALLOW, MISSING = 0x7FFF0000, 0x50000 | 38  # ENOSYS, as where a kernel has no keys
SET_SECCOMP, FILTER = 22, 2  # prctl


def withholds() -> bool:
    """Tell whether keys can be withheld here."""
    if os.uname().machine not in CALLS:
        return False
    try:
        kernel.control(SET_SECCOMP, FILTER)
    except OSError as error:
        return error.errno == errno.EFAULT  # a filter would be looked at
    return False


def withhold() -> None:
    """Have the kernel know no keys; NO_NEW_PRIVS is set."""
    known = CALLS[os.uname().machine]
    steps: list[tuple[int, int, int, int]] = []
    for architecture, numbers in known.items():
        steps += [
            (LOAD, 0, 0, ARCHITECTURE),
            (IS, 0, 2 * len(numbers) + 3, architecture),
        ]
        steps += [(LOAD, 0, 0, NUMBER), (MASK, 0, 0, ~X32 & 0xFFFFFFFF)]
        for number in numbers:
            steps += [(IS, 0, 1, number), (RETURN, 0, 0, MISSING)]
        steps += [(RETURN, 0, 0, ALLOW)]
    steps += [(RETURN, 0, 0, ALLOW)]
    program = b"".join(
        code.to_bytes(2, "little") + bytes((yes, no)) + value.to_bytes(4, "little")
        for code, yes, no, value in steps
    )
    kernel.restrain(SET_SECCOMP, FILTER, program)
