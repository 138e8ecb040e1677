"""Every command of a program → its manifest: flags, exit codes, output, in one map.

Numbers are those of the program's dialect. agent-spec@1.6 has a closed schema, so what
only exeunt says (arguments, error codes, scopes) is left out there, and is to be had
for each command by `--schema`.
"""

from __future__ import annotations

from hashlib import sha256
from json import dumps

from ..dialects.dialect import SHELL_BASE
from ..dialects.dialect import dialect as dialect_named
from ..model.codes import Effects, ExitCode
from ..model.entry import MAX_DESCRIPTION, ExitCodeEntry, default_entry
from ..model.json import plain
from ..secrets.names import FILE
from ._shapes import output_schema
from .contract import UNKNOWN_DANGER
from .info import NOTHING
from .schema import COMMAND, EXIT, VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from ..dialects.dialect import Dialect
    from ..model.entry import Code
    from .contract import Contract, Raises
    from .info import CommandInfo, Listed, ParamInfo
    from .schema import Field

    Keep = Callable[[str, int], bool]  # a command's path, and an exit code

SCHEMA_VERSION = "1.0"
ORDER = (Effects.NONE, Effects.PARTIAL, Effects.COMPLETE)
# The signals that an adopted program is cancelled by, in POSIX's numbers.
SIGNALS = {"SIGHUP": 1, "SIGINT": 2, "SIGTERM": 15}
# The error codes that exeunt itself puts under an exit code.
OWN_ERRORS: dict[Code, tuple[str, ...]] = {
    ExitCode.PRECONDITION: ("CONFIRMATION_REQUIRED", "INPUT_REQUIRED"),
    ExitCode.TIMEOUT: ("TIMEOUT",),
}


def manifest(
    host: Listed,
    version: str,
    speak: str,
    raises: Raises | None = None,
    *,
    keep: Keep | None = None,
) -> dict[str, Any]:
    """Describe every command of an app, in the numbers of a dialect.

    `keep` says which exit codes a command has, where exeunt does not add its own.
    """
    table = dialect_named(speak)
    found = entries(host, speak, raises, keep=keep)
    if table.closed:
        found = {path: closed(entry) for path, entry in found.items()}
    head = {"schema_version": SCHEMA_VERSION, "framework_version": version}
    ours = {"dialect": table.name, "signals": signals(table)}
    said = {**head, **({} if table.closed else ours)}
    return with_etag({**said, "etag": "", "commands": found})


def signals(table: Dialect) -> dict[str, int]:
    """Say what a caller sees of a cancelled program, by the name of the signal.

    It dies by the signal, which is no exit code, unless its dialect has one for that.
    """
    return {
        name: table.cancelled or SHELL_BASE + number for name, number in SIGNALS.items()
    }


def entries(
    host: Listed,
    speak: str,
    raises: Raises | None = None,
    *,
    keep: Keep | None = None,
) -> dict[str, dict[str, Any]]:
    """Describe every command in full, by its dotted path; a bare root is no command."""
    infos = list(host.commands())
    table = dialect_named(speak)
    found: dict[str, dict[str, Any]] = {}
    for info in infos:
        children = [dotted(i.path) for i in infos if parent(i.path) == info.path]
        if info.path or info.flags or info.arguments or not info.group:
            said = entry(info, children, table, raises or {})
            found[dotted(info.path)] = said if keep is None else kept(info, said, keep)
    return found


def kept(info: CommandInfo, said: dict[str, Any], keep: Keep) -> dict[str, Any]:
    """Leave out the exit codes that a command has not."""
    exits: dict[str, Any] = said["exit_codes"]
    return said | {
        "exit_codes": {n: one for n, one in exits.items() if keep(info.path, int(n))}
    }


def entry(
    info: CommandInfo, children: list[str], table: Dialect, raises: Raises
) -> dict[str, Any]:
    """Describe one command: what a caller passes, and what it gets back."""
    contract = info.contract
    bare = info.group and info.handler is None
    danger = contract.danger or ("safe" if bare else UNKNOWN_DANGER)
    output = contract.output or "json"
    said: dict[str, Any] = {
        "description": info.description or info.path.rpartition(" ")[2] or "",
        "danger_level": danger,
        "flags": flags_of(info),
        "arguments": [
            {"name": argument.name} | param(argument, contract)
            for argument in info.arguments
        ],
        "exit_codes": exit_codes(
            promised(info, danger, raises, table), contract, table
        ),
        "output": output,
    }
    shape = output_schema(info.handler, numbers=info.exits_by_number)
    optional = {
        "danger_assumed": contract.danger is None and not bare,
        "aliases": list(info.aliases),
        "hidden": info.hidden,
        "partial": info.partial,
        "output_schema": shape if output == "json" else {},
        "promotes": {
            state: table.number_for(code)[0]
            for state, code in contract.promotes.items()
        },
        "renamed_from": [
            {"path": dotted(old), "permanent": permanent}
            for old, permanent in contract.renamed_from.items()
        ],
        "required_scopes": list(contract.scopes),
        "stability": contract.stability,
        "timeout_seconds": contract.timeout,
        "examples": [
            {"description": what, "command": call} for what, call in contract.examples
        ],
        "subcommands": children,
    }
    return said | {name: value for name, value in optional.items() if value}


def flags_of(info: CommandInfo) -> dict[str, dict[str, Any]]:
    """Describe the options; a secret one has another, for a file that holds it."""
    found = {flag.name: param(flag, info.contract) for flag in info.flags}
    for name, said in tuple(found.items()):
        if said.get("sensitive") and said["type"] == "string":
            found.setdefault(f"{name}{FILE}", in_file(name))
    return found


def in_file(name: str) -> dict[str, Any]:
    """Describe our own option that names the file of a secret."""
    said = f"A file that holds --{name}, so that no list of processes shows it"
    return {"type": "string", "required": False, "description": said, "format": "path"}


def param(info: ParamInfo, contract: Contract) -> dict[str, Any]:
    """Describe one option or argument."""
    said: dict[str, Any] = {
        "type": info.type,
        "required": info.required,
        "description": info.description,
    }
    sensitive = info.is_secret(contract.secrets, contract.public)
    default = written(info.default)
    if default is not NOTHING and not sensitive:
        said["default"] = default
    shorts = [s[1:] for s in info.spellings if len(s) == len("-x") and s[0] == "-"]
    long = f"--{info.name}"
    others = [s for s in info.spellings if s != long and s[1:] not in shorts]
    optional: dict[str, Any] = {
        "computed": ["default"] if info.computed else [],
        "enum_values": list(info.enum_values),
        "ignore_case": info.ignore_case,
        "short": shorts[0] if shorts else None,
        "spellings": list(info.spellings) if others or len(shorts) > 1 else [],
        "items": info.items,
        "nargs": None if info.nargs == 1 else info.nargs,
        "multiple": info.multiple,
        "negatives": list(info.negatives),
        "env": list(info.env),
        "hidden": info.hidden,
        "sensitive": sensitive,
    }
    if info.spellings and long not in info.spellings:
        optional["spellings"] = list(info.spellings)
    return said | {k: v for k, v in optional.items() if v} | info.limits


def promised(
    info: CommandInfo, danger: str, raises: Raises, table: Dialect
) -> dict[Code, ExitCodeEntry]:
    """List what a command can end with: as declared, and as exeunt itself causes.

    Where a program keeps its own numbers, only what is declared means anything.
    """
    contract, safe = info.contract, danger == "safe"
    found = dict(contract.exits)
    caused = [ExitCode.GENERAL_ERROR, ExitCode.ARG_ERROR]
    caused += [] if safe else [ExitCode.PARTIAL_FAILURE]
    caused += [ExitCode.PRECONDITION] if info.handler is not None else []  # it may ask
    # A time limit, or a TimeoutError of the handler's.
    caused += [ExitCode.TIMEOUT] if contract.timeout or info.handler is not None else []
    for code in caused[:1] if table.keeps else caused:
        found.setdefault(code, default_entry(code, safe=safe))
    for meant in (*contract.raises.values(), *raises.values()):
        if callable(meant):
            continue  # what it may tell is for `exits` to say
        usual = default_entry(meant, safe=safe)
        # How far the command came before the exception is unknown, unless declared.
        cautious = usual if safe else usual.replace(retryable=False)
        found.setdefault(meant, cautious)
    return found


def exit_codes(
    promises: Mapping[Code, ExitCodeEntry], contract: Contract, table: Dialect
) -> dict[str, dict[str, Any]]:
    """Write promises by a dialect's numbers; what shares a number is one entry."""
    by_number: dict[int, list[Code]] = {}
    for code in promises:
        by_number.setdefault(table.number_for(code)[0], []).append(code)
    return {
        str(number): exit_code(by_number[number], promises, contract, table)
        for number in sorted(by_number)
    }


def exit_code(
    codes: Sequence[Code],
    promises: Mapping[Code, ExitCodeEntry],
    contract: Contract,
    table: Dialect,
) -> dict[str, Any]:
    """Write what a number promises: of several codes, what holds for all."""
    said = [promises[code] for code in codes]
    row = table.rows.get(table.number_for(codes[0])[0])
    name = codes[0].name if len(codes) == 1 or row is None else row.name
    effects = max((entry.effects for entry in said), key=ORDER.index)
    errors: list[str] = []
    for code in codes:
        declared = contract.errors.get(code, ())
        own = OWN_ERRORS.get(code, ())
        errors += [*declared, *(name for name in own if is_ours(name, contract))]
    return {
        "name": name,
        "description": shortened(entry.description for entry in said),
        "retryable": all(
            may_repeat(code, entry, table)
            for code, entry in zip(codes, said, strict=True)
        ),
        "side_effects": effects.value,
    } | ({"errors": list(dict.fromkeys(errors))} if errors else {})


def is_ours(name: str, contract: Contract) -> bool:
    """Tell whether exeunt itself ends a command with an error of that name."""
    return name != "CONFIRMATION_REQUIRED" or contract.danger == "destructive"


def may_repeat(code: Code, entry: ExitCodeEntry, table: Dialect) -> bool:
    """Say `retryable` in a dialect's sense: the call, or the unchanged call."""
    return entry.retryable and code not in table.fix_required


def closed(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Keep the fields that a closed schema allows."""
    return in_spec(entry, COMMAND) | {
        "flags": {n: in_spec(flag, VALUE) for n, flag in entry["flags"].items()},
        "exit_codes": {n: in_spec(one, EXIT) for n, one in entry["exit_codes"].items()},
    }


def in_spec(value: Mapping[str, Any], fields: Iterable[Field]) -> dict[str, Any]:
    """Return the fields of an object that agent-spec@1.6 has, too."""
    names = [field.name for field in fields if field.in_spec]
    return {name: value[name] for name in names if name in value}


def with_etag(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return a manifest with the etag of its commands."""
    return {**manifest, "etag": etag(manifest["commands"])}


def etag(commands: Mapping[str, Any]) -> str:
    """Hash the commands: the same registrations have the same etag."""
    text = dumps(commands, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def written(default: Any) -> Any:
    """Write a default as JSON, or leave out one that JSON cannot say."""
    if default is NOTHING:
        return NOTHING
    try:
        return plain(default)
    except Exception:  # noqa: BLE001 - an author's own class
        return NOTHING


def shortened(texts: Iterable[str]) -> str:
    """Join descriptions within the length that an entry may have."""
    text = "; ".join(dict.fromkeys(texts))
    return text if len(text) <= MAX_DESCRIPTION else f"{text[: MAX_DESCRIPTION - 1]}…"


def dotted(path: str) -> str:
    """Write a path as a key of the manifest."""
    return path.replace(" ", ".")


def parent(path: str) -> str | None:
    """Return the path of the group that a command is in; the root is in none."""
    return path.rpartition(" ")[0] if path else None
