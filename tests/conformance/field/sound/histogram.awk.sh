#!/bin/sh
# busybox ash and awk: a histogram of line lengths.
case ${1-} in
--help) exec busybox echo "usage: histogram [FILE...]" ;;
--version) exec busybox echo "histogram 1" ;;
--) shift ;;
-?*) busybox echo "histogram: unknown option" >&2; exit 2 ;;
esac
for file; do
	[ -r "$file" ] || { busybox echo "histogram: cannot read a file" >&2; exit 1; }
done
exec busybox awk '{ n[length($0)]++ } END { for (k in n) print k, n[k] }' "$@"
