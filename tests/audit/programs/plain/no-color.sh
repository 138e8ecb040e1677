#!/bin/sh
# Its page is red, whatever NO_COLOR says.
WRONG=1
. "${0%/*}/good.sh"
page() {
    if [ -t 1 ] && [ "$TERM" != dumb ]; then printf "\033[31m"; fi
    printf "usage: tool COMMAND\n" || exit 1
}
main "$@"
