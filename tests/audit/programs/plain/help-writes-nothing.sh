#!/bin/sh
# Its page leaves a file.
WRONG=1
. "${0%/*}/good.sh"
page() {
    [ -z "$HOME" ] || echo >"$HOME/.toolrc"
    printf "usage: tool COMMAND\n" || exit 1
}
main "$@"
