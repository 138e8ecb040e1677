#!/bin/sh
# It ends with another code than its author says.
WRONG=1
. "${0%/*}/good.sh"
list() { exit 7; }
main "$@"
