#!/bin/sh
# It complains of a reader that has left.
WRONG=1
. "${0%/*}/good.sh"
page() {
    trap "" PIPE
    printf "usage: tool COMMAND\n" || exit 1
}
main "$@"
