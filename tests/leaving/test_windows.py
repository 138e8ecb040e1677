"""What would open a browser or a window → told, where nobody is."""

import os

import pytest

from adopted import FRAMEWORKS, envelope, environment, finish, program, start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="browsers are scripts here")

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
URL = "https://example.org/login?code=7"
TOLD = f"open this address: {URL}"
WAYS = {
    "open": "import webbrowser; return webbrowser.open(URL)",
    "open_new_tab": "import webbrowser; return webbrowser.open_new_tab(URL)",
    "get": "import webbrowser; return webbrowser.get().open(URL)",
    "a certain one": "import webbrowser as w; return w.get('firefox').open_new(URL)",
    "loaded before": "return webbrowser.open(URL)",
    "under another name": "return show(URL)",
}
BEFORE = """
URL = "https://example.org/login?code=7"
"""
EARLY = BEFORE + "import webbrowser\nfrom webbrowser import open as show\n"
LAUNCHERS = ("xdg-open", "open", "firefox", "www-browser", "x-www-browser", "w3m")


@pytest.fixture
def desk(tmp_path):
    """An environment with a screen, where whatever opens something leaves a trace."""
    for name in LAUNCHERS:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\necho $0 >> {tmp_path}/opened\n")
        path.chmod(0o755)
    env = environment() | {"DISPLAY": ":7", "WAYLAND_DISPLAY": "wayland-7"}
    return env | {"PATH": f"{tmp_path}:{env['PATH']}", "BROWSER": "firefox"}


def opened(desk):
    """What was opened, if anything."""
    path = os.path.join(desk["PATH"].partition(":")[0], "opened")  # noqa: PTH118
    return os.path.exists(path)  # noqa: PTH110 - a path that is a text


def call(body, framework, desk, before=BEFORE, mode="json"):
    """Run a program at a desk."""
    return finish(start(program(body, framework, before=before), mode=mode, env=desk))


@EVERY
@pytest.mark.parametrize("way", WAYS)
def test_no_browser_is_opened(framework, way, desk):
    """The address is in the warnings and on stderr, and the call went well."""
    early = way in {"loaded before", "under another name"}
    ended = call(WAYS[way], framework, desk, EARLY if early else BEFORE)
    document = envelope(ended)

    assert ({"value": True}, [TOLD]) == (document["data"], document["warnings"])
    assert (f"{TOLD}\n", False) == (ended.stderr, opened(desk))


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("framework", ["click", "typer"])
def test_a_framework_launches_nothing(framework, early, desk):
    """Neither Click nor Typer, whether their launchers are loaded or not."""
    load = f"import {framework}" + ("; import click._termui_impl" if early else "")
    body = f"{load}\nreturn {{'code': {framework}.launch(URL, wait=True)}}"
    document = envelope(call(body, framework, desk))

    assert ({"code": 0}, [TOLD]) == (document["data"], document["warnings"])
    assert not opened(desk)


@pytest.mark.parametrize("framework", ["click", "typer"])
def test_a_launcher_may_have_another_name(framework, desk):
    """Whoever has taken it before the call opens nothing with it, either."""
    before = f"{BEFORE}from {framework} import launch\n"
    document = envelope(call("return [launch(URL)]", framework, desk, before))

    assert ([0], [TOLD]) == (document["data"], document["warnings"])
    assert not opened(desk)


@EVERY
def test_a_secret_in_an_address_is_hidden(framework, desk):
    """On stderr, too."""
    before = f"{BEFORE}sys.argv[2:2] = ['--token', 's3cretword']\n"
    body = "import webbrowser; webbrowser.open(URL + token)"
    ended = call(body, framework, desk, before)

    assert f"{TOLD}***\n" == ended.stderr
    assert f"{TOLD}***" in envelope(ended)["warnings"]


@EVERY
def test_a_child_finds_neither_browser_nor_screen(framework, desk):
    """Python in a child says the address on its stdout, which is then the answer."""
    body = """
    import subprocess
    child = "import os; print('DISPLAY' in os.environ, 'WAYLAND_DISPLAY' in os.environ)"
    subprocess.run([sys.executable, "-c", child], check=True)
    subprocess.run([sys.executable, "-m", "webbrowser", URL], check=True)
    """
    ended = call(body, framework, desk)

    assert (0, False) == (ended.code, opened(desk))
    assert ["False False", URL] == [
        line
        for line in envelope(ended)["data"]["text"].splitlines()
        if line != "\u2407"
    ]


def test_a_person_gets_their_browser(desk):
    """Nothing is different for them."""
    ended = call(
        "import webbrowser; webbrowser.open(URL)", "argparse", desk, mode="text"
    )

    assert (0, "", True) == (ended.code, ended.stderr, opened(desk))


def test_afterwards_all_is_as_it_was(desk):
    """A host that calls the program in its own process can open windows again."""
    entry = """
    import webbrowser
    before = dict(vars(webbrowser)), dict(os.environ)
    main.run(["do", "--output", "json"])
    after = dict(vars(webbrowser)), dict(os.environ)
    print(before == after, file=sys.stderr)
    sys.exit()
    """
    source = program("import webbrowser; webbrowser.get()", entry=entry)

    assert "True\n" == finish(start(source, env=desk)).stderr
