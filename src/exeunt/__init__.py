"""How a command ends, and what happens next.

Every name is loaded when it is first used: `import exeunt` itself costs nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # the name is what type checkers honour; `typing` costs 9 ms
if TYPE_CHECKING:
    from .deciding.call import call as call
    from .deciding.call import call_async as call_async
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
    from .model.row import Verdict as Verdict
    from .process.completed import Cleanup as Cleanup
    from .process.completed import Completed as Completed
    from .process.flow import Running as Running
    from .process.request import Request as Request
    from .process.run import request as request
    from .process.run import run as run
    from .process.run import run_all as run_all
    from .process.run import run_all_async as run_all_async
    from .process.run import run_async as run_async
    from .process.run import start as start
    from .process.stream import Asked as Asked
    from .process.stream import Ended as Ended
    from .process.stream import Event as Event
    from .process.stream import Stream as Stream
    from .process.stream import Wrote as Wrote
    from .process.stream import stream as stream
    from .reading.read import read as read
    from .sessions.session import AsyncSession as AsyncSession
    from .sessions.session import Session as Session
    from .sessions.state import Output as Output
    from .sessions.state import Reply as Reply
    from .sessions.state import SessionState as SessionState

else:  # hidden from type checkers, for whom __getattr__ would have every name

    def offered(package: str, names_of: dict[str, str]) -> tuple[object, ...]:
        """Make the `__getattr__` and the `__dir__` of a package, by home and names."""
        home_of = {
            name: home for home, names in names_of.items() for name in names.split()
        }

        def load(name: str) -> object:
            """Import a public name from its home when it is first asked for."""
            if name == "__all__":
                return sorted(home_of)
            if name not in home_of:
                raise AttributeError(missing(name), name=name, obj=None)
            module = __import__(f"{__name__}.{home_of[name]}", fromlist=[name])
            value: object = getattr(module, name)
            vars(__import__(package, fromlist=["__name__"]))[name] = value
            return value

        def missing(name: str) -> str:
            """Say that a name does not exist, and which one does."""
            msg = f"module {package!r} has no attribute {name!r}"
            if name.startswith("_"):
                return msg  # asked by machinery, not by a person
            from .errors import did_you_mean  # on the way to an error

            near = did_you_mean(name, home_of)
            return f"{msg}; {near}" if near else msg

        def listed() -> list[str]:
            """List every public name, loaded or not."""
            return sorted(home_of)

        return load, listed, home_of

    # The module that a public name lives in → its public names.
    __getattr__, _, _HOME_OF = offered(
        __name__,
        {
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
            "model.ending": "Ending Exited Signaled TimedOut Unstarted from_returncode "
            "from_shell from_wait_status",
            "model.entry": "Code CommandExitCode ExitCodeEntry declare default_entry "
            "entry exit_table",
            "model.envelope": "ResponseEnvelope ResponseMeta respond",
            "model.outcome": "Done Failed Outcome",
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
        return [*sorted(_HOME_OF), "__version__"]
