"""How a handler ended → Outcome: returned, failed, raised, exited or cancelled.

An exception means a code if the command, the app or the table below says so, itself or
through its causes; a function that stands in a table is asked. What only that table
knows promises little (K27). After a recorded effect, every code that promises "nothing
was changed" leaves as PARTIAL_FAILURE instead.
"""

from __future__ import annotations

from ..errors import ExeuntError
from ..manifest.contract import check_meant
from ..model.codes import Effects, ExitCode, Retryable
from ..model.detail import ErrorDetail, Phase
from ..model.entry import Code, CommandExitCode, ExitCodeEntry, default_entry
from ..model.outcome import Failed
from ._failure import Failure
from ._unsaid import unsayable
from .boundary import EXIT_MESSAGE, is_unread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ..manifest.contract import Meaning, Raises
    from ..model.outcome import Origin
    from .run import Run

# What the standard exceptions mean in a handler; a name, so that none is imported.
DEFAULTS: dict[str, ExitCode] = {
    "FileNotFoundError": ExitCode.NOT_FOUND,
    "ProcessLookupError": ExitCode.NOT_FOUND,
    "FileExistsError": ExitCode.CONFLICT,
    "PermissionError": ExitCode.PERMISSION_DENIED,
    "ConnectionError": ExitCode.UNAVAILABLE,
    "TimeoutError": ExitCode.TIMEOUT,
    "EOFError": ExitCode.PRECONDITION,
    "ModuleNotFoundError": ExitCode.PRECONDITION,
}
# The stable error code for each; where it is not the code's own name.
ERROR_CODES = {
    "EOFError": "INPUT_REQUIRED",
    "FileNotFoundError": "FILE_NOT_FOUND",
    "FileExistsError": "FILE_EXISTS",
    "ModuleNotFoundError": "DEPENDENCY_MISSING",
}
UNDECLARED = "UNDECLARED_EXIT"
HINT = "end with a named code: exeunt.fail(ExitCode.…, message)"  # to the author
UNCAUGHT = 1  # what Python ends with when nobody catches an exception
# Codes that stay true after an effect was recorded.
TRUE_AFTER_EFFECT = (
    ExitCode.SUCCESS,
    ExitCode.GENERAL_ERROR,
    ExitCode.PARTIAL_FAILURE,
    ExitCode.TIMEOUT,
)


def promotion(value: Any, run: Run) -> Failed | None:
    """Make a failure of a business state, if the command declares that it is one."""
    states = run.contract.promotes
    look_up = getattr(value, "get", None) if states else None
    state = look_up("status") if isinstance(value, dict) and look_up else None
    code = states.get(state) if isinstance(state, str) else None
    if code is None:
        return None
    said = failed(code, ErrorDetail(code.name, f"the state is {state}"), run)
    failure = truthful(said.replace(extra={"result": value}), run)
    if failure.code is not ExitCode.PARTIAL_FAILURE:
        return failure
    done = {"effects": list(run.effects)} if run.effects else {}
    return failure.replace(partial={**done, "result": value})


def from_exception(error: BaseException, run: Run) -> Failed:
    """Make an outcome of what a handler raised."""
    if isinstance(error, Failure):
        return truthful(failed(error.code, error.error, run), run)
    if isinstance(error, ExeuntError):
        detail = ErrorDetail(error.error_code, error.message, suggestion=error.fix)
        return truthful(failed(ExitCode.GENERAL_ERROR, detail, run), run)
    if is_unread(error, run.written):
        detail = ErrorDetail("OUTPUT_CLOSED", "the reader of the output went away")
        return truthful(failed(ExitCode.GENERAL_ERROR, detail, run), run)
    return truthful(from_tables(error, run) or unhandled(error, run), run)


def from_signal(run: Run) -> Failed:
    """Make an outcome of a signal that asked the program to end."""
    detail = ErrorDetail("CANCELLED", "cancelled by a signal", phase=run.phase)
    return truthful(Failed(ExitCode.GENERAL_ERROR, detail), run)


def from_clock(run: Run) -> Failed:
    """Make an outcome of the command's own time limit, which ran out."""
    message = f"the time limit of {run.timeout:g} s ran out"
    detail = ErrorDetail("TIMEOUT", message, phase=run.phase)
    return truthful(failed(ExitCode.TIMEOUT, detail, run), run)


def unhandled(error: BaseException, run: Run) -> Failed:
    """Make an outcome of an exception that no table has a meaning for: a bug."""
    detail = ErrorDetail("UNHANDLED", text_of(error), detail=type(error).__name__)
    return failed(ExitCode.GENERAL_ERROR, detail, run)


def from_bug(error: BaseException, run: Run) -> Failed:
    """Make an outcome of an exception in the author's function of a `raises` table."""
    if isinstance(error, ExeuntError):
        return from_exception(error, run)
    return truthful(unhandled(error, run), run)


def from_tables(error: BaseException, run: Run) -> Failed | None:
    """Make an outcome of an exception that has a code, itself or through a cause."""
    tables = (run.contract.raises, run.raises)
    for cause in causes(error):
        for meant, name in meanings(cause, tables):
            found = meaning_of(cause, meant, name)
            if found is not None:
                run.expected = cause is error
                return mapped(*explained(found, error, cause), run)
        usual = usual_meaning(cause)
        if usual is not None:
            code = promised(usual[0], run)
            return mapped(code, explained(usual, error, cause)[1], run)
    return None


def explained(
    meaning: tuple[Code, ErrorDetail], error: BaseException, cause: BaseException
) -> tuple[Code, ErrorDetail]:
    """Say with what a cause means that the exception itself came last."""
    code, detail = meaning
    if error is cause:
        return meaning
    if detail.message != text_of(cause):  # the author's own words
        return code, detail.replace(detail=detail.detail or named(error))
    return code, detail.replace(message=text_of(error), detail=named(cause))


def promised(code: ExitCode, run: Run) -> ExitCode:
    """Promise no more by a number than is known where no contract says it (K27).

    Whoever sees one of these codes may repeat the call, since nothing was changed.
    """
    invites = code.effects is Effects.NONE and code.retryable is not Retryable.NO
    unknown = run.begun and run.declared is None
    return ExitCode.GENERAL_ERROR if invites and unknown else code


def meaning_of(
    error: BaseException, meant: Meaning, name: str
) -> tuple[Code, ErrorDetail] | None:
    """Say what an exception means: a code, or what the author's function makes of it.

    None: that function knows nothing of it, and the next row is looked at.
    """
    if not callable(meant):
        return meant, detail_of(error, name)
    try:
        found = meant(error)
    except Failure as failure:
        return failure.code, failure.error
    if found is None:
        return None
    code = check_meant(type(error), found)
    return code, ErrorDetail(code.name, text_of(error))


def from_rejection(
    code: str, message: str, run: Run, origin: Origin, suggestion: str | None = None
) -> Failed:
    """Make an outcome of input that a framework, or a handler in its way, rejects."""
    run.former = getattr(run.shown, "exit_code", getattr(run.shown, "code", UNCAUGHT))
    error = ErrorDetail(code, message, suggestion=suggestion)
    if run.phase is Phase.VALIDATION:
        said = error.replace(phase=Phase.VALIDATION)
        return Failed(ExitCode.ARG_ERROR, said, origin=origin, warnings=run.warnings)
    return truthful(failed(ExitCode.ARG_ERROR, error, run), run)


def mapped(code: Code, detail: ErrorDetail, run: Run) -> Failed:
    """Make a failure of a mapped exception: the effects before it are unknown."""
    known = run.contract.danger == "safe" or code in run.contract.exits
    if known or detail.retryable is not None:
        return failed(code, detail, run)
    return failed(code, detail.replace(retryable=False, retry_after=None), run)


def causes(error: BaseException) -> Iterator[BaseException]:
    """Walk an exception, the members of groups, and what each was raised from or with.

    What was merely handled meanwhile, the `__context__`, is not why.
    """
    queue, seen = [error], set[int]()
    while queue:
        found = queue.pop(0)
        if id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        members: tuple[BaseException, ...] = getattr(found, "exceptions", ())
        if isinstance(found, BaseExceptionGroup):
            queue += members
        if found.__cause__ is not None:
            queue.append(found.__cause__)
        queue += [word for word in found.args if isinstance(word, BaseException)]


def meanings(
    error: BaseException, tables: tuple[Raises, ...]
) -> Iterator[tuple[Meaning, str]]:
    """Look an exception up in the author's tables: the command's, then the app's."""
    kinds = type(error).__mro__
    for table in tables:
        for kind in kinds:
            if kind in table:
                meant = table[kind]
                yield meant, getattr(meant, "name", "")


def usual_meaning(error: BaseException) -> tuple[ExitCode, ErrorDetail] | None:
    """Look an exception up in the standard table."""
    for kind in type(error).__mro__:
        if kind.__module__ == "builtins" and kind.__name__ in DEFAULTS:
            code = DEFAULTS[kind.__name__]
            name = ERROR_CODES.get(kind.__name__, code.name)
            return code, detail_of(error, name)
    return None


def detail_of(error: BaseException, name: str) -> ErrorDetail:
    """Say an exception by its text, unless it knows what is to be said of it."""
    known = getattr(error, "error", None)  # of a question that nobody answered
    return (
        known if isinstance(known, ErrorDetail) else ErrorDetail(name, text_of(error))
    )


def failed(code: Code, error: ErrorDetail, run: Run) -> Failed:
    """Put a failure together with its command's entry and the phase it happened in."""
    code, error = provable(code, error, run)
    entry = entry_for(code, run)
    may_retry = entry.retryable if entry else default_entry(code).retryable
    if error.retryable and not may_retry:
        error = error.replace(retryable=None)
    if error.retry_after is not None and (error.retryable is False or not may_retry):
        error = error.replace(retry_after=None)
    phase = error.phase or run.phase
    origin: Origin = "validator" if phase is Phase.VALIDATION else "handler"
    return Failed(
        code,
        error.replace(phase=phase),
        entry=entry,
        origin=origin,
        warnings=run.warnings,
    )


def provable(code: Code, error: ErrorDetail, run: Run) -> tuple[Code, ErrorDetail]:
    """Replace a code that the command cannot leave with by one that is true."""
    if isinstance(code, CommandExitCode) and code not in run.contract.exits:
        detail = f"the command does not declare {code.name}, {code.value}"
        fix = "add it to the exits of the command's contract"
        error = error.replace(code=UNDECLARED, detail=detail, suggestion=fix)
        return ExitCode.GENERAL_ERROR, error.replace(retryable=None, retry_after=None)
    if code is not ExitCode.ARG_ERROR or run.phase is Phase.VALIDATION:
        return code, error
    if run.effects:
        return ExitCode.PARTIAL_FAILURE, error.replace(phase=Phase.EXECUTION)
    if run.contract.danger == "safe":
        return code, error.replace(phase=Phase.VALIDATION)
    late = error.replace(phase=run.phase, retryable=None, retry_after=None)
    return ExitCode.GENERAL_ERROR, late


def entry_for(code: Code, run: Run) -> ExitCodeEntry | None:
    """Return what the command promises for a code, or what a safe one may."""
    declared = run.contract.exits.get(code)
    if declared is not None or isinstance(code, CommandExitCode):
        return declared
    return default_entry(code, safe=run.contract.danger == "safe")


def unsaid(error: ExeuntError, run: Run) -> Failed:
    """Make a failure of a result that cannot be said; what was done is done."""
    from ._confided import hide
    from ._limits import TooLarge, refusal  # rarely needed

    if isinstance(error, TooLarge):
        wrote = run.contract.danger in {"mutating", "destructive"}
        code, detail = refusal(error, wrote=wrote)
    else:
        code = ExitCode.PARTIAL_FAILURE if run.effects else ExitCode.GENERAL_ERROR
        detail = unsayable(error).error.replace(phase=Phase.EXECUTION)
    try:
        return hide(truthful(failed(code, detail, run), run), run.secrets)
    except ExeuntError:  # what was recorded cannot be said, either
        return hide(unsayable(error), run.secrets)


def truthful(outcome: Failed, run: Run) -> Failed:
    """Keep the promise of a code: after an effect, "nothing was changed" is a lie."""
    if not run.effects:
        return outcome
    code, error = outcome.code, outcome.error
    if error.code == "UNHANDLED" or not is_true_after_effect(code, run):
        code = ExitCode.PARTIAL_FAILURE
    done = {"effects": list(run.effects), "error": outcome.error.code}
    phase = Phase.EXECUTION if error.phase is Phase.VALIDATION else error.phase
    return Failed(
        code,
        error.replace(retryable=False, retry_after=None, redirect=None, phase=phase),
        entry=run.contract.exits.get(code),
        warnings=outcome.warnings,
        partial=done,
        extra=outcome.extra,
    )


def is_true_after_effect(code: Code, run: Run) -> bool:
    """Tell whether a code, as the command declares it, may come after writes."""
    declared = run.contract.exits.get(code)
    if declared is not None:
        return declared.effects is Effects.PARTIAL
    return code in TRUE_AFTER_EFFECT


def from_value(value: object, run: Run) -> Failed | None:
    """Make a failure of what a command exits with; None if it is SUCCESS by name."""
    if value is ExitCode.SUCCESS:
        return None
    if isinstance(value, (ExitCode, CommandExitCode)):
        detail = ErrorDetail(value.name, value.name.replace("_", " ").lower())
        return truthful(failed(value, detail, run), run)
    if isinstance(value, int):
        return truthful(from_number(int(value), run), run)
    run.former = UNCAUGHT
    text = str(value).strip() or "the command ended without a word"
    detail = ErrorDetail(EXIT_MESSAGE, text)
    return truthful(failed(ExitCode.GENERAL_ERROR, detail, run), run)


def from_number(number: int, run: Run) -> Failed:
    """Read a bare number by the command's declarations, and by nothing else."""
    code = run.contract.code_for(number)
    if code is not None and code is not ExitCode.SUCCESS:
        entry = run.contract.exits[code]
        return failed(code, ErrorDetail(code.name, entry.description), run)
    run.undeclared, run.former = number, number & 0xFF  # as the system has it
    said = f"the command ended with {number}, which it does not declare"
    hint = None if run.watch is None else HINT
    error = ErrorDetail(UNDECLARED, said, suggestion=hint)
    return numbered(failed(ExitCode.GENERAL_ERROR, error, run), run)


def numbered(failure: Failed, run: Run) -> Failed:
    """Tell the number that the program chose, which it may not end with."""
    return failure.replace(extra={"own_exit_code": run.former})


def from_error(number: int, name: str, message: str, run: Run) -> Failed:
    """Make an outcome of an error that has a number of its own, declared or not."""
    code = run.contract.code_for(number)
    if code is not None and code is not ExitCode.SUCCESS:
        return failed(code, ErrorDetail(code.name, message), run)
    run.former = number & 0xFF
    if number != UNCAUGHT:
        run.undeclared = number
    found = failed(ExitCode.GENERAL_ERROR, ErrorDetail(name, message), run)
    return found if run.undeclared is None else numbered(found, run)


def text_of(error: BaseException) -> str:
    """Return an exception's own words; never a traceback."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - an exception that cannot speak
        text = ""
    return text or type(error).__name__


def named(error: BaseException) -> str:
    """Return an exception's class and its words."""
    return f"{type(error).__name__}: {text_of(error)}"


def names(table: Mapping[str, ExitCode] = DEFAULTS) -> list[tuple[str, str]]:
    """List the standard exceptions and their codes, for the documentation."""
    return [(name, code.name) for name, code in table.items()]
