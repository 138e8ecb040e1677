case $BASH_EXECUTION_STRING in __CODEX_*)
[[ $1 == - ]] || BASH_ENV=${BASH_SOURCE[1]} # the shell that this one turns into is to read it
return 0 ;;
esac
[[ $1 != - ]] || unset BASH_ENV
[[ ${EXEUNT_OFF-} != 1 ]] || return 0
[[ $1 == - || -z $(trap -p EXIT ERR) ]] || return 0
case $BASH_EXECUTION_STRING in
source*" && eval '"*"' "*'&& pwd -P >| '*) . "${BASH_SOURCE[0]%/*}/claude.bash" ;;
shopt*' _bgpids_file='*$'\n(\n  trap \'jobs -p > "$_bgpids_file"\' EXIT\n'*$'\n)\n__code=$?\nexit $__code')
. "${BASH_SOURCE[0]%/*}/gemini.bash" ;;
*) [[ $3 == *' codex' && -z ${CODEX_TOOL_CALL_ID+x} ]] || . "${BASH_SOURCE[0]%/*}/bare.bash" ;;
esac
