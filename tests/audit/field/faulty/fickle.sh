#!/bin/sh
# A counter beside the program: every third call fails to get its lock.
count=$(cat "$0.count" 2>/dev/null || echo 0)
echo $((count + 1)) >"$0.count"
if [ $((count % 3)) = 2 ]; then
	echo "fickle: cannot get the lock" >&2
	exit 75
fi
case ${1-} in
--help | '') echo "usage: fickle [--version]" ;;
--version) echo "fickle 1.0" ;;
*) echo "fickle: unknown option" >&2; exit 2 ;;
esac
