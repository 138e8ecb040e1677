#!/bin/sh
# It shows its page, and fails.
WRONG=1
. "${0%/*}/good.sh"
page() {
    printf "usage: tool COMMAND\n" || exit 1
    exit 64
}
main "$@"
