#!/bin/sh
# A terminal changes its code.
WRONG=1
. "${0%/*}/good.sh"
reject() {
    echo "tool: $1" >&2
    if [ -t 1 ]; then exit 1; fi
    exit 2
}
main "$@"
