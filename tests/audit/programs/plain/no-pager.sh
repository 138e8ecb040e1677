#!/bin/sh
# Its page waits for a key.
WRONG=1
. "${0%/*}/good.sh"
page() {
    printf "usage: tool COMMAND\n" || exit 1
    if [ -t 1 ]; then read -r key </dev/tty; fi
}
main "$@"
