"""Name → a handler that ends in exactly one way; the same bodies in every framework."""

# Its name says how each handler ends:
# ruff: noqa: D103

import os
import signal
import sys
import time

from adopting import Down

import exeunt
from exeunt import ExitCode

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background job
    signal.signal(signal.SIGINT, signal.default_int_handler)

LOCKED = exeunt.declare("LOCKED", 79)
OTHER = exeunt.declare("OTHER", 90)
HELD = exeunt.entry(
    "Another one holds the lock", retryable=True, effects=exeunt.Effects.NONE
)

HANDLERS = {}


def ends(**promises):
    """Register a handler by its name, with what it promises."""

    def register(handler):
        declared = exeunt.contract(**promises)(handler)
        HANDLERS[handler.__name__.strip("_").replace("_", "-")] = declared
        return declared

    return register


def no_release():
    """Fail as an author would."""
    exeunt.fail(
        ExitCode.NOT_FOUND, "No release", code="NO_RELEASE", suggestion="releases list"
    )


def say(text):
    """Make a cleanup that tells stderr."""
    return lambda: print(text, file=sys.stderr)


@ends()
def data():
    return {"n": 1}


@ends()
def nothing():
    return None


@ends()
def scalar():
    return "one"


@ends()
def number():
    return 3


@ends(exits={LOCKED: HELD})
def number_declared():
    return 79


@ends()
def true():
    return True


@ends()
def false():
    return False


@ends()
def page():
    return exeunt.page([1, 2], cursor="c", total=5)


@ends()
def last_page():
    return exeunt.page([3])


@ends()
def not_modified():
    return exeunt.not_modified()


@ends()
def printed_json():
    print('{"n": 1}')


@ends()
def printed_text():
    print("hello")


@ends()
def printed_and_returned():
    print("hello")
    return {"n": 1}


@ends(prints="people")
def printed_for_people():
    print("hello")
    return {"n": 1}


@ends(prints="people")
def printed_alone_for_people():
    print("hello")


@ends(prints="people")
def failed_and_printed_for_people():
    print("hello")
    no_release()


@ends()
def looks_like_an_envelope():
    return {"ok": False, "data": None, "error": {"code": "X"}}


@ends()
def state():
    return {"status": "failed"}


@ends(exits={ExitCode.CONFLICT: "It is taken"}, promotes={"taken": ExitCode.CONFLICT})
def promoted_state():
    return {"status": "taken"}


@ends()
def exit_zero():
    print("hello")
    sys.exit(0)


async def _async():
    return {"n": 1}


ends()(_async)


@ends()
def warned():
    exeunt.warn("careful")
    return {"n": 1}


@ends()
def cleaned():
    exeunt.cleanup(say("first"))
    exeunt.cleanup(say("second"))
    return {"n": 1}


@ends()
def cleaned_then_exit_zero():
    exeunt.cleanup(lambda: sys.exit(0))
    return {"n": 1}


@ends()
def warned_in_cleanup():
    exeunt.cleanup(lambda: exeunt.warn("careful"))
    return {"n": 1}


@ends()
def progress():
    exeunt.progress("half way")
    return {"n": 1}


@ends(danger="destructive")
def unconfirmed():
    return {"n": 1}


@ends(renamed_from={"old-name": True})
def renamed():
    return {"n": 1}


@ends()
def prompted():
    return {"name": input()}


@ends()
def unserialisable():
    return {"n": object()}


@ends()
def unserialisable_after_effect():
    exeunt.effect("created", 7)
    return {"n": object()}


@ends()
def failed():
    no_release()


@ends(danger="safe")
def failed_arguments():
    exeunt.fail(ExitCode.ARG_ERROR, "from is after to", code="BAD_RANGE")


@ends(danger="mutating")
def failed_arguments_mutating():
    exeunt.fail(ExitCode.ARG_ERROR, "from is after to", code="BAD_RANGE")


@ends(danger="mutating")
def failed_after_effect():
    exeunt.effect("created", 7)
    no_release()


@ends(exits={LOCKED: HELD})
def failed_with_own_code():
    exeunt.fail(LOCKED, "It is locked")


@ends()
def failed_with_undeclared_code():
    exeunt.fail(OTHER, "It is something else")


@ends()
def failed_and_printed():
    print("hello")
    no_release()


@ends(danger="safe", raises={KeyError: ExitCode.CONFLICT})
def mapped_by_command():
    raise KeyError("taken")


@ends(danger="safe")
def mapped_by_app():
    raise Down("no answer")


@ends(danger="mutating")
def mapped_when_mutating():
    raise Down("no answer")


@ends()
def mapped_by_default():
    raise FileNotFoundError("notes.db")


class Refused(Exception):
    """What knows more than a code says: a status, as of HTTP."""

    def __init__(self, status):
        super().__init__(f"the server says {status}")
        self.status = status


def status(no):
    """Tell the meaning of a refusal."""
    if no.status == 429:
        exeunt.fail(ExitCode.RATE_LIMITED, str(no), code="QUOTA", retry_after=7)
    if no.status == 500:
        return no.reason  # which it does not have
    return {409: ExitCode.CONFLICT, 418: 418}[no.status]


@ends(danger="safe", raises={Refused: status})
def told_by_function():
    raise Refused(429)


@ends(danger="mutating", raises={Refused: status})
def told_when_mutating():
    raise Refused(429)


@ends(raises={Refused: status})
def told_after_effect():
    exeunt.effect("created", 7)
    raise Refused(429)


@ends(raises={Refused: status})
def told_as_code():
    raise Refused(409)


@ends(raises={OSError: lambda _: None})
def told_nothing():
    raise FileNotFoundError("notes.db")


@ends(raises={Refused: status})
def told_wrongly():
    raise Refused(500)


@ends(raises={Refused: status})
def told_a_number():
    raise Refused(418)


def open_notes():
    """Raise what the standard table knows."""
    raise FileNotFoundError("notes.db")


@ends()
def mapped_cause():
    try:
        open_notes()
    except FileNotFoundError as error:
        raise RuntimeError("cannot start") from error


@ends()
def mapped_in_group():
    raise ExceptionGroup("two", [FileNotFoundError("notes.db"), ValueError("bug")])


@ends()
async def mapped_async():
    raise FileNotFoundError("notes.db")


@ends()
def mapped_after_effect():
    exeunt.effect("created", 7)
    raise FileNotFoundError("notes.db")


@ends()
def unmapped():
    raise ValueError("bug")


@ends()
def unmapped_after_effect():
    exeunt.effect("created", 7)
    raise ValueError("bug")


@ends()
def recursion():
    return recursion()


@ends()
def memory():
    raise MemoryError


@ends()
def exit_number():
    sys.exit(9)


@ends()
def exit_number_after_effect():
    exeunt.effect("created", 7)
    sys.exit(9)


@ends()
def exit_true():
    sys.exit(True)  # noqa: FBT003 - what is tried


@ends()
def exit_text():
    sys.exit("no space left for notes")


@ends()
def exit_code():
    sys.exit(ExitCode.NOT_FOUND)


@ends(exits={LOCKED: HELD})
def exit_declared():
    sys.exit(79)


@ends(exits={LOCKED: HELD})
def exit_declared_after_effect():
    exeunt.effect("created", 7)
    sys.exit(79)


@ends()
def exit_in_cleanup():
    exeunt.cleanup(lambda: sys.exit(9))
    return {"n": 1}


def stumble():
    """Raise in a cleanup."""
    raise ValueError("bug")


@ends()
def error_in_cleanup():
    exeunt.cleanup(stumble)
    return {"n": 1}


@ends()
def error_in_cleanup_after_failure():
    exeunt.cleanup(stumble)
    no_release()


@ends(danger="safe", timeout=0.05)
def timeout():
    time.sleep(20)


@ends(timeout=0.05)
def timeout_after_effect():
    exeunt.effect("created", 7)
    time.sleep(20)


def kill(number):
    """Send this process a signal and wait for it."""
    os.kill(os.getpid(), number)
    time.sleep(20)


@ends()
def cancelled():
    kill(signal.SIGTERM)


@ends()
def interrupted():
    kill(signal.SIGINT)


@ends()
def cancelled_after_effect():
    exeunt.effect("created", 7)
    kill(signal.SIGTERM)
