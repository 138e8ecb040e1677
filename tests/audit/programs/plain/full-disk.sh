#!/bin/sh
# Data that it could not write is a success.
WRONG=1
. "${0%/*}/good.sh"
list() {
    printf "rope\n" 2>/dev/null
    exit 0
}
main "$@"
