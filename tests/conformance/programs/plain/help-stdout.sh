#!/bin/sh
# Its page goes to stderr.
WRONG=1
. "${0%/*}/good.sh"
page() { echo "usage: tool" >&2; }
main "$@"
