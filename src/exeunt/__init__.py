"""How a command ends, and what happens next.

Every name is loaded when it is first used: `import exeunt` itself costs nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # the name is what type checkers honour; `typing` costs 9 ms
if TYPE_CHECKING:
    from .agent._called import Attempt as Attempt
    from .agent._called import Called as Called
    from .agent._decide import decide as decide
    from .agent._decision import Decision as Decision
    from .agent._hooks import Hooks as Hooks
    from .agent._hooks import Pace as Pace
    from .agent._terms import History as History
    from .agent._terms import Policy as Policy
    from .agent.call import call as call
    from .dialects._anomaly import Anomaly as Anomaly
    from .dialects._decode import decode as decode
    from .dialects._dialect import Dialect as Dialect
    from .dialects._dialect import Encoded as Encoded
    from .dialects._dialect import dialect as dialect
    from .dialects._dialect import dialect_names as dialect_names
    from .dialects._dialect import encode as encode
    from .dialects._read import read as read
    from .dialects._reading import Reading as Reading
    from .dialects._received import ReceivedEnvelope as ReceivedEnvelope
    from .dialects._row import Answer as Answer
    from .dialects._row import Certainty as Certainty
    from .dialects._row import Row as Row
    from .dialects._translate import Translation as Translation
    from .dialects._translate import translate as translate
    from .ending import Ending as Ending
    from .ending import Exited as Exited
    from .ending import Signaled as Signaled
    from .ending import TimedOut as TimedOut
    from .ending import Unstarted as Unstarted
    from .ending import from_returncode as from_returncode
    from .ending import from_shell as from_shell
    from .ending import from_wait_status as from_wait_status
    from .errors import CodeTypeError as CodeTypeError
    from .errors import DeclarationError as DeclarationError
    from .errors import ExeuntError as ExeuntError
    from .errors import InputError as InputError
    from .errors import OutcomeError as OutcomeError
    from .errors import SessionError as SessionError
    from .errors import TableError as TableError
    from .errors import UnknownName as UnknownName
    from .errors import UnserialisableError as UnserialisableError
    from .leaving._contract import Contract as Contract
    from .leaving._handler import contract as contract
    from .leaving._run import cleanup as cleanup
    from .leaving._run import effect as effect
    from .leaving._run import fail as fail
    from .leaving._run import not_modified as not_modified
    from .leaving._run import page as page
    from .leaving._run import progress as progress
    from .leaving._run import warn as warn
    from .leaving.adopt import Adopted as Adopted
    from .leaving.adopt import adopt as adopt
    from .outcome._actions import Action as Action
    from .outcome._codes import Effects as Effects
    from .outcome._codes import ExitCode as ExitCode
    from .outcome._codes import Retryable as Retryable
    from .outcome._detail import ErrorDetail as ErrorDetail
    from .outcome._detail import Phase as Phase
    from .outcome._detail import Redirect as Redirect
    from .outcome._entry import Code as Code
    from .outcome._entry import CommandExitCode as CommandExitCode
    from .outcome._entry import ExitCodeEntry as ExitCodeEntry
    from .outcome._entry import declare as declare
    from .outcome._entry import default_entry as default_entry
    from .outcome._entry import entry as entry
    from .outcome._entry import exit_table as exit_table
    from .outcome._envelope import ResponseEnvelope as ResponseEnvelope
    from .outcome._envelope import ResponseMeta as ResponseMeta
    from .outcome._envelope import respond as respond
    from .outcome._outcome import Done as Done
    from .outcome._outcome import Failed as Failed
    from .outcome._outcome import Outcome as Outcome
    from .outcome._reason import Reason as Reason
    from .runner._completed import Cleanup as Cleanup
    from .runner._completed import Completed as Completed
    from .runner._request import Request as Request
    from .runner._running import Running as Running
    from .runner.run import request as request
    from .runner.run import run as run
    from .runner.run import run_all as run_all
    from .runner.run import run_async as run_async
    from .runner.run import start as start
    from .sessions._state import Output as Output
    from .sessions._state import Reply as Reply
    from .sessions._state import SessionState as SessionState
    from .sessions.session import Session as Session

else:  # hidden from type checkers, for whom __getattr__ would have every name
    # Public name → the module it lives in.
    _HOME_OF = {
        "Action": "outcome._actions",
        "Adopted": "leaving.adopt",
        "Anomaly": "dialects._anomaly",
        "Answer": "dialects._row",
        "Attempt": "agent._called",
        "Called": "agent._called",
        "Certainty": "dialects._row",
        "Cleanup": "runner._completed",
        "Code": "outcome._entry",
        "CodeTypeError": "errors",
        "CommandExitCode": "outcome._entry",
        "Completed": "runner._completed",
        "Contract": "leaving._contract",
        "Decision": "agent._decision",
        "DeclarationError": "errors",
        "Dialect": "dialects._dialect",
        "Done": "outcome._outcome",
        "Effects": "outcome._codes",
        "Encoded": "dialects._dialect",
        "Ending": "ending",
        "ErrorDetail": "outcome._detail",
        "ExeuntError": "errors",
        "ExitCode": "outcome._codes",
        "ExitCodeEntry": "outcome._entry",
        "Exited": "ending",
        "Failed": "outcome._outcome",
        "History": "agent._terms",
        "Hooks": "agent._hooks",
        "InputError": "errors",
        "Outcome": "outcome._outcome",
        "OutcomeError": "errors",
        "Output": "sessions._state",
        "Pace": "agent._hooks",
        "Phase": "outcome._detail",
        "Policy": "agent._terms",
        "Reading": "dialects._reading",
        "Reason": "outcome._reason",
        "ReceivedEnvelope": "dialects._received",
        "Redirect": "outcome._detail",
        "Reply": "sessions._state",
        "Request": "runner._request",
        "ResponseEnvelope": "outcome._envelope",
        "ResponseMeta": "outcome._envelope",
        "Retryable": "outcome._codes",
        "Row": "dialects._row",
        "Running": "runner._running",
        "Session": "sessions.session",
        "SessionError": "errors",
        "SessionState": "sessions._state",
        "Signaled": "ending",
        "TableError": "errors",
        "TimedOut": "ending",
        "Translation": "dialects._translate",
        "UnknownName": "errors",
        "UnserialisableError": "errors",
        "Unstarted": "ending",
        "adopt": "leaving.adopt",
        "call": "agent.call",
        "cleanup": "leaving._run",
        "contract": "leaving._handler",
        "decide": "agent._decide",
        "declare": "outcome._entry",
        "decode": "dialects._decode",
        "default_entry": "outcome._entry",
        "dialect": "dialects._dialect",
        "dialect_names": "dialects._dialect",
        "effect": "leaving._run",
        "encode": "dialects._dialect",
        "entry": "outcome._entry",
        "exit_table": "outcome._entry",
        "fail": "leaving._run",
        "from_returncode": "ending",
        "from_shell": "ending",
        "from_wait_status": "ending",
        "not_modified": "leaving._run",
        "page": "leaving._run",
        "progress": "leaving._run",
        "read": "dialects._read",
        "request": "runner.run",
        "respond": "outcome._envelope",
        "run": "runner.run",
        "run_all": "runner.run",
        "run_async": "runner.run",
        "start": "runner.run",
        "translate": "dialects._translate",
        "warn": "leaving._run",
    }

    def __getattr__(name: str) -> object:
        """Import a public name from its home when it is first asked for."""
        if name == "__all__":
            return sorted(_HOME_OF)
        home = _HOME_OF.get(name)
        if home is None:
            raise AttributeError(_no_such(name), name=name, obj=None)
        module = __import__(f"{__name__}.{home}", fromlist=[name])
        value: object = getattr(module, name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        """List every public name, loaded or not."""
        return [*sorted(_HOME_OF), "__version__"]

    def _no_such(name: str) -> str:
        """Say that a name does not exist, and which one does."""
        msg = f"module {__name__!r} has no attribute {name!r}"
        if name.startswith("_"):
            return msg  # asked by machinery, not by a person
        from .errors import closest  # noqa: PLC0415 - on the way to an error

        near = closest(name, _HOME_OF)
        return f"{msg}; did you mean {near}?" if near else msg
