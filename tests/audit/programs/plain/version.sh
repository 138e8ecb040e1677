#!/bin/sh
# It has no version.
WRONG=1
. "${0%/*}/good.sh"
version() { reject "unknown option --version"; }
main "$@"
