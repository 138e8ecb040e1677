"""A contracted program by MCP → a tool per command, with no word written for it."""

import asyncio
import json
import sys

import anyio
import pytest
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ToolsListChanged
from mcp_types import ElicitResult, ToolListChangedNotification

from exeunt.manifest.model import CommandPromise
from exeunt.mcp.call_words import call_words
from serving import ERAS, by_pipes, said

SHOP = '''
import os, click, exeunt
from exeunt import ExitCode
STOCK = {"tea": 3}
@click.group()
def shop():
    """Keep a shop."""
@shop.command("list")
@exeunt.contract(danger="safe")
def list_() -> list[str]:
    """List what there is."""
    return [*STOCK]
@shop.command()
@click.argument("things", nargs=-1, required=True)
@click.option("--count", type=click.IntRange(1, 9), default=1, help="how many of each")
@click.option("--note", multiple=True)
@click.option("--wrap/--no-wrap", default=True)
@click.option("--how", type=click.Choice(["post", "bike"]))
@click.option("--token")
@exeunt.contract(danger="mutating", exits={ExitCode.NOT_FOUND: "There is none"})
def sell(things, count, note, wrap, how, token) -> dict:
    """Sell things."""
    with open(os.environ["SOLD"], "a") as file:
        file.write("sold\\n")
    for thing in things:
        STOCK[thing]
    said = {"count": count, "note": [*note], "wrap": wrap, "how": how}
    return {"sold": [*things], **said}
@shop.command()
@exeunt.contract(danger="destructive")
def close():
    """Close for ever."""
    return {"closed": True}
@shop.command()
def sing():
    """Sing."""
    print("la")
exeunt.adopt(shop, name="shop", raises={KeyError: ExitCode.NOT_FOUND})()
'''


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """Write a contracted program; return its words."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop.py").write_text(SHOP)
    return [sys.executable, str(tmp_path / "shop.py")]


def served(tmp_path, shop, use, **options):
    """Let a function use the program by the official client."""

    async def serve():
        async with by_pipes(tmp_path, "--", *shop, **options) as client:
            return await use(client)

    return asyncio.run(serve())


@pytest.fixture(autouse=True)
def _sold(tmp_path, monkeypatch):
    """Say where sales are counted, outside of what is tested."""
    import running  # its environment is that of the server

    usual = running.environment
    sold = str(tmp_path / "sold")
    monkeypatch.setattr(
        "serving.environment", lambda *a, **k: usual(*a, **{"SOLD": sold, **k})
    )


@pytest.mark.parametrize("era", ERAS)
def test_commands_are_tools_by_what_they_declare(tmp_path, shop, era):
    """Words, types, limits, choices and danger are the manifest's; secrets stay out."""

    async def use(client):
        return {tool.name: tool for tool in (await client.list_tools()).tools}

    tools = served(tmp_path, shop, use, mode=era)

    assert {"list", "sell", "close", "sing"} == set(tools)
    words = tools["sell"].input_schema["properties"]
    assert "token" not in words
    assert ["things"] == tools["sell"].input_schema["required"]
    assert {"minimum": 1, "maximum": 9, "type": "integer"} in words["count"]["anyOf"]
    assert "how many of each" == words["count"]["description"]
    assert "idempotency_key" in words
    assert "idempotency_key" not in tools["list"].input_schema["properties"]
    items = tools["list"].output_schema["properties"]["data"]
    assert {"type": "array", "items": {"type": "string"}} == items
    hints = {
        name: (tool.annotations.read_only_hint, tool.annotations.destructive_hint)
        for name, tool in tools.items()
    }
    assert {
        "list": (True, False),
        "sell": (False, False),
        "close": (False, True),
        "sing": (False, True),
    } == hints
    assert "does not declare" in tools["sing"].description


def test_a_call_answers_with_the_data_of_the_envelope(tmp_path, shop):
    """Values go through as they are, dashes and all; what is printed is data."""

    async def use(client):
        words = {
            "things": ["tea"],
            "count": 2,
            "note": ["-x", "a b"],
            "wrap": False,
            "how": "bike",
        }
        return [
            await said(client, "list"),
            await said(client, "sell", **words),
            await said(client, "sing"),
        ]

    listed, sold, sung = served(tmp_path, shop, use)

    assert (False, {"data": ["tea"]}) == listed
    told = {"note": ["-x", "a b"], "wrap": False, "how": "bike"}
    assert (False, {"data": {"sold": ["tea"], "count": 2, **told}}) == sold
    assert (False, {"data": {"text": "la\n"}}) == sung


def test_a_failure_says_what_it_means_and_what_to_do(tmp_path, shop):
    """The error is the envelope's, its meaning the contract's."""

    async def use(client):
        return await said(client, "sell", things=["--coffee"])

    failed, content = served(tmp_path, shop, use)

    assert (True, 5, "failed") == (failed, content["exit_code"], content["verdict"])
    assert "NOT_FOUND" == content["error"]["code"]
    assert content["next"]


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"things": "tea"},
        {"things": ["tea"], "count": 10},
        {"things": ["tea"], "count": "2"},
        {"things": ["tea"], "how": "car"},
        {"things": ["tea"], "token": "x"},
        {"things": ["a\0b"]},
        {"things": [{"a": 1}]},
    ],
)
def test_what_the_manifest_does_not_take_reaches_no_command(tmp_path, shop, words):
    """A wrong word is told by its name, before anything is started."""

    async def use(client):
        return await said(client, "sell", **words)

    failed, content = served(tmp_path, shop, use)

    assert (True, "INVALID_INPUT") == (failed, content["error"]["code"])
    assert not (tmp_path / "sold").exists()


def test_a_key_makes_a_call_once(tmp_path, shop):
    """The same key tells how the first call ended, and sells nothing again."""

    async def use(client):
        words = {"things": ["tea"], "idempotency_key": "order-1"}
        return [await said(client, "sell", **words) for _ in range(2)]

    first, second = served(tmp_path, shop, use)

    assert first == second
    assert not first[0]
    assert "sold\n" == (tmp_path / "sold").read_text()


def test_what_destroys_asks_first(tmp_path, shop):
    """Without a person to ask, a model must have been told; it says so."""

    async def use(client):
        return [
            await said(client, "close"),
            await said(client, "close", confirm=True),
        ]

    unsure, sure = served(tmp_path, shop, use)

    assert (True, "CONFIRMATION_REQUIRED") == (unsure[0], unsure[1]["error"]["code"])
    assert (False, {"data": {"closed": True}}) == sure


def test_a_word_that_is_not_declared_is_not_said(tmp_path):
    """A program of another make may not know --yes; a person has been asked anyway."""
    dock = tmp_path / "dock"
    manifest = {"commands": {"sink": {"danger_level": "destructive"}}}
    words = (
        f"#!/bin/sh\n[ $1 = --schema ] && echo '{json.dumps(manifest)}' || echo $*\n"
    )
    dock.write_text(words)
    dock.chmod(0o755)

    async def use(client):
        return await said(client, "sink", confirm=True)

    failed, told = served(tmp_path, [str(dock)], use)

    assert (False, "sink\n") == (failed, told["output"])


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("agrees", [True, False])
def test_a_person_is_asked_whatever_the_model_says(tmp_path, shop, era, agrees):
    """A client that can ask a person does, and the person's word is what counts."""
    asked = []

    async def person(_, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"confirm": agrees})

    async def use(client):
        return await said(client, "close", confirm=True)

    failed, _ = served(tmp_path, shop, use, mode=era, elicitation_callback=person)

    assert (not agrees, 1) == (failed, len(asked))


def test_a_program_that_changes_while_it_is_served_is_listed_as_it_is(tmp_path, shop):
    """The manifest is asked for anew; a command that is gone is none."""

    async def use(client):
        await client.list_tools()
        text = SHOP.replace(
            "@shop.command()\ndef sing", '@shop.command("hum")\ndef sing'
        )
        (tmp_path / "shop.py").write_text(text)
        listed = [tool.name for tool in (await client.list_tools()).tools]
        with pytest.raises(MCPError):
            await client.call_tool("sing", {})
        return listed, await said(client, "hum")

    listed, hummed = served(tmp_path, shop, use)

    assert {"list", "sell", "close", "hum"} == set(listed)
    assert not hummed[0]


@pytest.mark.parametrize("era", ERAS)
def test_a_client_that_listens_is_told_of_other_tools(tmp_path, shop, era):
    """A change of the program is told; one of its file that changes no tool is not."""
    told = anyio.Event()

    async def hear(message):
        if isinstance(message, ToolListChangedNotification):
            told.set()

    def change(before, after):
        text = (tmp_path / "shop.py").read_text()
        (tmp_path / "shop.py").write_text(text.replace(before, after))

    async def use(client):
        await client.list_tools()
        if era == "legacy":
            assert client.server_capabilities.tools.list_changed
            change("def sing", "def hum")
            await told.wait()
        else:
            async with client.listen(tools_list_changed=True) as heard:
                change("def sing", "def hum")
                assert ToolsListChanged() == await anext(aiter(heard))
        return [tool.name for tool in (await client.list_tools()).tools]

    assert "hum" in served(tmp_path, shop, use, mode=era, message_handler=hear)


@pytest.mark.parametrize(
    ("param", "value", "words"),
    [
        ({"type": "string"}, "-x", ["--n=-x"]),
        ({"type": "boolean"}, True, ["--n"]),
        ({"type": "boolean"}, False, []),
        ({"type": "boolean", "negatives": ["--no-n"]}, False, ["--no-n"]),
        ({"type": "array", "multiple": True}, ["a", "-b"], ["--n=a", "--n=-b"]),
        ({"type": "array", "nargs": "*"}, ["a", "b"], ["--n", "a", "b"]),
        ({"type": "string", "spellings": ["-n"]}, "x", ["-nx"]),
        ({"type": "string", "spellings": ["-n", "--number"]}, "x", ["--number=x"]),
    ],
)
def test_a_value_stands_where_nothing_else_takes_it(param, value, words):
    """No value becomes an option, whatever it begins with."""
    command = CommandPromise({"flags": {"n": param}}, "go")

    assert ["go", *words] == call_words(command, {"n": value})


def test_a_value_that_would_become_an_option_is_refused():
    """Where a list needs words of their own, none of them may be an option."""
    command = CommandPromise({"flags": {"n": {"type": "array", "nargs": "*"}}}, "go")

    with pytest.raises(ValueError, match="dash"):
        call_words(command, {"n": ["--evil"]})


def test_names_of_tools_are_names_of_tools():
    """Whatever a command is called, its tool has a name that clients take."""
    from exeunt.mcp.program import tool_name

    taken = {}
    for words in (["a b"], ["a", "b"], ["ä" * 99], ["ö" * 99]):
        taken[tool_name(words, taken)] = True

    assert ["a_b", "a_b_2", "_" * 64, "_" * 62 + "_2"] == list(taken)
    assert json.dumps(list(taken))
