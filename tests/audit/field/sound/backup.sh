#!/bin/sh
# A POSIX sh tool with getopts and two long options.
usage() { echo "usage: backup [-n] [-d DIR] FILE..."; }
case ${1-} in
--help) usage; exit ;;
--version) echo "backup 1.4"; exit ;;
--) shift ;;
--*) echo "backup: unknown option $1" >&2; usage >&2; exit 2 ;;
esac
dry= dir=.
while getopts nd: option; do
	case $option in
	n) dry=echo ;;
	d) dir=$OPTARG ;;
	*) usage >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { usage >&2; exit 2; }
for file; do
	[ -e "$file" ] || { echo "backup: $file: no such file" >&2; exit 1; }
	$dry cp -- "$file" "$dir/$file.bak" || exit 1
done
