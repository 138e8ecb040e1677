"""An adopted app → tests of its contract.

invoke() runs a call in this process, lint() reads handlers, and the pytest plugin makes
a test of each declared code. Every name is loaded when it is first used, so that a
pytest run without an adopted app pays nothing for the plugin.
"""

TYPE_CHECKING = False  # the name is what type checkers honour; `typing` costs 9 ms
if TYPE_CHECKING:
    from ..leaving.guard import BrokenContract as BrokenContract
    from ..leaving.guard import BrokenEnvelope as BrokenEnvelope
    from ..leaving.guard import UndeclaredExit as UndeclaredExit
    from ._capture import Left as Left
    from ._capture import invoke as invoke
    from ._lint import Finding as Finding
    from ._lint import lint as lint
    from ._reach import reaches as reaches

else:  # hidden from type checkers, for whom __getattr__ would have every name
    from .. import offered

    __getattr__, __dir__, _ = offered(
        __name__,
        {
            "leaving.guard": "BrokenContract BrokenEnvelope UndeclaredExit",
            "testing._capture": "Left invoke",
            "testing._lint": "Finding lint",
            "testing._reach": "reaches",
        },
    )
