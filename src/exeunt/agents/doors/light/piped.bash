# The words of the wrapper are aliases while it is read, all at once; they are gone before
# it runs. TEXT is run where and as it would have been.
shopt -s expand_aliases
alias source='builtin unalias source eval pwd; builtin shopt -u expand_aliases; \source' eval='\set -- "$_"'
if [[ $BASH_EXECUTION_STRING == *"' < /dev/null && pwd -P >| "* ]]; then
alias pwd='\eval "\shift 2;: ${1@Q};$2"'\''
\set -- $? ${PIPESTATUS[@]}'\'' < /dev/null && { _exeunt_was=("$@"); \set --; [[ ${_exeunt_was[0]} == 0 ]] || \exit "${_exeunt_was[0]}"; [[ ${_exeunt_was[*]//141/} == *[1-9]* ]] || \unset _exeunt_was; } && \pwd'
else
alias pwd='\eval "\shift 2;: ${1@Q};$2"'\''
\set -- $? ${PIPESTATUS[@]}'\'' && { _exeunt_was=("$@"); \set --; [[ ${_exeunt_was[0]} == 0 ]] || \exit "${_exeunt_was[0]}"; [[ ${_exeunt_was[*]//141/} == *[1-9]* ]] || \unset _exeunt_was; } && \pwd'
fi
