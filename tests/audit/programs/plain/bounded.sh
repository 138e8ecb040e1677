#!/bin/sh
# Its version takes two megabytes.
WRONG=1
. "${0%/*}/good.sh"
version() {
    echo "tool 1.0"
    head -c 2000000 /dev/zero | tr "\000" x
}
main "$@"
