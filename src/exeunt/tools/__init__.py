"""Calls of a model → commands run, asked and ended, told in a few plain fields.

    from exeunt import tools

    tools.run("pytest -q | tail -3")
    agent = Agent(tools=[function_tool(one) for one in tools.AsyncTools()])

Each function has types and a text that the decorators of agent frameworks read.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .allowed import Allowed as Allowed
    from .results import Result as Result
    from .results import Trouble as Trouble
    from .toolbox import AsyncTools as AsyncTools
    from .toolbox import Tools as Tools
    from .toolbox import decide as decide
    from .toolbox import explain as explain
    from .toolbox import journal as journal
    from .toolbox import keys as keys
    from .toolbox import read as read
    from .toolbox import run as run
    from .toolbox import send as send
    from .toolbox import stop as stop
    from .toolbox import wait as wait
else:
    from .. import offered

    __getattr__, __dir__, _ = offered(
        __name__,
        {
            "tools.allowed": "Allowed",
            "tools.results": "Result Trouble",
            "tools.toolbox": "AsyncTools Tools decide explain journal keys read run "
            "send stop wait",
        },
    )
