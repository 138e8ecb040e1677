"""How a command ends, and what happens next.

Every name is loaded when it is first used: `import exeunt` itself costs nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # the name is what type checkers honour; `typing` costs 9 ms
if TYPE_CHECKING:  # which know the public names by __init__.pyi
    from typing import Any


def offered(package: str, names_of: "dict[str, str]") -> "tuple[Any, Any, Any]":
    """Make the `__getattr__` and the `__dir__` of a package, by home and names."""

    def load(name: str) -> object:
        """Import a public name from its home when it is first asked for."""
        if name == "__all__":
            return listed()
        home = home_of(name)
        if home is None:
            raise AttributeError(missing(name), name=name, obj=None)
        module = __import__(f"{__name__}.{home}", fromlist=[name])
        value: object = getattr(module, name)
        vars(__import__(package, fromlist=["__name__"]))[name] = value
        return value

    def home_of(name: str) -> "str | None":
        """Name the module that a public name lives in."""
        for home, names in names_of.items():
            if name in names.split():
                return home
        return None

    def missing(name: str) -> str:
        """Say that a name does not exist, and which one does."""
        msg = f"module {package!r} has no attribute {name!r}"
        if name.startswith("_"):
            return msg  # asked by machinery, not by a person
        from .errors import did_you_mean  # on the way to an error

        near = did_you_mean(name, listed())
        return f"{msg}; {near}" if near else msg

    def listed() -> list[str]:
        """List every public name, loaded or not."""
        return sorted(" ".join(names_of.values()).split())

    return load, listed, home_of


# The module that a public name lives in → its public names.
__getattr__, _listed, _home_of = offered(
    __name__,
    {
        "batches.job": "Job",
        "batches.library": "batch batch_async",
        "batches.limits": "Halt",
        "batches.finished": "Finished",
        "deciding.call": "call call_async",
        "deciding.called": "Attempt Called",
        "deciding.decide": "decide",
        "deciding.decision": "Decision",
        "deciding.hooks": "Hooks Pace",
        "deciding.policy": "History Policy",
        "dialects.decode": "decode",
        "dialects.dialect": "Dialect Encoded dialect dialect_names encode",
        "dialects.reading": "Reading",
        "dialects.translate": "Translation translate",
        "errors": "CodeTypeError DeclarationError ExeuntError InputError "
        "OutcomeError SessionError TableError UnknownName UnserialisableError",
        "leaving.adopt": "Adopted adopt",
        "leaving.handler": "contract",
        "leaving.run": "cleanup effect fail not_modified page progress warn",
        "manifest.contract": "Contract",
        "model.actions": "Action",
        "model.anomaly": "Anomaly",
        "model.codes": "Effects ExitCode Retryable",
        "model.detail": "ErrorDetail Phase Reason Redirect",
        "model.done": "Done",
        "model.ending": "Ending Exited Signaled TimedOut Unstarted from_returncode "
        "from_shell from_wait_status",
        "model.entry": "Code CommandExitCode ExitCodeEntry declare default_entry "
        "entry exit_table",
        "model.envelope": "ResponseEnvelope ResponseMeta respond",
        "model.outcome": "Failed Outcome",
        "model.received": "ReceivedEnvelope",
        "model.row": "Answer Certainty Row Verdict",
        "process.completed": "Cleanup Completed",
        "process.flow": "Running",
        "process.request": "Request",
        "process.run": "request run run_all run_all_async run_async start",
        "process.stream": "Asked Ended Event Stream Wrote stream",
        "reading.read": "read",
        "sessions.session": "AsyncSession Session",
        "sessions.state": "Output Reply SessionState",
    },
)


def __dir__() -> list[str]:
    """List every public name, loaded or not, and the version."""
    names: list[str] = _listed()
    return [*names, "__version__"]
