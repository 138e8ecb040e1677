#!/bin/sh
# Everything is said with echo, errors too.
case ${1-} in
--help | '') echo "usage: knit [--version]" ;;
--version) echo "knit 1.0" ;;
*) echo "knit: unknown option $1"; exit 2 ;;
esac
