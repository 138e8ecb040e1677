#!/bin/sh
# Recodes its texts for the locale, which has no arrow in C.
say() { printf '%s\n' "$1" | iconv -f UTF-8 -t "$(locale charmap)"; }
case ${1-} in
--help | '') say "usage: route [--version]   from → to" || exit 1 ;;
--version) say "route 1.0" || exit 1 ;;
*) echo "route: unknown option" >&2; exit 2 ;;
esac
