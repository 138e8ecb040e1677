#!/bin/sh
# A wrapper like nice: its own options stop at the first word that is none.
usage() { echo "usage: polite [--help] [--version] COMMAND [ARG...]"; }
case ${1-} in
--help) usage; exit ;;
--version) echo "polite 1.0"; exit ;;
-*) echo "polite: unknown option" >&2; usage >&2; exit 125 ;;
'') usage >&2; exit 125 ;;
esac
exec nice -n 5 "$@"
