"""A manifest, and the words that call its program → what a page lists of it."""

from __future__ import annotations

from ..manifest.model import CommandPromise, Manifest, ParamPromise
from ..record import Record, final


@final
class Program(Record):
    """A program by its manifest, and the words that call it."""

    call: str
    manifest: Manifest

    @property
    def every(self) -> dict[str, CommandPromise]:
        """Every command by its path, in order."""
        return dict(sorted(self.manifest.commands.items()))

    @property
    def dialect(self) -> str:
        """The dialect of its exit codes; empty where it cannot be told."""
        return self.manifest.dialect or ""

    @property
    def listed(self) -> list[CommandPromise]:
        """List what its help would list: commands, and groups that take something."""
        return [
            command
            for command in self.every.values()
            if not command.hidden and (shown(command.params) or not command.is_group)
        ]

    @property
    def commands(self) -> list[CommandPromise]:
        """List what can be called."""
        return [command for command in self.listed if not command.is_group]

    @property
    def description(self) -> str:
        """Say what the program is for, if it does."""
        root = self.manifest.command("")
        return root.description if root else ""

    def called(self, command: CommandPromise) -> str:
        """Write a command as a caller does, without options and arguments."""
        return " ".join([self.call, *command.words]).strip()


def shown(params: list[ParamPromise]) -> list[ParamPromise]:
    """Leave out the options and arguments that no help lists."""
    return [param for param in params if not param.flag("hidden")]
