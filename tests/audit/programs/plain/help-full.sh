#!/bin/sh
# A page that it could not write is a success.
WRONG=1
. "${0%/*}/good.sh"
page() {
    printf "usage: tool COMMAND\n" 2>/dev/null
    exit 0
}
main "$@"
