#!/bin/sh
# Its page is bold on any terminal.
WRONG=1
. "${0%/*}/good.sh"
page() {
    if [ -t 1 ]; then printf "\033[1m"; fi
    printf "usage: tool COMMAND\n" || exit 1
}
main "$@"
