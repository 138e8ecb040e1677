#!/bin/sh
# It has a stack trace for a closed stdout.
WRONG=1
. "${0%/*}/good.sh"
page() {
    printf "usage: tool COMMAND\n" 2>/dev/null && return
    echo "Traceback (most recent call last):" >&2
    exit 1
}
main "$@"
