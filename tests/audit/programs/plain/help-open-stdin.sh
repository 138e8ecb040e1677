#!/bin/sh
# Its page waits for the end of stdin.
WRONG=1
. "${0%/*}/good.sh"
page() {
    [ -t 0 ] || cat >/dev/null 2>&1
    printf "usage: tool COMMAND\n" || exit 1
}
main "$@"
