"""Calls of a model → commands run, asked and ended, told in a few plain fields.

    from exeunt.tools import AsyncTools, Tools

    Tools().run("pytest -q | tail -3")
    agent = Agent(tools=[function_tool(one) for one in AsyncTools()])

Each method answers with a dict. What a toolbox yields are functions for a framework:
their types and texts are what its decorators read, and they answer with JSON text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .allowed import Allowed as Allowed
    from .results import Result as Result
    from .results import Trouble as Trouble
    from .toolbox import AsyncTools as AsyncTools
    from .toolbox import Tools as Tools
else:
    from .. import offered

    __getattr__, __dir__, _ = offered(
        __name__,
        {
            "tools.allowed": "Allowed",
            "tools.results": "Result Trouble",
            "tools.toolbox": "AsyncTools Tools",
        },
    )
