#!/bin/sh
# One usage function for help and for errors, and it exits 1.
usage() {
	echo "usage: stow [--version] DIR"
	exit 1
}
case ${1-} in
--version) echo "stow 2.0" ;;
--help) usage ;;
-*) echo "stow: unknown option" >&2; usage >&2 ;;
'') usage >&2 ;;
*) [ -d "$1" ] || { echo "stow: no such directory" >&2; exit 1; } ;;
esac
