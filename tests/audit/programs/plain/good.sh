#!/bin/sh
# A program that declares nothing and does nothing wrong.
page() {
    printf 'usage: tool [--help] [--version] COMMAND\n\n' || exit 1
    printf 'commands:\n  list  show what there is\n' || exit 1
}
version() { echo "tool 1.0"; }
list() { echo rope; }
reject() {
    echo "tool: $1" >&2
    exit 2
}
slow() {
    echo ready
    while :; do :; done
}
main() {
    case "$1" in
    --help) page ;;
    --version) version ;;
    list) list ;;
    slow) slow ;;
    -*) reject "unknown option $1" ;;
    *) reject "unknown command $1" ;;
    esac
}
[ -n "$WRONG" ] || main "$@"
