"""A plan on stdin → an agent played to its end in this namespace; JSON on stdout.

Runs as process 1 of namespaces of its own (player.py): nothing but loopback is there,
and whatever the agent leaves ends with this process.
"""

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from real_agents.model import Script, serve

SIOCGIFFLAGS, SIOCSIFFLAGS, UP = 0x8913, 0x8914, 1


def main() -> int:
    """Play what stdin says."""
    plan = json.load(sys.stdin)
    raise_loopback()
    for source, target in plan["mounts"]:
        subprocess.run(["mount", "--bind", source, target], check=True)
    script = Script(plan["steps"])
    port = str(serve(script))
    for path, text in plan["files"].items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text.replace("@PORT@", port), encoding="utf-8")
    env = {name: text.replace("@PORT@", port) for name, text in plan["env"].items()}
    for words in plan["before"]:
        subprocess.run(words, env=env, cwd=plan["cwd"], check=True, stdout=2)
    code, said = run(plan, env | plan["more"])
    told = {"code": code, "said": said, "shown": script.shown, "tools": script.tools}
    json.dump({**told, "first": script.first, "left": left()}, sys.stdout)
    return 0


def raise_loopback() -> None:
    """`ip link set lo up`, without asking for ip."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        name = struct.pack("16sH14x", b"lo", 0)
        answer = fcntl.ioctl(any_socket, SIOCGIFFLAGS, name)
        flags = struct.unpack("16sH14x", answer)[1] | UP
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags))


def run(plan: dict[str, Any], env: dict[str, str]) -> tuple[int, str]:
    """Start the agent, and end it when its time is over; its code and last words."""
    log = Path(plan["log"])
    with log.open("wb") as output:
        agent = subprocess.Popen(
            plan["words"],
            cwd=plan["cwd"],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        timer = threading.Timer(plan["limit"], os.killpg, (agent.pid, signal.SIGKILL))
        timer.daemon = True
        timer.start()
        status = reaped(agent.pid)
        timer.cancel()
    return status, log.read_text(encoding="utf-8", errors="replace")[-4000:]


def reaped(wanted: int) -> int:
    """Wait as process 1 has to: for the agent, and for all that is given to us."""
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == wanted:
            return os.waitstatus_to_exitcode(status)


def left() -> list[str]:
    """What still runs when the agent has ended, by the words it was started with."""
    found: list[str] = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if words and place.name != str(os.getpid()):
            found.append(words.replace(b"\0", b" ").decode(errors="replace").strip())
    return sorted(found)


if __name__ == "__main__":
    sys.exit(main())
