"""A Cyclopts program, adopted, in the dialect holon."""

import cyclopts
import exeunt
from exeunt import ExitCode

app = cyclopts.App(name="knot", version="1.0", help="Tie knots.")
KINDS = {"bowline": 1, "hitch": 2}


@app.command
@exeunt.contract(danger="safe", exits={ExitCode.NOT_FOUND: "No such knot"})
def loops(kind: str, *, times: int = 1) -> dict[str, int]:
    """How many loops has a knot?"""
    if kind not in KINDS:
        exeunt.fail(ExitCode.NOT_FOUND, "no such knot", code="NO_SUCH_KNOT")
    return {"loops": KINDS[kind] * times}


main = exeunt.adopt(app, name="knot", dialect="holon")

if __name__ == "__main__":
    main()
