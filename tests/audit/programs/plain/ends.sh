#!/bin/sh
# It hangs when it is asked for its version.
WRONG=1
. "${0%/*}/good.sh"
version() { sleep 100; }
main "$@"
