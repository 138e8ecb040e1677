"""A result and `--fields` → those fields of it, or which ones there are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adopted import FRAMEWORKS, Ended, envelope, finish, program, run, said, start
from exeunt.leaving._fields import paths, reduced

BOOK = {"id": 7, "title": "Dune", "by": {"name": "Frank", "born": 1920}, "tags": []}
SAFE = "danger='safe'"
PLACES = "the result has no field {!r}: there are {}"


def call(body, *words, mode="json", **parts):
    """Call a program, with words of its own."""
    return run(body, words=words, mode=mode, **parts)


def exactly(*words, body=""):
    """Call a program with these words alone."""
    return finish(start(f"import sys\nsys.argv[1:] = {words!r}\n{program(body)}"))


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ("id", {"id": 7}),
        ("title,id", {"id": 7, "title": "Dune"}),
        (" id , title ,", {"id": 7, "title": "Dune"}),
        ("by", {"by": {"name": "Frank", "born": 1920}}),
        ("by.name", {"by": {"name": "Frank"}}),
        ("by.name,by.born", {"by": {"name": "Frank", "born": 1920}}),
        ("by,by.name", {"by": {"name": "Frank", "born": 1920}}),
        ("tags.name", {"tags": []}),
    ],
)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_only_the_named_fields_are_said(framework, fields, kept):
    """Mode 4: of an object, and of each item of a list."""
    body = f"return {BOOK}"

    assert (0, kept) == said(call(body, "--fields", fields, framework=framework))
    body = f"return [{BOOK}, {BOOK}]"
    assert [kept] * 2 == said(call(body, f"--fields={fields}", framework=framework))[1]


@pytest.mark.parametrize(
    ("body", "fields", "kept"),
    [
        ("return {'a': [{'b': 1, 'c': 2}, {}]}", "a.b", {"a": [{"b": 1}, {}]}),
        ("return [{'a': 1}, {'b': 2}]", "a", [{"a": 1}, {}]),
        ("return {'a': None, 'b': 1}", "a.c", {"a": None}),
        ("return {'a.b': 1, 'a': {'b': 2, 'c': 3}}", "a.b", {"a.b": 1, "a": {"b": 2}}),
        ("return {'a.b': {'c': 1, 'd': 2}}", "a.b.c", {"a.b": {"c": 1}}),
        ("return []", "a", []),
        ("return 'x'", "value", {"value": "x"}),
        ('print(\'{"a": 1, "b": 2}\')', "b", {"b": 2}),
        ("return page([{'a': 1, 'b': 2}], cursor='x')", "a", [{"a": 1}]),
    ],
)
def test_whatever_a_result_is_made_of(body, fields, kept):
    """Lists within objects, nulls, dots in names, prints and pages."""
    assert (0, kept) == said(call(body, "--fields", fields, promises=SAFE))


@pytest.mark.parametrize(
    ("fields", "message", "suggestion"),
    [
        ("titel", PLACES.format("titel", "id, title, by, tags"), "did you mean title?"),
        ("id,xyz", PLACES.format("xyz", "id, title, by, tags"), "leave xyz out"),
        (
            "by.nam",
            PLACES.format("by.nam", "by.name, by.born"),
            "did you mean by.name?",
        ),
        ("id.x", "the result has no field 'id.x': id has none", "leave id.x out"),
    ],
)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_an_unknown_field_is_a_wrong_call(framework, fields, message, suggestion):
    """Mode 4: it is named, with those that there are; nothing was changed."""
    body = f"return {BOOK}"
    ended = call(body, "--fields", fields, framework=framework, promises=SAFE)
    error = envelope(ended)["error"]

    assert (3, "UNKNOWN_FIELD", "validation") == (
        ended.code,
        error["code"],
        error["phase"],
    )
    assert (message, suggestion) == (error["message"], error["suggestion"])


@pytest.mark.parametrize("promises", ["", "danger='mutating'", SAFE])
def test_what_was_done_is_not_undone_by_a_name(promises):
    """A command that may have written stands, with what it has and a warning."""
    body = f"effect('created', 7)\nreturn {BOOK}"
    ended = call(body, "--fields", "id,owner", promises=promises)
    document = envelope(ended)

    assert (0, {"id": 7}) == (ended.code, document["data"])
    assert "has no field 'owner': there are id, title" in document["warnings"][0]


@pytest.mark.parametrize("words", [["--fields"], ["--fields="], ["--fields", ","]])
def test_fields_without_a_name_are_refused_before_anything_runs(words):
    """It asks for JSON all the same."""
    ended = exactly("do", *words, body="print('ran', file=sys.stderr)")

    assert (3, "MISSING_ARGUMENT") == said(ended)
    assert "" == ended.stderr


def test_fields_ask_for_json():
    """Only JSON has any."""
    assert (0, {"id": 7}) == said(call(f"return {BOOK}", "--fields=id", mode="text"))


@pytest.mark.parametrize("body", ["fail(ExitCode.NOT_FOUND, 'gone')", "raise KeyError"])
def test_a_failure_is_said_whole(body):
    """What went wrong has no fields to choose."""
    assert 0 != call(body, "--fields", "id").code
    assert call(body, "--fields", "id").code == call(body).code


OWN = {
    "argparse": "do.add_argument('--fields', dest='count', type=int)",
    "click": "do.params[1] = click.Option(['--fields', 'count'], type=int)",
}


@pytest.mark.parametrize("framework", OWN)
def test_an_app_keeps_its_own_option(framework):
    """Where --fields means something already, it still does."""
    body = "return {'n': count}"
    ended = call(body, "--fields", "3", framework=framework, entry=OWN[framework])

    assert (0, {"n": 3}) == said(ended)


def test_nothing_after_two_dashes_is_ours():
    """There it is an argument, which this command has none of."""
    ended = exactly("do", "--", "--fields", "a")

    assert (3, "") == (ended.code, ended.stdout)
    assert "--fields" in ended.stderr


def test_an_unsayable_result_is_told_as_ever():
    """There are no fields to choose from."""
    assert (1, "UNSERIALISABLE") == said(call("return {'x': object()}", "--fields=y"))


def test_the_manifest_has_fields_too():
    """As any other result."""
    code, data = said(exactly("manifest", "--fields", "commands.do.output"))

    assert (0, {"commands": {"do": {"output": "json"}}}) == (code, data)


NAMES = st.sampled_from("abc")
VALUES = st.recursive(
    st.integers() | st.none(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
    ),
)


@given(VALUES, st.lists(NAMES, min_size=1).map(".".join))
def test_nothing_else_is_kept(value, name):
    """Each field that is left is on the way to the named one, or below it."""
    left = set(paths(reduced(value, [name], "", set())))

    assert all(f"{name}.".startswith(f"{p}.") or p.startswith(f"{name}.") for p in left)
    assert left <= set(paths(value))


@given(VALUES)
def test_every_field_of_a_value_is_known(value):
    """Whatever paths() names can be asked for."""
    for name in set(paths(value)):
        met = set()
        reduced(value, [name], "", met)
        assert {name} == met


def test_a_person_pays_nothing():
    """Without --fields a text call ends as before."""
    assert Ended(0, "hi\n", "") == call("print('hi')", mode="text")
