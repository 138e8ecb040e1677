#!/bin/sh
# Its version is no text.
WRONG=1
. "${0%/*}/good.sh"
version() { printf "tool 1.0 \377\n"; }
main "$@"
