# As told.bash beside this file; behind its arguments are the code and the statuses.
_exeunt_root=${${(%):-%x}%/exeunt/agents/*}
() {
builtin emulate -L zsh
if [[ $4 == 0 && -z ${_exeunt_was+x} && "${${*[5,-1]}//141/}" != *[1-9]* ]]; then return 0; fi
builtin trap '' PIPE
builtin local line
IFS= builtin read -r -t 5 line < <(
exec "$1" -I -S -c 'import os, sys
sys.path.append(sys.argv[1])
try:
    from exeunt.agents.tell import main
    main()
finally:
    os._exit(0)' "$_exeunt_root" "$3" "$2" "$PPID" "$ZSH_EXECUTION_STRING" "${@[4,-1]}" + ${_exeunt_was-} + </dev/null 3>&-)
[[ $line != 'exeunt: '* ]] || builtin printf '%s\n' "$line" >&3
} "$@"
