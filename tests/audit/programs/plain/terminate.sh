#!/bin/sh
# It exits with 0 when it is terminated.
WRONG=1
. "${0%/*}/good.sh"
slow() {
    trap "exit 0" TERM
    echo ready
    while :; do :; done
}
main "$@"
