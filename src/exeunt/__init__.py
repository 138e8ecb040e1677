"""How a command ends, and what happens next.

Every name is loaded when it is first used: `import exeunt` itself costs nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # the name is what type checkers honour; `typing` costs 9 ms
if TYPE_CHECKING:
    from .deciding.call import call as call
    from .deciding.called import Attempt as Attempt
    from .deciding.called import Called as Called
    from .deciding.decide import decide as decide
    from .deciding.decision import Decision as Decision
    from .deciding.hooks import Hooks as Hooks
    from .deciding.hooks import Pace as Pace
    from .deciding.policy import History as History
    from .deciding.policy import Policy as Policy
    from .dialects.decode import decode as decode
    from .dialects.dialect import Dialect as Dialect
    from .dialects.dialect import Encoded as Encoded
    from .dialects.dialect import dialect as dialect
    from .dialects.dialect import dialect_names as dialect_names
    from .dialects.dialect import encode as encode
    from .dialects.reading import Reading as Reading
    from .dialects.translate import Translation as Translation
    from .dialects.translate import translate as translate
    from .errors import CodeTypeError as CodeTypeError
    from .errors import DeclarationError as DeclarationError
    from .errors import ExeuntError as ExeuntError
    from .errors import InputError as InputError
    from .errors import OutcomeError as OutcomeError
    from .errors import SessionError as SessionError
    from .errors import TableError as TableError
    from .errors import UnknownName as UnknownName
    from .errors import UnserialisableError as UnserialisableError
    from .leaving.adopt import Adopted as Adopted
    from .leaving.adopt import adopt as adopt
    from .leaving.handler import contract as contract
    from .leaving.run import cleanup as cleanup
    from .leaving.run import effect as effect
    from .leaving.run import fail as fail
    from .leaving.run import not_modified as not_modified
    from .leaving.run import page as page
    from .leaving.run import progress as progress
    from .leaving.run import warn as warn
    from .manifest.contract import Contract as Contract
    from .model.actions import Action as Action
    from .model.anomaly import Anomaly as Anomaly
    from .model.codes import Effects as Effects
    from .model.codes import ExitCode as ExitCode
    from .model.codes import Retryable as Retryable
    from .model.detail import ErrorDetail as ErrorDetail
    from .model.detail import Phase as Phase
    from .model.detail import Reason as Reason
    from .model.detail import Redirect as Redirect
    from .model.ending import Ending as Ending
    from .model.ending import Exited as Exited
    from .model.ending import Signaled as Signaled
    from .model.ending import TimedOut as TimedOut
    from .model.ending import Unstarted as Unstarted
    from .model.ending import from_returncode as from_returncode
    from .model.ending import from_shell as from_shell
    from .model.ending import from_wait_status as from_wait_status
    from .model.entry import Code as Code
    from .model.entry import CommandExitCode as CommandExitCode
    from .model.entry import ExitCodeEntry as ExitCodeEntry
    from .model.entry import declare as declare
    from .model.entry import default_entry as default_entry
    from .model.entry import entry as entry
    from .model.entry import exit_table as exit_table
    from .model.envelope import ResponseEnvelope as ResponseEnvelope
    from .model.envelope import ResponseMeta as ResponseMeta
    from .model.envelope import respond as respond
    from .model.outcome import Done as Done
    from .model.outcome import Failed as Failed
    from .model.outcome import Outcome as Outcome
    from .model.received import ReceivedEnvelope as ReceivedEnvelope
    from .model.row import Answer as Answer
    from .model.row import Certainty as Certainty
    from .model.row import Row as Row
    from .process.completed import Cleanup as Cleanup
    from .process.completed import Completed as Completed
    from .process.flow import Running as Running
    from .process.request import Request as Request
    from .process.run import request as request
    from .process.run import run as run
    from .process.run import run_all as run_all
    from .process.run import run_async as run_async
    from .process.run import start as start
    from .reading.read import read as read
    from .sessions.session import Session as Session
    from .sessions.state import Output as Output
    from .sessions.state import Reply as Reply
    from .sessions.state import SessionState as SessionState

else:  # hidden from type checkers, for whom __getattr__ would have every name
    # Public name → the module it lives in.
    _HOME_OF = {
        "Action": "model.actions",
        "Adopted": "leaving.adopt",
        "Anomaly": "model.anomaly",
        "Answer": "model.row",
        "Attempt": "deciding.called",
        "Called": "deciding.called",
        "Certainty": "model.row",
        "Cleanup": "process.completed",
        "Code": "model.entry",
        "CodeTypeError": "errors",
        "CommandExitCode": "model.entry",
        "Completed": "process.completed",
        "Contract": "manifest.contract",
        "Decision": "deciding.decision",
        "DeclarationError": "errors",
        "Dialect": "dialects.dialect",
        "Done": "model.outcome",
        "Effects": "model.codes",
        "Encoded": "dialects.dialect",
        "Ending": "model.ending",
        "ErrorDetail": "model.detail",
        "ExeuntError": "errors",
        "ExitCode": "model.codes",
        "ExitCodeEntry": "model.entry",
        "Exited": "model.ending",
        "Failed": "model.outcome",
        "History": "deciding.policy",
        "Hooks": "deciding.hooks",
        "InputError": "errors",
        "Outcome": "model.outcome",
        "OutcomeError": "errors",
        "Output": "sessions.state",
        "Pace": "deciding.hooks",
        "Phase": "model.detail",
        "Policy": "deciding.policy",
        "Reading": "dialects.reading",
        "Reason": "model.detail",
        "ReceivedEnvelope": "model.received",
        "Redirect": "model.detail",
        "Reply": "sessions.state",
        "Request": "process.request",
        "ResponseEnvelope": "model.envelope",
        "ResponseMeta": "model.envelope",
        "Retryable": "model.codes",
        "Row": "model.row",
        "Running": "process.flow",
        "Session": "sessions.session",
        "SessionError": "errors",
        "SessionState": "sessions.state",
        "Signaled": "model.ending",
        "TableError": "errors",
        "TimedOut": "model.ending",
        "Translation": "dialects.translate",
        "UnknownName": "errors",
        "UnserialisableError": "errors",
        "Unstarted": "model.ending",
        "adopt": "leaving.adopt",
        "call": "deciding.call",
        "cleanup": "leaving.run",
        "contract": "leaving.handler",
        "decide": "deciding.decide",
        "declare": "model.entry",
        "decode": "dialects.decode",
        "default_entry": "model.entry",
        "dialect": "dialects.dialect",
        "dialect_names": "dialects.dialect",
        "effect": "leaving.run",
        "encode": "dialects.dialect",
        "entry": "model.entry",
        "exit_table": "model.entry",
        "fail": "leaving.run",
        "from_returncode": "model.ending",
        "from_shell": "model.ending",
        "from_wait_status": "model.ending",
        "not_modified": "leaving.run",
        "page": "leaving.run",
        "progress": "leaving.run",
        "read": "reading.read",
        "request": "process.run",
        "respond": "model.envelope",
        "run": "process.run",
        "run_all": "process.run",
        "run_async": "process.run",
        "start": "process.run",
        "translate": "dialects.translate",
        "warn": "leaving.run",
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
        from .errors import closest  # on the way to an error

        near = closest(name, _HOME_OF)
        return f"{msg}; did you mean {near}?" if near else msg
