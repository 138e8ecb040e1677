"""What a person has set for kept commands → the limits of one; none is set by itself.

An agent has limits of its own, and ends its shell or goes on without it: nothing that
it would have let run is ended here unless a person says so, at the installation or by a
variable of the agent's environment. A variable wins, and 0 is no limit.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SIZE = "max_output"
VARIABLES = {name: f"EXEUNT_KEEP_{name.upper()}" for name in ("timeout", "idle", SIZE)}


def limits_of(settings: Iterable[str], env: Mapping[str, str]) -> dict[str, float]:
    """Return the limits that a start file names, or a variable instead."""
    pairs = [word.split("=", 1) for word in settings if "=" in word]
    found: dict[str, float] = {name: float(value) for name, value in pairs}
    for name, variable in VARIABLES.items():
        value = value_of(name, env.get(variable, ""))
        if value is not None:
            found[name] = value
    return {name: value for name, value in found.items() if is_limit(name, value)}


def is_limit(name: str, value: float) -> bool:
    """Tell whether a number says something: 0 does of what is shown, which is all."""
    return bool(value) or name == SIZE


def value_of(name: str, text: str) -> float | None:
    """Read a limit; None for what is none, which changes nothing."""
    from ..process.limits import seconds_in, whole_in  # for those who have set one

    value = (whole_in if name == SIZE else seconds_in)(text)
    return value if value is not None and 0 <= value < float("inf") else None


def settings_of(limits: Mapping[str, float]) -> list[str]:
    """Write limits as a start file names them."""
    return [f"{name}={value:.15g}" for name, value in limits.items()]


def misread(env: Mapping[str, str]) -> list[str]:
    """Say which variables set no limit, though they are there to set one."""
    return [
        f"{variable}={env[variable]} is no limit, and changes nothing"
        for name, variable in VARIABLES.items()
        if env.get(variable) and value_of(name, env[variable]) is None
    ]
