"""Real agents, scripts and doors → what each model was told, and whether all is well.

    play_agents.py                 play everything, and say what is not as it must be
    play_agents.py codex gemini    play these agents
    play_agents.py --door light    play without a door and with this one
    play_agents.py --script NAME   play this script alone (several: repeat it)
    play_agents.py --broken        play doors whose ground is gone, alone
    play_agents.py --served        play calls of exeunt's tools by MCP, alone
    play_agents.py --show          print what each model was told
    play_agents.py --write         keep what was told, and write the page anew
    play_agents.py --page          write the page from what was kept
    play_agents.py --check         fail if the page is not what was kept

Fails if anything but a line of ours was added, if a success has one, if an agent was
told another ending, or if a person's rule no longer holds. Ends with 75 where npm
cannot be reached or there are no namespaces: nothing was played then. A part
and AGENTS=newest write nothing: the page is of all, in the versions of the table.
"""

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from real_agents.agents import AGENTS
from real_agents.broken import broken
from real_agents.installed import Unreachable, install, newest, version
from real_agents.page import check_page, write_page
from real_agents.player import DOORS, Cannot
from real_agents.runs import RESULTS, Session, faulty, rows, run
from real_agents.served import CALLS, Served, serve, unserved
from real_agents.served import rows as served_rows

NOT_PLAYED = 75  # EX_TEMPFAIL: nothing is wrong with exeunt


def main() -> int:
    """Do what the options ask for."""
    options = asked()
    if options.check:
        return check_page()
    if options.page:
        return write_page()
    agents = options.agents or list(AGENTS)
    try:
        for agent in agents:
            print(f"{agent} {version(agent)}", flush=True)
            install(agent)
        alone = options.broken or options.served
        sessions = [] if alone else play_all(agents, options)
        damaged = damage_all(agents, options) if wants(options, "broken") else []
        served = serve_all(agents) if wants(options, "served") else []
    except (Unreachable, Cannot) as error:
        print(f"not played: {error}", file=sys.stderr)
        return NOT_PLAYED
    if options.show:
        show(sessions)
        show_served(served)
    found = [line for session in sessions for line in faulty(session)] + damaged
    found += [line for one in served for line in unserved(one)]
    played = len(sessions) + len(served)
    print("\n".join(found) if found else f"{played} sessions, all as it must be")
    if options.write and whole(options) and not newest():
        keep({**rows(sessions), "served": served_rows(served)})
    elif options.write and options.served and not (options.agents or newest()):
        kept = json.loads(RESULTS.read_text(encoding="utf-8"))
        keep({**kept, "served": served_rows(served)})
    return 1 if found else 0


def wants(options: argparse.Namespace, part: str) -> bool:
    """Whether a part beside the scripts is played: alone, or with all of them."""
    if options.broken or options.served:
        return bool(getattr(options, part))
    return not options.script


def keep(told: dict[str, Any]) -> None:
    """Keep what was told, and write the page anew."""
    text = json.dumps(told, indent=1, ensure_ascii=False)
    RESULTS.write_text(f"{text}\n", encoding="utf-8")
    write_page()


def whole(options: argparse.Namespace) -> bool:
    """Whether everything is played, so that the page may be written anew."""
    parts = options.agents, options.door, options.shell, options.script
    return not (any(parts) or options.broken or options.served)


def asked() -> argparse.Namespace:
    """The words of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("agents", nargs="*", choices=[*AGENTS, []], help="agents to play (all)")
    add("--door", action="append", choices=[*DOORS], help="a door (each)")
    add("--shell", action="append", help="a user's shell (bash and zsh)")
    add("--script", action="append", help="a script (all)")
    add("--broken", action="store_true", help="doors whose ground is gone, alone")
    add("--served", action="store_true", help="calls of exeunt's tools, alone")
    add("--show", action="store_true", help="print what was told")
    add("--write", action="store_true", help="keep what was told, write the page")
    add("--page", action="store_true", help="write the page")
    add("--check", action="store_true", help="is the page fresh?")
    return parser.parse_args()


def play_all(agents: list[str], options: argparse.Namespace) -> list[Session]:
    """Each agent with each of its shells, without a door and with each; two at once."""
    doors = options.door or list(DOORS)[1:]
    with ThreadPoolExecutor(2) as pool:
        under_way = [
            pool.submit(run, agent, shell, doors, options.script)
            for agent in agents
            for shell in AGENTS[agent].shells
            if shell in (options.shell or [shell])
        ]
        return [future.result() for future in under_way]


def damage_all(agents: list[str], options: argparse.Namespace) -> list[str]:
    """Each agent behind doors whose ground is gone."""
    doors = options.door or list(DOORS)[1:]
    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda agent: broken(agent, "bash", doors), agents)
        return [line for lines in found for line in lines]


def serve_all(agents: list[str]) -> list[Served]:
    """Each agent with exeunt's server and skill; two at once."""
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(serve, agents))


def show_served(served: list[Served]) -> None:
    """Print what each model was told of its calls."""
    for one in served:
        print(f"\n== {one.agent}: by MCP")
        for call, told in zip(CALLS, one.played.told, strict=True):
            print(f"  {call.about} {told.error} {told.whole[-400:]!r}")


def show(sessions: list[Session]) -> None:
    """Print what each model was told."""
    for session in sessions:
        for script in session.scripts:
            print(f"\n== {session.agent}, {session.shell}: {script.name}")
            for door, told in session.told[script.name].items():
                for step in told:
                    print(f"  {door:<6} {step.code} {step.error} {step.text[-400:]!r}")


if __name__ == "__main__":
    sys.exit(main())
