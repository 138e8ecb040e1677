"""A command that destroys → whether --yes confirms it, as far as that is declared."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .model import CommandPromise

DESTRUCTIVE, YES = "destructive", "--yes"
REFUSAL = "CONFIRMATION_REQUIRED"  # what it says without, where exeunt.adopt() asks


def wants_yes(command: CommandPromise) -> bool:
    """Tell whether a call of the command has to say --yes."""
    refuses = any(REFUSAL in one.errors for one in command.exits.values())
    knows = any(YES in option.spellings for option in command.options.values())
    return command.danger == DESTRUCTIVE and (refuses or knows)
