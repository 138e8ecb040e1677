#!/bin/sh
# What it says on stderr is bold, if stdout is a terminal.
WRONG=1
. "${0%/*}/good.sh"
reject() {
    if [ -t 1 ] && [ "$TERM" != dumb ]; then printf "\033[1m" >&2; fi
    echo "tool: $1" >&2
    exit 2
}
main "$@"
