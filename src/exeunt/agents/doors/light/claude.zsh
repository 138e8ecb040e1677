# Claude Code: as in claude.bash and piped.bash beside this file.
builtin trap -- "{ case \$?\${(j::)pipestatus}\${_exeunt_was+1} in *[1-9]*) . $2 ${3% *} - \"\$?\" \"\${pipestatus[@]}\";; esac; } 3>&2 2>/dev/null || :" EXIT
[[ $ZSH_EXECUTION_STRING == *" && eval '"*'|'*"' "* ]] || return 0
[[ $ZSH_EXECUTION_STRING != *'<<'* ]] || return 0
[[ $ZSH_EXECUTION_STRING != *[[:space:]\\'|&!']"' "* ]] || return 0
[[ $ZSH_EXECUTION_STRING != *[[:space:]'|&;'\\]'#'* ]] || return 0
builtin alias source='builtin unalias source eval pwd; \source' eval='\set --'
if [[ $ZSH_EXECUTION_STRING == *"' < /dev/null && pwd -P >| "* ]]; then
builtin alias pwd='\eval "\shift;: ${(qq)1};$1"'\''
\set -- $? $pipestatus'\'' < /dev/null && { _exeunt_was=("$@"); \set --; [[ ${_exeunt_was[1]} == 0 ]] || \exit "${_exeunt_was[1]}"; [[ ${_exeunt_was[*]//141/} == *[1-9]* ]] || \unset _exeunt_was; } && \pwd'
else
builtin alias pwd='\eval "\shift;: ${(qq)1};$1"'\''
\set -- $? $pipestatus'\'' && { _exeunt_was=("$@"); \set --; [[ ${_exeunt_was[1]} == 0 ]] || \exit "${_exeunt_was[1]}"; [[ ${_exeunt_was[*]//141/} == *[1-9]* ]] || \unset _exeunt_was; } && \pwd'
fi
