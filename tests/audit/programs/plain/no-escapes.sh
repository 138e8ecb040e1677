#!/bin/sh
# Its version is bold, in a pipe too.
WRONG=1
. "${0%/*}/good.sh"
version() { printf "\033[1mtool 1.0\033[0m\n"; }
main "$@"
