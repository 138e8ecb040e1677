#!/bin/sh
# Help goes through less at a terminal, and less waits for a key.
page() {
	if [ -t 1 ]; then less -+F -+X; else cat; fi
}
case ${1-} in
--help | '')
	{
		echo "usage: atlas [--version]"
		i=0
		while [ $i -lt 60 ]; do echo "  map $i"; i=$((i + 1)); done
	} | page
	;;
--version) echo "atlas 1.0" ;;
*) echo "atlas: unknown option" >&2; exit 2 ;;
esac
