"""--token-file PATH in a call → --token and what the file holds.

For options that are secrets, and not where the app has such an option itself.
"""

from __future__ import annotations

from ..secrets.names import FILE
from ._failure import Failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._host import Adopted
    from .run import Run


LARGEST = 65_536  # bytes; a secret is short, and a device has no end


def opened(app: Adopted, words: Sequence[str], run: Run) -> list[str]:
    """Put the contents of secrets' files where their options stand."""
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*found, word, *rest]
        option, equals, path = word.partition("=")
        if not is_ours(app, option, words) or not (equals or rest):
            found.append(word)
            continue
        value = contents(option, path if equals else rest.pop(0))
        run.secrets = (*run.secrets, value)
        found.append(f"{option.removesuffix(FILE)}={value}")
    return found


def is_ours(app: Adopted, option: str, words: Sequence[str]) -> bool:
    """Tell whether an option is the file of one that the app has, and a secret."""
    plain = option.removesuffix(FILE)
    if plain == option or not option.startswith("--"):
        return False
    if app.host.owns_option(option, words) or not app.host.owns_option(plain, words):
        return False
    return any(
        plain in flag.spellings
        and flag.takes_value()
        and flag.is_secret(info.contract.secrets, info.contract.public)
        for info in app.commands()
        for flag in info.flags
    )


def contents(option: str, path: str) -> str:
    """Read a secret without the end of its last line, or refuse the call."""
    if path == "-":
        raise refused(option, path, "a file is needed, not stdin")
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib costs 5 ms
            data = file.read(LARGEST + 1)
        text = data.decode().rstrip("\r\n")
    except OSError as error:
        raise refused(option, path, error.strerror or str(error)) from error
    except ValueError as error:
        raise refused(option, path, "it holds no text") from error
    if not text or "\0" in text or len(data) > LARGEST:
        raise refused(option, path, "it holds no secret")
    return text


def refused(option: str, path: str, reason: str) -> Failure:
    """Refuse a file that cannot be read."""
    from ..model.codes import ExitCode  # on the way to an error
    from ..model.detail import ErrorDetail, Phase

    message = f"{option} {path}: {reason}"
    detail = ErrorDetail("INVALID_ARGUMENT", message, phase=Phase.VALIDATION)
    return Failure(ExitCode.ARG_ERROR, detail)
