"""Two contracts → their changes: names that are kept, versions, and any JSON at all."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import EXITS, FIELDS, FLAGS, GONE, LIST, MANIFEST, entry, many, patched
from exeunt.errors import InputError
from exeunt.manifest.diff import diff
from exeunt.manifest.levels import VERDICTS

NOTE = f"{LIST}/output_schema/definitions/Note"
OPTION = {"type": "string", "required": False, "description": ""}


def changes(old, new):
    """What changed, by path."""
    return {c.path: c.change for c in diff(old, new).changes}


def test_the_names_on_the_wire_are_pinned():
    """Four lists and a step; each change has where, what, how stable and why."""
    found = diff(MANIFEST, patched({f"{FLAGS}/tag": GONE})).as_dict()

    assert {
        "breaking": [
            {
                "path": "list/flags/tag",
                "change": "option_removed",
                "level": "unlisted",
                "why": "is gone: calls that pass it are rejected",
            }
        ],
        "behavioural": [],
        "additive": [],
        "not_contract": [],
        "semver": "major",
    } == found


# -- names


@pytest.mark.clause("H10")
def test_a_group_that_keeps_its_old_name_breaks_nobody():
    """An alias of a group holds for all that is below it."""
    commands = {
        path.replace("users", "people"): copy.deepcopy(said)
        for path, said in MANIFEST["commands"].items()
    }
    commands["people"] |= {"aliases": ["users"], "hidden": True}
    found = diff(MANIFEST, {**MANIFEST, "commands": commands})

    assert {
        "users": "command_renamed",
        "users/hidden": "command_hidden",
        "users.add": "command_renamed",
        "users.remove": "command_renamed",
    } == {c.path: c.change for c in found.changes if c.path != "users/aliases/users"}
    assert [] == found.as_dict()["breaking"]


def test_without_the_alias_all_of_a_group_is_gone():
    """Each command below it is named."""
    commands = {
        path.replace("users", "people"): said
        for path, said in MANIFEST["commands"].items()
    }
    found = diff(MANIFEST, {**MANIFEST, "commands": commands}).as_dict()

    assert ["users", "users.add", "users.remove"] == [
        change["path"] for change in found["breaking"]
    ]


def test_an_alias_of_a_hidden_command_counts():
    """Hidden is not unknown: somebody calls it."""
    old = patched({f"{LIST}/hidden": True})
    new = patched({f"{LIST}/hidden": True, f"{LIST}/aliases": []})

    assert {"list/aliases/ls": "alias_removed"} == changes(old, new)


def test_names_may_change_places():
    """Where name and alias are exchanged, both still work."""
    remove = entry("users.remove")
    new = patched(
        {
            "commands/users.remove": GONE,
            "commands/users.rm": {**remove, "aliases": ["remove"]},
        }
    )

    assert {"users.remove": "command_renamed"} == changes(MANIFEST, new)


def test_a_renamed_command_is_still_compared():
    """A new name does not hide an option that went."""
    old = patched({"commands/users.add/flags/force": OPTION})
    new = patched(
        {
            "commands/users.add": GONE,
            "commands/users.new": {**entry("users.add"), "aliases": ["add"]},
        }
    )

    assert {
        "users.add": "command_renamed",
        "users.add/flags/force": "option_removed",
    } == changes(old, new)


def test_a_renamed_option_is_still_compared():
    """Under its new name it has to take the same values."""
    after = {**OPTION, "type": "integer", "spellings": ["--after", "--since"]}
    new = patched({f"{FLAGS}/since": GONE, f"{FLAGS}/after": after})
    found = [c.change for c in diff(MANIFEST, new).changes]

    assert ["option_renamed", "type_narrowed"] == found


def test_an_option_that_can_no_longer_be_switched_off():
    """The forms that switch it off are forms like any other."""
    said = {"type": "boolean", "required": False, "description": ""}
    old = patched({f"{FLAGS}/colour": {**said, "negatives": ["--no-colour"]}})
    new = patched({f"{FLAGS}/colour": said})

    assert {"list/flags/colour": "spelling_removed"} == changes(old, new)


def test_a_program_without_commands_has_a_name_too():
    """Its own entry is `.`, and its options are called as they are written."""
    said = {"flags": {"tag": OPTION}, "exit_codes": {"5": {"name": "NOT_FOUND"}}}
    old = {"commands": {"": said}}
    new = {"commands": {"": {"danger_level": "safe"}, "list": {}}}

    assert [
        ("./flags/tag", "`--tag` is gone."),
        ("./exit_codes/5", "Exit 5 of the program is gone, NOT_FOUND."),
        ("list", "`list` is new."),
    ] == [(c.path, c.line) for c in diff(old, new).changes]


# -- what may be passed


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("integer", "string", "type_widened"),
        ("enum", "string", "type_widened"),
        ("string", "array", "type_widened"),
        ("number", "integer", "type_narrowed"),
        ("string", "enum", "type_narrowed"),
        ("string", "boolean", "type_narrowed"),
        ("boolean", "string", "type_narrowed"),
        ("array", "string", "type_narrowed"),
    ],
)
def test_a_type_is_narrowed_or_widened(old, new, change):
    """Widened is what takes every value that was taken before."""
    sides = [patched({f"{FLAGS}/since/type": kind}) for kind in (old, new)]

    assert {"list/flags/since": change} == changes(*sides)


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        (1, "*", "count_widened"),
        (1, "?", "count_widened"),
        ("+", "*", "count_widened"),
        (2, "+", "count_widened"),
        ("*", 1, "count_narrowed"),
        ("?", "+", "count_narrowed"),
        (1, 2, "count_narrowed"),
    ],
)
def test_a_count_is_narrowed_or_widened(old, new, change):
    """Widened is what takes every count that was taken before."""
    sides = [patched({f"{LIST}/arguments/1/nargs": count}) for count in (old, new)]

    assert {"list/arguments/what": change} == changes(*sides)


@pytest.mark.parametrize(
    ("old", "new", "count"), [(None, False, 1), ("", None, 1), (0, 0.0, 0)], ids=str
)
def test_null_is_a_default_like_any_other(old, new, count):
    """JSON tells it from false and from an empty text; 0 and 0.0 are one number."""
    sides = [patched({f"{FLAGS}/since/default": value}) for value in (old, new)]

    assert count == len(diff(*sides).changes)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (["POINT", "point"], ["point"], {}),
        (["POINT"], ["point", "Line"], {"Line": "choice_added"}),
        (["point", "LINE"], ["POINT"], {"LINE": "choice_removed"}),
    ],
    ids=str,
)
def test_words_in_any_case_are_the_same_words(old, new, expected):
    """Dropping one spelling of two takes nothing from anybody."""
    order = f"{FLAGS}/order"
    sides = [
        patched({f"{order}/enum_values": words, f"{order}/ignore_case": True})
        for words in (old, new)
    ]
    found = {
        path.rpartition("/")[2]: change for path, change in changes(*sides).items()
    }

    assert expected == found


@pytest.mark.parametrize("computed", [("old",), ("new",), ("old", "new")], ids=str)
def test_what_is_computed_is_not_compared(computed):
    """Whichever side knows it, an older manifest holding the machine's own value."""
    limit = f"{FLAGS}/limit"
    said = {f"{limit}/computed": ["default", "minimum"], f"{limit}/default": GONE,
            f"{limit}/minimum": GONE}  # fmt: skip
    held = {f"{limit}/default": 97, f"{limit}/minimum": 8}
    sides = [patched(said if side in computed else held) for side in ("old", "new")]

    assert {} == changes(*sides)


# -- what stands before the commands of a group

NEEDED = {**OPTION, "required": True}
NOTES = {
    "commands": {
        "list": {"flags": {}},
        "users": {"flags": {}, "subcommands": ["users.add", "users.drop"]},
        "users.add": {"flags": {}},
        "users.drop": {"flags": {}, "stability": "experimental"},
    }
}
SAID = "is new and required, for {}: calls without it are rejected"


def noted(new, old=NOTES):
    """Every change of a manifest's commands: path → verdict, change, why."""
    found = diff(old, {"commands": {**old["commands"], **new}}).changes
    return {c.path: (c.verdict, c.change, c.why) for c in found}


def test_a_required_option_of_the_program_breaks_every_call():
    """The program had no options, so it had no entry; its commands are counted."""
    why = SAID.format("all 3 commands below the program")

    assert {"./flags/tenant": ("breaking", "required_option_added", why)} == noted(
        {"": {"flags": {"tenant": NEEDED}}}
    )


def test_a_required_argument_of_the_program_breaks_every_call():
    """It takes the place of the command's name."""
    said = {"arguments": [{"name": "tenant", "type": "string", "required": True}]}
    found = noted({"": said})

    assert ("breaking", "required_argument_added") == found["./arguments/tenant"][:2]


def test_a_required_option_of_a_group_breaks_every_call_below_it():
    """Whether the group has an entry of its own or not."""
    now = {"users": {"flags": {"tenant": NEEDED}, "subcommands": ["users.add"]}}
    bare = {p: said for p, said in NOTES["commands"].items() if p != "users"}
    why = SAID.format("all 2 commands below `users`")
    expected = {"users/flags/tenant": ("breaking", "required_option_added", why)}

    assert expected == noted(now)
    assert expected == noted(now, {"commands": bare})


def test_an_experimental_group_has_no_leave_to_break_what_is_below():
    """What it demands is demanded of commands that callers may rely on."""
    group = {"flags": {"tenant": OPTION}, "stability": "experimental"}
    old = {"commands": {**NOTES["commands"], "users": group}}
    found = noted({"users": {**group, "flags": {"tenant": NEEDED}}}, old)

    assert ("breaking", "now_required") == found["users/flags/tenant"][:2]


def test_an_option_that_the_program_need_not_have_breaks_nobody():
    """Its entry is new, and the program is not."""
    found = noted({"": {"flags": {"tenant": OPTION}}})

    assert {"./flags/tenant": ("additive", "option_added")} == {
        path: said[:2] for path, said in found.items()
    }


def test_a_program_that_loses_its_last_option_is_still_there():
    """The option is gone, and not the program."""
    old = {"commands": {**NOTES["commands"], "": {"flags": {"tenant": OPTION}}}}

    assert {"./flags/tenant": "option_removed"} == changes(old, NOTES)


# -- output


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ({"type": "string"}, {"type": ["string", "null"]}, "field_retyped"),
        ({"type": "integer"}, {"type": "number"}, "field_retyped"),
        ({"type": "number"}, {"type": "integer"}, "field_narrowed"),
        ({"type": "string"}, {"type": "string", "enum": ["a"]}, "field_narrowed"),
        ({"type": "string", "enum": ["a"]}, {"type": "string"}, "field_retyped"),
        ({"type": "string"}, {"type": "string", "format": "date"}, "field_narrowed"),
        ({"type": "string", "format": "date"}, {"type": "string"}, "field_retyped"),
        ({"const": 1}, {"const": 2}, "value_removed"),
        ({"type": "array", "items": {"type": "string"}}, {"type": "array", "items": [
            {"type": "string"}]}, "field_retyped"),
        ({}, {"type": "string"}, None),
    ],
)  # fmt: skip
def test_for_readers_less_is_fine_and_more_is_not(old, new, change):
    """A reader knows the types and values of before, and no others."""
    sides = [patched({f"{FIELDS}/title": shape}) for shape in (old, new)]
    found = [c.change for c in diff(*sides).changes]

    assert ([change] if change else []) == found[:1]


def test_a_shape_within_itself_is_compared_once():
    """A note has a parent, which is a note."""
    new = patched({f"{FIELDS}/title": GONE, f"{NOTE}/required": ["id"]})

    assert {"list/output_schema/items/[]/title": "field_removed"} == (
        changes(MANIFEST, new)
    )


def test_a_reference_to_nowhere_is_no_shape():
    """What cannot be followed promises nothing, and stops nobody."""
    sides = [
        patched({f"{FIELDS}/title": {"$ref": ref}})
        for ref in ("#/definitions/None", "http://example.org/note.json")
    ]

    assert {} == changes(*sides)


def test_what_a_format_has_no_place_for_is_not_compared():
    """The public spec's closed manifest says nothing of arguments."""
    assert {} == changes(MANIFEST, patched({f"{LIST}/arguments": GONE}))


def test_numbers_that_are_exchanged_are_seen_on_both_sides():
    """The same condition has another number, and that number another meaning."""
    five, eleven = (entry("list")["exit_codes"][n] for n in ("5", "11"))
    new = patched({f"{EXITS}/5": eleven, f"{EXITS}/11": five})

    assert {
        "list/exit_codes/5": "exit_moved",
        "list/exit_codes/11": "exit_moved",
    } == changes(MANIFEST, new)


# -- versions


@pytest.mark.parametrize(
    ("version", "patch", "step"),
    [
        ("1.2.0", {f"{FLAGS}/tag": GONE}, "major"),
        ("0.9.1", {f"{FLAGS}/tag": GONE}, "minor"),
        ("v0.9.1", {f"{FLAGS}/tag": GONE}, "minor"),
        ("unknown", {f"{FLAGS}/tag": GONE}, "major"),
        ("1.2.0", {f"{FLAGS}/limit/default": 5}, "major"),
        ("1.2.0", {f"{LIST}/hidden": True, f"{FLAGS}/new": OPTION}, "minor"),
        ("1.2.0", {f"{FLAGS}/new": OPTION}, "minor"),
        ("0.9.1", {f"{FLAGS}/new": OPTION}, "minor"),
        ("1.2.0", {f"{LIST}/description": "…"}, "patch"),
        ("1.2.0", {"etag": "1"}, "none"),
        ("1.2.0", {"framework_version": "2.0.0"}, "none"),
    ],
)
def test_the_worst_change_gives_the_step(version, patch, step):
    """Before 1.0 a break is a minor step; a new version alone is no change."""
    old = patched({"framework_version": version})
    new = patched({"framework_version": version, **patch})

    assert step == diff(old, new).semver


# -- any JSON at all

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
PLACES = sorted(
    {
        LIST, FLAGS, EXITS, FIELDS, NOTE, "commands", f"{LIST}/aliases",
        f"{FLAGS}/limit", f"{FLAGS}/limit/default", f"{FLAGS}/order/enum_values",
        f"{FLAGS}/limit/short", f"{FLAGS}/limit/minimum", f"{FLAGS}/limit/env",
        f"{LIST}/arguments", f"{LIST}/arguments/0", f"{LIST}/arguments/1/nargs",
        f"{EXITS}/5", f"{EXITS}/5/name", f"{EXITS}/5/side_effects", f"{EXITS}/5/errors",
        f"{LIST}/output_schema", f"{FIELDS}/title", f"{FIELDS}/title/type",
        f"{FIELDS}/state/enum", f"{FIELDS}/place/items", f"{FIELDS}/parent/$ref",
        f"{FIELDS}/owner/anyOf", f"{LIST}/promotes", f"{LIST}/renamed_from",
        f"{LIST}/output", f"{LIST}/danger_level", f"{LIST}/stability", "dialect",
        f"{LIST}/timeout_seconds", "framework_version", f"{LIST}/required_scopes",
    }
)  # fmt: skip
DAMAGED = st.tuples(st.sampled_from(PLACES), JSON).map(lambda c: patched(dict([c])))
NAMES = st.sampled_from(["a", "b", "c", "a.x", "b.y"])
PARAMS = st.fixed_dictionaries(
    {"type": st.sampled_from(["string", "integer"]), "required": st.booleans()}
)
CODES = st.sampled_from(["A", "B"]).map(lambda name: {"name": name})
COMMANDS = st.fixed_dictionaries(
    {
        "flags": st.dictionaries(st.sampled_from(["f", "g"]), PARAMS),
        "exit_codes": st.dictionaries(st.sampled_from(["1", "2"]), CODES),
    }
)
MANIFESTS = st.dictionaries(NAMES, COMMANDS).map(lambda found: {"commands": found})


@given(st.dictionaries(st.text(), JSON), st.dictionaries(st.text(), JSON))
def test_any_two_documents_can_be_compared(old, new):
    """Whatever is in them, there is an answer that JSON can say."""
    assert json.dumps(diff(old, new).as_dict())


@given(DAMAGED, DAMAGED)
def test_a_damaged_manifest_can_be_compared(old, new):
    """One wrong value does not hide the rest, nor stop the comparison."""
    found = diff(old, new)

    assert {c.verdict for c in found.changes} <= set(VERDICTS)
    assert json.dumps(found.as_dict())


@given(DAMAGED | st.dictionaries(st.text(), JSON))
def test_nothing_has_changed_between_a_document_and_itself(document):
    """Not even what is not a number."""
    again = json.loads(json.dumps(document))

    assert ((), "none") == (diff(document, again).changes, diff(again, again).semver)


@given(MANIFESTS, MANIFESTS)
def test_what_is_new_one_way_is_gone_the_other_way(old, new):
    """Added and removed are the same change, seen from both sides."""
    pairs = {
        "command_added": "command_removed",
        "option_added": "option_removed",
        "required_option_added": "option_removed",
        "now_optional": "now_required",
        "type_widened": "type_narrowed",
    }
    there, back = diff(old, new).changes, diff(new, old).changes

    assert {(c.path, pairs[c.change]) for c in there if c.change in pairs} <= {
        (c.path, c.change) for c in back
    }


@given(MANIFESTS, st.dictionaries(NAMES, COMMANDS))
def test_more_commands_break_nobody(old, more):
    """But for a command that others are put below, and a group's required option."""
    new = {"commands": {**more, **old["commands"]}}
    found = {c.change for c in diff(old, new).changes}
    groups = {path.rpartition(".")[0] for path in old["commands"]}
    said = {"option_added", "required_option_added"} if groups & more.keys() else set()

    assert found <= {"command_added", "command_became_group"} | said


def test_what_is_nested_too_deep_is_refused():
    """By an error that says so."""
    sides = []
    for value in (1, 2):
        deep = [value]
        for _ in range(100_000):
            deep = [deep]
        sides.append({"commands": {"a": {"x": deep}}})

    with pytest.raises(InputError, match="too deep"):
        diff(*sides)


def test_many_commands_are_no_trouble():
    """Each of 500 commands has a change, and each change is there."""
    found = diff(many(500), many(500, default="y"))

    assert {"default_changed"} == {c.change for c in found.changes}
    assert 5000 == len(found.changes)
