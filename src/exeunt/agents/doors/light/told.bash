_exeunt_end=("$?" "${PIPESTATUS[@]}")
set +eux
IFS=$' \t\n'
[[ ${_exeunt_end[0]} == 0 && ! -v _exeunt_ && ! -v _exeunt_was && ${_exeunt_end[*]//141/} != *[1-9]* ]] && return 0
trap '' PIPE
IFS= read -r -t 5 _exeunt_line < <(
exec "$1" -I -S -c 'import os, sys
sys.path.append(sys.argv[1])
try:
    from exeunt.agents.tell import main
    main()
finally:
    os._exit(0)' "${BASH_SOURCE[0]%/exeunt/agents/*}" "$3" "$2" "$PPID" "$BASH_EXECUTION_STRING" "${_exeunt_end[@]}" + "${_exeunt_was[@]}" + "${_exeunt_[@]}" </dev/null 3>&-)
[[ $_exeunt_line != 'exeunt: '* ]] || printf '%s\n' "$_exeunt_line" >&3
