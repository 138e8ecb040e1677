#!/bin/sh
# It complains of a reader that has left.
WRONG=1
. "${0%/*}/good.sh"
page() {
    trap "" PIPE
    printf "usage: tool COMMAND\n" 2>/dev/null && return
    echo "tool: cannot write" >&2
    exit 1
}
main "$@"
