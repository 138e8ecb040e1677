"""Commands that run another command → how to find it.

An option that is not in its row is not guessed at. `own` lists the codes by which a
wrapper tells that it failed itself; its table says what they mean.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypedDict

    class Wrapper(TypedDict, total=False):
        """Its options, what stands before the command, and what the command is."""

        flags: str  # options without a value
        valued: str  # options that take the next word
        hides: str  # options after which the code is no longer the command's
        line: str  # options whose value is a shell line to run
        last: str  # options with a value that end the options
        operands: int  # words of its own before the command
        assignments: bool  # NAME=value words may stand before the command
        own: tuple[int, ...]  # codes that are its own, read before the command's
        runs: Literal[
            "command",
            "subcommand",
            "after --",
            "line",
            "module",
            "module or command",
            "package",
            "script",
            "shell",
        ]


_COREUTILS = (125, 126, 127)
_UTIL_LINUX = (126, 127)
_UV = (
    "--allow-insecure-host --cache-dir --color --config-file --config-setting -C "
    "--default-index --directory --env-file --exclude-newer --extra --extra-index-url "
    "--find-links -f --fork-strategy --from --group --index --index-strategy "
    "--index-url -i --keyring-provider --link-mode --no-extra --no-group --only-group "
    "--package --prerelease --project --python -p --python-platform "
    "--refresh-package --reinstall-package --resolution --upgrade-package -P --with "
    "-w --with-editable --with-requirements --constraints -c --overrides"
)
_UV_FLAGS = (
    "--active --all-extras --all-groups --all-packages --compile-bytecode --exact "
    "--frozen --isolated --locked --managed-python --no-binary --no-build --no-cache "
    "-n --no-config --no-default-groups --no-dev --no-editable --no-env-file "
    "--no-index --no-managed-python --no-progress --no-project "
    "--no-python-downloads --no-sources --no-sync --offline --only-dev --refresh "
    "--reinstall --script -s --upgrade -U --quiet -q --verbose -v --native-tls"
)
_SHELL: Wrapper = {
    "flags": "-a -b -c -e -f -h -i -k -l -m -n -p -r -s -u -v -x -B -C -E -H -P -T "
    "--login --noprofile --norc --posix",
    "valued": "-o -O --init-file --rcfile",
    "own": (126, 127),
    "runs": "shell",
}
_CONTAINER = (
    "--add-host --annotation -a --attach --blkio-weight --cap-add --cap-drop "
    "--cgroup-parent --cgroupns --cidfile --cpu-period --cpu-quota -c --cpu-shares "
    "--cpus --cpuset-cpus --cpuset-mems --detach-keys --device --dns --dns-option "
    "--dns-search --domainname --entrypoint -e --env --env-file --expose --gpus "
    "--group-add --health-cmd --health-interval --health-retries "
    "--health-start-period --health-timeout -h --hostname --ip --ip6 --ipc "
    "--isolation -l --label --label-file --link --log-driver --log-opt "
    "--mac-address -m --memory --memory-reservation --memory-swap --mount --name "
    "--network --net --network-alias --oom-score-adj --pid --pids-limit --platform -p "
    "--publish --pull --restart --runtime --security-opt --shm-size --stop-signal "
    "--stop-timeout --storage-opt --sysctl --tmpfs --ulimit -u --user --userns --uts "
    "-v --volume --volume-driver --volumes-from -w --workdir"
)
_CONTAINER_FLAGS = (
    "--disable-content-trust --init -i --interactive --no-healthcheck "
    "--oom-kill-disable --privileged -P --publish-all -q --quiet --read-only --rm "
    "--sig-proxy -t --tty"
)
_DOCKER_EXEC: Wrapper = {
    "flags": "-i --interactive -t --tty --privileged -T --no-tty --no-TTY",
    "valued": "--detach-keys -e --env --env-file -u --user -w --workdir --index",
    "hides": "-d --detach",
    "operands": 1,
    "own": (125, 126, 127),
}
_RUN: Wrapper = {
    "flags": _CONTAINER_FLAGS,
    "valued": _CONTAINER,
    "hides": "-d --detach",
    "operands": 1,
    "own": (125, 126, 127),
}
_NPX: Wrapper = {
    "flags": "-y --yes --no --no-install -q --quiet --prefer-offline --offline "
    "--prefer-online --ignore-existing --workspaces --include-workspace-root --silent",
    "valued": "-p --package -w --workspace --prefix --registry --cache",
    "line": "-c --call",
    "runs": "package",
}

WRAPPERS: dict[str, Wrapper] = {
    "env": {
        "flags": "- -i --ignore-environment -v --debug --block-signal "
        "--default-signal --ignore-signal",
        "valued": "-u --unset -C --chdir",
        "assignments": True,
        "own": _COREUTILS,
    },
    "sudo": {
        "flags": "-A --askpass -B --bell -E --preserve-env -H --set-home -k "
        "--reset-timestamp -n --non-interactive -N --no-update -P --preserve-groups "
        "-S --stdin",
        "valued": "-u --user -g --group -p --prompt -h --host -C --close-from -D "
        "--chdir -R --chroot -T --command-timeout -r --role -t --type",
        "assignments": True,
    },
    "doas": {"flags": "-n", "valued": "-u -C -a"},
    "timeout": {
        "flags": "--preserve-status --foreground -v --verbose -p -f",
        "valued": "-k --kill-after -s --signal",
        "operands": 1,
        "own": (124, *_COREUTILS),
    },
    "nice": {
        "flags": "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9",
        "valued": "-n --adjustment",
        "own": _COREUTILS,
    },
    "nohup": {"own": _COREUTILS},
    "stdbuf": {
        "valued": "-i --input -o --output -e --error",
        "own": _COREUTILS,
    },
    "chroot": {
        "flags": "--skip-chdir",
        "valued": "--userspec --groups",
        "operands": 1,
        "own": _COREUTILS,
    },
    "ionice": {
        "flags": "-t --ignore",
        "valued": "-c --class -n --classdata",
        "own": _UTIL_LINUX,
    },
    "setsid": {
        "flags": "-c --ctty -w --wait",
        "hides": "-f --fork",
        "own": _UTIL_LINUX,
    },
    "taskset": {
        "flags": "-c --cpu-list -a --all-tasks",
        "operands": 1,
        "own": _UTIL_LINUX,
    },
    "unshare": {
        "flags": "-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C "
        "--cgroup -T --time -f --fork -r --map-root-user -c --map-current-user "
        "--mount-proc --kill-child --keep-caps --map-auto",
        "valued": "--map-user --map-group --propagation --setgroups -R --root -w --wd "
        "-S --setuid -G --setgid",
        "own": _UTIL_LINUX,
    },
    "flock": {
        # Not -E: it moves the code for a held lock to where the command's may be.
        "flags": "-s --shared -x --exclusive -e -n --nb --nonblock -o --close -F "
        "--no-fork --verbose",
        "valued": "-w --timeout --wait",
        "hides": "-u --unlock",
        "line": "-c --command",
        "operands": 1,
        "own": (1, 64, 65, 66, 69, 71),
    },
    "time": {
        "flags": "-p --portability -v --verbose -q --quiet -a --append",
        "valued": "-f --format -o --output",
        "own": _COREUTILS,
    },
    "command": {"flags": "-p", "hides": "-v -V", "own": _UTIL_LINUX},
    "exec": {"flags": "-c -l", "valued": "-a", "own": _UTIL_LINUX},
    "busybox": {"own": (127,)},
    "strace": {
        "flags": "-c -C -d -f -ff -F -i -k -q -qq -r -t -tt -ttt -T -v -w -x -xx -y "
        "-yy -z -Z --follow-forks --summary-only",
        "valued": "-a -b -e -E -I -o -O -P -s -S -u -U -X --trace --output",
        "hides": "-p --attach -D",
    },
    "ssh": {
        "flags": "-4 -6 -A -a -C -g -K -k -M -n -q -T -t -v -X -x -Y -y",
        "valued": "-B -b -c -D -E -e -F -I -i -J -L -l -m -o -p -R -S -w",
        "hides": "-f -G -N -O -Q -s -V -W",
        "operands": 1,
        "own": (255,),
        "runs": "line",
    },
    "bash": _SHELL,
    "dash": _SHELL,
    "ksh": _SHELL,
    "sh": _SHELL,
    "zsh": _SHELL,
    "python": {
        "flags": "-b -B -d -E -i -I -O -P -q -s -S -u -v -x",
        "valued": "-W -X --check-hash-based-pycs",
        "last": "-m -c",
        "runs": "module",
    },
    "uv": {"flags": _UV_FLAGS, "valued": _UV, "runs": "subcommand"},
    "uv run": {
        "flags": _UV_FLAGS,
        "valued": _UV,
        "last": "-m --module",
        "runs": "module or command",
    },
    "uv tool": {"flags": _UV_FLAGS, "valued": _UV, "runs": "subcommand"},
    "uv tool run": {"flags": _UV_FLAGS, "valued": _UV, "runs": "package"},
    "uvx": {"flags": _UV_FLAGS, "valued": _UV, "runs": "package"},
    "pipx": {"flags": "-q --quiet -v --verbose --global", "runs": "subcommand"},
    "pipx run": {
        "flags": "-q --quiet -v --verbose --no-cache --refresh --pypackages "
        "--no-path-check --skip-maintenance --global --editable -e "
        "--system-site-packages",
        "valued": "--spec --python --index-url -i --pip-args --python-args --with "
        "--fetch-python --backend --cooldown",
        "runs": "package",
    },
    "poetry": {
        "flags": "-n --no-interaction -q --quiet -v -vv -vvv --verbose --no-plugins "
        "--no-cache --ansi --no-ansi",
        "valued": "-C --directory -P --project",
        "runs": "subcommand",
    },
    "poetry run": {},
    "pdm": {"flags": "-q --quiet -v --verbose", "runs": "subcommand"},
    "pdm run": {
        "flags": "-q --quiet -v --verbose -g --global -s --site-packages --recreate",
        "valued": "-p --project -k --skip --env --env-file --working-dir",
        "runs": "script",
    },
    "hatch": {
        "flags": "-q --quiet -v --verbose --no-color --no-interactive",
        "valued": "-e --env -p --project --data-dir --cache-dir --config",
        "runs": "subcommand",
    },
    "hatch run": {"runs": "script"},
    "bundle": {"runs": "subcommand"},
    "bundle exec": {"valued": "--gemfile", "flags": "--keep-file-descriptors"},
    "npx": _NPX,
    "npm": {
        "flags": "-s --silent -q --quiet -d --verbose",
        "valued": "--prefix -w --workspace",
        "runs": "subcommand",
    },
    "npm exec": _NPX,
    "npm x": _NPX,
    "bunx": {
        "flags": "--bun --silent --verbose --no-install",
        "valued": "-p --package",
        "runs": "package",
    },
    "pnpm": {
        "flags": "-r --recursive -w --workspace-root -s --silent",
        "valued": "-C --dir -F --filter",
        "runs": "subcommand",
    },
    "pnpm exec": {
        "flags": "-r --recursive -c --shell-mode --parallel",
        "runs": "package",
    },
    "pnpm dlx": {"flags": "-s --silent", "valued": "--package", "runs": "package"},
    "yarn": {"flags": "-s --silent", "valued": "--cwd", "runs": "subcommand"},
    "yarn dlx": {"flags": "-q --quiet", "valued": "-p --package", "runs": "package"},
    "yarn exec": {"runs": "command"},
    "yarn run": {
        "flags": "-s --silent -T --top-level -B --binaries-only",
        "runs": "script",
    },
    "docker": {
        "flags": "-D --debug --tls --tlsverify",
        "valued": "--config -c --context -H --host -l --log-level --tlscacert "
        "--tlscert --tlskey",
        "runs": "subcommand",
    },
    "docker run": _RUN,
    "docker exec": _DOCKER_EXEC,
    "docker container": {"runs": "subcommand"},
    "docker container run": _RUN,
    "docker container exec": _DOCKER_EXEC,
    "docker compose": {
        "flags": "--all-resources --compatibility --dry-run",
        "valued": "-f --file -p --project-name --profile --env-file "
        "--project-directory --parallel --ansi --progress",
        "runs": "subcommand",
    },
    "docker compose exec": _DOCKER_EXEC,
    "docker compose run": {
        "flags": f"{_CONTAINER_FLAGS} -T --no-TTY --no-deps --remove-orphans --build "
        "--service-ports --use-aliases --quiet-pull",
        "valued": _CONTAINER,
        "hides": "-d --detach",
        "operands": 1,
    },
    "podman": {
        "flags": "-r --remote",
        "valued": "--log-level --root --runroot --storage-driver --url -c --connection",
        "runs": "subcommand",
    },
    "podman run": _RUN,
    "podman exec": _DOCKER_EXEC,
    "kubectl": {
        "flags": "--insecure-skip-tls-verify --match-server-version",
        "valued": "--as --as-group --cache-dir --certificate-authority "
        "--client-certificate --client-key --cluster --context --kubeconfig -n "
        "--namespace --request-timeout -s --server --token --user -v",
        "runs": "subcommand",
    },
    "kubectl exec": {"runs": "after --"},
}
