#!/bin/sh
# Without a word it waits for somebody to type one.
WRONG=1
. "${0%/*}/good.sh"
[ $# -gt 0 ] || exec cat
main "$@"
