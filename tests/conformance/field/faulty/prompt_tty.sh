#!/bin/sh
# Without arguments it asks at the terminal itself, whatever stdin is.
case ${1-} in
--help) echo "usage: vault [--version] [NAME]" ;;
--version) echo "vault 1.0" ;;
-*) echo "vault: unknown option" >&2; exit 2 ;;
'')
	printf 'Passphrase: ' >/dev/tty && read -r answer </dev/tty || { echo "vault: no terminal" >&2; exit 4; }
	echo "opened"
	;;
*) echo "vault: no such entry" >&2; exit 1 ;;
esac
