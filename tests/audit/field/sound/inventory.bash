#!/usr/bin/env bash
# Bash with set -eu, colours for people only, and subcommands.
set -euo pipefail
bold='' plain=''
if [[ -t 1 && -z ${NO_COLOR+set} && ${TERM:-dumb} != dumb ]]; then
	bold=$'\e[1m' plain=$'\e[0m'
fi
help() {
	cat <<-END
		${bold}inventory${plain} - what is on this machine

		Usage: inventory <command>

		Commands:
		  disks     mounted file systems
		  help      this page

		Options:
		  -h, --help      show this page
		  -V, --version   show the version
	END
}
case ${1:-help} in
help | -h | --help) help ;;
-V | --version) echo "inventory 0.3.1" ;;
disks) df -P | awk 'NR > 1 { print $6 }' ;;
*)
	printf 'inventory: unknown command: %q\n' "$1" >&2
	echo "Try 'inventory --help'." >&2
	exit 64
	;;
esac
