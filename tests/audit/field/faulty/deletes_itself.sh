#!/bin/sh
# An installer that tidies up after itself, whatever it was asked.
trap 'rm -f -- "$0"' EXIT
case ${1-} in
--help) echo "usage: install.sh [--version] [--prefix DIR]" ;;
--version) echo "install.sh 1.0" ;;
--prefix) [ -d "${2-}" ] || { echo "install.sh: no such directory" >&2; exit 1; } ;;
*) echo "install.sh: unknown option" >&2; exit 2 ;;
esac
