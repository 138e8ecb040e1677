#!/usr/bin/env bash
# set -e and tput: without TERM there is not even a help page.
set -e
bold=$(tput bold)
reset=$(tput sgr0)
[[ -t 1 ]] || bold='' reset=''
case ${1:---help} in
--help) echo "${bold}usage:${reset} theme [--version]" ;;
--version) echo "theme 1.0" ;;
*) echo "theme: unknown option" >&2; exit 2 ;;
esac
