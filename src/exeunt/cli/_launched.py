"""The file of a Python program, in its own interpreter → the program, adopted.

This file is run by its path, where exeunt need not be installed: it finds exeunt by
where it stands itself, and leaves no trace of that on the program's path.
"""

import os
import sys
from types import ModuleType

ROOT = __file__.rpartition("/exeunt/cli/")[0]


def program() -> object:
    """Run the file as Python would: as __main__, in a module of its own."""
    path = sys.argv[0]
    with open(path, "rb") as file:  # noqa: PTH123 - the program pays for no pathlib
        code = compile(file.read(), path, "exec", dont_inherit=True)
    module = ModuleType("__main__")
    module.__dict__.update(
        __file__=path,
        __builtins__=__builtins__,
        __annotations__={},
        __cached__=None,
    )
    sys.modules["__main__"] = module
    exec(code, module.__dict__)  # noqa: S102 - that is what running it means
    return None


def main() -> None:
    """Adopt the program and call it."""
    del sys.argv[0]
    if not sys.flags.safe_path:  # Python put our folder where the program's belongs
        sys.path[0] = os.path.dirname(os.path.realpath(sys.argv[0]))  # noqa: PTH120
    sys.path.insert(0, ROOT)
    from exeunt.leaving.adopt import adopt

    sys.path.remove(ROOT)
    kept = sys.modules["__main__"]  # its names go when nobody holds it
    name = os.path.basename(sys.argv[0])  # noqa: PTH119 - as above
    adopt(program, name=name, exits="keep", epilog=False)()
    del kept


if __name__ == "__main__":
    __name__ = "exeunt.cli._launched"  # whose frames are no part of a traceback
    main()
