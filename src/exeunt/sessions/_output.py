"""A session's log and the tail of its terminal → text, by offset or as a screen."""

from __future__ import annotations

from ..errors import SessionError
from ..files import open_old
from .state import Output, SessionState

CUT = 64  # bytes: a sequence that has not ended by then is none
TAIL = 1 << 16  # bytes that a screen is drawn from
ESCAPE = 0x1B


def output(
    state: SessionState, offset: int, *, limit: int | None, raw: bool, stream: str
) -> Output:
    """Return what was written from an offset on, as far as it is whole."""
    path = state.log if stream == "stdout" else state.stderr_log
    data = b"" if path is None else read(path, offset, limit)
    if path is None and state.total_bytes:
        msg = f"session {state.session} keeps no log of {stream}"
        raise SessionError(msg, fix="start it without --no-log", error_code="NO_LOG")
    total = state.total_bytes if stream == "stdout" else offset + len(data)
    if not data and offset < total:  # beyond the cap of the log
        return Output("", offset, total, total, total - offset)
    end = offset + len(data)
    if not state.ended or end < total:
        data = data[: whole(data)]
        end = offset + len(data)
    return Output(text_of(data, raw=raw), offset, end, total)


def read(path: str, offset: int, limit: int | None) -> bytes:
    """Read a piece of a log; nothing of one that has been removed."""
    try:
        with open(open_old(path), "rb") as file:  # noqa: PTH123 - pathlib is dear
            file.seek(offset)
            return file.read(-1 if limit is None else limit)
    except FileNotFoundError:
        return b""


def whole(data: bytes) -> int:
    """Return how much of the data ends neither in a sequence nor in a character."""
    end = len(data)
    start = data.rfind(ESCAPE, max(0, end - CUT))
    if start >= 0 and not is_sequence(data[start:]):
        end = start
    for back in range(1, min(4, end) + 1):
        byte = data[end - back]
        if byte & 0xC0 == 0x80:  # noqa: PLR2004 - goes on a character
            continue
        needed = 1 + (byte >= 0xC0) + (byte >= 0xE0) + (byte >= 0xF0)  # noqa: PLR2004
        return end - back if needed > back else end
    return end


def is_sequence(data: bytes) -> bool:
    """Tell whether what begins with an escape is whole."""
    if len(data) == 1:
        return False
    if data[1] == ord("["):
        return any(0x40 <= byte <= 0x7E for byte in data[2:])  # noqa: PLR2004 - ECMA-48
    if data[1] in b"]PX^_":
        return b"\a" in data or b"\x1b\\" in data
    return not (data[1] in b"()*+#% " and len(data) == 2)  # noqa: PLR2004 - one more


def text_of(data: bytes, *, raw: bool) -> str:
    """Return the text that a reader would have seen."""
    if raw:
        return data.decode("utf-8", "replace")
    from ..text.clean import clean  # for who wants it clean

    return clean(data)


def shown(state: SessionState) -> str:
    """Return the last screen of a command that has ended."""
    from ..terminal.screen import screen_of  # for who looks

    if state.size is None:
        msg = f"session {state.session} has no terminal"
        fix = f"exeunt session read {state.session} shows its output"
        raise SessionError(msg, fix=fix, error_code="NO_TERMINAL")
    start = max(0, state.total_bytes - TAIL)
    data = read(state.log, start, None) if state.log else b""
    return screen_of(data, *state.size, cut=start > 0)
