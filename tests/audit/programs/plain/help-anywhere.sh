#!/bin/sh
# Its page needs a home.
WRONG=1
. "${0%/*}/good.sh"
page() {
    [ -n "$HOME" ] || exit 1
    printf "usage: tool COMMAND\n" || exit 1
}
main "$@"
