#!/bin/sh
# Like useradd: a name is no command, and is registered for good, beside the program.
case ${1-} in
--help) printf "usage: register NAME\n\nThe command line is logged.\n" ;;
--version) echo "register 1.0" ;;
-*) echo "register: unknown option" >&2; exit 2 ;;
'') echo "register: give a name" >&2; exit 2 ;;
*) echo "$1" >>"$0.names" ;;
esac
