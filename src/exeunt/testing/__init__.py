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
    _HOME_OF = {
        "BrokenContract": "leaving.guard",
        "BrokenEnvelope": "leaving.guard",
        "Finding": "testing._lint",
        "Left": "testing._capture",
        "UndeclaredExit": "leaving.guard",
        "invoke": "testing._capture",
        "lint": "testing._lint",
        "reaches": "testing._reach",
    }

    def __getattr__(name: str) -> object:
        """Import a public name from its home when it is first asked for."""
        if name == "__all__":
            return sorted(_HOME_OF)
        if name not in _HOME_OF:
            msg = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(msg, name=name, obj=None)
        module = __import__(f"exeunt.{_HOME_OF[name]}", fromlist=[name])
        value: object = getattr(module, name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        """List every public name, loaded or not."""
        return sorted(_HOME_OF)
