#!/bin/sh
# A wrong call shows a stack trace.
WRONG=1
. "${0%/*}/good.sh"
reject() {
    echo "Traceback (most recent call last):" >&2
    exit 2
}
main "$@"
