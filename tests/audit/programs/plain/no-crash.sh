#!/bin/sh
# It crashes on a wrong call.
WRONG=1
. "${0%/*}/good.sh"
reject() {
    echo "tool: $1" >&2
    kill -SEGV $$
}
main "$@"
