#!/bin/sh
# Its page is another one each time.
WRONG=1
. "${0%/*}/good.sh"
page() { printf "usage: tool COMMAND %s\n" $$ || exit 1; }
main "$@"
