"""One change of a contract → its row in the table, its verdict, and where it is."""

import pytest

from contracts import EXITS, FIELDS, FLAGS, GONE, LIST, MANIFEST, entry, patched
from exeunt.manifest.changes import RULES
from exeunt.manifest.diff import diff
from exeunt.manifest.levels import LEVELS, TABLE, verdict

BREAKS, BEHAVES, ADDS, FREE = "breaking", "behavioural", "additive", "not_contract"
STATED, DERIVED = "stated", "derived"
OPTION = {"type": "string", "required": False, "description": ""}
WHERE, WHAT = entry("list")["arguments"]
LIMIT = entry("list")["flags"]["limit"]
NOT_FOUND = entry("list")["exit_codes"]["5"]
COMMAND = entry("users.add")
ENUM = {"type": "enum", "enum_values": ["x"], "required": False, "description": ""}

# Change → verdict where nothing is said of stability, by whose word, path, what is
# different in the new manifest, and in the old one.
CASES = [
    ("dialect_changed", BREAKS, DERIVED, "/dialect", {"dialect": "murli"}),
    (
        "signal_changed", BREAKS, DERIVED, "/signals/SIGTERM",
        {"signals/SIGTERM": 0},
    ),
    ("format_changed", FREE, STATED, "/schema_version", {"schema_version": "2.0"}),
    ("command_added", ADDS, STATED, "new", {"commands/new": COMMAND}),
    ("command_removed", BREAKS, STATED, "users.add", {"commands/users.add": GONE}),
    (
        "command_renamed", ADDS, STATED, "users.add",
        {"commands/users.add": GONE,
         "commands/users.create": {**COMMAND, "aliases": ["add"]}},
    ),
    (
        "command_replaced", BREAKS, STATED, "users.remove",
        {"commands/users.remove": GONE, "commands/users.rm": entry("users.remove")},
    ),
    (
        "command_redirected", BREAKS, DERIVED, "users.add",
        {"commands/users.add": GONE, "commands/users.create":
         {**COMMAND, "renamed_from": [{"path": "users.add", "permanent": True}]}},
    ),
    ("command_became_group", BREAKS, STATED, "list", {"commands/list.all": COMMAND}),
    ("command_hidden", FREE, STATED, "list/hidden", {f"{LIST}/hidden": True}),
    (
        "command_shown", FREE, STATED, "list/hidden",
        {f"{LIST}/hidden": False}, {f"{LIST}/hidden": True},
    ),
    ("alias_added", ADDS, STATED, "list/aliases/l", {f"{LIST}/aliases": ["ls", "l"]}),
    ("alias_removed", BREAKS, DERIVED, "list/aliases/ls", {f"{LIST}/aliases": []}),
    ("alias_moved", BREAKS, DERIVED, "list/aliases/ls", {"commands/ls": COMMAND}),
    (
        "former_name_added", ADDS, STATED, "users.add/renamed_from/adduser",
        {"commands/users.add/renamed_from": [{"path": "adduser", "permanent": True}]},
    ),
    (
        "former_name_removed", BREAKS, DERIVED, "list/renamed_from/notes",
        {f"{LIST}/renamed_from": GONE},
    ),
    (
        "former_name_changed", BEHAVES, DERIVED, "list/renamed_from/notes",
        {f"{LIST}/renamed_from/0/permanent": False},
    ),
    (
        "danger_raised", BREAKS, DERIVED, "list/danger_level",
        {f"{LIST}/danger_level": "mutating"},
    ),
    (
        "danger_lowered", ADDS, DERIVED, "users.add/danger_level",
        {"commands/users.add/danger_level": "safe"},
    ),
    (
        "stability_weakened", BREAKS, DERIVED, "list/stability",
        {f"{LIST}/stability": "experimental"}, {f"{LIST}/stability": "stable"},
    ),
    (
        "stability_raised", ADDS, DERIVED, "list/stability",
        {f"{LIST}/stability": "stable"}, {f"{LIST}/stability": "candidate"},
    ),
    (
        "stability_said", BEHAVES, DERIVED, "list/stability",
        {f"{LIST}/stability": "stable"},
    ),
    (
        "deprecated", ADDS, STATED, "list/stability",
        {f"{LIST}/stability": "deprecated", f"{LIST}/replacement": "show"},
    ),
    (
        "deprecated_without_replacement", BEHAVES, STATED, "list/stability",
        {f"{LIST}/stability": "deprecated"},
    ),
    (
        "deprecation_withdrawn", BEHAVES, DERIVED, "list/stability",
        {f"{LIST}/stability": "stable"}, {f"{LIST}/stability": "deprecated"},
    ),
    (
        "scope_added", BREAKS, DERIVED, "list/required_scopes/write",
        {f"{LIST}/required_scopes": ["read", "write"]},
    ),
    (
        "scope_removed", ADDS, DERIVED, "list/required_scopes/read",
        {f"{LIST}/required_scopes": GONE},
    ),
    (
        "timeout_shortened", BREAKS, DERIVED, "list/timeout_seconds",
        {f"{LIST}/timeout_seconds": 5},
    ),
    (
        "timeout_lengthened", BEHAVES, DERIVED, "list/timeout_seconds",
        {f"{LIST}/timeout_seconds": GONE},
    ),
    (
        "requirement_added", BREAKS, DERIVED, "list/conflicts/tag",
        {f"{LIST}/conflicts": ["tag"]},
    ),
    (
        "requirement_removed", ADDS, DERIVED, "list/requires/token",
        {f"{LIST}/requires": []},
    ),
    ("option_added", ADDS, STATED, "list/flags/new", {f"{FLAGS}/new": OPTION}),
    (
        "required_option_added", BREAKS, DERIVED, "list/flags/new",
        {f"{FLAGS}/new": {**OPTION, "required": True}},
    ),
    ("option_removed", BREAKS, DERIVED, "list/flags/tag", {f"{FLAGS}/tag": GONE}),
    (
        "option_renamed", ADDS, STATED, "list/flags/since",
        {f"{FLAGS}/since": GONE,
         f"{FLAGS}/after": {**OPTION, "spellings": ["--after", "--since"]}},
    ),
    (
        "spelling_added", ADDS, STATED, "list/flags/since",
        {f"{FLAGS}/since/short": "s"},
    ),
    (
        "spelling_removed", BREAKS, DERIVED, "list/flags/limit",
        {f"{FLAGS}/limit/short": GONE},
    ),
    (
        "spelling_moved", BREAKS, DERIVED, "list/flags/limit",
        {f"{FLAGS}/limit/short": GONE, f"{FLAGS}/new": {**OPTION, "short": "n"}},
    ),
    (
        "argument_added", ADDS, DERIVED, "list/arguments/how",
        {f"{LIST}/arguments": [WHERE, WHAT, {**WHAT, "name": "how"}]},
    ),
    (
        "required_argument_added", BREAKS, DERIVED, "list/arguments/how",
        {f"{LIST}/arguments": [WHERE, WHAT, {**WHERE, "name": "how"}]},
    ),
    (
        "argument_inserted", BREAKS, DERIVED, "list/arguments/how",
        {f"{LIST}/arguments": [WHERE, {**WHAT, "name": "how"}, WHAT]},
    ),
    (
        "argument_removed", BREAKS, DERIVED, "list/arguments/what",
        {f"{LIST}/arguments": [WHERE]},
    ),
    (
        "argument_renamed", FREE, STATED, "list/arguments/where",
        {f"{LIST}/arguments/0/name": "place"},
    ),
    (
        "arguments_reordered", BREAKS, DERIVED, "list/arguments",
        {f"{LIST}/arguments": [WHAT, WHERE]},
    ),
    (
        "now_required", BREAKS, DERIVED, "list/flags/since",
        {f"{FLAGS}/since/required": True},
    ),
    (
        "now_optional", ADDS, DERIVED, "list/flags/token",
        {f"{FLAGS}/token/required": False},
    ),
    (
        "type_narrowed", BREAKS, DERIVED, "list/flags/since",
        {f"{FLAGS}/since/type": "integer"},
    ),
    (
        "type_widened", ADDS, DERIVED, "list/flags/limit",
        {f"{FLAGS}/limit/type": "number"},
    ),
    (
        "choice_added", ADDS, DERIVED, "list/flags/order/enum_values/size",
        {f"{FLAGS}/order/enum_values": ["age", "size", "title"]},
    ),
    (
        "choice_removed", BREAKS, DERIVED, "list/flags/order/enum_values/age",
        {f"{FLAGS}/order/enum_values": ["title"]},
    ),
    (
        "case_matters", BREAKS, DERIVED, "list/flags/order",
        {}, {f"{FLAGS}/order/ignore_case": True},
    ),
    (
        "case_ignored", ADDS, DERIVED, "list/flags/order",
        {f"{FLAGS}/order/ignore_case": True},
    ),
    (
        "count_narrowed", BREAKS, DERIVED, "list/arguments/what",
        {f"{LIST}/arguments/1/nargs": "+"},
    ),
    (
        "count_widened", ADDS, DERIVED, "list/arguments/what",
        {f"{LIST}/arguments/1/nargs": "*"},
    ),
    (
        "no_longer_repeatable", BREAKS, DERIVED, "list/flags/tag",
        {f"{FLAGS}/tag/multiple": GONE},
    ),
    (
        "now_repeatable", ADDS, DERIVED, "list/flags/since",
        {f"{FLAGS}/since/multiple": True},
    ),
    (
        "default_changed", BREAKS, DERIVED, "list/flags/limit",
        {f"{FLAGS}/limit/default": 50},
    ),
    (
        "default_added", BREAKS, DERIVED, "list/flags/since",
        {f"{FLAGS}/since/default": "today"},
    ),
    (
        "default_removed", BREAKS, DERIVED, "list/flags/limit",
        {f"{FLAGS}/limit/default": GONE},
    ),
    (
        "variable_added", BREAKS, DERIVED, "list/flags/limit/env/LIMIT",
        {f"{FLAGS}/limit/env": ["APP_LIMIT", "LIMIT"]},
    ),
    (
        "variable_removed", BREAKS, DERIVED, "list/flags/limit/env/APP_LIMIT",
        {f"{FLAGS}/limit/env": GONE},
    ),
    (
        "limit_tightened", BREAKS, DERIVED, "list/flags/limit",
        {f"{FLAGS}/limit/maximum": 100},
    ),
    (
        "limit_relaxed", ADDS, DERIVED, "list/flags/limit",
        {f"{FLAGS}/limit/minimum": 0},
    ),
    (
        "secrecy_changed", BEHAVES, DERIVED, "list/flags/token",
        {f"{FLAGS}/token/sensitive": True},
    ),
    (
        "exit_added", BEHAVES, DERIVED, "list/exit_codes/6",
        {f"{EXITS}/6": {"name": "CONFLICT"}},
    ),
    ("exit_removed", BREAKS, DERIVED, "list/exit_codes/5", {f"{EXITS}/5": GONE}),
    (
        "exit_moved", BREAKS, DERIVED, "list/exit_codes/79",
        {f"{EXITS}/79": GONE, f"{EXITS}/80": entry("list")["exit_codes"]["79"]},
    ),
    (
        "exit_renamed", BREAKS, DERIVED, "list/exit_codes/79",
        {f"{EXITS}/79/name": "LOCKED"},
    ),
    (
        "no_longer_retryable", BREAKS, DERIVED, "list/exit_codes/11",
        {f"{EXITS}/11/retryable": False},
    ),
    (
        "now_retryable", ADDS, DERIVED, "list/exit_codes/5",
        {f"{EXITS}/5/retryable": True},
    ),
    (
        "effects_raised", BREAKS, DERIVED, "list/exit_codes/5",
        {f"{EXITS}/5/side_effects": "partial"},
    ),
    (
        "effects_lowered", ADDS, DERIVED, "list/exit_codes/79",
        {f"{EXITS}/79/side_effects": "none"},
    ),
    (
        "error_added", ADDS, STATED, "list/exit_codes/5/errors/NO_SUCH_BOOK",
        {f"{EXITS}/5/errors": ["NO_SUCH_NOTE", "NO_SUCH_BOOK"]},
    ),
    (
        "error_removed", BREAKS, STATED, "list/exit_codes/5/errors/NO_SUCH_NOTE",
        {f"{EXITS}/5/errors": GONE},
    ),
    (
        "state_promoted", BREAKS, STATED, "list/promotes/failed",
        {f"{LIST}/promotes/failed": 5},
    ),
    (
        "state_demoted", BREAKS, DERIVED, "list/promotes/partial",
        {f"{LIST}/promotes": GONE},
    ),
    (
        "state_moved", BREAKS, DERIVED, "list/promotes/partial",
        {f"{LIST}/promotes/partial": 5},
    ),
    (
        "output_changed", BREAKS, DERIVED, "list/output",
        {f"{LIST}/output": "prose", f"{LIST}/output_schema": GONE},
    ),
    (
        "output_promised", ADDS, DERIVED, "users.add/output",
        {"commands/users.add/output": "json"}, {"commands/users.add/output": "prose"},
    ),
    (
        "mode_added", ADDS, DERIVED, "list/output_formats/xml",
        {f"{LIST}/output_formats": ["csv", "xml"]},
    ),
    (
        "mode_removed", BREAKS, DERIVED, "list/output_formats/csv",
        {f"{LIST}/output_formats": GONE},
    ),
    (
        "shape_promised", ADDS, DERIVED, "users.add/output_schema",
        {"commands/users.add/output_schema": {"type": "object"}},
    ),
    (
        "shape_withdrawn", BREAKS, DERIVED, "list/output_schema",
        {f"{LIST}/output_schema": GONE},
    ),
    (
        "field_added", ADDS, STATED, "list/output_schema/items/[]/new",
        {f"{FIELDS}/new": {"type": "string"}},
    ),
    (
        "field_removed", BREAKS, STATED, "list/output_schema/items/[]/title",
        {f"{FIELDS}/title": GONE},
    ),
    (
        "field_now_optional", BREAKS, DERIVED, "list/output_schema/items",
        {f"{LIST}/output_schema/required": []},
    ),
    (
        "field_now_required", ADDS, DERIVED, "list/output_schema/items/[]/state",
        {f"{FIELDS[:-11]}/required": ["id", "title", "state"]},
    ),
    (
        "field_retyped", BREAKS, STATED, "list/output_schema/items/[]/id",
        {f"{FIELDS}/id/type": "string"},
    ),
    (
        "field_narrowed", ADDS, DERIVED, "list/output_schema/items/[]/owner",
        {f"{FIELDS}/owner": {"type": "string"}},
    ),
    (
        "value_added", BREAKS, STATED, "list/output_schema/items/[]/state",
        {f"{FIELDS}/state/enum": ["open", "done", "lost"]},
    ),
    (
        "value_removed", BREAKS, STATED, "list/output_schema/items/[]/state",
        {f"{FIELDS}/state/enum": ["open"]},
    ),
    (
        "places_changed", BREAKS, STATED, "list/output_schema/items/[]/place",
        {f"{FIELDS}/place/items": [{"type": "number"}]},
    ),
    (
        "bounds_changed", BEHAVES, DERIVED, "list/output_schema/items/[]/size",
        {f"{FIELDS}/size/minimum": -1},
    ),
    (
        "text_changed", FREE, STATED, "list/description",
        {f"{LIST}/description": "Show all notes."},
    ),
    (
        "help_changed", FREE, STATED, "list/flags/tag",
        {f"{FLAGS}/tag/hidden": True},
    ),
    ("unknown_changed", FREE, DERIVED, "list/colour", {f"{LIST}/colour": "red"}),
]  # fmt: skip

cases = pytest.mark.parametrize(
    ("change", "verdict", "by", "path", "new", "old"),
    [(*case, {}) if len(case) == 5 else case for case in CASES],
    ids=[case[0] for case in CASES],
)


# What takes a name, or a place, from something else is new beside it.
TAKERS = {
    "command_became_group": ["command_added"],
    "alias_moved": ["command_added"],
    "spelling_moved": ["option_added"],
}


@cases
@pytest.mark.clause("H10")
def test_a_change_has_its_verdict(change, verdict, by, path, new, old):  # noqa: PLR0913 - a row
    """Where nothing is said of stability; and no other change is seen beside it."""
    found, *beside = diff(patched(old), patched(new)).changes

    assert (change, path, verdict) == (found.change, found.path, found.verdict)
    assert TAKERS.get(change, []) == [other.change for other in beside]
    assert by == RULES[change].source.partition(":")[0]


@cases
def test_a_change_is_told_to_those_who_call(change, verdict, by, path, new, old):  # noqa: PLR0913 - a row
    """The reason is a clause, the line for a changelog is a sentence."""
    del change, verdict, by, path
    found, *_ = diff(patched(old), patched(new)).changes

    assert "{" not in found.why + found.line
    assert ": " in found.why
    assert found.line.endswith(".")
    assert not found.line[0].islower()


def test_every_row_of_the_table_has_a_case():
    """A row that nothing reaches would be a promise without a test."""
    assert sorted(RULES) == sorted(case[0] for case in CASES)


MATRIX = """
                stable       candidate    experimental  internal      deprecated   unlisted
breaking        breaking     breaking     behavioural   not_contract  breaking     breaking
behavioural     breaking     behavioural  behavioural   not_contract  breaking     breaking
notice          behavioural  behavioural  behavioural   not_contract  behavioural  behavioural
additive        additive     additive     additive      not_contract  breaking     additive
not_contract    not_contract not_contract not_contract  not_contract  not_contract not_contract
"""  # noqa: E501 - a table is read as one


@pytest.mark.clause("H10")
def test_the_level_before_the_change_decides():
    """What is experimental does not break, what is internal is no contract."""
    levels, *rows = (line.split() for line in MATRIX.strip().splitlines())

    assert list(LEVELS) == levels
    assert [[kind, *(verdict(kind, level) for level in levels)] for kind in TABLE] == (
        rows
    )


@pytest.mark.parametrize("level", LEVELS[:-1])
@pytest.mark.parametrize("name", ["option_removed", "default_changed", "option_added"])
@pytest.mark.clause("H10")
def test_a_command_has_the_level_that_it_says(level, name):
    """Its options have it too; what the new manifest says comes too late."""
    patch = next(case[4] for case in CASES if case[0] == name)
    before = {f"{LIST}/stability": level}
    (found,) = diff(patched(before), patched({**before, **patch})).changes

    assert level == found.level
    assert verdict(RULES[name].kind, level) == found.verdict


def test_an_option_may_have_a_level_of_its_own():
    """A stable command can have an option that is only tried out."""
    before = {f"{LIST}/stability": "stable", f"{FLAGS}/tag/stability": "experimental"}
    (found,) = diff(patched(before), patched({**before, f"{FLAGS}/tag": GONE})).changes

    assert ("experimental", "behavioural") == (found.level, found.verdict)
    assert "experimental" in found.why


def test_a_label_that_comes_with_the_break_does_not_excuse_it():
    """Who relied on it could not know."""
    new = patched({f"{LIST}/stability": "experimental", f"{FLAGS}/tag": GONE})
    verdicts = {c.change: c.verdict for c in diff(MANIFEST, new).changes}

    assert {"option_removed": BREAKS, "stability_said": BEHAVES} == verdicts
