#!/bin/sh
# It leaves a process behind.
WRONG=1
. "${0%/*}/good.sh"
version() {
    sleep 100 >/dev/null 2>&1 &
    echo "tool 1.0"
}
main "$@"
