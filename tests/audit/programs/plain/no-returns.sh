#!/bin/sh
# Its lines end as on another system.
WRONG=1
. "${0%/*}/good.sh"
version() { printf "tool 1.0\r\n"; }
main "$@"
