#!/bin/sh
# A wrong call is not explained.
WRONG=1
. "${0%/*}/good.sh"
reject() { exit 2; }
main "$@"
