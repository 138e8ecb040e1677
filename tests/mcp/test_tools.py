"""exeunt's tools by MCP → what the official client of each generation sees."""

import asyncio
import contextlib
import json
import signal

import anyio
import jsonschema
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from running import SOON, Mark
from serving import ERAS, HELLO, Raw, by_http, by_pipes, http_server, raw, said

VERBS = ["run", "send", "keys", "read", "wait", "stop", "explain", "decide", "journal"]
ASKING = "printf 'Name? '; read name; echo hi $name"


@pytest.mark.parametrize("era", ERAS)
def test_every_tool_is_used_by_the_official_client(tmp_path, era):
    """Each is listed with its schemas, called, and answers by them."""

    async def use():
        async with by_pipes(tmp_path, mode=era) as client:
            tools = (await client.list_tools()).tools
            assert VERBS == [tool.name for tool in tools]
            for tool in tools:
                jsonschema.Draft202012Validator.check_schema(tool.input_schema)
                jsonschema.Draft202012Validator.check_schema(tool.output_schema)
                assert not tool.input_schema["additionalProperties"]
                assert tool.description
            looks = {t.name for t in tools if t.annotations.read_only_hint}
            assert {"read", "wait", "explain", "decide", "journal"} == looks
            schemas = {tool.name: tool.output_schema for tool in tools}
            used = set()

            async def told(name, **words):
                used.add(name)
                failed, content = await said(client, name, **words)
                jsonschema.validate(content, schemas[name])
                return failed, content

            assert (True, "failed") == brief(await told("run", command="exit 3"))
            found = await told("run", argv=["grep", "-q", "x", "/dev/null"])
            assert (False, "no") == brief(found)
            _, asked = await told("run", command=ASKING, tty=True)
            name = asked["session"]
            assert (await told("read", session=name))[1]["prompt"] == "Name? "
            _, answered = await told("send", session=name, text="bob")
            assert "hi bob" in answered["output"]
            _, keyed = await told("run", command="read -n1 x; echo", tty=True)
            _, pressed = await told("keys", session=keyed["session"], keys=["enter"])
            assert "done" == pressed["verdict"]
            _, slow = await told("run", argv=["sleep", "300"], yield_ms=50)
            _, waited = await told("wait", session=slow["session"], yield_ms=50)
            assert "running" == waited["status"]
            failed, ended = await told("stop", session=slow["session"])
            assert (False, "cancelled") == (failed, ended["status"])
            _, meant = await told(
                "explain", exit_code=7, command="curl example.invalid"
            )
            assert "UNAVAILABLE" == meant["name"]
            _, then = await told("decide", exit_code=11)
            assert then["rule"]
            _, rows = await told("journal", failed=True)
            assert 3 in [row["exit_code"] for row in rows["runs"]]
            assert set(VERBS) == used

    asyncio.run(use())


def brief(found):
    """Part what says how a call ended."""
    failed, content = found
    return failed, content["verdict"]


@pytest.mark.parametrize("era", ERAS)
def test_a_person_is_asked_what_a_command_asks(tmp_path, era):
    """A client that can ask puts the question to a person; the answer is typed."""
    asked = []

    async def person(_, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"answer": "bob"})

    async def use():
        async with by_pipes(tmp_path, mode=era, elicitation_callback=person) as client:
            twice = f"{ASKING}; {ASKING}"
            return await said(client, "run", command=twice, tty=True)

    failed, content = asyncio.run(use())

    assert (False, "done", 2) == (failed, content["verdict"], len(asked))
    assert "hi bob" in content["output"]


@pytest.mark.parametrize("era", ERAS)
def test_a_person_who_declines_leaves_the_question_to_the_model(tmp_path, era):
    """Nothing is typed; the result names the session that still asks."""

    async def person(_, __):
        return ElicitResult(action="decline")

    async def use():
        async with by_pipes(tmp_path, mode=era, elicitation_callback=person) as client:
            return await said(client, "run", command=ASKING, tty=True)

    failed, content = asyncio.run(use())

    assert (False, "waiting_for_input") == (failed, content["status"])


def test_a_secret_is_not_asked_for_by_a_form(tmp_path):
    """What is typed unseen is no matter of a form that others may keep."""

    async def person(_, __):
        raise AssertionError

    async def use():
        async with by_pipes(tmp_path, elicitation_callback=person) as client:
            return await said(client, "run", command="read -s x", tty=True)

    _, content = asyncio.run(use())

    assert content["secret"]


@pytest.mark.parametrize("era", ERAS)
def test_a_cancelled_call_leaves_nobody(tmp_path, era):
    """The tree of a call is ended when its client gives up."""
    mark, ready = Mark(), tmp_path / "ready"

    async def use():
        async with by_pipes(tmp_path, mode=era, mark=mark) as client:
            line = f"setsid sleep 301 & touch {ready}; sleep 301"
            async with anyio.create_task_group() as group:
                call = {"command": line, "yield_ms": 100_000}
                group.start_soon(client.call_tool, "run", call)
                while not ready.exists():  # noqa: ASYNC110 - a file says when
                    await asyncio.sleep(0.01)
                group.cancel_scope.cancel()
            while any(sleeps(pid) for pid in mark.survivors()):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            return await said(client, "run", argv=["true"])

    assert "done" == asyncio.run(use())[1]["verdict"]
    assert [] == mark.gone()


def sleeps(pid):
    """Tell whether a process is the command's."""
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:  # noqa: PTH123
            return "301" in file.read()
    except OSError:
        return False


def test_progress_is_told_to_who_asks_for_it(tmp_path):
    """A long call says how much there is, and the last line of it."""
    told = []

    async def hear(progress, _, message):
        told.append((progress, message))

    async def use():
        async with by_pipes(tmp_path) as client:
            line = f"echo one; while [ ! -e {tmp_path}/go ]; do sleep 0.05; done"
            async with anyio.create_task_group() as group:

                async def call():
                    await client.call_tool(
                        "run",
                        {"command": line, "yield_ms": 60_000},
                        progress_callback=hear,
                    )

                group.start_soon(call)
                while not told:  # noqa: ASYNC110 - the client says when
                    await asyncio.sleep(0.01)
                (tmp_path / "go").touch()

    asyncio.run(use())

    assert (4, "one") == told[0]


def test_a_log_is_a_resource_and_no_other_file_is(tmp_path):
    """What was cut can be read in full; nothing else can."""

    async def use():
        async with by_pipes(tmp_path) as client:
            await client.call_tool("run", {"command": "seq 90000", "max_output": 100})
            (log,) = (await client.list_resources()).resources
            text = (await client.read_resource(log.uri)).contents[0].text
            for other in ("file:///etc/passwd", "exeunt://logs/../../etc/passwd"):
                with pytest.raises(MCPError):
                    await client.read_resource(other)
            return text

    assert "90000" in asyncio.run(use())


@pytest.mark.parametrize("era", ERAS)
def test_what_is_wrong_with_a_call_is_said(tmp_path, era):
    """An unknown tool is the protocol's error; a wrong word is a result."""

    async def use():
        async with by_pipes(tmp_path, mode=era) as client:
            with pytest.raises(MCPError):
                await client.call_tool("nope", {})
            for words in (
                {"command": 3},
                {"command": "true", "strange": 1},
                {"argv": "true"},
                {"command": "a\0b"},
                {"yield_ms": "soon", "command": "true"},
                {},
            ):
                failed, content = await said(client, "run", **words)
                assert (True, "INVALID_INPUT") == (failed, content["error"]["code"])

    asyncio.run(use())


def test_fifty_calls_at_once_get_each_its_own_answer(tmp_path):
    """No reply is lost or exchanged; what is too much at a time is told."""
    rules = tmp_path / "rules.toml"
    rules.write_text("concurrent = 100\n")

    async def use():
        async with by_pipes(tmp_path, "--policy", str(rules)) as client:
            calls = [
                said(client, "run", command=f"echo {n}; exit {n}") for n in range(50)
            ]
            return await asyncio.gather(*calls)

    found = asyncio.run(use())

    assert [(f"{n}\n", n) for n in range(50)] == [
        (content["output"], content["exit_code"]) for _, content in found
    ]


def test_a_call_too_many_is_busy(tmp_path):
    """A server does what it may, and says typed that it does no more."""
    rules = tmp_path / "rules.toml"
    rules.write_text("concurrent = 1\n")

    async def use():
        async with by_pipes(tmp_path, "--policy", str(rules)) as client:
            await said(client, "run", argv=["sleep", "300"], yield_ms=10)
            return await said(client, "run", argv=["true"])

    failed, content = asyncio.run(use())

    assert (True, "BUSY") == (failed, content["error"]["code"])


def test_a_command_neither_reads_nor_writes_the_clients_pipes(tmp_path):
    """Its stdin is empty, and what it writes to any descriptor is not the protocol."""

    async def use():
        async with by_pipes(tmp_path) as client:
            line = "cat; echo '{}' >&1; for n in 3 4 5 6; do echo x >&$n; done 2>&-; :"
            first = await said(client, "run", command=line)
            return first, await said(client, "run", argv=["true"])

    (_, first), (_, second) = asyncio.run(use())

    assert ("{}\n", "done") == (first["output"], second["verdict"])


@pytest.mark.parametrize(
    "junk",
    [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"{}" * 9999, b"[" * 99_999,
     b'{"jsonrpc":"2.0","id":7,"method":"tools/call"}', b"x" * (4 << 20)],
)  # fmt: skip
def test_garbage_ends_no_server(tmp_path, junk):
    """Whatever a line holds, the request after it is answered."""
    lines, code, stderr = raw(tmp_path, junk, json.dumps(HELLO).encode())

    answers = [json.loads(line) for line in lines]
    assert [1] == [one["id"] for one in answers if "result" in one], stderr
    assert 0 == code


def test_the_server_ends_with_its_client_and_takes_its_commands_with_it(tmp_path):
    """A client that is gone leaves neither a server nor a session behind."""
    mark = Mark()

    async def use():
        async with by_pipes(tmp_path, mark=mark) as client:
            line = "setsid sleep 300 & sleep 300"
            await said(client, "run", command=line, yield_ms=50)

    asyncio.run(use())

    assert [] == mark.gone()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_server_that_is_told_to_end_does(tmp_path, number):
    """It does not wait for a line that its client may never write; nobody is left."""
    mark = Mark()
    client = Raw(tmp_path, mark)
    client.use("run", argv=["sleep", "300"], yield_ms=1)
    client.process.send_signal(number)

    assert -number == client.process.wait(SOON)
    assert [] == mark.gone()
    with contextlib.suppress(BrokenPipeError):
        client.leave()


def test_a_call_is_given_up_in_any_state(tmp_path):
    """Before it starts, while it waits, types or stops, and when it is over."""
    mark = Mark()
    client = Raw(tmp_path, mark)
    for _ in range(5):  # as it is started
        client.cancel(
            client.call("run", command="setsid sleep 300 & sleep 300", yield_ms=60_000)
        )
    session = client.use("run", command="read -p 'N? ' x; sleep 300", tty=True)[
        "session"
    ]
    # What is begun stays what it is: a session goes on, and is seen.
    client.cancel(client.call("wait", session=session, until_end=True, yield_ms=60_000))
    assert "N? " == client.use("read", session=session)["prompt"]
    client.cancel(client.call("send", session=session, text="bob", yield_ms=0))
    done = client.call("run", argv=["true"])
    assert "done" == client.answer(done)["verdict"]
    client.cancel(done)
    client.cancel(10_000)
    client.say(method="notifications/cancelled", params={"requestId": {}})
    client.cancel(client.call("stop", session=session))
    ended = client.use("wait", session=session, until_end=True, yield_ms=60_000)
    assert "cancelled" == ended["status"]
    assert 0 == client.leave()
    assert [] == mark.gone()


def test_what_a_command_writes_is_not_kept_in_memory(tmp_path):
    """64 MiB of lines leave a server as small as it was."""
    client = Raw(tmp_path)
    client.use("run", argv=["true"])
    before = peak(client.process.pid)
    line = "yes a line of some length that is written again | head -c 64M"
    said = client.use("run", command=line, yield_ms=600_000)
    grown = peak(client.process.pid) - before

    assert 64 << 20 <= said["omitted_bytes"] + len(said["output"])
    assert grown < 32 << 10
    assert 0 == client.leave()


def peak(pid):
    """Return the most memory that a process has had, in KiB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:  # noqa: PTH123
        (found,) = (line for line in file if line.startswith("VmHWM:"))
    return int(found.split()[1])


def test_a_client_that_stops_reading_is_left(tmp_path):
    """What it does not read is not kept for ever; when it goes, all goes."""
    mark = Mark()
    client = Raw(tmp_path, mark)
    client.use("run", argv=["sleep", "300"], yield_ms=1)
    try:
        for _ in range(40):  # ten times what the pipe holds
            client.call("run", argv=["seq", "9000"], yield_ms=60_000)
    except BrokenPipeError:
        pass  # it may read no more by then

    assert 0 == client.leave()
    assert [] == mark.gone()


def test_a_killed_server_leaves_nobody(tmp_path):
    """KILL takes all that its calls have started."""
    mark, ready = Mark(), tmp_path / "ready"

    async def use():
        async with (
            by_pipes(tmp_path, mark=mark) as client,
            anyio.create_task_group() as group,
        ):

            async def call():
                line = f"setsid sleep 300 & touch {ready}; sleep 300"
                with pytest.raises(MCPError):
                    await said(client, "run", command=line, yield_ms=60_000)

            group.start_soon(call)
            while not ready.exists():  # noqa: ASYNC110 - a file says when
                await asyncio.sleep(0.01)
            for pid in mark.survivors():
                if serves(pid):
                    mark.kill(pid)

    asyncio.run(use())

    assert [] == mark.gone()


def serves(pid):
    """Tell whether a process is the server."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:  # noqa: PTH123
            return file.read().rstrip(b"\0").endswith(b"\0mcp")
    except OSError:
        return False


@pytest.mark.parametrize("era", ERAS)
def test_the_same_by_http_for_who_has_the_token(tmp_path, era):
    """The official client calls tools of a server on loopback."""

    async def use(url, token):
        async with by_http(url, token, era) as client:
            assert VERBS == [tool.name for tool in (await client.list_tools()).tools]
            return await said(client, "run", command="echo hi; exit 3")

    with http_server(tmp_path) as (url, token):
        failed, content = asyncio.run(use(url, token))

    assert (True, "hi\n", 3) == (failed, content["output"], content["exit_code"])
    assert 0o600 == token.stat().st_mode & 0o777


def test_by_http_nobody_else_is_let_in(tmp_path):
    """No token, a wrong one, another origin, another host: each is refused."""
    import httpx2  # the client's

    body = json.dumps(HELLO)
    usual = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
    }
    with http_server(tmp_path) as (url, token):
        known = {"authorization": f"Bearer {token.read_text().strip()}"}
        answers = {
            name: httpx2.post(url, content=body, headers=usual | headers).status_code
            for name, headers in {
                "known": known,
                "nothing": {},
                "wrong": {"authorization": "Bearer x"},
                "basic": {"authorization": f"Basic {token.read_text().strip()}"},
                "origin": {**known, "origin": "http://localhost:3000"},
                "own origin": {**known, "origin": url.removesuffix("/mcp")},
                "host": {**known, "host": "example.invalid"},
            }.items()
        }

    assert {
        "known": 200,
        "nothing": 401,
        "wrong": 401,
        "basic": 401,
        "origin": 403,
        "own origin": 403,
        "host": 421,
    } == answers


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--policy", "/no/such/file"), 3),
        (("--policy", "/dev/null", "--token-file", "x"), 3),
        (("--http", "99999999"), 3),
        (("--http", "0", "--token-file", "/no/such/file"), 3),
        (("--", "no-such-program"), 5),
    ],
)
def test_a_server_that_cannot_be_as_asked_does_not_start(tmp_path, words, code):
    """Rules that cannot be read, a port that is none: nothing is served."""
    lines, number, stderr = raw(tmp_path, words=words)

    assert (code, []) == (number, lines)
    assert "error:" in stderr
