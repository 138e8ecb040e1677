#!/bin/sh
# Its page needs a locale.
WRONG=1
. "${0%/*}/good.sh"
page() {
    [ "$LC_ALL" != C ] || exit 1
    printf "usage: tool COMMAND\n" || exit 1
}
main "$@"
