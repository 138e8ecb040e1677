"""The words of a call → the command of a manifest that any of its names stands for."""

from __future__ import annotations

from .model import CommandPromise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .model import Manifest


class Names:
    """The commands of a manifest, found by any name that they can be called by."""

    __slots__ = ("below", "by_path", "formers")

    def __init__(self, manifest: Manifest) -> None:
        self.by_path: dict[str, CommandPromise] = manifest.commands
        self.below: dict[str, dict[str, str]] = {}  # group → any name → path
        self.formers: dict[str, str] = {}  # former path → path
        for path, command in self.by_path.items():
            group, _, name = path.rpartition(".")
            # A real name comes before an alias, whichever is read first.
            self.below.setdefault(group, {})[name] = path
            for former in command.formers:
                self.formers.setdefault(former, path)
        for path, command in self.by_path.items():
            group, _, name = path.rpartition(".")
            for alias in command.aliases:
                self.below[group].setdefault(alias, path)

    def find(self, path: str) -> str | None:
        """Return the path of what is called by a path, through groups' aliases too."""
        if path in self.by_path:
            return path
        found = ""
        for name in path.split("."):
            group = self.below.get(found, {})
            here = group.get(name)
            # A group need not have an entry of its own.
            found = here if here is not None else f"{found}.{name}".lstrip(".")
        return found if found in self.by_path else None

    def bare_groups(self) -> list[str]:
        """List the groups that have no entry of their own; the program may be one."""
        paths = [path.split(".") for path in self.by_path if path]
        groups = {".".join(words[:n]) for words in paths for n in range(len(words))}
        return sorted(groups - self.by_path.keys())

    def commands_below(self, group: str) -> list[CommandPromise]:
        """List the commands that are called through a group, without other groups."""
        start = f"{group}." if group else ""
        return [
            command
            for path, command in self.by_path.items()
            if path and path.startswith(start) and not self.has_children(path)
        ]

    def has_children(self, path: str) -> bool:
        """Tell whether a command has others below it."""
        return path in self.below if path else bool(self.by_path.keys() - {""})

    def called(self, argv: Sequence[str]) -> CommandPromise:
        """Return the command of a call: the longest path among its words."""
        words = [word for word in argv[1:] if not word.startswith("-")]
        for length in range(len(words), 0, -1):
            path = self.find(".".join(words[:length]))
            if path is not None:
                return self.by_path[path]
        found = list(self.by_path.values())
        only = found[0] if len(found) == 1 else CommandPromise({}, "")
        return self.by_path.get("", only)
