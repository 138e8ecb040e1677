#!/bin/sh
# It takes a reader that has left for a failure.
WRONG=1
. "${0%/*}/good.sh"
page() {
    trap "" PIPE
    printf "usage: tool COMMAND\n" 2>/dev/null || exit 1
}
main "$@"
